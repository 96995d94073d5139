"""What a seat may know as numbers, against the table that they were written from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from azulejos import AZUL, State
from azulejos.core.pile import counts
from azulejos.testing import random_game


def fields(state: State, seat: int) -> dict[str, Any]:
    """The fields of an observation, as lists."""
    found = state.game.observation(state.players).read(state.observe(seat))
    return {name: numbers.tolist() for name, numbers in found.items()}


def one_hot(choice: int, choices: int) -> list[int]:
    return [int(number == choice) for number in range(choices)]


def in_turn(state: State, seat: int) -> list[Any]:
    """The seats of a table from one on."""
    return [state.table.seats[(seat + n) % state.players] for n in range(state.players)]


def azul(state: State, seat: int) -> dict[str, Any]:
    """What is to be seen of a position of Azul, read from its text and its table."""
    table, players = state.table, state.players
    boards = in_turn(state, seat)

    def seat_of(which: int) -> list[int]:
        return one_hot((which - seat) % players if which >= 0 else -1, players)

    def lines(board: Any) -> list[list[int]]:
        grid = np.zeros((5, 5), int)
        for line in range(5):
            for colour in range(5):
                if board.line_colours >> (5 * line + colour) & 1:
                    grid[line, colour] = counts(board.line_tiles)[line]
        return grid.tolist()

    return {
        "sources": [counts(pile)[:5] for pile in list(table.sources)[: 2 * players + 2]],
        "bag": counts(table.bag)[:5],
        "discard": counts(table.discard)[:5],
        "turn": seat_of(table.turn),
        "start": seat_of(table.start_seat),
        "marker": seat_of(table.marker_seat),
        "score": [board.score for board in boards],
        "lines": [lines(board) for board in boards],
        "floor": [counts(board.floor) for board in boards],
        "wall": [
            [[one_hot(colour, 5) for colour in row] for row in board.wall.tolist()]
            for board in boards
        ],
        "phase": one_hot(table.phase, 5),
        "line": one_hot(table.tiling_line, 5),
        "ending": one_hot(table.ending - 1, 3),
        "rounds": table.rounds,
        "quiet": table.quiet_rounds,
        "quiet_limit": table.quiet_limit,
        "grey": table.side,
    }


@pytest.mark.parametrize("side", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3])
def test_azul(players: int, side: str) -> None:
    for step in random_game(AZUL, AZUL.options(players=players, side=side), players):
        for seat in range(players):
            assert fields(step.state, seat) == azul(step.state, seat)
