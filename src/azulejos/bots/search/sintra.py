"""Stained Glass of Sintra for the search: the order of moves, and what a position is worth.

A palace is worth the points it would have if the game ended now, and what its features promise for
the rest of the game: a weighted sum, with weights for either side of the palace, every round and
how far the round has got. A finished strip whose tile is still to be chosen counts as if it had
been.

Palaces change little within a round, so most have been valued before: what was computed is
remembered, and an evaluation takes a lookup for each seat.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.rules import (
    EVALUATE,
    LIST_MOVES,
    MAKE_MOVE,
    PERIOD,
    POINT,
    RANK_MOVES,
    STAGE,
    SURE_POINTS,
    WON,
)
from azulejos.bots.search.sintra_palace import (
    BLOCKED,
    FEATURES,
    FINISH_LATER,
    FINISH_NOW,
    LOST,
    NUMBERS_IN_A_WORD,
    PALACE_FEATURES,
    STARTS,
    TO_MOVE,
    finishes,
    kept_colour,
    list_palace,
    packed_points,
)
from azulejos.core.compiled import compiled, lowest_bit, multiply_add, record
from azulejos.core.displays import CENTRE, SOURCES, TILES_PER_DISPLAY, displays_for
from azulejos.core.layout import Codes, Raw
from azulejos.core.pile import count, total
from azulejos.core.tables import WORD, Words, copy_table, hash_words
from azulejos.core.turn import MOST_SEATS, NOBODY, next_seat
from azulejos.games.sintra import kernels
from azulejos.games.sintra.moves import (
    BACK_CODE,
    FIRST_KEEP_CODE,
    NO_STRIP,
    keep_colour,
    take_colour,
    take_source,
    take_window,
)
from azulejos.games.sintra.rules import fill_window, open_strips
from azulejos.games.sintra.scoring import (
    colour_points,
    ornament_points,
    points_for_window,
    points_lost,
    tiles_on_strips,
)
from azulejos.games.sintra.strips import room_for
from azulejos.games.sintra.table import (
    ALL_COLOURS,
    COLOURS,
    KEEP,
    LOSSES,
    MOST_DRAWN,
    NONE,
    ROUNDS,
    SIDE_A,
    SPACES,
    STRIP_SPACES,
    TABLE,
    WINDOWS,
    Seat,
    Table,
)

MOST_PLIES = 3 * MOST_DRAWN + MOST_SEATS  # takes, and for each at most a return and a tile kept
WEIGHTS = Path(__file__).with_suffix(".json")
WEIGHTS_FOR_SEVERAL = WEIGHTS

# What a weight is for: [period, stage, feature]
PERIODS = 2 * ROUNDS  # the round, from 0, on side A; then on side B
STAGES = 5  # 0 when the round is over, else by how many tiles still lie out

Layout = np.dtype[Any]
Weights = NDArray[np.int32]
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
FIRST_PALACE = PALACE_FEATURES  # before it, there is room for the features of one palace

SEATS_AT = TABLE.fields["seats"][1] // WORD  # type: ignore[index]
SEAT_WORDS = TABLE["seats"].base.itemsize // WORD
MOST_LOST = 1 << 12  # no game is long enough to lose so many points


def new_memory() -> Memory:
    """Room for remembered palaces."""
    return np.zeros(FIRST_PALACE + PALACES * REMEMBERED, np.int64)


# Order of moves


def list_moves(_layout: Layout, raw: Raw, codes: Codes) -> int:
    return kernels.list_moves(raw, codes)


def make_move(_layout: Layout, raw: Raw, code: int) -> None:
    kernels.make_move(raw, code)


def rank_moves(_layout: Layout, raw: Raw, codes: Codes, number: int, ranks: Codes) -> int:
    """Prefer to finish strips and break nothing, and take nothing from a display like another.

    On side A the tile kept changes no more than what can be drawn later: one choice will do.
    """
    table = record(raw, TABLE)
    seat = table.seats[table.turn]
    if table.phase == KEEP:
        return rank_keeps(table, seat, codes, number, ranks)
    twins = displays_with_twin(table)
    kept = 0
    for place in range(number):
        code = codes[place]
        if code == BACK_CODE:
            codes[kept], ranks[kept] = code, 0
            kept += 1
            continue
        source = take_source(code)
        if (twins >> source) & 1:
            continue
        codes[kept] = code
        ranks[kept] = take_rank(table, seat, source, take_colour(code), take_window(code))
        kept += 1
    return kept


@compiled
def rank_keeps(table: Table, seat: Seat, codes: Codes, number: int, ranks: Codes) -> int:
    """Prefer the tile that a palace would keep without searching."""
    favourite = kept_colour(seat, seat.tiles[seat.glazier])
    for place in range(number):
        ranks[place] = 100 * (keep_colour(codes[place]) == favourite)
    if table.side == SIDE_A:
        codes[0] = FIRST_KEEP_CODE + favourite
        return 1
    return number


@compiled
def displays_with_twin(table: Table) -> int:
    """The displays that hold the same as one before them, a bit each."""
    twins = 0
    for display in range(2, 1 + displays_for(table.players)):
        pile = table.sources[display]
        if pile == 0:
            continue
        for other in range(1, display):
            if table.sources[other] == pile:
                twins |= 1 << display
    return twins


@compiled
def take_rank(table: Table, seat: Seat, source: int, colour: int, window: int) -> int:
    """A quick guess at how good a take is."""
    number = count(table.sources[source], colour)
    rank = -60 if source == CENTRE and table.marker_seat == NONE else 0
    if window == NO_STRIP:
        return rank - 150 * number
    held = seat.tiles[window]
    fitting = min(number, room_for(SPACES[seat.strips[window]], held, colour))
    rank += 50 * fitting - 150 * (number - fitting) - 10 * (window - seat.glazier)
    if total(held) + fitting == STRIP_SPACES:
        rank += 40 * points_for_window(table.side, seat, window)
    return rank


# Evaluation


def evaluate(
    _layout: Layout,
    raw: Raw,
    words: Words,
    me: int,
    scratch: Raw,
    memory: Memory,
    weights: Weights,
) -> int:
    """What a position is worth for a seat: how far it will be ahead of the others' mean."""
    table = record(raw, TABLE)
    if table.turn == NOBODY:
        return final_value(table, me)
    period = period_of(table)
    out = tiles_out(table)
    offers = exact_offers(table)
    stage = stage_of(table, out)
    mine = 0
    others = 0
    for number in range(table.players):
        at = remember(raw, words, number, period, stage, scratch, memory, weights)
        seat = table.seats[number]
        value = POINT * (memory[at + POINTS] + score_less_glass(table, seat)) + memory[at + PROMISE]
        reached, accepted = memory[at + REACHED], memory[at + ACCEPTED]
        value += tiles_beside(out, reached) * weights[period, stage, BLOCKED]
        value += tiles_beside(out, accepted) * weights[period, stage, LOST]
        finish = best_finish(memory[at + FINISHES], memory[at + FINISHES + 1], offers)
        if turn_after(table) == number:
            value += weights[period, stage, TO_MOVE] + finish * weights[period, stage, FINISH_NOW]
        else:
            value += finish * weights[period, stage, FINISH_LATER]
        value += (table.marker_seat == number) * weights[period, stage, STARTS]
        if number == me:
            mine = value
        else:
            others += value
    ahead: int = mine - others // (table.players - 1)
    return ahead


