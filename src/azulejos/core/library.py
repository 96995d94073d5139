"""Kernels compiled ahead of time: an extension module, `_kernels`, that `ahead/` has built.

It lies in the package where that was installed from a wheel with kernels. In a browser, and for
tests, `AZULEJOS_KERNELS` names the directory in which it lies. A library that was built from other
sources is not used: it would play by other rules. Its functions take what kernels take, any memory
for an array (NumPy's or not), and refuse what does not fit.

With `AZULEJOS_KERNELS=numba` there is no library. Games of other packages need that: their kernels
can only be compiled together with those that they call.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import Any

from azulejos.core.announcing import announce_interpreting
from azulejos.core.sources import PACKAGE, digest_of
from azulejos.errors import BuildError

NAME = "_kernels"
NONE = "numba"
BY_LAYOUT = "L"  # what the parameters of a kernel begin with that games have each their own of

GAME_OF: dict[int, str] = {}
"""Whose layout it is, by its identity: a game has one, and keeps it."""


def key_of(kernel: Callable[..., Any]) -> str:
    """The name of a kernel in the library."""
    return f"{kernel.__module__}:{kernel.__qualname__}"


def know_layout(layout: object, game: str) -> None:
    """Say whose layout it is."""
    GAME_OF[id(layout)] = game


class Library:
    """The kernels that were compiled ahead of time."""

    def __init__(self, module: Any) -> None:
        self._kernels: dict[str, tuple[str, dict[str, Callable[..., Any]]]] = {}
        for game, key, parameters, function in module.KERNELS:
            self._kernels.setdefault(key, (parameters, {}))[1][game] = function

    def kernel(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """What to call in place of a kernel: itself where the library does not have it."""
        if key_of(kernel) not in self._kernels:
            package = kernel.__module__.partition(".")[0]
            if package != PACKAGE.name:
                announce_interpreting(package, "set AZULEJOS_KERNELS=numba to have it compiled")
            return kernel
        parameters, functions = self._kernels[key_of(kernel)]
        if not parameters.startswith(BY_LAYOUT):
            return next(iter(functions.values()))
        by_layout: dict[int, Callable[..., Any]] = {}

        def call(layout: Any, *arguments: Any) -> Any:
            function = by_layout.get(id(layout))
            if function is None:
                function = functions.get(GAME_OF.get(id(layout), ""), kernel)
                by_layout[id(layout)] = function
            return function(layout, *arguments)

        call.py_func = kernel  # type: ignore[attr-defined]
        return call


def load() -> Library | None:
    """The library that belongs to these sources, if there is one."""
    named = os.environ.get("AZULEJOS_KERNELS", "")
    if named == NONE:
        return None
    spec = PathFinder.find_spec(f"azulejos.{NAME}", [named or str(PACKAGE)])
    if spec is None or spec.loader is None:
        if named:
            raise BuildError(f"AZULEJOS_KERNELS={named}: there are no kernels for this machine")
        return None
    module: Any = module_from_spec(spec)
    spec.loader.exec_module(module)
    if sys.platform == "emscripten" or _is_of_these_sources(module):
        return Library(module)  # in a browser there are no sources
    if named:
        raise BuildError(f"AZULEJOS_KERNELS={named}: these kernels are of other sources")
    return None


def _is_of_these_sources(module: Any) -> bool:
    files = [PACKAGE / name for name in module.SOURCES.split()]
    return all(file.is_file() for file in files) and digest_of(files) == module.DIGEST
