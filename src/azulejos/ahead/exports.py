"""What is exported of a game: what its registries name, and what each argument is.

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
from azulejos.core.game import Game
from azulejos.core.kernels import TEMPLATES, for_game
from azulejos.core.library import BY_LAYOUT, key_of
from azulejos.research import opponents, packing, selfplay, stepping

RESEARCH = tuple(each.__name__ for each in (opponents, packing, selfplay, stepping))
"""The modules with kernels that are compiled for each game, beside those of the game itself."""

NOT_FOR_GAMES = (*RESEARCH, "azulejos.core.kernels")
"""Where kernels are from that only learners and measurements call: browsers do without them."""


@dataclass(frozen=True)
class Export:
    """A kernel of a game with an example of every argument; a layout is an example of itself."""

    game: str
    kernel: Callable[..., Any]
    examples: tuple[Any, ...]
    is_for_games: bool = True

    @property
    def key(self) -> str:
        """The kernel's name in Python."""
        return key_of(self.kernel)

    @property
    def has_result(self) -> bool:
        """Whether it returns a number."""
        source = getattr(self.kernel, "py_func", self.kernel)
        return bool(source.__annotations__["return"] != "None")

    @property
    def symbol(self) -> str:
        """Its name in the library."""
        return f"{self.game}_{self.key}".replace(".", "_").replace(":", "_")

    @property
    def parameters(self) -> str:
        """What it takes, as `extension.c` reads it."""
        return "".join(map(_letters, self.examples))


def _letters(example: Any) -> str:
    if isinstance(example, np.dtype):
        return BY_LAYOUT
    if isinstance(example, np.ndarray):
        letters = {"i": "bhiq", "u": "BHIQ", "f": "..fd"}[example.dtype.kind]
        return f"{letters[example.itemsize.bit_length() - 1]}{example.ndim}"
    return f"({''.join(map(_letters, example))})" if isinstance(example, tuple) else "n"


def exports_of(game: Game) -> list[Export]:
    """All that is exported of a game, in a fixed order."""
    examples = _examples(game)
    return [
        Export(game.name, kernel, tuple(examples[kind] for kind in kinds), is_for_games)
        for kernel, is_for_games in _kernels_of(game)
        if examples.keys() >= set(kinds := _kinds(kernel))
    ]


def _kernels_of(game: Game) -> Iterator[tuple[Callable[..., Any], bool]]:
    """What is called in a game, and whether it is while games are played."""
    for registry in (game.kernels, KNOWLEDGE.of(game.name).algorithm):
        for field in fields(registry):
            if callable(kernel := getattr(registry, field.name)):
                yield kernel, True
    for kernel in EXPORTED:
        is_for_games = not kernel.__module__.startswith(NOT_FOR_GAMES)
        yield for_game(kernel, game.kernels.rules) if kernel in TEMPLATES else kernel, is_for_games


def _kinds(kernel: Any) -> list[str]:
    """What a kernel takes: the annotations of its parameters, as they are written."""
    source = getattr(kernel, "py_func", kernel)
    return [each.annotation for each in inspect.signature(source).parameters.values()]


def _examples(game: Game) -> dict[str, Any]:
    """An example of every kind of argument that a kernel may take."""
    knowledge = KNOWLEDGE.of(game.name)
    examples = {
        "int": 0,
        "Raw": game.empty_table(),
        "Mask": np.zeros(1, np.uint8),
        "Tables": np.zeros((1, 1), np.uint8),
        "Masks": np.zeros((1, 1), np.uint8),
        "Codes": np.zeros(1, np.int32),
        "Rows": np.zeros((1, 1), np.int32),
        "Numbers": np.zeros(1, np.int16),
        "Row": np.zeros(1, np.int16),
        "Observations": np.zeros((1, 1), np.int16),
        "Rng": np.zeros(2, np.int64),
        "Rngs": np.zeros((1, 2), np.int64),
        "Actions": np.zeros(1, np.int64),
        "Layout": game.table,
        "np.dtype[Any]": game.table,
        "Workspace": Search(game)._room,
    }
    trees = [each for each in editions(knowledge) if each.searches_tree]
    if trees:
        examples["Tree"] = new_tree(knowledge.max_plies, game.move_codes, trees[0].settings)
    return examples


def editions(knowledge: Knowledge) -> list[Edition]:
    """What the versions of a search do: the library serves them all."""
    return [each for one in every_version(knowledge) for each in one.editions.values()]
