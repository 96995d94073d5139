"""Plans in Summer Pavilion: what a seat can make of its tiles until the end of the round.

Placing is nearly a game for oneself, so a plan is played by the rules on a table where all others
have passed, and where nothing is drawn: what may be drawn is not known. Plans are searched move by
move; after each move only the most promising few are followed (a beam).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import POINT
from azulejos.bots.search.offer import STAGES
from azulejos.bots.search.pavilion import promise
from azulejos.bots.search.pavilion.promise import Values, Weights
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Codes, Raw
from azulejos.core.pile import count, total
from azulejos.core.tables import WORD, Words, copy_table, hash_words
from azulejos.games.pavilion import moves
from azulejos.games.pavilion.placing import go_on_placing, joker_of, place_before
from azulejos.games.pavilion.rules import list_moves, make_move
from azulejos.games.pavilion.scoring import cost_of, points_for_tile
from azulejos.games.pavilion.table import (
    CENTRE_STAR,
    COLOURS,
    DEAL,
    KEEPING,
    NONE,
    ORNAMENT_MASKS,
    ORNAMENT_TILES,
    OVER,
    REFILL,
    ROUNDS,
    SPACES,
    STARS,
    TABLE,
    TAKING,
    WINDOW,
    Seat,
    Table,
)

WIDTH = 4  # plans that are followed
WORST = -(1 << 40)
BEST_ROW = 0  # how the best plan ends
SPARE_ROW = 1
FIRST_ROW = 2

NO_ORNAMENT = -1
ORNAMENTS_AT = np.full((STARS, SPACES, 2), NO_ORNAMENT)
"""The pillars and statues that a space belongs to, by star and space."""
for _star, _space in np.ndindex(STARS, SPACES):
    _found = np.flatnonzero((ORNAMENT_MASKS[: promise.SHARED, _star] >> _space) & 1)
    ORNAMENTS_AT[_star, _space, : len(_found)] = _found
WINDOW_SPACES = 0b110000  # 5 and 6


class PlanRoom(NamedTuple):
    """The memory of a search for plans: rows for two steps of it, and what they promise."""

    tables: NDArray[np.uint8]
    words: Words  # the same bytes
    ranks: NDArray[np.int64]
    keys: NDArray[np.int64]
    codes: NDArray[np.int32]
    missing: NDArray[np.int32]  # spaces of each number, in the plan that is looked at
    amounts: NDArray[np.int32]
    values: Values


def plan_room(sets: int) -> PlanRoom:
    """Room for plans that are judged by so many sets of weights."""
    words = np.zeros((FIRST_ROW + 2 * WIDTH, -(-TABLE.itemsize // WORD)), np.int64)
    return PlanRoom(
        tables=words.view(np.uint8),
        words=words,
        ranks=np.zeros(len(words), np.int64),
        keys=np.zeros(len(words), np.int64),
        codes=np.zeros(moves.MOVE_CODES, np.int32),
        missing=np.zeros(SPACES + 1, np.int32),
        amounts=np.zeros(promise.BOARD_FEATURES, np.int32),
        values=promise.no_values(sets),
    )


@compiled
def best_plan(
    raw: Raw, number: int, room: PlanRoom, weights: Weights, goal: int, guide: int
) -> int:
    """What a seat will have at the end of the round, in hundredths of a point.

    Plans are judged in the end by one set of weights, and followed by another; the sets are
    numbered by period and stage.
    """
    judging = weights[goal // STAGES, goal % STAGES]
    guiding = weights[guide // STAGES, guide % STAGES]
    promise.find_values(room.values, goal, judging, room.amounts)
    promise.find_values(room.values, guide, guiding, room.amounts)
    step, following = FIRST_ROW, FIRST_ROW + WIDTH
    copy_table(raw, room.tables[step])
    table = record(room.tables[step], TABLE)
    rounds = leave_alone(table, number)
    if is_done(table, number, rounds):
        copy_table(room.tables[step], room.tables[BEST_ROW])
        return worth(table, number, rounds, room.values, goal, judging)
    room.ranks[step] = 0
    best = WORST
    plans = 1
    while plans:
        result = 0
        for row in range(step, step + plans):
            table = record(room.tables[row], TABLE)
            listed = list_moves(table, room.codes)
            count_missing(table.side, table.seats[number], room.missing)
            previous = 0
            for place in range(listed):
                code = int(room.codes[place])
                if is_dearer(code, previous, rounds):
                    previous = code
                    continue
                previous = code
                rank = room.ranks[row] + gain(table, number, code, room, guide, guiding)
                at = place_for(room.ranks, following, result, rank)
                if at == NONE and code < moves.FIRST_KEEP_CODE:
                    continue
                copy_table(room.tables[row], room.tables[SPARE_ROW])
                child = record(room.tables[SPARE_ROW], TABLE)
                play_alone(child, number, code)
                if is_done(child, number, rounds):
                    value = worth(child, number, rounds, room.values, goal, judging)
                    if value > best:
                        best = value
                        copy_table(room.tables[SPARE_ROW], room.tables[BEST_ROW])
                elif at != NONE:
                    result = follow(room, following, result, at, rank)
        plans = result
        step, following = following, step
    return best


# Following plans


@compiled
def gain(table: Table, number: int, code: int, room: PlanRoom, guide: int, weights: Weights) -> int:
    """How much a move adds to what a plan has reached; tiles in hand are valued, too."""
    seat = table.seats[number]
    if code >= moves.FIRST_KEEP_CODE:
        return 0
    joker = joker_of(table)
    if code >= moves.FIRST_BONUS_CODE:
        colour = code - moves.FIRST_BONUS_CODE
        if colour == joker:
            return int(weights[promise.JOKER]) - int(weights[promise.TILE])
        return int(weights[promise.ALIKE]) * min(3, count(seat.tiles, colour))
    star, space, colour = moves.place_star(code), moves.place_space(code), moves.place_colour(code)
    cost = cost_of(table.side, star, space)
    jokers = moves.place_jokers(code) if colour != joker else cost
    before = seat.filled[star]
    after = before | 1 << space
    value = POINT * points_for_tile(after, space)
    stars, numbers = room.values.stars[guide], room.values.numbers[guide]
    colours = seat.star_colours[star]
    value += int(stars[promise.kind_of(table.side, star, colours | 1 << colour), after])
    value -= int(stars[promise.kind_of(table.side, star, colours), before])
    if cost < promise.NUMBERS:
        missing = room.missing[cost]
        value += int(numbers[cost, missing - 1]) - int(numbers[cost, missing])
    bonus = 0
    for place in range(2):
        ornament = int(ORNAMENTS_AT[star, space, place])
        if ornament != NO_ORNAMENT:
            missing = promise.missing_around(seat, ornament)
            value += promise.ornament_value(ornament, missing - 1, weights)
            value -= promise.ornament_value(ornament, missing, weights)
            if missing == 1:
                bonus += int(ORNAMENT_TILES[ornament])
    if (
        star != CENTRE_STAR
        and (WINDOW_SPACES >> space) & 1
        and after & WINDOW_SPACES == WINDOW_SPACES
    ):
        bonus += WINDOW
    bonus = min(bonus, total(table.supply))
    value += (bonus - cost + jokers) * int(weights[promise.TILE]) - jokers * int(
        weights[promise.JOKER]
    )
    return value


@compiled
def count_missing(side: int, seat: Seat, missing: Codes) -> None:
    for number in range(1, promise.NUMBERS):
        missing[number] = promise.missing_of(side, seat, number)


@compiled
def place_for(ranks: NDArray[np.int64], first: int, found: int, rank: int) -> int:
    """The row for a plan among the best of a step, if it is one of these."""
    if found < WIDTH:
        return first + found
    row = first
    for other in range(first + 1, first + WIDTH):
        if ranks[other] < ranks[row]:
            row = other
    return row if rank > ranks[row] else NONE


@compiled
def follow(room: PlanRoom, first: int, found: int, row: int, rank: int) -> int:
    """Put the plan in the spare row among the best of a step; return how many these are."""
    key = hash_words(room.words[SPARE_ROW], 0, room.words.shape[1])
    for other in range(first, first + found):
        if room.ranks[other] == rank and room.keys[other] == key:
            return found
    copy_table(room.tables[SPARE_ROW], room.tables[row])
    room.ranks[row] = rank
    room.keys[row] = key
    return min(found + 1, WIDTH)


# Playing alone


@compiled
def leave_alone(table: Table, number: int) -> int:
    """Let all others have passed, and the seat place tiles now; return the round."""
    rounds = table.rounds
    if table.phase in (DEAL, OVER) or rounds == 0:
        return rounds
    for other in range(table.players):
        if other != number:
            table.seats[other].tiles = 0
            table.seats[other].passed = 1
    if table.turn != number or table.phase == TAKING:
        table.bonus_tiles = 0
        place_before(table, number)
        go_on_placing(table)
    return rounds


@compiled
def play_alone(table: Table, number: int, code: int) -> None:
    """Play a move of a plan; who passes keeps what seems best."""
    rounds = table.rounds
    make_move(table, code)
    while table.phase == KEEPING:
        make_move(table, tile_to_keep(table, table.seats[number]))
    if table.phase == REFILL and table.rounds == rounds:
        go_on_placing(table)


@compiled
def tile_to_keep(table: Table, seat: Seat) -> int:
    """Keep the next joker first, then the colour with most tiles; nothing in the last round."""
    if table.rounds == ROUNDS:
        return moves.DONE_CODE
    if count(seat.tiles, table.rounds) > 0:
        return moves.FIRST_KEEP_CODE + table.rounds
    best = 0
    for colour in range(1, COLOURS):
        if count(seat.tiles, colour) > count(seat.tiles, best):
            best = colour
    return moves.FIRST_KEEP_CODE + best


@compiled
def is_done(table: Table, number: int, rounds: int) -> bool:
    """Whether the seat has passed in this round."""
    return table.turn != number or table.rounds != rounds


@compiled
def is_dearer(code: int, previous: int, next_joker: int) -> bool:
    """Whether a placement only spends more jokers than the one listed before.

    It may pay to do so if that spares tiles that will be jokers themselves.
    """
    return (
        moves.FIRST_PLACE_CODE < code < moves.FIRST_BONUS_CODE
        and previous == code - 1
        and moves.place_jokers(code) > 0
        and moves.place_colour(code) != next_joker
    )


@compiled
def worth(
    table: Table, number: int, rounds: int, values: Values, goal: int, weights: Weights
) -> int:
    """What a seat has when its round is over: its points and what its board promises."""
    seat = table.seats[number]
    if table.phase == OVER:
        return POINT * seat.score
    value = POINT * seat.score + promise.board_value(table.side, seat, values, goal, weights)
    return value + promise.kept_value(seat.tiles + seat.corners, rounds, weights)
