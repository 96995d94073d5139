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

from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.azul.features import FEATURES, STARTS, TO_MOVE, list_features
from azulejos.bots.search.knowledge import (
    POINT,
    Position,
    Values,
    Weights,
    compare_seats,
    describe_rest,
    weighted,
)
from azulejos.bots.search.offer import STAGES, displays_with_twin, stage_of
from azulejos.bots.search.settings import Settings
from azulejos.core.compiled import compiled, multiply_add, record
from azulejos.core.displays import CENTRE
from azulejos.core.layout import Codes, Int32, Int64, Layout, Raw, layout
from azulejos.core.pile import count, total
from azulejos.core.tables import WORD, Words, copy_table, hash_words
from azulejos.core.turn import MAX_SEATS
from azulejos.games.azul.moves import (
    FIRST_PLACE_CODE,
    FLOOR_LINE,
    take_colour,
    take_line,
    take_source,
)
from azulejos.games.azul.rules import round_points
from azulejos.games.azul.scoring import complete_rows, final_bonus, floor_cost
from azulejos.games.azul.table import NONE, TABLE, Seat, Table
from azulejos.games.azul.tiling import room_on

# What a weight is for: [period, stage, feature]
LAST_ROUND = 5  # the period once a row is complete; else the number of the round, from 0
PERIODS = 6

BOARDS = 1 << 15  # remembered
SPACES = 1 << 14  # chosen on grey walls
BAG_FACTOR = 0x5851F42D4C957F2D

SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD
# The board is what follows score and floor line in the record
BOARD_AT = TABLE["seats"].base.fields["line_tiles"][1] // WORD  # type: ignore[index]


class Board:
    """What is remembered of a board."""

    key: Int64
    points: Int32  # that its complete lines score
    rows: Int32  # that are complete
    bonus: Int32  # if the game ended now
    expected: Int32  # in hundredths of a point, if it goes on
    expected_if_last: Int32  # if this is the last round


BOARD = layout(Board)


class Memory(NamedTuple):
    """Remembered boards, and the network with what it adds to its units by a board."""

    boards: NDArray[np.uint8]  # a row of bytes for each
    units: NDArray[np.int16]  # [board, 0 if its seat is to move else 1, unit]
    network: net.Network
    amounts: NDArray[np.int32]  # of the features of the board at hand
    slots: NDArray[np.int32]  # where the boards of the position at hand are remembered
    if_last: Values  # what seats of the position at hand have if the round is the last
    corrections: Values  # of their values
    spaces: NDArray[np.int64]  # remembered choices on grey walls, see grey_wall.py


def new_memory() -> Memory:
    """Room for remembered boards, where nothing is corrected."""
    return Memory(
        boards=np.zeros((BOARDS, BOARD.itemsize), np.uint8),
        units=np.zeros((1, 2, net.UNITS), np.int16),
        network=net.new_network(offers=1),
        amounts=np.zeros(FEATURES, np.int32),
        slots=np.zeros(MAX_SEATS, np.int32),
        if_last=np.zeros(MAX_SEATS, np.int64),
        corrections=np.zeros(MAX_SEATS, np.int64),
        spaces=np.zeros((SPACES, 2), np.int64),
    )


def load_correction(memory: Memory, weights: Path, settings: Settings) -> Memory:
    """The memory with what corrects values, taken from a file of weights, if a version does so."""
    if not settings.correction:
        return memory
    network = net.new_network()
    net.load_network(network, weights)
    return memory._replace(units=np.zeros((BOARDS, 2, net.UNITS), np.int16), network=network)


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
    room = room_on(seat, line)
    rank = 40 * min(number, room) - 100 * max(0, number - room)
    if number >= room:
        rank += 150
    if source == CENTRE and table.marker_seat == NONE:
        rank -= 60
    return rank


# Evaluation


