"""What the offer does to the value of a position: a small network that corrects it.

The value of boards takes no notice of what still lies on offer. The network does. It has units of
two kinds. Units of a colour see what the offer has of a colour and what the boards could do with
it; they are the same for all five colours. Units of the whole see the lines, floor lines, the offer
as a whole, and which round it is. A unit adds up its inputs (`inputs.py`) with weights, and counts
if the sum is positive: half of the units for a seat, half against it. Factors on the way from units
to the value would be superfluous, since they can as well be in the weights.

With two players it corrects the value for the seat to move. With more it corrects the value of each
seat's own board: then its units see the boards of all others together, and how many seats move
before it.

The sum of a unit is the sum of what the boards and the offer add to it. That is remembered, since
boards and offers repeat much more often than positions do; so a correction takes a lookup for each
board and the offer, and an addition for each unit. All numbers are whole: hundredths of a point.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.azul import inputs as seen
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.core.tables import WORD, Words, hash_words
from azulejos.core.turn import MAX_SEATS
from azulejos.games.azul.table import COLOURS, TABLE, Seat, Table

# Units, and how many of either kind count for the mover; as many count against it
COLOUR_UNITS = 8
WHOLE_UNITS = 16
COLOUR_FOR = COLOUR_UNITS // 2
WHOLE_FOR = WHOLE_UNITS // 2
WHOLE_SIGNS = np.array([1] * WHOLE_FOR + [-1] * WHOLE_FOR, np.int32)

# The sums of all units: those of colours that count for the mover, those against it, the whole's
COLOURS_FOR = COLOURS * COLOUR_FOR
COLOURS_ALL = 2 * COLOURS_FOR
UNITS = COLOURS_ALL + WHOLE_UNITS

# Rows of weights of the units of a colour: inputs of the mover's board, the other's, the offer
COLOUR_OFFER = 2 * seen.BOARD_COLOUR_INPUTS
COLOUR_ROWS = COLOUR_OFFER + seen.OFFER_COLOUR_INPUTS

# Rows of weights of the units of the whole: the same, and then floor lines and the period
WHOLE_OFFER = 2 * seen.BOARD_INPUTS
WHOLE_FLOORS = WHOLE_OFFER + seen.OFFER_INPUTS
WHOLE_PERIODS = WHOLE_FLOORS + 2 * seen.FLOORS
PERIODS = 6
WHOLE_ROWS = WHOLE_PERIODS + PERIODS

# With three and more players there are more rows behind these: of both kinds of units for how many
# seats move first, then of the whole's for large offers
COLOUR_PLACES = COLOUR_ROWS
COLOUR_ROWS_OF_SEVERAL = COLOUR_PLACES + MAX_SEATS
WHOLE_PLACES = WHOLE_ROWS
WHOLE_TOTALS = WHOLE_PLACES + MAX_SEATS
WHOLE_ROWS_OF_SEVERAL = WHOLE_TOTALS + seen.OFFER_TOTALS

OFFERS = 1 << 14  # remembered
SOURCES_AT = TABLE.fields["sources"][1]  # type: ignore[index]
SEATS_AT = TABLE.fields["seats"][1]  # type: ignore[index]
FIRST_WORD, LAST_WORD = SOURCES_AT // WORD, -(-SEATS_AT // WORD)

MAX_INPUTS = 64


class Network(NamedTuple):
    """The weights, and what is remembered of offers."""

    colour: NDArray[np.int16]  # [row, unit]
    whole: NDArray[np.int16]
    offer_keys: NDArray[np.int64]
    offers: NDArray[np.int16]  # the sums of an offer
    inputs: NDArray[np.int32]  # a row to work with for every colour
    places: NDArray[np.int16]  # [how many seats move first, unit]: what that adds to the sums
    base: NDArray[np.int32]  # the sums of the offer and all boards, as others see them
    nothing: NDArray[np.int16]  # what a board adds that is not there


def new_network(offers: int = OFFERS) -> Network:
    """A network that corrects nothing, and may remember so many offers."""
    return Network(
        colour=np.zeros((COLOUR_ROWS_OF_SEVERAL, COLOUR_UNITS), np.int16),
        whole=np.zeros((WHOLE_ROWS_OF_SEVERAL, WHOLE_UNITS), np.int16),
        offer_keys=np.zeros(offers, np.int64),
        offers=np.zeros((offers, UNITS), np.int16),
        inputs=np.zeros((COLOURS, MAX_INPUTS), np.int32),
        places=np.zeros((MAX_SEATS, UNITS), np.int16),
        base=np.zeros(UNITS, np.int32),
        nothing=np.zeros(UNITS, np.int16),
    )


def load_network(network: Network, weights: Path) -> None:
    """Take the weights of the network from a file of weights, if it has some."""
    result = json.loads(weights.read_text(encoding="utf-8")).get("correction")
    if result:
        for array, rows in ((network.colour, result["colour"]), (network.whole, result["whole"])):
            for row, of_units in enumerate(rows):
                array[row] = of_units
        for place in range(MAX_SEATS):
            network.places[place] = [place_weight(network, place, unit) for unit in range(UNITS)]


def place_weight(network: Network, place: int, unit: int) -> int:
    """What it adds to the sum of a unit that so many seats move first."""
    if unit >= COLOURS_ALL:
        return int(network.whole[WHOLE_PLACES + place, unit - COLOURS_ALL])
    against = unit >= COLOURS_FOR
    return int(network.colour[COLOUR_PLACES + place, against * COLOUR_FOR + unit % COLOUR_FOR])


# What boards and offers add to the sums


@compiled
def add_colour_rows(
    network: Network, inputs: Codes, number: int, first: int, colour: int, sums: Codes
) -> None:
    """Add what the inputs of a colour do to its units."""
    for place in range(number):
        amount = inputs[place]
        if amount:
            weights = network.colour[first + place]
            for unit in range(COLOUR_FOR):
                sums[colour * COLOUR_FOR + unit] += amount * weights[unit]
                against = COLOURS_FOR + colour * COLOUR_FOR + unit
                sums[against] += amount * weights[COLOUR_FOR + unit]


@compiled
def add_whole_rows(network: Network, inputs: Codes, number: int, first: int, sums: Codes) -> None:
    """Add what inputs of the whole do to their units."""
    for place in range(number):
        amount = inputs[place]
        if amount:
            weights = network.whole[first + place]
            for unit in range(WHOLE_UNITS):
                sums[COLOURS_ALL + unit] += amount * weights[unit]


@compiled
def begin_board(network: Network, seat: Seat, mover: Codes, other: Codes) -> None:
    """Note what can be seen of a board before its complete lines are tiled."""
    for unit in range(UNITS):
        mover[unit] = 0
        other[unit] = 0
    inputs = network.inputs
    seen.board_inputs(seat, inputs[0])
    add_whole_rows(network, inputs[0], seen.BOARD_INPUTS, 0, mover)
    add_whole_rows(network, inputs[0], seen.BOARD_INPUTS, seen.BOARD_INPUTS, other)
    for colour in range(COLOURS):
        seen.line_inputs(seat, colour, inputs[colour])


@compiled
def end_board(network: Network, side: int, seat: Seat, mover: Codes, other: Codes) -> None:
    """Add what can be seen of it afterwards, for its seat to move and for the other one."""
    number = seen.BOARD_COLOUR_INPUTS
    for colour in range(COLOURS):
        inputs = network.inputs[colour]
        seen.tile_inputs(side, seat, colour, inputs)
        add_colour_rows(network, inputs, number, 0, colour, mover)
        add_colour_rows(network, inputs, number, number, colour, other)


@compiled
def remember_offer(network: Network, table: Table, words: Words) -> int:
    """Where it is remembered what an offer adds; it is worked out first if it is new."""
    key = hash_words(words, FIRST_WORD, LAST_WORD) ^ (table.marker_seat < 0)
    slot = key & (OFFERS - 1)
    if network.offer_keys[slot] != key:
        network.offer_keys[slot] = key
        value_offer(network, table, network.offers[slot])
    return slot


@compiled
def value_offer(network: Network, table: Table, sums: Codes) -> None:
    for unit in range(UNITS):
        sums[unit] = 0
    totals, inputs = network.inputs[0], network.inputs[1]
    seen.offer_totals(table, totals)
    for colour in range(COLOURS):
        seen.offer_colour_inputs(table, colour, totals, inputs)
        add_colour_rows(network, inputs, seen.OFFER_COLOUR_INPUTS, COLOUR_OFFER, colour, sums)
    seen.offer_inputs(table, totals, inputs)
    add_whole_rows(network, inputs, seen.OFFER_INPUTS, WHOLE_OFFER, sums)
    if table.players > 2:
        add_whole_rows(network, totals, seen.OFFER_TOTALS, WHOLE_TOTALS, sums)


@compiled
def correction(
    network: Network, table: Table, words: Words, mover: Codes, other: Codes, period: int
) -> int:
    """By how much a position is better for the seat to move than the boards say."""
    offer = network.offers[remember_offer(network, table, words)]
    better = 0
    for unit in range(COLOURS_FOR):
        better += max(0, int(mover[unit]) + int(other[unit]) + int(offer[unit]))
    for unit in range(COLOURS_FOR, COLOURS_ALL):
        better -= max(0, int(mover[unit]) + int(other[unit]) + int(offer[unit]))
    floor = network.whole[WHOLE_FLOORS + seen.floor_input(table, table.turn)]
    other_floor = network.whole[
        WHOLE_FLOORS + seen.FLOORS + seen.floor_input(table, 1 - table.turn)
    ]
    of_period = network.whole[WHOLE_PERIODS + period]
    for unit in range(WHOLE_UNITS):
        place = COLOURS_ALL + unit
        result = int(mover[place]) + int(other[place]) + int(offer[place])
        result += int(floor[unit]) + int(other_floor[unit]) + int(of_period[unit])
        if unit < WHOLE_FOR:
            better += max(0, result)
        else:
            better -= max(0, result)
    return better


# Three and more players. Sums are kept to 32 bits, so that several units are added at once.


@compiled
def begin_corrections(
    network: Network, table: Table, words: Words, units: Any, slots: Codes, period: int
) -> None:
    """Add up what is the same for all seats: the offer, the period, and all boards as others'."""
    offer = network.offers[remember_offer(network, table, words)]
    first, second, third = units[slots[0], 1], units[slots[1], 1], units[slots[2], 1]
    fourth = units[slots[3], 1] if table.players > 3 else network.nothing
    base = network.base
    for unit in range(UNITS):
        base[unit] = np.int32(offer[unit] + first[unit] + second[unit] + third[unit] + fourth[unit])
    for number in range(table.players):
        floor = network.whole[WHOLE_FLOORS + seen.FLOORS + seen.floor_input(table, number)]
        for unit in range(WHOLE_UNITS):
            base[COLOURS_ALL + unit] = np.int32(base[COLOURS_ALL + unit] + floor[unit])
    of_period = network.whole[WHOLE_PERIODS + period]
    for unit in range(WHOLE_UNITS):
        base[COLOURS_ALL + unit] = np.int32(base[COLOURS_ALL + unit] + of_period[unit])


@compiled
def seat_correction(network: Network, table: Table, number: int, board: Any) -> int:
    """By how much a seat's own board is worth more than it says, after `begin_corrections`."""
    mine, other, base = board[0], board[1], network.base
    place = network.places[(number - table.turn) % table.players]
    kind = seen.floor_input(table, number)
    floor = network.whole[WHOLE_FLOORS + kind]
    as_other = network.whole[WHOLE_FLOORS + seen.FLOORS + kind]
    better = np.int32(0)
    for unit in range(COLOURS_FOR):
        result = np.int32(base[unit] + mine[unit] - other[unit] + place[unit])
        better = np.int32(better + max(np.int32(0), result))
        result = np.int32(
            base[COLOURS_FOR + unit]
            + mine[COLOURS_FOR + unit]
            - other[COLOURS_FOR + unit]
            + place[COLOURS_FOR + unit]
        )
        better = np.int32(better - max(np.int32(0), result))
    for unit in range(WHOLE_UNITS):
        at = COLOURS_ALL + unit
        result = np.int32(
            base[at] + mine[at] - other[at] + place[at] + floor[unit] - as_other[unit]
        )
        better = np.int32(better + WHOLE_SIGNS[unit] * max(np.int32(0), result))
    return int(better)
