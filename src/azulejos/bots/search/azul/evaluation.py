"""Azul for the search: the order of moves, and what a position is worth.

A board is worth the points it would have if the round ended now, and what its features promise for
the rest of the game: a weighted sum, with weights for every round and for how far the round has
got. Once a row is complete the game ends with this round: then the final bonuses are points, and
the promises are those of a last round.

Boards change little within a round, so most have been valued before: their values are cached, and
an evaluation is a lookup for each seat.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.azul.correction import (
    UNITS,
    Network,
    begin_board,
    begin_corrections,
    correction,
    end_board,
    load_network,
    new_network,
    seat_correction,
)
from azulejos.bots.search.azul.features import FEATURES, STARTS, TO_MOVE, list_features
from azulejos.bots.search.knowledge import (
    PERIOD,
    POINT,
    STAGE,
    SURE_POINTS,
    WON,
    Layout,
    Values,
    Weights,
    compare_seats,
)
from azulejos.bots.search.offer import STAGES, displays_with_twin, stage_of
from azulejos.bots.search.settings import FIRST_OF_GAME, Settings
from azulejos.core.compiled import compiled, multiply_add, record
from azulejos.core.displays import CENTRE
from azulejos.core.layout import Codes, Numbers, Raw
from azulejos.core.pile import count, total
from azulejos.core.tables import WORD, Words, copy_table, hash_words
from azulejos.core.turn import MAX_SEATS, NOBODY
from azulejos.games.azul.moves import (
    FIRST_PLACE_CODE,
    FLOOR_LINE,
    take_colour,
    take_line,
    take_source,
)
from azulejos.games.azul.rules import round_points
from azulejos.games.azul.scoring import complete_rows, final_bonus, floor_cost
from azulejos.games.azul.table import NONE, SIZE, TABLE, Seat, Table

# What a weight is for: [period, stage, feature]
LAST_ROUND = 5  # the period once a row is complete; else the number of the round, from 0
PERIODS = 6

# What a version may do, beside what searches of all games do
SETTINGS = ("correction", "settle_tiling")
CORRECTION = FIRST_OF_GAME  # 1: the offer corrects the value, see correction.py
SETTLE_TILING = FIRST_OF_GAME + 1  # 1: a tree does not search grey walls, see grey_wall.py

# What is remembered of a board
KEY = 0
POINTS = 1  # that its complete lines score
ROWS_DONE = 2
BONUS = 3  # if the game ended now
PROMISE = 4  # if it goes on
LAST_PROMISE = 5  # if this is the last round
REMEMBERED = 8
BOARDS = 1 << 15
SPACES = 1 << 14  # chosen on grey walls
BAG_FACTOR = 0x5851F42D4C957F2D

SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD
# The board is what follows score and floor line in the record
BOARD_AT = TABLE["seats"].base.fields["line_tiles"][1] // WORD  # type: ignore[index]


class Memory(NamedTuple):
    """Remembered boards, and the network with what it adds to its units by a board."""

    boards: NDArray[np.int64]
    units: NDArray[np.int16]  # [board, 0 if its seat is to move else 1, unit]
    network: Network
    amounts: NDArray[np.int32]  # of the features of the board at hand
    slots: NDArray[np.int32]  # where the boards of the position at hand are remembered
    if_last: Values  # what seats of the position at hand have if the round is the last
    corrections: Values  # of their values
    spaces: NDArray[np.int64]  # remembered choices on grey walls, see grey_wall.py


def new_memory() -> Memory:
    """Room for remembered boards, where nothing is corrected."""
    return Memory(
        boards=np.zeros((BOARDS, REMEMBERED), np.int64),
        units=np.zeros((1, 2, UNITS), np.int16),
        network=new_network(offers=1),
        amounts=np.zeros(FEATURES, np.int32),
        slots=np.zeros(MAX_SEATS, np.int32),
        if_last=np.zeros(MAX_SEATS, np.int64),
        corrections=np.zeros(MAX_SEATS, np.int64),
        spaces=np.zeros((SPACES, 2), np.int64),
    )


def load_correction(memory: Memory, weights: Path, settings: Settings) -> Memory:
    """The memory with what corrects values, taken from a file of weights, if a version does so."""
    if not settings[CORRECTION]:
        return memory
    network = new_network()
    load_network(network, weights)
    return memory._replace(units=np.zeros((BOARDS, 2, UNITS), np.int16), network=network)


# Order of moves


def rank_moves(
    _layout: Layout, raw: Raw, codes: Codes, number: int, ranks: Codes, _settings: Settings
) -> int:
    """Prefer moves that fill a line exactly, and take nothing from a display like another one."""
    table = record(raw, TABLE)
    twins = displays_with_twin(table)
    seat = table.seats[table.turn]
    kept = 0
    for place in range(number):
        code = codes[place]
        if code >= FIRST_PLACE_CODE:
            ranks[place] = 0
            kept += 1
            continue
        source = take_source(code)
        if (twins >> source) & 1:
            continue
        codes[kept] = code
        ranks[kept] = take_rank(table, seat, source, take_colour(code), take_line(code))
        kept += 1
    return kept


@compiled
def take_rank(table: Table, seat: Seat, source: int, colour: int, line: int) -> int:
    """A quick guess at how good a take is."""
    number = count(table.sources[source], colour)
    if line == FLOOR_LINE:
        return -200 - 100 * number
    room = line + 1 - count(seat.line_tiles, line)
    rank = 40 * min(number, room) - 100 * max(0, number - room)
    if number >= room:
        rank += 150
    if source == CENTRE and table.marker_seat == NONE:
        rank -= 60
    return rank


# Evaluation


def evaluate(
    _layout: Layout,
    raw: Raw,
    words: Words,
    values: Values,
    scratch: Raw,
    memory: Memory,
    weights: Weights,
    settings: Settings,
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the others' mean."""
    table = record(raw, TABLE)
    if table.turn == NOBODY:
        for number in range(table.players):
            values[number] = final_value(table, number)
        return
    stage = stage_of(table)
    period = min(table.rounds, LAST_ROUND) - 1
    rows = 0
    for number in range(table.players):
        slot = remember(raw, words, number, period, stage, scratch, memory, weights, settings)
        memory.slots[number] = slot
        board = memory.boards[slot]  # the next seat's may take its place
        seat = table.seats[number]
        score = POINT * max(0, seat.score + board[POINTS] - floor_cost(total(seat.floor)))
        values[number] = score + board[PROMISE] + turn_value(table, number, period, stage, weights)
        last = score + POINT * board[BONUS] + board[LAST_PROMISE]
        memory.if_last[number] = last + turn_value(table, number, LAST_ROUND, stage, weights)
        rows += board[ROWS_DONE]
    if rows:
        period = LAST_ROUND
        for number in range(table.players):
            values[number] = memory.if_last[number]
    compare_seats(values, table.players)
    if settings[CORRECTION] and stage and table.turn >= 0:
        correct(table, words, values, period, memory)


