"""The conformance suite notices broken promises, and says where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from azulejos import AZUL, Game
from azulejos.core.layout import Codes, Raw
from azulejos.core.move import Move, Moves
from azulejos.games.azul import moves, notation
from azulejos.testing import check_game, digest, random_record
from azulejos.testing.promises import check_moves


def list_twice(raw: Raw, codes: Codes) -> int:
    number = AZUL.kernels.list_moves(raw, codes)
    if number:
        codes[number] = codes[0]
    return number + (number > 0)


def move_nothing(raw: Raw, code: int) -> None:
    pass


def peek(raw: Raw, seat: int) -> None:
    """A view that hides the displays, which everybody may see."""
    raw.view(AZUL.table)["sources"] = 0


class Deaf(Moves):
    """Whatever is said, one move is heard."""

    def parse(self, text: str) -> Move:
        return moves.Take(1, 1, 1)


class Innumerate(Moves):
    """All moves have one code."""

    def encode(self, move: Move) -> int:
        return 0


def kernels(**changes: Any) -> dict[str, Any]:
    return {"kernels": replace(AZUL.kernels, **changes)}


BROKEN = {
    "faults: a tile is lost": {"faults": lambda table: ["a tile is lost"]},
    "the text reads back as": {
        "read_position": lambda sections, table: notation.TEXT.read(
            [s for s in sections if s.keyword != "round"], table
        )
    },
    "moves are listed twice": kernels(list_moves=list_twice),
    "changes nothing": kernels(make_move=move_nothing),
    "no rule is cited: 'no'": {"refusal": lambda table, move: "no"},
    "is refused without a reason": {"refusal": lambda table, move: " "},
    "can be dealt instead of": {"check_draw": lambda table, draw: None},
    "but in the view 0": kernels(conceal=peek),
}


@pytest.mark.parametrize("complaint", BROKEN)
def test_broken_games_are_noticed(complaint: str) -> None:
    game: Game = replace(AZUL, **BROKEN[complaint])
    with pytest.raises(AssertionError, match=complaint):
        check_game(game, AZUL.options(start=1), games=1)


def test_moves_that_share_a_text_or_read_otherwise_are_noticed() -> None:
    code = AZUL.encode(moves.Take(1, 0, 0))
    check_moves(AZUL, {code, code + 1})
    with pytest.raises(AssertionError, match="'1B1' reads as Take"):
        check_moves(replace(AZUL, moves=Deaf("Azul", moves.Take)), {code})
    with pytest.raises(AssertionError, match="has code"):
        check_moves(replace(AZUL, moves=Innumerate("Azul", moves.Take)), {code})


def test_failures_show_the_position() -> None:
    game = replace(AZUL, faults=lambda table: ["a tile is lost"])
    with pytest.raises(
        AssertionError,
        match=r"azul players=3, seed 0: faults: a tile is lost\nat the position\nazul players=3\n",
    ):
        check_game(game, AZUL.options(players=3))


def test_random_games_depend_on_the_seed_alone() -> None:
    options = AZUL.options(side="grey")
    assert random_record(AZUL, options, 1) == random_record(AZUL, options, 1)
    assert random_record(AZUL, options, 1) != random_record(AZUL, options, 2)
    assert digest(AZUL, options, games=1) != digest(AZUL, options, seed=1, games=1)
