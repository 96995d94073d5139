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
from azulejos.bots.search.duel.round_end import end_round
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
from azulejos.bots.search.settings import Settings
from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Codes, Raw
from azulejos.core.pile import total
from azulejos.core.tables import WORD, Words, copy_table, hash_words
from azulejos.core.turn import NOBODY
from azulejos.games.duel.rules import has_placed
from azulejos.games.duel.scoring import final_bonus
from azulejos.games.duel.table import (
    ACTION,
    NONE,
    PAYING,
    PLACING,
    ROUNDS,
    TABLE,
    Seat,
    Table,
)

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

Board = NDArray[np.int64]

# What is remembered of a board
KEY = 0
POINTS = 1  # that the end of the round brings or costs
BONUS_POINTS = 2  # of the scoring tiles
PROMISE = 3
LINES = 4  # what lines could gain, see offer.py
REMEMBERED = LINES + offer.WORDS
BOARDS = 1 << 16

SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD
# The board is what follows score and broken track in the record
BOARD_AT = TABLE["seats"].base.fields["dome"][1] // WORD  # type: ignore[index]

SCORE_BEFORE = 1000  # for counting points that may be lost


class Memory(NamedTuple):
    """Remembered boards, and room to work in."""

    boards: NDArray[np.int64]
    amounts: NDArray[np.int32]  # of the features of the seat at hand
    rng: Rng  # for the answers of chance


def new_memory() -> Memory:
    return Memory(
        boards=np.zeros((BOARDS, REMEMBERED), np.int64),
        amounts=np.zeros(FEATURES, np.int32),
        rng=np.zeros(2, np.int64),
    )


def evaluate(
    _layout: Layout,
    raw: Raw,
    words: Words,
    values: Values,
    scratch: Raw,
    memory: Memory,
    weights: Weights,
    _settings: Settings,
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the other."""
    table = record(raw, TABLE)
    if table.turn == NOBODY:
        for number in (0, 1):
            values[number] = final_value(table, number)
        return
    out = offer.tiles_out(table)
    for number in (0, 1):
        values[number] = seat_value(raw, words, number, out, scratch, memory, weights)
    compare_seats(values, 2)


@compiled
def final_value(table: Table, me: int) -> int:
    """The actual result: who has won, and by how many points (DU-24)."""
    ahead = table.seats[me].score - table.seats[1 - me].score
    has_won = ahead > 0 or (ahead == 0 and table.first_seat == me)
    if ahead == 0 and table.first_seat == NONE:
        return 0
    return POINT * ahead + (WON if has_won else -WON)


@compiled
def seat_value(
    raw: Raw, words: Words, number: int, out: int, scratch: Raw, memory: Memory, weights: Weights
) -> int:
    """What a seat may hope to have in the end, in hundredths of a point."""
    table = record(raw, TABLE)
    period = max(table.rounds, 1) - 1
    stage = stage_of(out)
    slot = remember(raw, words, number, period, stage, scratch, memory, weights)
    board = memory.boards[slot]
    score = score_with(table, number, board[POINTS], board[BONUS_POINTS])
    value: int = POINT * score + board[PROMISE]
    if table.first_seat == number:
        value += weights[period, stage, STARTS]
    if is_next(table, number):
        value += weights[period, stage, TO_MOVE]
    if has_plate(table, number):
        value += weights[period, stage, AT_HAND]
    if starts_next(table, number):
        value += weights[period, stage, STARTS_NEXT]
    if out:
        offer.list_offer(board[LINES:], out, memory.amounts)
        for feature in range(offer.FIRST, offer.END):
            value += memory.amounts[feature] * weights[period, stage, feature]
    return value


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
    """Where a seat's board is remembered; it is valued first if it is new."""
    start = SEATS_AT + number * SEAT_WORDS
    key = hash_words(words, start + BOARD_AT, start + SEAT_WORDS) ^ context_key(
        record(raw, TABLE), number, stage
    )
    # The words of the two seats are hashed with other factors, so boards are not shared
    slot = key & (BOARDS - 1)
    board = memory.boards[slot]
    if board[KEY] != key:
        copy_table(raw, scratch)
        value_board(record(scratch, TABLE), number, memory.amounts, weights[period, stage], board)
        seat = record(scratch, TABLE).seats[number]  # the round has ended for it
        table = record(raw, TABLE)
        if stage:
            offer.note_lines(table.seats[number], seat, table.scoring, board[LINES:])
        else:
            more = weights[period, stage]
            board[PROMISE] += value_prospects(
                seat, table.scoring, table.special_colour, memory.amounts, more
            )
        board[KEY] = key
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
def value_board(table: Table, number: int, amounts: Codes, weights: Weights, board: Board) -> None:
    """Value a seat's board as if the round ended now. Spoils the table."""
    for feature in range(BOARD_FEATURES):
        amounts[feature] = 0
    board[POINTS] = describe_board(table, number, amounts)
    board[BONUS_POINTS] = amounts[BONUS]
    promise = 0
    for feature in range(BOARD_FEATURES):
        promise += amounts[feature] * weights[feature]
    board[PROMISE] = promise


@compiled
def value_prospects(
    seat: Seat, scoring: int, special_colour: int, amounts: Codes, weights: Weights
) -> int:
    """What else a board promises where the round is over."""
    prospects.count_prospects(seat, scoring, special_colour, amounts)
    promise = 0
    for feature in range(prospects.FIRST, prospects.END):
        promise += amounts[feature] * weights[feature]
    return promise


@compiled
def describe_board(table: Table, number: int, amounts: Codes) -> int:
    """Write what a board will promise after the round, and return what the round will bring."""
    seat = table.seats[number]
    seat.score = SCORE_BEFORE
    if not has_placed(table, number):
        end_round(table, number)
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
    amounts[FEATURES + SURE_POINTS] = score_with(table, number, points, amounts[BONUS])
    amounts[FEATURES + PERIOD] = max(table.rounds, 1) - 1
    amounts[FEATURES + STAGE] = stage_of(out)
