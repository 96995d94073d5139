"""What a board of Summer Pavilion promises for the rest of the game, as a sum of features.

A star's features depend on nothing but its filled spaces and its kind, so what a star is worth is
computed once for every kind and every set of spaces. The bonuses of complete stars and numbers
are sure, and count in full.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.rules import POINT
from azulejos.core.compiled import bit_count, compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.games.pavilion.board import has_at_most_one
from azulejos.games.pavilion.data import (
    CENTRE_STAR,
    COSTS,
    MULTICOLOUR_BONUS,
    NUMBER_BONUS,
    ORNAMENT_MASKS,
    SPACES,
    STAR_BONUS,
    STAR_COLOURS,
    STARS,
)
from azulejos.games.pavilion.scoring import FULL_STAR
from azulejos.games.pavilion.table import COLOURED, COLOURS, Seat

Weights = NDArray[np.int32]

# Features of stars that are not complete, the outer ones first, then the centre
SPACE = 0  # a space is filled, by space
PAIR = 6  # a space and the one after it are filled, by space
STAR = 12  # 1 to 5 spaces are filled: the bonus of the star
CENTRE = 17  # added to these for the centre star
MULTICOLOUR = 34  # 1 to 5 spaces of an outer star with several colours
COLOUR = 39  # tiles on outer stars of one colour, by colour
# Features of what lies across stars
NUMBER = 45  # 1 to 4 spaces of a number are missing, by number
ORNAMENT = 61  # 1 to 3 spaces around a pillar are missing, then the same of statues
# Features of the tiles kept
KEPT_JOKER = 67  # jokers of the next round
KEPT_OTHER = 68  # other tiles
KEPT_ALIKE = 69  # of these, all but one of each colour
# Of the tiles still in hand while plans are followed
TILE = 70
JOKER = 71
ALIKE = 72
BOARD_FEATURES = 73

# Kinds of stars: outer ones of one colour come first, by colour
OUTER_MULTICOLOUR = 6
CENTRE_MULTICOLOUR = 7
CENTRE_OF_COLOUR = 8
KINDS = 14

NUMBERS = len(NUMBER_BONUS)
MOST_MISSING = 4  # spaces of a number, to promise anything
MOST_SPACES = 12  # with the same number: the threes of the grey side
NUMBER_MASKS = np.array(
    [
        [[sum(1 << s for s in range(SPACES) if star[s] == n) for star in side] for n in range(5)]
        for side in COSTS
    ]
)
"""The spaces of a number, by side, number and star, a bit each."""

SHARED = 12  # ornaments between two stars: pillars and statues, which are listed first
ORNAMENT_STARS = np.array([np.flatnonzero(masks) for masks in ORNAMENT_MASKS[:SHARED]])
ORNAMENT_SPACES = np.array([masks[masks > 0] for masks in ORNAMENT_MASKS[:SHARED]])
"""The two stars of such an ornament, and the spaces of each, a bit each."""
SPACES_AROUND = 4
STATUES_FROM = 6  # of these ornaments


class Values(NamedTuple):
    """What stars and numbers are worth with each set of weights, as soon as it was needed."""

    known: NDArray[np.int8]
    stars: NDArray[np.int32]  # by set of weights, kind and filled spaces
    numbers: NDArray[np.int32]  # by set of weights, number and missing spaces


def no_values(sets: int) -> Values:
    return Values(
        np.zeros(sets, np.int8),
        np.zeros((sets, KINDS, FULL_STAR + 1), np.int32),
        np.zeros((sets, NUMBERS, MOST_SPACES + 1), np.int32),
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
            values.stars[number, kind, filled] = sure + weighted(amounts, weights)
    for each in range(1, NUMBERS):
        values.numbers[number, each, 0] = POINT * NUMBER_BONUS[each]
        for missing in range(1, MOST_MISSING + 1):
            values.numbers[number, each, missing] = weights[number_feature(each, missing)]


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
    value = jokers * int(weights[KEPT_JOKER]) + total(others) * int(weights[KEPT_OTHER])
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
    laid = bit_count(filled)
    if kind < COLOURS:
        amounts[COLOUR + kind] += laid
    if filled == FULL_STAR:
        return
    base = CENTRE if kind >= CENTRE_MULTICOLOUR else 0
    pairs = filled & (filled >> 1 | filled << (SPACES - 1))
    for space in range(SPACES):
        amounts[base + SPACE + space] += (filled >> space) & 1
        amounts[base + PAIR + space] += (pairs >> space) & 1
    if kind == OUTER_MULTICOLOUR:
        amounts[MULTICOLOUR + laid - 1] += 1
    else:
        amounts[base + STAR + laid - 1] += bonus_of(kind)


# What lies across stars


@compiled
def missing_of(side: int, seat: Seat, number: int) -> int:
    """How many spaces of a number are not filled."""
    missing = 0
    for star in range(STARS):
        missing += bit_count(int(NUMBER_MASKS[side, number, star]) & ~seat.filled[star])
    return missing


@compiled
def number_feature(number: int, missing: int) -> int:
    return NUMBER + (number - 1) * MOST_MISSING + missing - 1


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
    """What an ornament promises that is begun."""
    if 0 < missing < SPACES_AROUND:
        return int(weights[ornament_feature(ornament, missing)])
    return 0


@compiled
def ornament_feature(ornament: int, missing: int) -> int:
    return ORNAMENT + (ornament // STATUES_FROM) * (SPACES_AROUND - 1) + missing - 1


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
        if 0 < missing <= MOST_MISSING:
            amounts[number_feature(number, missing)] += 1
    for ornament in range(SHARED):
        missing = missing_around(seat, ornament)
        if 0 < missing < SPACES_AROUND:
            amounts[ornament_feature(ornament, missing)] += 1
    jokers = count(kept, next_joker) if next_joker < COLOURS else 0
    others = kept - tiles(next_joker, jokers)
    amounts[KEPT_JOKER] = jokers
    amounts[KEPT_OTHER] = total(others)
    amounts[KEPT_ALIKE] = alike(others)


@compiled
def clear(amounts: Codes) -> None:
    for feature in range(BOARD_FEATURES):
        amounts[feature] = 0


@compiled
def weighted(amounts: Codes, weights: Weights) -> int:
    """The sum of all features with their weights."""
    value = 0
    for feature in range(BOARD_FEATURES):
        value += int(amounts[feature]) * int(weights[feature])
    return value
