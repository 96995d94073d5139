"""Azul Duel for the search: what a position is worth.

A board is worth the points it would have if the round ended now, and what its features promise for
the rest of the game: a weighted sum, with weights for every round and for how far the round has
got. In the last round the scoring tiles are points, too. Where tiles still lie out, it counts what
lines can do with them (`offer.py`); where the round is over, what else the board promises
(`prospects.py`) and who starts the next.

Boards change little within a round, so most have been valued before: their values are cached, and
an evaluation is a lookup for each seat.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.duel import offer, prospects
from azulejos.bots.search.duel.features import BOARD_FEATURES, BONUS, count_features
from azulejos.bots.search.duel.offer import BOARD, Board
from azulejos.bots.search.duel.round_end import expect_end
from azulejos.bots.search.knowledge import (
    POINT,
    Position,
    Values,
    Weights,
    compare_seats,
    describe_rest,
    weighted,
)
from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Codes, Layout, Raw
from azulejos.core.pile import total
from azulejos.core.tables import WORD, copy_table, hash_words
from azulejos.games.duel.rules import has_placed
from azulejos.games.duel.scoring import final_bonus
from azulejos.games.duel.table import ACTION, NONE, PAYING, PLACING, ROUNDS, TABLE, Table

# What a weight is for: [period, stage, feature]
PERIODS = ROUNDS  # the round, from 0
STAGES = 5  # 0 when the round is over, else by how many tiles still lie out
TILES_DEALT = 21

# Features of a seat that do not lie on its board
STARTS = BOARD_FEATURES  # it has the first-player tile: it will start the next round
TO_MOVE = BOARD_FEATURES + 1
AT_HAND = BOARD_FEATURES + 2  # it is about to choose and lay a plate
STARTS_NEXT = BOARD_FEATURES + 3  # the round is over, and it starts the next one
FEATURES = offer.END  # those of prospects.py and offer.py follow

BOARDS = 1 << 16  # remembered

SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD
# The board is what follows score and broken track in the record
BOARD_AT = TABLE["seats"].base.fields["dome"][1] // WORD  # type: ignore[index]

SCORE_BEFORE = 1000  # for counting points that may be lost


class Memory(NamedTuple):
    """Remembered boards, and room to work in."""

    boards: NDArray[np.uint8]  # a row of bytes for each
    amounts: NDArray[np.int32]  # of the features of the seat at hand
    rng: Rng  # for the answers of chance


def new_memory() -> Memory:
    return Memory(
        boards=np.zeros((BOARDS, BOARD.itemsize), np.uint8),
        amounts=np.zeros(FEATURES, np.int32),
        rng=np.zeros(2, np.int64),
    )


def evaluate(
    _layout: Layout, position: Position, values: Values, memory: Memory, weights: Weights
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the other."""
    table = record(position.raw, TABLE)
    out = offer.tiles_out(table)
    stage = stage_of(out)
    worths = weights[period_of(table), stage]
    for number in (0, 1):
        values[number] = seat_value(position, number, out, stage, memory, worths)
    compare_seats(values, 2)


@compiled
def period_of(table: Table) -> int:
    return max(table.rounds, 1) - 1


@compiled
def seat_value(
    position: Position, number: int, out: int, stage: int, memory: Memory, weights: Codes
) -> int:
    """What a seat may hope to have in the end, in hundredths of a point."""
    table = record(position.raw, TABLE)
    slot = remember(position, number, stage, memory, weights)
    board = record(memory.boards[slot], BOARD)
    value = POINT * score_with(table, number, board.points, board.bonus) + board.expected
    if table.first_seat == number:
        value += weights[STARTS]
    if is_next(table, number):
        value += weights[TO_MOVE]
    if has_plate(table, number):
        value += weights[AT_HAND]
    if starts_next(table, number):
        value += weights[STARTS_NEXT]
    if out:
        offer.list_offer(board, out, memory.amounts)
        value += weighted(memory.amounts, weights, offer.FIRST, offer.END)
    return int(value)


@compiled
def score_with(table: Table, number: int, points: int, bonus: int) -> int:
    """The points of a seat if the round ended now; in the last round those of the game."""
    score = max(0, table.seats[number].score + points)
    if table.rounds == ROUNDS:
        score = max(0, score + bonus)
    return score


