"""What a board of Summer Pavilion promises for the rest of the game, as a sum of features.

A star's features depend on nothing but its filled spaces and its kind, so what a star is worth is
computed once for every kind and every set of spaces. The bonuses of complete stars and numbers
are sure, and count in full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.knowledge import POINT, weighted
from azulejos.core.compiled import bit_count, compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.games.pavilion.scoring import FULL_STAR, has_at_most_one
from azulejos.games.pavilion.table import (
    CENTRE_STAR,
    COLOURED,
    COLOURS,
    COSTS,
    MULTICOLOUR_BONUS,
    NUMBER_BONUS,
    ORNAMENT_MASKS,
    SPACES,
    STAR_BONUS,
    STAR_COLOURS,
    STARS,
    Seat,
)

Weights = NDArray[np.int32]

# Features of outer stars that are not complete
STAR = 0  # of one colour: their bonuses, times the square of the share that is filled
GROUP = 1  # of one colour: filled spaces times free ones, as groups will score
TILES = 2  # filled spaces
DEAR = 3  # those of 5 and 6
PAIRS = 4  # neighbours that are both filled
CENTRE = 5  # added to these for the centre star
MULTICOLOUR = 10  # the first two for outer stars with several colours
# Features of what lies across stars
NUMBER = 12  # by number from 1 to 4: its bonus, the less of it the more spaces are missing
PILLARS = 16  # that are begun, the more the fewer spaces are missing
STATUES = 17
# Features of the tiles kept
KEPT_JOKERS = 18  # jokers of the next round
KEPT_OTHERS = 19  # other tiles
KEPT_ALIKE = 20  # of these, all but one of each colour
# Tiles still in hand while plans are followed
TILE = 21
JOKER = 22
ALIKE = 23
BOARD_FEATURES = 24

PART = 4  # bonuses are counted in quarters of a point
NUMBER_SHARES = (1, 0.6, 0.36, 0.22, 0.13)  # by the spaces missing
ORNAMENT_SHARES = (0, 9, 3, 1, 0)

DEAR_SPACES = 0b110000

# Kinds of stars: outer ones of one colour come first, by colour
OUTER_MULTICOLOUR = 6
CENTRE_MULTICOLOUR = 7
CENTRE_OF_COLOUR = 8
KINDS = 14

NUMBERS = len(NUMBER_BONUS)  # counted from 1
MAX_SPACES = 12  # with the same number: the threes of the grey side
NUMBER_AMOUNTS = np.zeros((NUMBERS, 1 + MAX_SPACES), np.int32)
"""How much a number promises, by the spaces missing."""
for _number in range(1, NUMBERS):
    for _missing, _share in enumerate(NUMBER_SHARES):
        NUMBER_AMOUNTS[_number, _missing] = round(PART * NUMBER_BONUS[_number] * _share)
NUMBER_MASKS = np.array(
    [
        [[sum(1 << s for s in range(SPACES) if star[s] == n) for star in side] for n in range(5)]
        for side in COSTS
    ]
)
"""The spaces of a number, by side, number and star, a bit each."""

SHARED = 12  # ornaments between two stars: pillars and statues, which are listed first
STATUES_FROM = 6  # of these
ORNAMENT_STARS = np.array([np.flatnonzero(masks) for masks in ORNAMENT_MASKS[:SHARED]])
ORNAMENT_SPACES = np.array([masks[masks > 0] for masks in ORNAMENT_MASKS[:SHARED]])
"""The two stars of such an ornament, and the spaces of each, a bit each."""


class Values(NamedTuple):
    """What stars and numbers are worth with each set of weights, computed when needed."""

    known: NDArray[np.int8]
    stars: NDArray[np.int32]  # by set of weights, kind and filled spaces
    numbers: NDArray[np.int32]  # by set of weights, number and missing spaces


def no_values(sets: int) -> Values:
    return Values(
        np.zeros(sets, np.int8),
        np.zeros((sets, KINDS, FULL_STAR + 1), np.int32),
        np.zeros((sets, *NUMBER_AMOUNTS.shape), np.int32),
    )


@compiled
def find_values(values: Values, number: int, weights: Weights, amounts: Codes) -> None:
    """Compute what stars and numbers are worth with a set of weights, unless it is known."""
    if values.known[number]:
        return
    values.known[number] = 1
    for kind in range(KINDS):
        for filled in range(1, FULL_STAR + 1):
            clear(amounts)
            add_star(kind, filled, amounts)
            sure = POINT * bonus_of(kind) if filled == FULL_STAR else 0
            promised = weighted(amounts, weights, 0, BOARD_FEATURES)
            values.stars[number, kind, filled] = sure + promised
    for each in range(1, NUMBERS):
        values.numbers[number, each, 0] = POINT * NUMBER_BONUS[each]
        for missing in range(1, MAX_SPACES + 1):
            amount = int(NUMBER_AMOUNTS[each, missing])
            values.numbers[number, each, missing] = amount * weights[NUMBER + each - 1]


@compiled
def board_value(side: int, seat: Seat, values: Values, number: int, weights: Weights) -> int:
    """The bonuses that are sure and all that the board promises, in hundredths of a point."""
    value = 0
    for star in range(STARS):
        kind = kind_of(side, star, seat.star_colours[star])
        value += int(values.stars[number, kind, seat.filled[star]])
    for each in range(1, NUMBERS):
        value += int(values.numbers[number, each, missing_of(side, seat, each)])
    for ornament in range(SHARED):
        value += ornament_value(ornament, missing_around(seat, ornament), weights)
    return value


@compiled
def kept_value(kept: int, next_joker: int, weights: Weights) -> int:
    """What tiles promise that are kept for the next round."""
    jokers = count(kept, next_joker) if next_joker < COLOURS else 0
    others = kept - tiles(next_joker, jokers)
    value = jokers * int(weights[KEPT_JOKERS]) + total(others) * int(weights[KEPT_OTHERS])
    return value + alike(others) * int(weights[KEPT_ALIKE])


@compiled
def alike(pile: int) -> int:
    """All tiles of a pile but one of each colour."""
    return total(pile) - bit_count(colours_in(pile))


# Stars


@compiled
def kind_of(side: int, star: int, colours: int) -> int:
    """The kind of a star by the colours that lie on it; any kind if none does."""
    if side == COLOURED:
        return STAR_COLOURS[star] if star != CENTRE_STAR else CENTRE_MULTICOLOUR
    if colours == 0:
        return 0
    if has_at_most_one(colours):
        return lowest_bit(colours) + (CENTRE_OF_COLOUR if star == CENTRE_STAR else 0)
    return CENTRE_MULTICOLOUR if star == CENTRE_STAR else OUTER_MULTICOLOUR


@compiled
def bonus_of(kind: int) -> int:
    """What a star of a kind brings if it is completed (SP-17)."""
    if kind in (OUTER_MULTICOLOUR, CENTRE_MULTICOLOUR):
        return MULTICOLOUR_BONUS
    return STAR_BONUS[kind % CENTRE_OF_COLOUR]


@compiled
def add_star(kind: int, filled: int, amounts: Codes) -> None:
    """Add the features of a star on which some spaces are filled."""
    if filled == FULL_STAR:
        return
    laid = bit_count(filled)
    base = CENTRE if kind >= CENTRE_MULTICOLOUR else 0
    first = MULTICOLOUR if kind == OUTER_MULTICOLOUR else base
    amounts[first + STAR] += PART * bonus_of(kind) * laid * laid // (SPACES * SPACES)
    amounts[first + GROUP] += laid * (SPACES - laid)
    amounts[base + TILES] += laid
    amounts[base + DEAR] += bit_count(filled & DEAR_SPACES)
    amounts[base + PAIRS] += bit_count(filled & (filled >> 1 | filled << (SPACES - 1)) & FULL_STAR)


# What lies across stars


@compiled
def missing_of(side: int, seat: Seat, number: int) -> int:
    """How many spaces of a number are not filled."""
    missing = 0
    for star in range(STARS):
        missing += bit_count(int(NUMBER_MASKS[side, number, star]) & ~seat.filled[star])
    return missing


@compiled
def missing_around(seat: Seat, ornament: int) -> int:
    """How many of the four spaces around a pillar or a statue are not filled."""
    missing = 0
    for part in range(2):
        filled = seat.filled[ORNAMENT_STARS[ornament, part]]
        missing += bit_count(int(ORNAMENT_SPACES[ornament, part]) & ~filled)
    return missing


@compiled
def ornament_value(ornament: int, missing: int, weights: Weights) -> int:
    """What a pillar or a statue promises that is begun."""
    feature = PILLARS if ornament < STATUES_FROM else STATUES
    return ORNAMENT_SHARES[missing] * int(weights[feature])


# The same as amounts, for tuning


@compiled
def list_features(side: int, seat: Seat, kept: int, next_joker: int, amounts: Codes) -> None:
    """Write how much of each feature a board and the tiles kept with it have."""
    clear(amounts)
    for star in range(STARS):
        if seat.filled[star]:
            add_star(kind_of(side, star, seat.star_colours[star]), seat.filled[star], amounts)
    for number in range(1, NUMBERS):
        missing = missing_of(side, seat, number)
        if missing > 0:
            amounts[NUMBER + number - 1] = NUMBER_AMOUNTS[number, missing]
    for ornament in range(SHARED):
        feature = PILLARS if ornament < STATUES_FROM else STATUES
        amounts[feature] += ORNAMENT_SHARES[missing_around(seat, ornament)]
    jokers = count(kept, next_joker) if next_joker < COLOURS else 0
    others = kept - tiles(next_joker, jokers)
    amounts[KEPT_JOKERS] = jokers
    amounts[KEPT_OTHERS] = total(others)
    amounts[KEPT_ALIKE] = alike(others)


@compiled
def clear(amounts: Codes) -> None:
    for feature in range(BOARD_FEATURES):
        amounts[feature] = 0
