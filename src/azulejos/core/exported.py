"""Kernels compiled ahead of time: WebAssembly modules, called from Python in a browser.

There is no compiler in a browser. `azulejos site kernels` builds a module for each game elsewhere,
and a catalogue, `kernels.json`, that names what they export. Such a module shares the memory of
Python's own (Pyodide's), so nothing is copied: an array is passed as its address and its
dimensions, a number as a double, and a named tuple of arrays as the address of a block in which the
address and the dimensions of each lie one after the other. The layout of a table is not passed; it
says which module to call.

Arrays are NumPy's or others that give their address as `array.ctypes.data`, and their `shape`.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from azulejos.errors import BuildError

CATALOGUE = "kernels.json"
SUFFIXES = (".so", ".plain.so")  # the second is for browsers without SIMD

# What a parameter is, beside the name of an array's type or of a tuple
NUMBER = "number"
LAYOUT = "layout"
ARRAY = "[]"  # after the type of its elements, once for each dimension

GAME_OF: dict[int, str] = {}
"""Whose layout it is, by its identity: a game has one, and keeps it."""


def key_of(kernel: Callable[..., Any]) -> str:
    """The name of a kernel in the catalogue."""
    return f"{kernel.__module__}:{kernel.__qualname__}"


def symbol_of(key: str) -> str:
    """What a kernel is called in a module."""
    return key.replace(".", "_").replace(":", "_")


def know_layout(layout: object, game: str) -> None:
    """Say whose layout it is."""
    GAME_OF[id(layout)] = game


class Modules:
    """The modules in a directory, each loaded when one of its kernels is first called."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        try:
            catalogue = json.loads((directory / CATALOGUE).read_text(encoding="utf-8"))
            self._exports = {name: game["exports"] for name, game in catalogue["games"].items()}
        except (OSError, ValueError, KeyError) as error:
            raise BuildError(f"AZULEJOS_KERNELS={directory}: {error}") from None
        self._loaded: dict[str, ctypes.CDLL] = {}

    def kernel(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """What to call in place of a kernel: itself if no module exports it."""
        key = key_of(kernel)
        games = [name for name, exports in self._exports.items() if key in exports]
        if not games:
            return kernel
        is_by_layout = LAYOUT in self._exports[games[0]][key]["parameters"].values()
        functions: dict[int, Callable[..., Any]] = {}  # by the identity of a layout, or 0

        def call(*arguments: Any) -> Any:
            layout = id(arguments[0]) if is_by_layout else 0
            function = functions.get(layout)
            if function is None:
                game = GAME_OF[layout] if is_by_layout else self._any_of(games)
                function = functions[layout] = self._function(game, key)
            return function(*arguments)

        call.py_func = kernel  # type: ignore[attr-defined]
        return call

    def _any_of(self, games: Iterable[str]) -> str:
        """Of games with the same kernel, one whose module is loaded, if there is any."""
        return next((name for name in games if name in self._loaded), next(iter(games)))

    def _function(self, game: str, key: str) -> Callable[..., Any]:
        """A function of a module, to be called with the arguments of a kernel."""
        export = self._exports[game][key]
        function = self._module(game)[symbol_of(key)]
        kinds = tuple(export["parameters"].values())
        function.argtypes = [each for kind in kinds for each in _types(kind)]
        function.restype = ctypes.c_double if export["returns"] else None
        passed = ", ".join(filter(None, (_passed(f"a{n}", kind) for n, kind in enumerate(kinds))))
        taken = ", ".join(f"a{n}" for n in range(len(kinds)))
        answer = f"int(function({passed}))" if export["returns"] else f"function({passed})"
        # Written out for these parameters: a loop over them takes longer than the call itself
        known = {"function": function, "block_of": _block_of}
        call: Callable[..., Any] = eval(f"lambda {taken}: {answer}", known)  # noqa: S307
        return call

    def _module(self, game: str) -> ctypes.CDLL:
        if game not in self._loaded:
            self._loaded[game] = self._load(game)
        return self._loaded[game]

    def _load(self, game: str) -> ctypes.CDLL:
        first, second = (str(self._directory / f"{game}{suffix}") for suffix in SUFFIXES)
        try:
            return ctypes.CDLL(first)
        except OSError:
            return ctypes.CDLL(second)


def _types(kind: str) -> list[Any]:
    """The types, to ctypes, of what is passed for a parameter."""
    if kind == LAYOUT:
        return []
    if kind == NUMBER:
        return [ctypes.c_double]
    return [ctypes.c_void_p, *[ctypes.c_int32] * kind.count(ARRAY)]


def _passed(name: str, kind: str) -> str:
    """What is passed for a parameter, as Python is written."""
    if kind == LAYOUT:
        return ""
    if kind == NUMBER:
        return name
    return f"{name}.ctypes.data, *{name}.shape" if ARRAY in kind else f"block_of({name})"


# Blocks

_BLOCKS: dict[int, tuple[int, tuple[Any, ...], list[Any]]] = {}
"""By the identity of a tuple: the address of its block, itself, and the memory of its blocks."""

UNUSED = 3  # references to a tuple that nobody else has: of `_BLOCKS`, a loop and a call


def _block_of(arrays: tuple[Any, ...]) -> int:
    """The address of a tuple's block."""
    known = _BLOCKS.get(id(arrays))
    if known is None:
        forget_unused_blocks()
        blocks: list[Any] = []
        known = _BLOCKS[id(arrays)] = (_write_block(arrays, blocks), arrays, blocks)
    return known[0]


def forget_unused_blocks() -> None:
    """Let go of tuples that nobody else has any more, with all their memory."""
    for identity in list(_BLOCKS):
        arrays = _BLOCKS[identity][1]
        if sys.getrefcount(arrays) <= UNUSED:
            del _BLOCKS[identity]


def _write_block(arrays: tuple[Any, ...], blocks: list[Any]) -> int:
    words: list[int] = []
    for each in arrays:
        if isinstance(each, tuple):
            words.append(_write_block(each, blocks))
        else:
            words += each.ctypes.data, *each.shape
    blocks.append((ctypes.c_uint32 * len(words))(*words))
    return ctypes.addressof(blocks[-1])