@compiled
def stage_of(out: int) -> int:
    """How far the round has got: 0 when no tile lies out, else from 4 down to 1."""
    left = total(out)
    return 0 if left == 0 else min(4, 1 + 4 * (left - 1) // TILES_DEALT)


@compiled
def is_next(table: Table, number: int) -> bool:
    """Whether a seat will take the next action."""
    if table.phase == ACTION:
        return table.actor == number
    return table.phase < PAYING and table.actor == 1 - number


@compiled
def has_plate(table: Table, number: int) -> bool:
    """Whether a seat has still to choose or to lay the plate of its turn."""
    return table.actor == number and (table.plate_at_hand != NONE or table.hand_count > 0)


@compiled
def starts_next(table: Table, number: int) -> bool:
    """Whether the round is over and a seat starts the next one: its tile lies back (DU-20)."""
    return table.actor == NONE and table.start_seat == number


# Boards


@compiled
def remember(position: Position, number: int, stage: int, memory: Memory, weights: Codes) -> int:
    """Where a seat's board is remembered; it is valued first if it is new.

    The words of the two seats are hashed with other factors, so they share no boards.
    """
    start = SEATS_AT + number * SEAT_WORDS
    key = hash_words(position.words, start + BOARD_AT, start + SEAT_WORDS)
    key ^= context_key(record(position.raw, TABLE), number, stage)
    slot = key & (BOARDS - 1)
    board = record(memory.boards[slot], BOARD)
    if board.key != key:
        copy_table(position.raw, position.scratch)
        value_board(position, number, stage, board, memory.amounts, weights)
        board.key = key
    return slot


@compiled
def context_key(table: Table, number: int, stage: int) -> int:
    """What the value of a board depends on that is not on the board, as one number."""
    mixed = int(table.scoring) * 2 + table.special_colour
    mixed = mixed * 8 + table.rounds
    mixed = mixed * STAGES + stage
    mixed = mixed * 8 + total(table.seats[number].broken)
    mixed = mixed * 2 + (table.first_seat == number)
    mixed = mixed * 2 + has_placed(table, number)
    if table.line_at_hand != NONE and table.actor == number:
        mixed = mixed * 8 + table.line_at_hand + 1
        mixed = mixed * 64 + table.paid
        mixed = mixed * 64 + table.paid_showing
        mixed = mixed * 2 + (table.phase == PLACING)
    return mixed


@compiled
def value_board(
    position: Position, number: int, stage: int, board: Board, amounts: Codes, weights: Codes
) -> None:
    """Value a seat's board as if the round ended now."""
    table = record(position.raw, TABLE)
    ended = record(position.scratch, TABLE)
    seat = ended.seats[number]
    for feature in range(BOARD_FEATURES):
        amounts[feature] = 0
    board.points = describe_board(ended, number, amounts)
    board.bonus = amounts[BONUS]
    board.expected = weighted(amounts, weights, 0, BOARD_FEATURES)
    if stage:
        offer.note_lines(table.seats[number], seat, table.scoring, board)
    else:
        prospects.count_prospects(seat, table.scoring, table.special_colour, amounts)
        board.expected += weighted(amounts, weights, prospects.FIRST, prospects.END)


@compiled
def describe_board(table: Table, number: int, amounts: Codes) -> int:
    """Write what a board will promise after the round, and return what the round will bring."""
    seat = table.seats[number]
    seat.score = SCORE_BEFORE
    if not has_placed(table, number):
        expect_end(table, number)
    count_features(seat, table.scoring, table.special_colour, amounts)
    amounts[BONUS] = final_bonus(seat, table.scoring, table.special_colour)
    return seat.score - SCORE_BEFORE


# For tuning


@compiled
def describe(raw: Raw, number: int, scratch: Raw, amounts: Codes) -> None:
    """List what a seat's value is made of: its features, points, period and stage."""
    table = record(raw, TABLE)
    copy_table(raw, scratch)
    board = record(scratch, TABLE)
    points = describe_board(board, number, amounts)
    out = offer.tiles_out(table)
    if out:
        offer.describe_offer(table.seats[number], board.seats[number], table.scoring, out, amounts)
    else:
        prospects.count_prospects(board.seats[number], table.scoring, table.special_colour, amounts)
    amounts[STARTS_NEXT] = starts_next(table, number)
    amounts[STARTS] = table.first_seat == number
    amounts[TO_MOVE] = is_next(table, number)
    amounts[AT_HAND] = has_plate(table, number)
    sure = score_with(table, number, points, amounts[BONUS])
    describe_rest(amounts, FEATURES, sure, period_of(table), stage_of(out))