@compiled
def final_value(table: Table, me: int) -> int:
    """The true result: who has won, and by how many points (SG-23)."""
    mine = result_of(table.seats[me])
    others = -(1 << 30)
    best = 0
    for number in range(table.players):
        if number != me and result_of(table.seats[number]) > others:
            others = result_of(table.seats[number])
            best = table.seats[number].score
    won = 0 if mine == others else WON if mine > others else -WON
    return won + POINT * (table.seats[me].score - best)


@compiled
def result_of(seat: Seat) -> int:
    """Points, then few lost to broken glass, as one number (SG-23)."""
    return seat.score * MOST_LOST - points_lost(seat)


@compiled
def period_of(table: Table) -> int:
    return table.side * ROUNDS + table.rounds - 1


@compiled
def tiles_out(table: Table) -> int:
    """The pile of all tiles that still lie in the displays and the centre."""
    pile = 0
    for source in range(SOURCES):
        pile += table.sources[source]
    return pile


@compiled
def stage_of(table: Table, out: int) -> int:
    """How far the round has got: 0 when no tile lies out, else from 4 down to 1."""
    left = total(out)
    dealt = displays_for(table.players) * TILES_PER_DISPLAY
    return 0 if left == 0 else 1 + 4 * (left - 1) // dealt


@compiled
def turn_after(table: Table) -> int:
    """Whose turn it is once a tile that is to be kept has been chosen."""
    return next_seat(table.turn, table.players) if table.phase == KEEP else table.turn


