"""Stained Glass of Sintra for the search: the order of moves, and what a position is worth.

A palace is worth the points it would have if the game ended now, and what its features promise for
the rest of the game: a weighted sum, with weights for either side of the palace, every round and
how far the round has got. A finished strip whose tile is still to be chosen counts as if it had
been.
"""

from __future__ import annotations

import numpy as np

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
from azulejos.bots.search.offer import displays_with_twin, stage_of, tiles_out
from azulejos.bots.search.settings import FIRST_OF_GAME, Settings
from azulejos.bots.search.sintra.memory import (
    ACCEPTED,
    FINISHES,
    MEMORY_WORDS,
    POINTS,
    PROMISE,
    REACHED,
    Memory,
    colours_reached,
    end_points,
    keep_a_tile,
    remember,
)
from azulejos.bots.search.sintra.palace import (
    BLOCKED,
    FEATURES,
    FINISH_LATER,
    FINISH_NOW,
    LOST,
    NUMBERS_IN_A_WORD,
    STARTS,
    TO_MOVE,
    colours_accepted,
    finishes,
    kept_colour,
    list_palace,
    packed_points,
)
from azulejos.core.compiled import compiled, lowest_bit, record
from azulejos.core.displays import CENTRE, displays_for
from azulejos.core.layout import Codes, Raw
from azulejos.core.pile import count, total
from azulejos.core.tables import Words, copy_table
from azulejos.core.turn import NOBODY, next_seat
from azulejos.games.sintra.moves import (
    BACK_CODE,
    FIRST_KEEP_CODE,
    NO_STRIP,
    keep_colour,
    take_colour,
    take_source,
    take_window,
)
from azulejos.games.sintra.scoring import cells_of, points_for_window, points_lost
from azulejos.games.sintra.strips import room_for
from azulejos.games.sintra.table import (
    COLOURS,
    KEEP,
    LOSSES,
    NONE,
    ROUNDS,
    SIDE_A,
    SPACES,
    STRIP_SPACES,
    TABLE,
    Seat,
    Table,
)

# What a weight is for: [period, stage, feature]
PERIODS = 2 * ROUNDS  # the round, from 0, on side A; then on side B

SETTINGS = ("keep_leaders",)
KEEP_LEADERS = FIRST_OF_GAME  # 1: on side B, only the colours with most cells so far are kept

MAX_LOSS = 1 << 12  # no game is long enough to lose so many points


def new_memory() -> Memory:
    """Room for remembered palaces."""
    return np.zeros(MEMORY_WORDS, np.int64)


# Order of moves


def rank_moves(
    _layout: Layout, raw: Raw, codes: Codes, number: int, ranks: Codes, settings: Settings
) -> int:
    """Prefer to finish strips and break nothing, and take nothing from a display like another.

    On side A the tile kept changes no more than what can be drawn later: one choice will do. On
    side B only the best colour scores, so version 6 goes on with those that lead.
    """
    table = record(raw, TABLE)
    seat = table.seats[table.turn]
    if table.phase == KEEP:
        return rank_keeps(table, seat, codes, number, ranks, settings)
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
def rank_keeps(
    table: Table, seat: Seat, codes: Codes, number: int, ranks: Codes, settings: Settings
) -> int:
    """Prefer the tile that a palace would keep without searching."""
    favourite = kept_colour(seat, seat.tiles[seat.glazier])
    for place in range(number):
        ranks[place] = 100 * (keep_colour(codes[place]) == favourite)
    if table.side == SIDE_A:
        codes[0] = FIRST_KEEP_CODE + favourite
        return 1
    if not settings[KEEP_LEADERS]:
        return number
    kept = 0
    for place in range(number):
        if cells_of(seat, keep_colour(codes[place])) == cells_of(seat, favourite):
            codes[kept], ranks[kept] = codes[place], ranks[place]
            kept += 1
    return kept


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
    values: Values,
    scratch: Raw,
    memory: Memory,
    weights: Weights,
    _settings: Settings,
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the others' mean."""
    table = record(raw, TABLE)
    if table.turn == NOBODY:
        for number in range(table.players):
            values[number] = final_value(table, number)
        return
    period = period_of(table)
    out = tiles_out(table)
    offers = exact_offers(table)
    stage = stage_of(table)
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
        values[number] = value + (table.marker_seat == number) * weights[period, stage, STARTS]
    compare_seats(values, table.players)


@compiled
def final_value(table: Table, me: int) -> int:
    """The actual result: who has won, and by how many points (SG-23)."""
    mine = result_of(table, table.seats[me])
    others = -(1 << 30)
    best = 0
    for number in range(table.players):
        if number != me and result_of(table, table.seats[number]) > others:
            others = result_of(table, table.seats[number])
            best = table.seats[number].score
    won = 0 if mine == others else WON if mine > others else -WON
    return won + POINT * (table.seats[me].score - best)


@compiled
def result_of(table: Table, seat: Seat) -> int:
    """Points, then few lost to broken glass, as one number (SG-23)."""
    return seat.score * MAX_LOSS - points_lost(table, seat)


@compiled
def period_of(table: Table) -> int:
    return table.side * ROUNDS + table.rounds - 1


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
    score = seat.score - int(LOSSES[table.track, seat.broken])
    return max(score, 0) if table.floor_at_zero else score


# For tuning


@compiled
def describe(raw: Raw, number: int, scratch: Raw, amounts: Codes) -> None:
    """List what a seat's value is made of: its features, points, period and stage."""
    copy_table(raw, scratch)
    table = record(scratch, TABLE)
    seat = table.seats[number]
    out = tiles_out(table)
    to_move = turn_after(table) == number
    keep_a_tile(table, number)
    list_palace(table, seat, amounts)
    amounts[TO_MOVE] = to_move
    amounts[STARTS] = table.marker_seat == number
    amounts[BLOCKED] = tiles_beside(out, colours_reached(seat))
    amounts[LOST] = tiles_beside(out, colours_accepted(seat))
    finish = best_finish(finishes(table, seat, 0), finishes(table, seat, 1), exact_offers(table))
    amounts[FINISH_NOW] = finish if to_move else 0
    amounts[FINISH_LATER] = 0 if to_move else finish
    amounts[FEATURES + SURE_POINTS] = score_less_glass(table, seat) + end_points(table, seat)
    amounts[FEATURES + PERIOD] = period_of(table)
    amounts[FEATURES + STAGE] = stage_of(table)
