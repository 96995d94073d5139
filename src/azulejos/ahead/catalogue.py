"""`kernels.json`: what the modules export, and the memory that a search works in.

Python in a browser reads of it which kernels there are; programs without Python also what a search
needs: of each block the arrays with their shapes, which of them lie in the same memory, and what
stands in them at first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from azulejos.ahead.exports import Export
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.tree import new_tree
from azulejos.bots.search.versions import find_version
from azulejos.core.exported import ARRAY, LAYOUT, NUMBER
from azulejos.core.game import Game


def game_entry(game: Game, exports: list[Export]) -> dict[str, Any]:
    """What is to be known of a game's modules."""
    return {
        "table": game.table.itemsize,
        "exports": {export.key: export_entry(export) for export in exports},
        "searches": searches(game),
    }


def searches(game: Game) -> dict[int, Any]:
    """The memory of the newest version's search, by the least number of players it is for."""
    knowledge, search = KNOWLEDGE.of(game.name), Search(game)
    result = {}
    for least, edition in find_version(knowledge).editions.items():
        blocks = result[least] = {"Workspace": block_entry(search._room_for(least))}
        if edition.searches_tree:
            tree = new_tree(knowledge.max_plies, game.move_codes, edition.settings)
            blocks["Tree"] = block_entry(tree)
    return result


def export_entry(export: Export) -> dict[str, Any]:
    kinds = map(kind_of, export.examples)
    return {
        "role": export.role,
        "symbol": export.symbol,
        "parameters": dict(zip(export.parameters, kinds, strict=True)),
        "returns": export.returns,
    }


def kind_of(example: Any) -> str:
    """What a parameter is."""
    if isinstance(example, np.dtype):
        return LAYOUT
    if isinstance(example, np.ndarray):
        return str(example.dtype) + ARRAY * example.ndim
    return type(example).__name__ if isinstance(example, tuple) else NUMBER


def block_entry(arrays: Any) -> dict[str, Any]:
    """The members of a named tuple, in their order."""
    members: dict[str, Any] = {}
    for name, value in arrays._asdict().items():
        if isinstance(value, tuple):
            members[name] = {"block": block_entry(value)}
            continue
        same = [
            other
            for other, earlier in members.items()
            if "block" not in earlier and np.shares_memory(getattr(arrays, other), value)
        ]
        members[name] = {"type": str(value.dtype), "shape": list(value.shape)}
        if same:
            members[name]["shares"] = same[0]
        elif value.any():
            members[name]["initial"] = initial(value)
    return members


def initial(value: Any) -> Any:
    """What stands in an array: one number if it is the same everywhere."""
    numbers = value.ravel().tolist()
    return numbers[0] if len(set(numbers)) == 1 else numbers
