"""What a seat may know as numbers, against the table of the view that they are written of.

`seen` says it once more for each game, with lists; `azulejos.testing` checks what holds for all
games: bounds, secrets, and that whatever differs is told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_type_hints

import numpy as np
import pytest

from azulejos import AZUL, DUEL, Game, State
from azulejos.core.layout import Raw
from azulejos.core.observing import Observed
from azulejos.core.pile import counts
from azulejos.core.position import Number
from azulejos.errors import UnknownName
from azulejos.games.azul.table import Seat, Table
from azulejos.games.duel.table import PRINTED
from azulejos.games.sintra.table import JOKER_LETTER, LETTERS, SIDES_OF_STRIPS
from azulejos.testing import random_game
from azulejos.testing.promises import check_observations, check_told_apart
from option_sets import every_game, option_sets, read_options

EVERY = 5  # positions: neighbours look alike


def one_hot(choice: int, choices: int) -> list[int]:
    return [int(number == choice) for number in range(choices)]


def bits(number: int, count: int) -> list[int]:
    return [number >> place & 1 for place in range(count)]


def seat_of(state: State, seat: int, which: int) -> list[int]:
    """A seat as one that is counted from another."""
    return one_hot((which - seat) % state.players if which >= 0 else -1, state.players)


def in_turn(state: State, seat: int) -> list[Any]:
    """The seats of a table from one on."""
    return [state.table.seats[(seat + n) % state.players] for n in range(state.players)]


def offer(state: State, seat: int, colours: int) -> dict[str, Any]:
    """What games with displays share."""
    table = state.table
    return {
        "sources": [
            counts(pile)[:colours] for pile in list(table.sources)[: 2 * state.players + 2]
        ],
        "bag": counts(table.bag)[:colours],
        "discard": counts(table.discard)[:colours],
        "turn": seat_of(state, seat, table.turn),
        "start": seat_of(state, seat, table.start_seat),
        "marker": seat_of(state, seat, table.marker_seat),
        "score": [board.score for board in in_turn(state, seat)],
        "phase": one_hot(table.phase, len(state.game.phases)),
        "rounds": table.rounds,
    }


def azul(state: State, seat: int) -> dict[str, Any]:
    table, boards = state.table, in_turn(state, seat)

    def line(board: Any, number: int) -> list[int]:
        held = counts(board.line_tiles)[number]
        return [held * bit for bit in bits(board.line_colours >> 5 * number, 5)]

    return {
        **offer(state, seat, 5),
        "lines": [[line(board, number) for number in range(5)] for board in boards],
        "floor": [counts(board.floor) for board in boards],
        "wall": [
            [[one_hot(colour, 5) for colour in row] for row in board.wall.tolist()]
            for board in boards
        ],
        "line": one_hot(table.tiling_line, 5),
        "ending": one_hot(table.ending - 1, 3),
        "quiet": table.quiet_rounds,
        "quiet_limit": table.quiet_limit,
        "grey": table.side,
    }


def sintra(state: State, seat: int) -> dict[str, Any]:
    table, boards = state.table, in_turn(state, seat)

    def spaces(side: int) -> list[int]:
        return [SIDES_OF_STRIPS[side].count(letter) for letter in LETTERS + JOKER_LETTER]

    def back(board: Any, window: int) -> list[int]:
        flipped = board.cells[window, 0] >= 0 or board.strips[window] < 0
        return [0] * 6 if flipped else spaces(board.strips[window] ^ 1)

    return {
        **offer(state, seat, 5),
        "strips": [[spaces(s) if s >= 0 else [0] * 6 for s in board.strips] for board in boards],
        "backs": [[back(board, window) for window in range(8)] for board in boards],
        "tiles": [[counts(pile)[:5] for pile in board.tiles] for board in boards],
        "cells": [
            [[one_hot(colour, 5) for colour in window] for window in board.cells.tolist()]
            for board in boards
        ],
        "glazier": [one_hot(board.glazier, 8) for board in boards],
        "broken": [board.broken for board in boards],
        "wraps": [board.wraps for board in boards],
        "track": [one_hot(colour, 5) for colour in table.round_tiles],
        "side_b": table.side,
        "floor_at_zero": table.floor_at_zero,
        "own_strips": table.own_strips,
        "short_track": table.track,
    }


def pavilion(state: State, seat: int) -> dict[str, Any]:
    table, boards = state.table, in_turn(state, seat)
    return {
        **offer(state, seat, 6),
        "supply": counts(table.supply),
        "placer": seat_of(state, seat, table.placer),
        "tiles": [counts(board.tiles) for board in boards],
        "corners": [counts(board.corners) for board in boards],
        "board": [
            [[one_hot(colour, 6) for colour in star] for star in board.board.tolist()]
            for board in boards
        ],
        "passed": [board.passed for board in boards],
        "joker": one_hot(table.rounds - 1, 6),
        "bonus": table.bonus_tiles,
        "grey": table.side,
    }


def duel(state: State, seat: int) -> dict[str, Any]:
    """Of the seat's view, so that whatever shows may be known."""
    table, boards = state.view(seat).state.table, in_turn(state, seat)
    stack, drawn = list(table.stack_front), list(table.hand_front)

    def moon(stack: int) -> list[list[int]]:
        return [one_hot((stack >> 3 * depth & 7) - 1, 5) for depth in range(3)]

    def line(board: Any, number: int) -> list[int]:
        return [board.line_count[number] * (board.line_colour[number] == c) for c in range(5)]

    def space(board: Any, row: int, column: int) -> list[int]:
        laid = board.laid[row // 2 * 3 + column // 2]
        return one_hot(int(PRINTED[laid, row % 2 * 2 + column % 2]) if laid >= 0 else -1, 7)

    return {
        "sun": [counts(pile)[:5] for pile in table.sun],
        "large_moon": counts(table.large_moon)[:5],
        "stacks": [moon(stack) for stack in table.stacks],
        "bag": counts(table.bag)[:5],
        "discard": counts(table.discard)[:5],
        "chips": [one_hot(10 if kind == -2 else kind, 11) for kind in table.chips],
        "unseen_chips": list(table.unseen_chips),
        "face_up": bits(table.face_up, 18),
        "unseen_plates": bits(table.unseen_plates, 18),
        "stack_plates": [stack.index(p) + 1 if p in stack else 0 for p in range(18)],
        "stack_seer": [seat_of(state, seat, seer) for seer in table.stack_seer],
        "groups": [int(number >= 0) for number in table.stack_specials],
        "specials": [max(0, number) for number in table.stack_specials],
        "stack_height": table.stack_height,
        "top": one_hot(table.top_kind, 2),
        "hand_plates": [drawn.index(p) + 1 if p in drawn else 0 for p in range(18)],
        "hand_backs": [one_hot(kind, 2) for kind in table.hand_kind],
        "hand_known": list(table.hand_known),
        "hand_count": table.hand_count,
        "plate": one_hot(table.plate_at_hand, 18),
        "turn": seat_of(state, seat, table.turn),
        "actor": seat_of(state, seat, table.actor),
        "start": seat_of(state, seat, table.start_seat),
        "first": seat_of(state, seat, table.first_seat),
        "phase": one_hot(table.phase, 18),
        "rounds": table.rounds,
        "factory": one_hot(table.factory_at_hand, 4),
        "line": one_hot(table.line_at_hand, 6),
        "paid": table.paid,
        "paid_showing": table.paid_showing,
        "paid_kind": one_hot(table.paid_kind, 10),
        "placed": table.placed,
        "score": [board.score for board in boards],
        "lines": [[line(board, number) for number in range(6)] for board in boards],
        "broken": [counts(board.broken)[:5] for board in boards],
        "spaces": [[[space(b, row, c) for c in range(6)] for row in range(6)] for b in boards],
        "dome": [
            [[one_hot(5 if tile == 6 else tile, 6) for tile in row] for row in board.dome.tolist()]
            for board in boards
        ],
        "own_chips": [[list(board.chips), list(board.used_chips)] for board in boards],
        "tokens": [board.tokens for board in boards],
        "chips_taken": [board.chips_taken for board in boards],
        "scoring": bits(table.scoring, 8),
        "scoring_wanted": table.scoring_wanted,
        "free_draws": table.free_draws,
        "special_colour": table.special_colour,
    }


SEEN: dict[str, Callable[[State, int], dict[str, Any]]] = {
    "azul": azul,
    "sintra": sintra,
    "pavilion": pavilion,
    "duel": duel,
}


@every_game()
def test_every_number_is_what_its_name_says(game: Game) -> None:
    for text in option_sets(game.name):
        about = game.observation(read_options(game, text).players)
        for step in list(random_game(game, read_options(game, text), 1))[::EVERY]:
            for seat in range(step.state.players):
                result = about.read(step.state.observe(seat))
                assert {name: numbers.tolist() for name, numbers in result.items()} == SEEN[
                    game.name
                ](step.state, seat)


@every_game()
def test_every_number_has_a_name_of_its_own_and_bounds(game: Game) -> None:
    about = game.observation(2)
    assert len(set(about.names)) == about.size == len(about.lowest) == len(about.highest)
    assert (about.lowest < about.highest).all()
    assert (about.scales <= about.highest).all()
    assert all(field.help for field in about.fields)


def test_many_observations_are_read_at_once() -> None:
    about = AZUL.observation(3)
    read = about.read(np.zeros((7, 2, about.size), np.int16))
    assert read["wall"].shape == (7, 2, 3, 5, 5, 5)
    assert read["rounds"].shape == (7, 2)
    read["bag"][3, 1, 4] = 9  # a view
    assert read["bag"].base is not None


# What is observed is described field by field


def test_a_field_that_is_left_out_or_not_there_is_refused() -> None:
    fields: dict[str, Any] = {
        name: Number("", 1) for name in get_type_hints(Table) if name != "players"
    }
    fields["seats"] = {name: Number("", 1) for name in get_type_hints(Seat)}
    Observed(__name__, Table, fields)
    with pytest.raises(TypeError, match=r"fields not described, or not there: {'bag'}"):
        Observed(__name__, Table, {name: fields[name] for name in fields if name != "bag"})
    with pytest.raises(TypeError, match=r"not there: {'box'}"):
        Observed(__name__, Table, {**fields, "box": Number("", 1)})


# The promises of the conformance suite can be broken


def broken(game: Game, write: Callable[[Raw, int, Any], None]) -> Game:
    """A game whose observations are changed after they were written."""

    def observe(raw: Raw, seat: int, out: Any) -> None:
        game.kernels.observe(raw, seat, out)
        write(raw, seat, out)

    return replace(game, kernels=replace(game.kernels, observe=observe))


def check_all(promise: Callable[[State], None], game: Game) -> None:
    """Check a promise at each position of a random game."""
    for step in random_game(game, game.options(), 1):
        promise(step.state)


def place_of(game: Game, name: str) -> int:
    return game.observation(2).names.index(name)


def test_a_number_above_its_bounds_is_found() -> None:
    def write(_raw: Raw, _seat: int, out: Any) -> None:
        out[place_of(AZUL, "score[1]")] = 999

    with pytest.raises(AssertionError, match=r"seat 1: score\[1\] is 999"):
        check_all(check_observations, broken(AZUL, write))


def test_a_secret_that_is_told_is_found() -> None:
    def write(raw: Raw, _seat: int, out: Any) -> None:
        out[place_of(DUEL, "stack_height")] = raw.sum() % 19

    with pytest.raises(AssertionError, match=r"stack_height is .*, but in the view"):
        check_all(check_observations, broken(DUEL, write))


def test_something_left_out_is_found() -> None:
    lines = slice(place_of(AZUL, "lines[0,0,0]"), place_of(AZUL, "floor[0,0]"))

    def write(_raw: Raw, _seat: int, out: Any) -> None:
        out[lines] = 0

    with pytest.raises(AssertionError, match="seat 1 observes the same as in"):
        check_all(check_told_apart, broken(AZUL, write))


def test_an_observation_of_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownName, match="no seat is called '2'"):
        AZUL.new().observe(2)