@compiled
def correct(table: Table, words: Words, values: Values, period: int, memory: Memory) -> None:
    """Correct how far seats will be ahead by the offer; their boards are remembered."""
    network, units, slots = memory.network, memory.units, memory.slots
    if table.players == 2:
        mover, other = units[slots[table.turn], 0], units[slots[1 - table.turn], 1]
        better = correction(network, table, words, mover, other, period)
        values[table.turn] += better
        values[1 - table.turn] -= better
        return
    begin_corrections(network, table, words, units, slots, period)
    better_by = memory.corrections
    for number in range(table.players):
        better_by[number] = seat_correction(network, table, number, units[slots[number]])
    compare_seats(better_by, table.players)
    for number in range(table.players):
        values[number] += better_by[number]


@compiled
def final_value(table: Table, me: int) -> int:
    """The actual result: who has won, and by how many points (AZ-18)."""
    mine = result_of(table.seats[me])
    others = 0
    for number in range(table.players):
        if number != me:
            others = max(others, result_of(table.seats[number]))
    won = 0 if mine == others else WON if mine > others else -WON
    return won + POINT * (table.seats[me].score - others // (SIZE + 1))


@compiled
def result_of(seat: Seat) -> int:
    """Points, then complete rows, as one number (AZ-18)."""
    return seat.score * (SIZE + 1) + complete_rows(seat)


@compiled
def turn_value(table: Table, number: int, period: int, stage: int, weights: Weights) -> int:
    """What it is worth to be the next to move, and to start the next round."""
    value = 0
    if table.turn == number:
        value += weights[period, stage, TO_MOVE]
    if table.marker_seat == number:
        value += weights[period, stage, STARTS]
    return value


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
    settings: Settings,
) -> int:
    """Where a seat's board is remembered; it is valued first if it is new."""
    start = SEATS_AT + number * SEAT_WORDS
    valued_as = multiply_add(period * STAGES + stage, record(raw, TABLE).bag, BAG_FACTOR)
    key = hash_words(words, start + BOARD_AT, start + SEAT_WORDS) ^ valued_as
    slot = key & (BOARDS - 1)
    if memory.boards[slot, KEY] != key:
        copy_table(raw, scratch)
        table = record(scratch, TABLE)
        corrects = settings[CORRECTION] and stage  # without an offer there is nothing to correct
        room = slot if settings[CORRECTION] else 0  # the others have room for one board only
        mover, other = memory.units[room, 0], memory.units[room, 1]
        if corrects:
            begin_board(memory.network, table.seats[number], mover, other)
        value_board(table, number, period, stage, memory.boards[slot], memory.amounts, weights)
        if corrects:
            end_board(memory.network, table.side, table.seats[number], mover, other)
        memory.boards[slot, KEY] = key
    return slot


@compiled
def value_board(
    table: Table,
    number: int,
    period: int,
    stage: int,
    board: Numbers,
    amounts: Codes,
    weights: Weights,
) -> None:
    """Value a seat's board as if the round ended now. Spoils the table."""
    seat = table.seats[number]
    seat.score = 0
    seat.floor = 0
    board[POINTS] = round_points(table, number)
    board[ROWS_DONE] = complete_rows(seat)
    board[BONUS] = final_bonus(seat)
    list_features(table, seat, amounts)
    board[PROMISE] = weighted(amounts, weights[period, stage])
    board[LAST_PROMISE] = weighted(amounts, weights[LAST_ROUND, stage])


@compiled
def weighted(amounts: Codes, weights: Codes) -> int:
    """The sum of all features with their weights."""
    value = 0
    for feature in range(FEATURES):
        value += amounts[feature] * weights[feature]
    return value


# For tuning


@compiled
def describe(raw: Raw, number: int, scratch: Raw, amounts: Codes) -> None:
    """List what a seat's value is made of: its features, points, period and stage."""
    table = record(scratch, TABLE)
    copy_table(raw, scratch)
    points = 0
    rows = 0
    for other in range(table.players):
        other_points = round_points(table, other)
        rows += complete_rows(table.seats[other])
        if other == number:
            points = other_points
    seat = table.seats[number]
    list_features(table, seat, amounts)
    amounts[STARTS] = table.marker_seat == number
    amounts[TO_MOVE] = table.turn == number
    amounts[FEATURES + SURE_POINTS] = points + (final_bonus(seat) if rows else 0)
    amounts[FEATURES + PERIOD] = LAST_ROUND if rows else min(table.rounds, LAST_ROUND) - 1
    amounts[FEATURES + STAGE] = stage_of(table)