@compiled
def tiles_beside(out: int, colours: int) -> int:
    """How many of the tiles that lie out have none of these colours."""
    number = 0
    for colour in range(COLOURS):
        if not (colours >> colour) & 1:
            number += count(out, colour)
    return number


@compiled
def exact_offers(table: Table) -> int:
    """A bit for every number from 1 to 4 and colour that some source offers."""
    offers = 0
    for source in range(1 + displays_for(table.players)):
        pile = table.sources[source]
        for colour in range(COLOURS):
            number = count(pile, colour)
            if 0 < number <= 2 * NUMBERS_IN_A_WORD:
                offers |= 1 << (COLOURS * (number - 1) + colour)
    return offers


@compiled
def best_finish(few: int, many: int, offers: int) -> int:
    """The most points for a strip that one of the offers finishes."""
    most = 0
    while offers:
        place = lowest_bit(offers)
        offers &= offers - 1
        if place < NUMBERS_IN_A_WORD * COLOURS:
            most = max(most, packed_points(few, place))
        else:
            most = max(most, packed_points(many, place - NUMBERS_IN_A_WORD * COLOURS))
    return most


@compiled
def score_less_glass(table: Table, seat: Seat) -> int:
    """The score less what the broken glass would cost (SG-15, SG-20)."""
    score = seat.score - int(LOSSES[seat.broken])
    return max(score, 0) if table.floor_at_zero else score


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
    for round_number in range(table.rounds - 1, min(table.rounds + 1, ROUNDS)):
        valued_as = valued_as * (COLOURS + 1) + table.round_tiles[round_number] + 1
    key ^= valued_as
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
    for feature in range(PALACE_FEATURES):
        promise += memory[feature] * weights[period, stage, feature]
    memory[at + PROMISE] = promise
    memory[at + REACHED] = colours_reached(seat)
    memory[at + ACCEPTED] = colours_accepted(seat)
    for word in range(2):
        memory[at + FINISHES + word] = finishes(table, seat, word)


@compiled
def keep_a_tile(table: Table, number: int) -> None:
    """Choose the tile that a seat is to choose, if it is."""
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


@compiled
def colours_accepted(seat: Seat) -> int:
    """The colours that some strip accepts, a bit each."""
    colours = 0
    for window in range(WINDOWS):
        colours |= seat.accepts[window]
    return colours


# For tuning


@compiled
def describe(raw: Raw, number: int, scratch: Raw, amounts: Codes) -> None:
    """List what a seat's value is made of: its features, and what is said of all seats."""
    copy_table(raw, scratch)
    table = record(scratch, TABLE)
    seat = table.seats[number]
    out = tiles_out(table)
    to_move = turn_after(table) == number
    amounts[TO_MOVE] = to_move
    amounts[STARTS] = table.marker_seat == number
    keep_a_tile(table, number)
    list_palace(table, seat, amounts)
    amounts[BLOCKED] = tiles_beside(out, colours_reached(seat))
    amounts[LOST] = tiles_beside(out, colours_accepted(seat))
    finish = best_finish(finishes(table, seat, 0), finishes(table, seat, 1), exact_offers(table))
    amounts[FINISH_NOW] = finish if to_move else 0
    amounts[FINISH_LATER] = 0 if to_move else finish
    amounts[FEATURES + SURE_POINTS] = score_less_glass(table, seat) + end_points(table, seat)
    amounts[FEATURES + PERIOD] = period_of(table)
    amounts[FEATURES + STAGE] = stage_of(table, out)


LIST_MOVES.add(TABLE, list_moves)
MAKE_MOVE.add(TABLE, make_move)
RANK_MOVES.add(TABLE, rank_moves)
EVALUATE.add(TABLE, evaluate)