def evaluate(
    _layout: Layout, position: Position, values: Values, memory: Memory, weights: Weights
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the others' mean."""
    table = record(position.raw, TABLE)
    stage = stage_of(table)
    period = min(table.rounds, LAST_ROUND) - 1
    rows = 0
    for number in range(table.players):
        slot = remember(position, number, period, stage, memory, weights)
        memory.slots[number] = slot
        board = record(memory.boards[slot], BOARD)  # the next seat's may take its place
        seat = table.seats[number]
        score = POINT * max(0, seat.score + board.points - floor_cost(total(seat.floor)))
        values[number] = score + board.expected + turn_value(table, number, period, stage, weights)
        last = score + POINT * board.bonus + board.expected_if_last
        memory.if_last[number] = last + turn_value(table, number, LAST_ROUND, stage, weights)
        rows += board.rows
    if rows:
        period = LAST_ROUND
        for number in range(table.players):
            values[number] = memory.if_last[number]
    compare_seats(values, table.players)
    if has_network(memory) and stage and table.turn >= 0:
        correct(table, position.words, values, period, memory)


@compiled
def has_network(memory: Memory) -> bool:
    """Whether values are corrected: only then is there room for what each board adds to units."""
    return len(memory.units) > 1


@compiled
def correct(table: Table, words: Words, values: Values, period: int, memory: Memory) -> None:
    """Correct how far seats will be ahead by the offer; their boards are remembered."""
    network, units, slots = memory.network, memory.units, memory.slots
    if table.players == 2:
        mover, other = units[slots[table.turn], 0], units[slots[1 - table.turn], 1]
        better = net.correction(network, table, words, mover, other, period)
        values[table.turn] += better
        values[1 - table.turn] -= better
        return
    net.begin_corrections(network, table, words, units, slots, period)
    better_by = memory.corrections
    for number in range(table.players):
        better_by[number] = net.seat_correction(network, table, number, units[slots[number]])
    compare_seats(better_by, table.players)
    for number in range(table.players):
        values[number] += better_by[number]


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
def board_hash(words: Words, number: int) -> int:
    """A hash of a seat's board."""
    start = SEATS_AT + number * SEAT_WORDS
    return hash_words(words, start + BOARD_AT, start + SEAT_WORDS)


@compiled
def remember(
    position: Position, number: int, period: int, stage: int, memory: Memory, weights: Weights
) -> int:
    """Where a seat's board is remembered; it is valued first if it is new."""
    valued_as = multiply_add(period * STAGES + stage, record(position.raw, TABLE).bag, BAG_FACTOR)
    key = board_hash(position.words, number) ^ valued_as
    slot = key & (BOARDS - 1)
    board = record(memory.boards[slot], BOARD)
    if board.key != key:
        copy_table(position.raw, position.scratch)
        table = record(position.scratch, TABLE)
        corrects = has_network(memory) and stage  # without an offer there is nothing to correct
        room = slot if has_network(memory) else 0
        mover, other = memory.units[room, 0], memory.units[room, 1]
        if corrects:
            net.begin_board(memory.network, table.seats[number], mover, other)
        value_board(table, number, period, stage, board, memory.amounts, weights)
        if corrects:
            net.end_board(memory.network, table.side, table.seats[number], mover, other)
        board.key = key
    return slot


@compiled
def value_board(
    table: Table,
    number: int,
    period: int,
    stage: int,
    board: Board,
    amounts: Codes,
    weights: Weights,
) -> None:
    """Value a seat's board as if the round ended now. Spoils the table."""
    seat = table.seats[number]
    seat.score = 0
    seat.floor = 0
    board.points = round_points(table, number)
    board.rows = complete_rows(seat)
    board.bonus = final_bonus(seat)
    list_features(table, seat, amounts)
    board.expected = weighted(amounts, weights[period, stage], 0, FEATURES)
    board.expected_if_last = weighted(amounts, weights[LAST_ROUND, stage], 0, FEATURES)


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
    sure = points + (final_bonus(seat) if rows else 0)
    period = LAST_ROUND if rows else min(table.rounds, LAST_ROUND) - 1
    describe_rest(amounts, FEATURES, sure, period, stage_of(table))
