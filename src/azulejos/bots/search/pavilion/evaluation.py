"""Summer Pavilion for the search: the order of moves, and what a position is worth.

A seat is worth what the best plan that is found for its tiles leaves it with at the end of the
round: its points and what its board promises for the rest of the game. Weights differ by side,
round and how far the taking has got.

While tiles are taken a seat has few different hands on one and the same board, so most have been
planned before: their values are cached, and an evaluation is a lookup for each seat.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import (
    Position,
    Values,
    Weights,
    compare_seats,
    describe_rest,
)
from azulejos.bots.search.offer import STAGES, displays_with_twin, stage_of
from azulejos.bots.search.pavilion.plans import BEST_ROW, PlanRoom, best_plan, is_dearer, plan_room
from azulejos.bots.search.pavilion.promise import BOARD_FEATURES, clear, list_features
from azulejos.bots.search.settings import Settings
from azulejos.bots.search.weights import load_weights
from azulejos.core.compiled import compiled, record
from azulejos.core.displays import CENTRE
from azulejos.core.layout import Codes, Layout, Raw
from azulejos.core.pile import count
from azulejos.core.tables import Words, hash_words
from azulejos.games.pavilion.moves import (
    FIRST_BONUS_CODE,
    FIRST_PLACE_CODE,
    place_jokers,
    place_space,
    place_star,
)
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.scoring import cost_of, final_bonus, points_for_tile
from azulejos.games.pavilion.table import (
    BONUS,
    COLOURS,
    KEEPING,
    NONE,
    OVER,
    ROUNDS,
    SPACES,
    STARS,
    TABLE,
    TAKING,
    Table,
)

WEIGHTS = Path(__file__).parent / "versions" / "2_weights.json"  # those in use

# What a weight is for: [period, stage, feature]
PERIODS = 2 * ROUNDS  # the rounds on the coloured side, then those on the grey side
# Features of a seat that do not lie on its board
STARTS = BOARD_FEATURES  # it has the marker: it will start the next round
TO_MOVE = BOARD_FEATURES + 1  # while tiles are taken
FEATURES = BOARD_FEATURES + 2

# What is remembered of a seat
KEY = 0
VALUE = 1
SEATS_KEPT = 1 << 15


class Memory(NamedTuple):
    """Room for plans, and for the values of seats for which plans were made."""

    seats: NDArray[np.int64]
    key: Words
    plans: PlanRoom


def new_memory() -> Memory:
    return Memory(
        np.zeros((SEATS_KEPT, 2), np.int64), np.zeros(8, np.int64), plan_room(PERIODS * STAGES)
    )


# Order of moves


def rank_moves(
    _layout: Layout, raw: Raw, codes: Codes, number: int, ranks: Codes, _settings: Settings
) -> int:
    """Prefer many tiles and many points; spend more jokers only to spare the next round's."""
    table = record(raw, TABLE)
    twins = displays_with_twin(table)
    kept = 0
    previous = NONE
    for place in range(number):
        code = int(codes[place])
        if code < FIRST_PLACE_CODE:
            if (twins >> (code // COLOURS)) & 1:
                continue
            ranks[kept] = take_rank(table, code // COLOURS, code % COLOURS)
        elif code < FIRST_BONUS_CODE:
            if is_dearer(code, previous, table.rounds):
                previous = code
                continue
            ranks[kept] = place_rank(table, code)
        else:
            ranks[kept] = 0
        codes[kept] = code
        kept += 1
        previous = code
    return kept


@compiled
def take_rank(table: Table, source: int, colour: int) -> int:
    """A quick guess at how good a take is."""
    pile = table.sources[source]
    rank = 100 * count(pile, colour) + 130 * min(1, count(pile, joker_of(table)))
    if source == CENTRE and table.marker_seat == NONE:
        rank -= 100
    return rank


@compiled
def place_rank(table: Table, code: int) -> int:
    """A quick guess at how good a placement is: the points for a tile."""
    star, space = place_star(code), place_space(code)
    filled = table.seats[table.turn].filled[star] | 1 << space
    points = points_for_tile(filled, space)
    return 100 * points // cost_of(table.side, star, space) - 20 * place_jokers(code)


# Evaluation


def evaluate(
    _layout: Layout, position: Position, values: Values, memory: Memory, weights: Weights
) -> None:
    """What a position is worth for each seat: how far it will be ahead of the others' mean."""
    table = record(position.raw, TABLE)
    for number in range(table.players):
        values[number] = seat_value(position.raw, number, memory, weights)
    compare_seats(values, table.players)


@compiled
def seat_value(raw: Raw, number: int, memory: Memory, weights: Weights) -> int:
    """What a seat will have at the end of the round, and what it is worth to be next."""
    table = record(raw, TABLE)
    period, stage = period_of(table), stage_of(table)
    key = seat_key(table, number, memory.key) ^ (period * STAGES + stage)
    slot = key & (SEATS_KEPT - 1)
    if memory.seats[slot, KEY] != key:
        memory.seats[slot, VALUE] = plan_of(raw, number, memory.plans, weights)
        memory.seats[slot, KEY] = key
    value = int(memory.seats[slot, VALUE])
    if table.turn == number and table.phase == TAKING:
        value += int(weights[period, stage, TO_MOVE])
    if table.marker_seat == number:
        value += int(weights[period, stage, STARTS])
    return value


@compiled
def plan_of(raw: Raw, number: int, room: PlanRoom, weights: Weights) -> int:
    """What a seat will have at the end of the round by its best plan."""
    table = record(raw, TABLE)
    period, stage = period_of(table), stage_of(table)
    goal, guide = period * STAGES + stage, guide_of(period) * STAGES + stage
    return best_plan(raw, number, room, weights, goal, guide)


@compiled
def period_of(table: Table) -> int:
    """Which round is played, and on which side."""
    return table.side * ROUNDS + max(0, table.rounds - 1)


@compiled
def guide_of(period: int) -> int:
    """In the last round, plans are followed as if there were another round."""
    return period - 1 if period % ROUNDS == ROUNDS - 1 else period


@compiled
def seat_key(table: Table, number: int, key: Words) -> int:
    """A hash of all that the plans of a seat depend on."""
    seat = table.seats[number]
    filled = 0
    colours = 0
    for star in range(STARS):
        filled = filled << SPACES | seat.filled[star]
        colours = colours << COLOURS | seat.star_colours[star]
    key[0] = filled
    key[1] = colours
    key[2] = seat.tiles
    key[3] = seat.corners
    key[4] = seat.score << 1 | seat.passed
    key[5] = table.supply
    key[6] = 0
    if table.turn == number and (table.phase in (BONUS, KEEPING)):
        key[6] = table.phase << 8 | table.bonus_tiles
    key[7] = table.bag | table.discard == 0
    return hash_words(key, 0, len(key))


# For tuning


@cache
def own_weights() -> Weights:
    return load_weights(WEIGHTS)


@cache
def own_memory() -> Memory:
    return new_memory()


def describe(raw: Raw, number: int, _scratch: Raw, amounts: Codes) -> None:
    """List what a seat's value is made of, with the plan that the present weights find."""
    describe_plan(raw, number, amounts, own_memory().plans, own_weights())


@compiled
def describe_plan(raw: Raw, number: int, amounts: Codes, room: PlanRoom, weights: Weights) -> None:
    """List the features of what a plan leaves a seat with, its points, period and stage."""
    table = record(raw, TABLE)
    period, stage = period_of(table), stage_of(table)
    plan_of(raw, number, room, weights)
    ended = record(room.tables[BEST_ROW], TABLE)
    seat = ended.seats[number]
    kept = seat.tiles + seat.corners
    list_features(table.side, seat, kept, table.rounds, amounts)
    amounts[STARTS] = table.marker_seat == number
    amounts[TO_MOVE] = table.turn == number and table.phase == TAKING
    sure = seat.score
    if ended.phase == OVER:
        clear(amounts)
    else:
        sure += final_bonus(table.side, seat)
    describe_rest(amounts, FEATURES, sure, period, stage)
