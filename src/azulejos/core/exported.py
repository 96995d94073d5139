"""Kernels compiled ahead of time: WebAssembly modules, called from Python in a browser.

There is no compiler in a browser. `azulejos wasm` builds a module for each game elsewhere, and a
catalogue, `kernels.json`, that names what they export. Such a module shares the memory of Python's
own (Pyodide's), so nothing is copied: an array is passed as its address and its dimensions, a
number as a double, and a named tuple of arrays as the address of a block in which the address and
the dimensions of each lie one after the other. The layout of a table is not passed; it says which
module to call.

Arrays are NumPy's or others that say their address as `array.ctypes.data`, and their `shape`.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

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
        catalogue = json.loads((directory / CATALOGUE).read_text(encoding="utf-8"))
        self._exports = {name: game["exports"] for name, game in catalogue["games"].items()}
        self._loaded: dict[str, ctypes.CDLL] = {}

    def kernel(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """What to call in place of a kernel: itself if no module exports it."""
        key = key_of(kernel)
        games = [name for name, exports in self._exports.items() if key in exports]
        if not games:
            return kernel
        parameters = self._exports[games[0]][key]["parameters"]
        is_by_layout = LAYOUT in parameters.values()
        calls: dict[str, Callable[..., Any]] = {}

        def call(*arguments: Any) -> Any:
            game = GAME_OF[id(arguments[0])] if is_by_layout else self._any_of(games)
            if game not in calls:
                calls[game] = self._function(game, key)
            return calls[game](arguments)

        call.py_func = kernel  # type: ignore[attr-defined]
        return call

    def _any_of(self, games: Iterable[str]) -> str:
        """Of games with the same kernel, one whose module is loaded, if there is any."""
        return next((name for name in games if name in self._loaded), next(iter(games)))

    def _function(self, game: str, key: str) -> Callable[[tuple[Any, ...]], Any]:
        """A function of a module, called with the arguments of a kernel."""
        export = self._exports[game][key]
        function = self._module(game)[symbol_of(key)]
        kinds = tuple(export["parameters"].values())
        function.argtypes = [each for kind in kinds for each in _types(kind)]
        function.restype = ctypes.c_double if export["returns"] else None
        passing = tuple(map(_passing, kinds))

        def number(arguments: tuple[Any, ...]) -> int:
            plain: list[Any] = []
            for argument, put in zip(arguments, passing, strict=True):
                put(plain, argument)
            return int(function(*plain))

        def nothing(arguments: tuple[Any, ...]) -> None:
            plain: list[Any] = []
            for argument, put in zip(arguments, passing, strict=True):
                put(plain, argument)
            function(*plain)

        return number if export["returns"] else nothing

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


def _passing(kind: str) -> Callable[[list[Any], Any], None]:
    """What appends an argument to those of a plain function."""
    if kind == LAYOUT:
        return _pass_nothing
    if kind == NUMBER:
        return list.append
    return _pass_array if ARRAY in kind else _pass_tuple


def _pass_nothing(_plain: list[Any], _layout: Any) -> None:
    pass


def _pass_array(plain: list[Any], array: Any) -> None:
    plain += array.ctypes.data, *array.shape


def _pass_tuple(plain: list[Any], arrays: tuple[Any, ...]) -> None:
    known = _BLOCKS.get(id(arrays)) or _remember_block(arrays)
    plain.append(ctypes.addressof(known[0]))


# Blocks

_BLOCKS: dict[int, tuple[ctypes.Array[ctypes.c_uint32], tuple[Any, ...], list[Any]]] = {}
"""By the identity of a tuple: its block, itself, and what else must stay."""

UNUSED = 3  # references to a tuple that only `_BLOCKS` knows: there, in a loop, and as an argument


def _remember_block(arrays: tuple[Any, ...]) -> Any:
    """Make the block of a tuple, and forget those of tuples that nobody else has any more."""
    for identity, (_block, known, _inner) in list(_BLOCKS.items()):
        if sys.getrefcount(known) <= UNUSED + 1:
            del _BLOCKS[identity]
    inner: list[Any] = []
    _BLOCKS[id(arrays)] = made = (_block_of(arrays, inner), arrays, inner)
    return made


def _block_of(arrays: tuple[Any, ...], inner: list[Any]) -> ctypes.Array[ctypes.c_uint32]:
    words: list[int] = []
    for each in arrays:
        if isinstance(each, tuple):
            inner.append(_block_of(each, inner))
            words.append(ctypes.addressof(inner[-1]))
        else:
            words += each.ctypes.data, *each.shape
    return (ctypes.c_uint32 * len(words))(*words)
