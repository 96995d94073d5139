"""What follows from the declaration of a kind of move: codes, texts, reading, errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import pytest

from azulejos import Game
from azulejos.core.asking import ask
from azulejos.core.move import NO_CODE, Move, MoveField, Moves, digit
from azulejos.errors import NotationError
from azulejos.games.azul import moves as azul
from azulejos.games.duel import moves as duel
from azulejos.games.pavilion import moves as pavilion
from azulejos.games.sintra import moves as sintra
from option_sets import every_game

Colour = Annotated[int, MoveField("RG", also={"red": 0})]
Number = Annotated[int, MoveField(("", "+1", "+2"))]


@dataclass(frozen=True)
class Pass(Move):
    """Do nothing."""

    word = how = "pass"


@dataclass(frozen=True)
class Paint(Move):
    """Paint something."""

    word = "p"
    how = "p and a colour"
    colour: Colour
    number: Number = 0


MOVES = Moves("Painting", Pass, Paint)


def test_codes_count_through_the_kinds_and_their_fields() -> None:
    texts = ["pass", "pR", "pR+1", "pR+2", "pG", "pG+1", "pG+2"]
    assert [str(MOVES.decode(code)) for code in range(len(MOVES))] == texts
    assert [MOVES.encode(MOVES.parse(text)) for text in texts] == [*range(7)]
    assert MOVES.first(Paint) == 1
    for code in range(1, 7):
        move = MOVES.decode(code)
        assert isinstance(move, Paint)
        result = [ask(digit, code, field) for field in MOVES.digits(Paint)]
        assert result == [move.colour, move.number]


def test_moves_are_read_in_any_case_and_in_every_spelling() -> None:
    for text in ("pR+2", " PR+2\n", "pred+2", "pRED+2"):
        assert MOVES.parse(text) == Paint(0, 2)


@pytest.mark.parametrize("text", ["", "p", "pB", "pR+3", "pR 2", "passs", "p" * 10_000])
def test_a_wrong_text_is_answered_with_how_to_write(text: str) -> None:
    with pytest.raises(
        NotationError, match="is not a move of Painting; write pass; or p and a colour"
    ):
        MOVES.parse(text)


def test_moves_out_of_range_have_no_code_and_no_text() -> None:
    assert MOVES.encode(Paint(2, 0)) == NO_CODE
    assert MOVES.encode(Paint(-1, 0)) == NO_CODE
    assert str(Paint(2, 0)) == "Paint(2, 0)"
    with pytest.raises(NotationError, match=r"Take\(1, 0, 0\) is not a move of Painting"):
        MOVES.encode(azul.Take(1, 0, 0))


@every_game()
def test_every_move_is_told_from_all_others(game: Game) -> None:
    moves = [game.decode(code) for code in range(game.move_codes)]
    assert [game.encode(move) for move in moves] == [*range(len(moves))]
    assert [game.parse_move(str(move).lower()) for move in moves] == moves
    assert len({str(move).lower() for move in moves}) == len(moves)
    assert all(kind.how for kind in game.moves.kinds)


CODED: list[tuple[Moves, type[Move], Callable[..., int]]] = [
    (azul.MOVES, azul.Place, azul.place_code),
    (sintra.MOVES, sintra.Keep, sintra.keep_code),
    (pavilion.MOVES, pavilion.Take, pavilion.take_code),
    (pavilion.MOVES, pavilion.Place, pavilion.place_code),
    (duel.MOVES, duel.Lay, duel.lay_code),
    (duel.MOVES, duel.SunTake, duel.sun_code),
    (duel.MOVES, duel.MoonTake, duel.moon_code),
    (duel.MOVES, duel.Place, duel.place_code),
]


@pytest.mark.parametrize(("moves", "kind", "code"), CODED)
def test_kernels_make_the_codes_that_are_declared(
    moves: Moves, kind: type[Move], code: Callable[..., int]
) -> None:
    of_kind = [move for move in moves.all if isinstance(move, kind)]
    assert [ask(code, *move.numbers()) for move in of_kind] == [
        moves.encode(move) for move in of_kind
    ]


def test_kernels_code_stacks_of_two_and_three() -> None:
    for move in duel.MOVES.all:
        if isinstance(move, duel.Stack):
            colours = (*move.colours, -1)[:3]
            assert ask(duel.stack_code, *colours) == duel.MOVES.encode(move)


def test_an_offer_and_a_target_are_a_take() -> None:
    for source in range(10):
        for colour in range(5):
            offer = source * 5 + colour
            assert azul.MOVES.decode(ask(azul.offer_code, offer, 5)) == azul.Take(source, colour, 5)
            taken = sintra.MOVES.decode(ask(sintra.offer_code, offer, 8))
            assert taken == sintra.Take(source, colour, 8)
            assert ask(azul.offer_colour, offer) == ask(sintra.offer_colour, offer) == colour
