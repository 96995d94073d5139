"""A cache of the values of palaces of Sintra.

Palaces change little within a round, so most have been valued before: then an evaluation is a
lookup for each seat.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import Position, Weights, weighted
from azulejos.bots.search.offer import STAGES
from azulejos.bots.search.sintra.palace import (
    FEATURES,
    accepted_by_strips,
    finishes,
    kept_colour,
    list_palace,
)
from azulejos.core.compiled import compiled, multiply_add, record
from azulejos.core.layout import Codes, Int32, Int64, layout
from azulejos.core.tables import WORD, copy_table, hash_words
from azulejos.games.sintra.rules import fill_window, open_strips
from azulejos.games.sintra.scoring import colour_points, ornament_points, points_for_strips
from azulejos.games.sintra.table import (
    ALL_COLOURS,
    COLOURS,
    KEEP,
    ROUNDS,
    SIDE_A,
    TABLE,
    WINDOWS,
    Seat,
    Table,
)

PALACES = 1 << 15  # remembered


class Palace:
    """What is remembered of a palace."""

    key: Int64
    few_finish: Int64  # the points for strips that 1 or 2 tiles finish, packed
    many_finish: Int64  # the same for 3 or 4
    points: Int32  # beside the score: what waits for the choice of a tile, and the end of the game
    expected: Int32  # in hundredths of a point
    reached: Int32  # the colours that a strip accepts from the glazier on, a bit each
    accepted: Int32  # the same of all strips


PALACE = layout(Palace)


class Memory(NamedTuple):
    """Remembered palaces."""

    palaces: NDArray[np.uint8]  # a row of bytes for each
    amounts: NDArray[np.int32]  # of the features of the palace at hand


def new_memory() -> Memory:
    return Memory(np.zeros((PALACES, PALACE.itemsize), np.uint8), np.zeros(FEATURES, np.int32))


SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD


@compiled
def remember(
    position: Position, number: int, period: int, stage: int, memory: Memory, weights: Weights
) -> int:
    """Where a seat's palace is remembered; it is valued first if it is new.

    The score shares a word with the tiles of the first strip: it is left out.
    """
    table = record(position.raw, TABLE)
    start = SEATS_AT + number * SEAT_WORDS
    key = hash_words(position.words, start + 1, start + SEAT_WORDS)
    key ^= multiply_add(0, table.seats[number].tiles[0], 0x5DEECE66D)
    valued_as = period * STAGES + stage
    for round_number in range(table.rounds - 1, min(table.rounds + 2, ROUNDS)):
        valued_as = valued_as * (COLOURS + 1) + table.round_tiles[round_number] + 1
    key ^= multiply_add(valued_as, table.bag, 0x5851F42D4C957F2D)
    slot = key & (PALACES - 1)
    palace = record(memory.palaces[slot], PALACE)
    if palace.key != key:
        copy_table(position.raw, position.scratch)
        table = record(position.scratch, TABLE)
        value_palace(table, number, palace, memory.amounts, weights[period, stage])
        palace.key = key
    return slot


@compiled
def value_palace(
    table: Table, number: int, palace: Palace, amounts: Codes, weights: Weights
) -> None:
    """Value a seat's palace. Spoils the table."""
    seat = table.seats[number]
    seat.score = 0
    keep_a_tile(table, number)
    palace.points = seat.score + end_points(table, seat)
    list_palace(table, seat, amounts)
    palace.expected = weighted(amounts, weights, 0, FEATURES)
    palace.reached = colours_reached(seat)
    palace.accepted = accepted_by_strips(seat)
    palace.few_finish = finishes(table, seat, 0)
    palace.many_finish = finishes(table, seat, 1)


@compiled
def keep_a_tile(table: Table, number: int) -> None:
    """Choose the tile to keep if the seat has to."""
    if table.phase == KEEP and table.turn == number:
        seat = table.seats[number]
        fill_window(table, seat, kept_colour(seat, seat.tiles[seat.glazier]))


@compiled
def end_points(table: Table, seat: Seat) -> int:
    """What the end of the game brings; tiles on strips only if it is near (SG-19 to SG-22)."""
    points = ornament_points(seat) if table.side == SIDE_A else colour_points(seat)
    if table.rounds == ROUNDS:
        points += points_for_strips(seat)
    return points


@compiled
def colours_reached(seat: Seat) -> int:
    """The colours that some strip accepts from the glazier on, a bit each."""
    strips = open_strips(seat)
    colours = 0
    for window in range(WINDOWS):
        colours |= strips >> (COLOURS * window)
    return colours & ALL_COLOURS
