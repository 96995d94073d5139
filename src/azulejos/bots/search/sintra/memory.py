"""A cache of the values of palaces of Sintra.

Palaces change little within a round, so most have been valued before: then an evaluation is a
lookup for each seat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import Weights
from azulejos.bots.search.offer import STAGES
from azulejos.bots.search.sintra.palace import (
    FEATURES,
    colours_accepted,
    finishes,
    kept_colour,
    list_palace,
)
from azulejos.core.compiled import compiled, multiply_add, record
from azulejos.core.layout import Raw
from azulejos.core.tables import WORD, Words, copy_table, hash_words
from azulejos.games.sintra.rules import fill_window, open_strips
from azulejos.games.sintra.scoring import colour_points, ornament_points, tiles_on_strips
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

Memory = NDArray[np.int64]

# What is remembered of a palace
KEY = 0
POINTS = 1  # beside the score: what waits for the choice of a tile, and the end of the game
PROMISE = 2
REACHED = 3  # the colours that a strip accepts from the glazier on, a bit each
ACCEPTED = 4  # the same of all strips
FINISHES = 5  # the points for strips that 1 or 2 tiles finish, then 3 or 4, packed
REMEMBERED = 7
PALACES = 1 << 15
FIRST_PALACE = FEATURES  # before it, there is room for the features of one palace
MEMORY_WORDS = FIRST_PALACE + PALACES * REMEMBERED

SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD


@compiled
def remember(
    raw: Raw,
    words: Words,
    number: int,
    period: int,
    stage: int,
    scratch: Raw,
    memory: Memory,
    weights: Weights,
) -> int:
    """Where a seat's palace is remembered; it is valued first if it is new.

    The score shares a word with the tiles of the first strip: it is left out.
    """
    table = record(raw, TABLE)
    start = SEATS_AT + number * SEAT_WORDS
    key = hash_words(words, start + 1, start + SEAT_WORDS)
    key ^= multiply_add(0, table.seats[number].tiles[0], 0x5DEECE66D)
    valued_as = period * STAGES + stage
    for round_number in range(table.rounds - 1, min(table.rounds + 2, ROUNDS)):
        valued_as = valued_as * (COLOURS + 1) + table.round_tiles[round_number] + 1
    key ^= multiply_add(valued_as, table.bag, 0x5851F42D4C957F2D)
    at: int = FIRST_PALACE + (key & (PALACES - 1)) * REMEMBERED
    if memory[at + KEY] != key:
        copy_table(raw, scratch)
        value_palace(record(scratch, TABLE), number, period, stage, memory, at, weights)
        memory[at + KEY] = key
    return at


@compiled
def value_palace(
    table: Table,
    number: int,
    period: int,
    stage: int,
    memory: Memory,
    at: int,
    weights: Weights,
) -> None:
    """Value a seat's palace. Spoils the table."""
    seat = table.seats[number]
    seat.score = 0
    keep_a_tile(table, number)
    memory[at + POINTS] = seat.score + end_points(table, seat)
    list_palace(table, seat, memory)
    promise = 0
    for feature in range(FEATURES):
        promise += memory[feature] * weights[period, stage, feature]
    memory[at + PROMISE] = promise
    memory[at + REACHED] = colours_reached(seat)
    memory[at + ACCEPTED] = colours_accepted(seat)
    for word in range(2):
        memory[at + FINISHES + word] = finishes(table, seat, word)


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
        points += tiles_on_strips(seat) // 3
    return points


@compiled
def colours_reached(seat: Seat) -> int:
    """The colours that some strip accepts from the glazier on, a bit each."""
    strips = open_strips(seat)
    colours = 0
    for window in range(WINDOWS):
        colours |= strips >> (COLOURS * window)
    return colours & ALL_COLOURS
