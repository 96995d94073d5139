"""Every game has the same rooms: what does the same lies in a file of the same name.

docs/adding-a-game.md says what belongs where.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import azulejos
from azulejos.games import GAME_NAMES, game

GAMES = Path(azulejos.__file__).parent / "games"
ROOMS = ("table", "moves", "game")
"""The files of a game of which no function is named below."""

RULES = {
    "set_up": "setup",
    "sample": "setup",
    "deal": "setup",
    "list_moves": "rules",
    "make_move": "rules",
    "rank_keys": "scoring",
    "preview": "rules",
    "observe": "observe",
    "conceal": "secrets",
    "determinize": "secrets",
    "fill_view": "secrets",
}
"""Where the rules are that a game registers."""

EDGES = {
    "options": "game",
    "write_position": "notation",
    "faults": "checks",
    "refusal": "refusals",
    "check_draw": "refusals",
    "keeper": "refusals",
}
"""Where the functions of a `Game` are."""

LONGEST = 300  # lines of a file that one finishes reading


def elsewhere(name: str, functions: dict[str, Any], rooms: dict[str, str]) -> list[str]:
    """The functions of a game that are not in their room; a game may do without some."""
    return [
        f"{function} is in {functions[function].__module__}, not in {room}.py"
        for function, room in rooms.items()
        if functions[function] is not None
        and functions[function].__module__ != f"azulejos.games.{name}.{room}"
        and not functions[function].__module__.startswith("azulejos.core.")  # made of a description
    ]


@pytest.mark.parametrize("name", GAME_NAMES)
def test_everything_is_in_its_room(name: str) -> None:
    result = game(name)
    lacking = [
        f"there is no {room}.py"
        for room in ROOMS
        if find_spec(f"azulejos.games.{name}.{room}") is None
    ]
    lacking += elsewhere(name, vars(result.kernels.rules), RULES)
    lacking += elsewhere(name, vars(result), EDGES)
    assert lacking == []


def test_every_rule_has_a_room() -> None:
    """A rule that games register one day gets one, too."""
    rules = vars(game("duel").kernels.rules)
    assert {name for name, rule in rules.items() if callable(rule)} == set(RULES)


def test_files_are_short() -> None:
    long = {
        str(path.relative_to(GAMES)): lines
        for path in sorted(GAMES.rglob("*.py"))
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST
    }
    assert long == {}
