"""Stained Glass of Sintra for the search: the order of moves, and what a position is worth.

A palace is worth the points it would have if the game ended now, and what its features promise for
the rest of the game: a weighted sum, with weights for either side of the palace, every round and
how far the round has got. A finished strip whose tile is still to be chosen counts as if it had
been.
"""

from __future__ import annotations

from azulejos.bots.search.knowledge import (
    POINT,
    Position,
    Values,
    Weights,
    compare_seats,
    describe_rest,
)
from azulejos.bots.search.offer import displays_with_twin, stage_of, tiles_out
from azulejos.bots.search.settings import Settings
from azulejos.bots.search.sintra import palace, palaces
from azulejos.bots.search.sintra.palaces import Memory
from azulejos.core.compiled import compiled, lowest_bit, record
from azulejos.core.displays import CENTRE, displays_for
from azulejos.core.layout import Codes, Layout, Raw
from azulejos.core.pile import count, total
from azulejos.core.tables import copy_table
from azulejos.core.turn import next_seat
from azulejos.games.sintra import moves
from azulejos.games.sintra.scoring import cells_of, glass_cost, points_for_window
from azulejos.games.sintra.strips import room_for
from azulejos.games.sintra.table import (
    COLOURS,
    KEEP,
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
        if code == moves.BACK_CODE:
            codes[kept], ranks[kept] = code, 0
            kept += 1
            continue
        source = moves.take_source(code)
        if (twins >> source) & 1:
            continue
        codes[kept] = code
        ranks[kept] = take_rank(
            table, seat, source, moves.take_colour(code), moves.take_window(code)
        )
        kept += 1
    return kept


@compiled
def rank_keeps(
    table: Table, seat: Seat, codes: Codes, number: int, ranks: Codes, settings: Settings
) -> int:
    """Prefer the tile that a palace would keep without searching."""
    favourite = palace.kept_colour(seat, seat.tiles[seat.glazier])
    for place in range(number):
        ranks[place] = 100 * (moves.keep_colour(codes[place]) == favourite)
    if table.side == SIDE_A:
        codes[0] = moves.FIRST_KEEP_CODE + favourite
        return 1
    if not settings.keep_leaders:
        return number
    kept = 0
    for place in range(number):
        if cells_of(seat, moves.keep_colour(codes[place])) == cells_of(seat, favourite):
            codes[kept], ranks[kept] = codes[place], ranks[place]
            kept += 1
    return kept


@compiled
def take_rank(table: Table, seat: Seat, source: int, colour: int, window: int) -> int:
    """A quick guess at how good a take is."""
    number = count(table.sources[source], colour)
    rank = -60 if source == CENTRE and table.marker_seat == NONE else 0
    if window == moves.NO_STRIP:
        return rank - 150 * number
    held = seat.tiles[window]
    fitting = min(number, room_for(SPACES[seat.strips[window]], held, colour))
    rank += 50 * fitting - 150 * (number - fitting) - 10 * (window - seat.glazier)
    if total(held) + fitting == STRIP_SPACES:
        rank += 40 * points_for_window(table.side, seat, window)
    return rank


# Evaluation


def evaluate(
    _layout: Layout, position: Position, values: Values, memory: Memory, weights: Weights
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the others' mean."""
    table = record(position.raw, TABLE)
    period, stage = period_of(table), stage_of(table)
    out, offers = tiles_out(table), exact_offers(table)
    worths = weights[period, stage]
    for number in range(table.players):
        slot = palaces.remember(position, number, period, stage, memory, weights)
        known = record(memory.palaces[slot], palaces.PALACE)
        seat = table.seats[number]
        value = POINT * (known.points + score_less_glass(table, seat)) + known.expected
        value += tiles_beside(out, known.reached) * worths[palace.BLOCKED]
        value += tiles_beside(out, known.accepted) * worths[palace.LOST]
        finish = best_finish(known.few_finish, known.many_finish, offers)
        if turn_after(table) == number:
            value += worths[palace.TO_MOVE] + finish * worths[palace.FINISH_NOW]
        else:
            value += finish * worths[palace.FINISH_LATER]
        values[number] = value + (table.marker_seat == number) * worths[palace.STARTS]
    compare_seats(values, table.players)


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
            if 0 < number <= 2 * palace.NUMBERS_IN_A_WORD:
                offers |= 1 << (COLOURS * (number - 1) + colour)
    return offers


@compiled
def best_finish(few: int, many: int, offers: int) -> int:
    """The most points for a strip that one of the offers finishes."""
    most = 0
    while offers:
        place = lowest_bit(offers)
        offers &= offers - 1
        if place < palace.NUMBERS_IN_A_WORD * COLOURS:
            most = max(most, palace.packed_points(few, place))
        else:
            most = max(most, palace.packed_points(many, place - palace.NUMBERS_IN_A_WORD * COLOURS))
    return most


@compiled
def score_less_glass(table: Table, seat: Seat) -> int:
    """The score less what the broken glass would cost (SG-15, SG-20)."""
    score = seat.score - glass_cost(table, seat)
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
    palaces.keep_a_tile(table, number)
    palace.list_palace(table, seat, amounts)
    amounts[palace.TO_MOVE] = to_move
    amounts[palace.STARTS] = table.marker_seat == number
    amounts[palace.BLOCKED] = tiles_beside(out, palaces.colours_reached(seat))
    amounts[palace.LOST] = tiles_beside(out, palace.accepted_by_strips(seat))
    finish = best_finish(
        palace.finishes(table, seat, 0), palace.finishes(table, seat, 1), exact_offers(table)
    )
    amounts[palace.FINISH_NOW] = finish if to_move else 0
    amounts[palace.FINISH_LATER] = 0 if to_move else finish
    sure = score_less_glass(table, seat) + palaces.end_points(table, seat)
    describe_rest(amounts, palace.FEATURES, sure, period_of(table), stage_of(table))
