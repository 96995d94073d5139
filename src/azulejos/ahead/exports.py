"""What is exported of a game: what its registries name, and how each argument is passed.

The kernels of a game are those of `core/kernels.py`, of the algorithm that searches it, and those
marked `exported` that take what the game has. The argument's kind is told by its annotation.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.knowledge import Knowledge
from azulejos.bots.search.tree import new_tree
from azulejos.bots.search.versions import Edition, every_version
from azulejos.core.compiled import EXPORTED
from azulejos.core.exported import ARRAY, LAYOUT, NUMBER, key_of, symbol_of
from azulejos.core.game import Game


@dataclass(frozen=True)
class Export:
    """A kernel with an example of every argument; the layout of a table is an example of itself.

    The role is what a registry calls it, the same in all games: `list_moves`, `search`.
    """

    role: str
    kernel: Callable[..., Any]
    examples: tuple[Any, ...]
    parameters: tuple[str, ...]

    @property
    def key(self) -> str:
        """The kernel's name in Python."""
        return key_of(self.kernel)

    @property
    def returns(self) -> bool:
        """Whether it returns a number."""
        source = getattr(self.kernel, "py_func", self.kernel)
        return bool(source.__annotations__["return"] != "None")

    @property
    def symbol(self) -> str:
        """Its name in the module."""
        return symbol_of(self.key)

    @property
    def entry(self) -> dict[str, Any]:
        """What `kernels.json` says of it."""
        kinds = map(_kind_of, self.examples)
        parameters = dict(zip(self.parameters, kinds, strict=True))
        return {"parameters": parameters, "returns": self.returns}


def _kind_of(example: Any) -> str:
    """What a parameter is."""
    if isinstance(example, np.dtype):
        return LAYOUT
    if isinstance(example, np.ndarray):
        return str(example.dtype) + ARRAY * example.ndim
    return type(example).__name__ if isinstance(example, tuple) else NUMBER


def exports_of(game: Game) -> list[Export]:
    """All that is exported of a game, in a fixed order."""
    examples = _examples(game)
    return [
        Export(role, kernel, tuple(examples[kind] for kind in kinds.values()), tuple(kinds))
        for role, kernel in _kernels_of(game)
        if (kinds := _kinds(kernel)) and examples.keys() >= set(kinds.values())
    ]


def _kernels_of(game: Game) -> Iterator[tuple[str, Callable[..., Any]]]:
    """What is called in a game, by what the registries call it."""
    for registry in (game.kernels, KNOWLEDGE.of(game.name).algorithm):
        for field in fields(registry):
            if callable(kernel := getattr(registry, field.name)):
                yield field.name, kernel
    for kernel in EXPORTED:
        yield f"{kernel.__module__.rpartition('.')[2]}.{kernel.__name__}", kernel


def _kinds(kernel: Any) -> dict[str, str]:
    """What a kernel takes: names of parameters with their annotations, as they are written."""
    source = getattr(kernel, "py_func", kernel)
    return {name: each.annotation for name, each in inspect.signature(source).parameters.items()}


def _examples(game: Game) -> dict[str, Any]:
    """An example of every kind of argument that a kernel may take."""
    knowledge = KNOWLEDGE.of(game.name)
    examples = {
        "int": 0,
        "Raw": game.empty_table(),
        "Codes": np.zeros(game.move_codes, np.int32),
        "Numbers": game.observation(2).empty(),
        "Rng": np.zeros(2, np.int64),
        "Layout": game.table,
        "np.dtype[Any]": game.table,
        "Workspace": Search(game)._room,
    }
    trees = [each for each in editions(knowledge) if each.searches_tree]
    if trees:
        examples["Tree"] = new_tree(knowledge.max_plies, game.move_codes, trees[0].settings)
    return examples


def editions(knowledge: Knowledge) -> list[Edition]:
    """What the versions of a search do: modules serve them all."""
    return [each for one in every_version(knowledge) for each in one.editions.values()]
