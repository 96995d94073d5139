"""Fit the network that corrects values in Azul to what positions turned out to be worth.

`azulejos train` runs it for two players, and `azulejos learn` for more. The network is described in
`search/azul/correction.py`. It is fitted to how far the value without it is off what a deep search
found, or what the rest of the round brought: by stochastic gradient descent (Adam) on squared
errors, with large ones counting no more than linearly (Huber), weights decaying. The weights of the
boards within a round change with it: what a begun line is worth depends on what the network has
already counted for the tiles that would complete it. Then weights are rounded to whole hundredths
of a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.azul import inputs as seen
from azulejos.bots.search.azul.evaluation import LAST_ROUND, PERIODS
from azulejos.bots.search.knowledge import POINT
from azulejos.bots.search.offer import STAGES
from azulejos.bots.training import boards as of_boards
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Raw
from azulejos.core.tables import copy_table
from azulejos.core.turn import MAX_SEATS
from azulejos.games.azul.preview import round_points
from azulejos.games.azul.scoring import complete_rows
from azulejos.games.azul.table import COLOURS, TABLE, Table

Floats = NDArray[Any]  # of 32 bits

MAX_ERROR = 25.0  # points: a position that is off by more counts as if it were off by this
LARGE = 8.0  # points: an error that is larger counts linearly
FIRST_MOMENT, SECOND_MOMENT = 0.9, 0.999  # how slowly Adam forgets
MIN_SPREAD = 0.001  # of a feature that hardly ever differs

COLOUR_SIGNS = np.repeat([1, -1], net.COLOUR_FOR).astype(np.float32)
WHOLE_SIGNS = np.repeat([1, -1], net.WHOLE_FOR).astype(np.float32)

# Inputs that are larger than 1 learn as fast as the others if they are scaled down
COLOUR_SCALES = np.ones(net.COLOUR_ROWS_OF_SEVERAL, np.float32)
for _first in (0, seen.BOARD_COLOUR_INPUTS):
    COLOUR_SCALES[_first + seen.TILE_POINTS : _first + seen.TILE_BONUS] = 0.3
    COLOUR_SCALES[_first + seen.TILE_BONUS : _first + seen.BOARD_COLOUR_INPUTS] = 0.15
COLOUR_SCALES[net.COLOUR_OFFER + seen.ALL_TILES] = 0.1
COLOUR_SCALES[net.COLOUR_OFFER + seen.ALL_GROUPS] = 0.2
COLOUR_SCALES[net.COLOUR_OFFER + seen.DISPLAYS_LEFT] = 0.4
WHOLE_SCALES = np.ones(net.WHOLE_ROWS_OF_SEVERAL, np.float32)
WHOLE_SCALES[net.WHOLE_TOTALS + seen.TOTAL_TILES] = 0.1
WHOLE_SCALES[net.WHOLE_TOTALS + seen.TOTAL_GROUPS] = 0.15
WHOLE_SCALES[net.WHOLE_TOTALS + seen.TOTAL_DISPLAYS] = 0.3
WHOLE_SCALES[net.WHOLE_TOTALS + seen.TOTAL_CENTRE] = 0.2


# Where inputs are amounts, the network learns what each tile more does: an amount's weight is the
# sum of these up to it
COLOUR_AMOUNTS = [(net.COLOUR_OFFER + first, limit) for first, limit in seen.COLOUR_AMOUNTS]
WHOLE_AMOUNTS = [(net.WHOLE_OFFER + first, limit) for first, limit in seen.OFFER_AMOUNTS]


class BoardFeatures(NamedTuple):
    """What the boards of positions are valued by; with two players, beside the other's."""

    features: Floats  # [position, seat, feature]
    periods: NDArray[Any]
    stages: NDArray[Any]

    def of(self, chosen: Any) -> BoardFeatures:
        """Those of some positions."""
        return BoardFeatures(*(each[chosen] for each in self))


class Lesson(NamedTuple):
    """The inputs of positions, and what the corrections should be, in points.

    With two players it is the value for the seat to move that is corrected, which is the only one
    here; with more, the values of all seats, beside their mean.
    """

    colour: NDArray[np.int8]  # [position, seat, colour, row of weights]
    whole: NDArray[np.int8]  # [position, seat, row of weights]
    boards: BoardFeatures
    wanted: Floats  # [position, seat]


class Weights(NamedTuple):
    """Those of the network, and what is added to those of boards: [period, stage, feature]."""

    colour: Floats
    whole: Floats
    boards: Floats


class Boards(NamedTuple):
    """Room for the inputs of all boards of a position, and for the totals of its offer."""

    colour: NDArray[np.int32]  # [seat, colour, input]
    whole: NDArray[np.int32]  # [seat, input]
    totals: NDArray[np.int32]


@dataclass(frozen=True)
class Course:
    """How the network learns."""

    epochs: int = 40
    rate: float = 0.01
    decay: float = 0.05  # of weights, beside the rate
    batch: int = 256
    seed: int = 0


# Inputs


@compiled
def describe(raw: Raw, scratch: Raw, boards: Boards, colour_rows: Any, whole_rows: Any) -> None:
    """List the inputs of a position by their rows of weights, from zeros, seat by seat.

    If there is room for one seat only, it is the one to move.
    """
    table = record(raw, TABLE)
    players = table.players
    rows = 0
    for number in range(players):
        copy_table(raw, scratch)
        rows += describe_board(record(scratch, TABLE), number, boards)
    period = LAST_ROUND if rows else min(table.rounds, LAST_ROUND) - 1
    for place in range(len(whole_rows)):
        number = (table.turn + place) % players if len(whole_rows) == 1 else place
        colour, whole = colour_rows[place], whole_rows[place]
        for other in range(players):
            role = 0 if other == number else 1
            for each in range(COLOURS):
                for at in range(seen.BOARD_COLOUR_INPUTS):
                    colour[each, role * seen.BOARD_COLOUR_INPUTS + at] += boards.colour[
                        other, each, at
                    ]
            for at in range(seen.BOARD_INPUTS):
                whole[role * seen.BOARD_INPUTS + at] += boards.whole[other, at]
            whole[net.WHOLE_FLOORS + role * seen.FLOORS + seen.floor_input(table, other)] += 1
        describe_offer(table, boards.totals, colour, whole)
        whole[net.WHOLE_PERIODS + period] = 1
        if players > 2:
            before = (number - table.turn) % players
            whole[net.WHOLE_PLACES + before] = 1
            for each in range(COLOURS):
                colour[each, net.COLOUR_PLACES + before] = 1


@compiled
def describe_board(spoiled: Table, number: int, boards: Boards) -> int:
    """List the inputs of a board, and return how many rows it completes. Spoils the table."""
    seat = spoiled.seats[number]
    colours = boards.colour[number]
    seen.board_inputs(seat, boards.whole[number])
    for colour in range(COLOURS):
        seen.line_inputs(seat, colour, colours[colour])
    round_points(spoiled, number)
    for colour in range(COLOURS):
        seen.tile_inputs(spoiled.side, seat, colour, colours[colour])
    return int(complete_rows(seat))


@compiled
def describe_offer(table: Table, totals: Any, colour_rows: Any, whole_row: Any) -> None:
    seen.offer_totals(table, totals)
    for colour in range(COLOURS):
        seen.offer_colour_inputs(table, colour, totals, colour_rows[colour, net.COLOUR_OFFER :])
    seen.offer_inputs(table, totals, whole_row[net.WHOLE_OFFER :])
    if table.players > 2:
        for place in range(seen.OFFER_TOTALS):
            whole_row[net.WHOLE_TOTALS + place] = totals[place]


def lesson_of(keys: NDArray[Any], taught: of_boards.Lesson) -> Lesson:
    """What is to be learnt from positions of two, by how much their values are off uncorrected."""
    features = BoardFeatures(taught.features[:, None], taught.periods, taught.stages)
    return lesson_from(
        keys, features, taught.off[:, None] / POINT, (net.COLOUR_ROWS, net.WHOLE_ROWS)
    )


def lesson_of_several(keys: NDArray[Any], features: BoardFeatures, wanted: Floats) -> Lesson:
    """What is to be learnt from positions of three or four, and what is wanted for each seat."""
    rows = net.COLOUR_ROWS_OF_SEVERAL, net.WHOLE_ROWS_OF_SEVERAL
    return lesson_from(keys, features, wanted, rows)


def room_for_boards() -> Boards:
    return Boards(
        np.zeros((MAX_SEATS, COLOURS, net.MAX_INPUTS), np.int32),
        np.zeros((MAX_SEATS, net.MAX_INPUTS), np.int32),
        np.zeros(seen.OFFER_TOTALS, np.int32),
    )


def lesson_from(
    keys: NDArray[Any], features: BoardFeatures, wanted: Floats, rows: tuple[int, int]
) -> Lesson:
    """A lesson with so many rows of weights for units of a colour and of the whole."""
    positions, seats = wanted.shape
    colour = np.zeros((positions, seats, COLOURS, rows[0]), np.int8)
    whole = np.zeros((positions, seats, rows[1]), np.int8)
    scratch = np.zeros(TABLE.itemsize, np.uint8)
    room = room_for_boards()
    for place, key in enumerate(keys):
        describe(key.copy(), scratch, room, colour[place], whole[place])
    count_up(colour, COLOUR_AMOUNTS)
    count_up(whole, WHOLE_AMOUNTS)
    wanted = np.clip(wanted, -MAX_ERROR, MAX_ERROR).astype(np.float32)
    return Lesson(colour, whole, features, wanted)


def count_up(inputs: NDArray[Any], amounts: list[tuple[int, int]]) -> None:
    """Turn inputs that are 1 at an amount into inputs that are 1 up to it."""
    for first, limit in amounts:
        chosen = inputs[..., first : first + limit]
        chosen[:] = np.cumsum(chosen[..., ::-1], axis=-1)[..., ::-1]


# Learning


def begin(lesson: Lesson, seed: int) -> Weights:
    source = np.random.default_rng(seed)
    colour = source.normal(0, 0.25, (lesson.colour.shape[-1], net.COLOUR_UNITS))
    whole = source.normal(0, 0.25, (lesson.whole.shape[-1], net.WHOLE_UNITS))
    boards = np.zeros((PERIODS, STAGES, lesson.boards.features.shape[-1]))
    return Weights(*(each.astype(np.float32) for each in (colour, whole, boards)))


def scaled(lesson: Lesson, chosen: Any) -> tuple[Floats, Floats]:
    """The inputs of some positions as they are learnt from."""
    colour, whole = lesson.colour[chosen], lesson.whole[chosen]
    return colour * COLOUR_SCALES[: colour.shape[-1]], whole * WHOLE_SCALES[: whole.shape[-1]]


def corrections(lesson: Lesson, weights: Weights) -> Floats:
    """What positions are worth more by the network, and by what is added to weights of boards."""
    colour, whole = scaled(lesson, slice(None))
    result = added_up(colour @ weights.colour, whole @ weights.whole)
    return compared(result + more_of_boards(lesson.boards, weights.boards))


def added_up(colour: Floats, whole: Floats) -> Floats:
    """What the sums of all units come to."""
    result: Floats = np.maximum(colour, 0).sum(axis=-2) @ COLOUR_SIGNS
    return result + np.maximum(whole, 0) @ WHOLE_SIGNS


def more_of_boards(taught: BoardFeatures, weights: Floats) -> Floats:
    more: Floats = np.einsum("psf,pf->ps", taught.features, weights[taught.periods, taught.stages])
    return more


def compared(found: Floats) -> Floats:
    """What counts if there are several seats: how much more one has than the mean of all."""
    return found - found.mean(axis=1, keepdims=True) if found.shape[1] > 1 else found


def slopes(lesson: Lesson, weights: Weights, chosen: NDArray[Any]) -> Weights:
    """How the error of some positions changes with the weights."""
    colour_inputs, whole_inputs = scaled(lesson, chosen)
    colour, whole = colour_inputs @ weights.colour, whole_inputs @ weights.whole
    taught = lesson.boards.of(chosen)
    result = added_up(colour, whole) + more_of_boards(taught, weights.boards)
    off = compared(result) - lesson.wanted[chosen]
    off = compared(np.clip(off, -LARGE, LARGE) / len(chosen))
    by_colour = (colour > 0) * COLOUR_SIGNS * off[..., None, None]
    by_whole = (whole > 0) * WHOLE_SIGNS * off[..., None]
    by_boards = np.zeros_like(weights.boards)
    of_positions = np.einsum("psf,ps->pf", taught.features, off)
    np.add.at(by_boards, (taught.periods, taught.stages), of_positions)
    return Weights(product(colour_inputs, by_colour), product(whole_inputs, by_whole), by_boards)


def product(inputs: Floats, by: Floats) -> Floats:
    result: Floats = inputs.reshape(-1, inputs.shape[-1]).T @ by.reshape(-1, by.shape[-1])
    return result


def learn(lesson: Lesson, course: Course) -> Weights:
    """Fit the network and the weights of boards to all positions of a lesson."""
    scales = feature_scales(lesson.boards.features)
    features = (lesson.boards.features * scales).astype(np.float32)
    result = descend(lesson._replace(boards=lesson.boards._replace(features=features)), course)
    return result._replace(boards=result.boards * scales)


def feature_scales(features: Floats) -> Floats:
    """Factors by which all features of boards vary alike, so that all are learnt as fast."""
    spread = features.reshape(-1, features.shape[-1]).std(axis=0)
    scales: Floats = 1 / np.maximum(spread, MIN_SPREAD)
    return scales


def descend(lesson: Lesson, course: Course) -> Weights:
    """Gradient descent from small random weights (Adam)."""
    weights = begin(lesson, course.seed)
    source = np.random.default_rng(course.seed)
    first = [np.zeros_like(each) for each in weights]
    second = [np.zeros_like(each) for each in weights]
    order = np.arange(len(lesson.wanted))
    step = 0
    for epoch in range(course.epochs):
        rate = course.rate * (1 + np.cos(np.pi * epoch / course.epochs)) / 2
        source.shuffle(order)
        for start in range(0, len(order), course.batch):
            step += 1
            chosen = order[start : start + course.batch]
            for at, slope in enumerate(slopes(lesson, weights, chosen)):
                first[at] += (1 - FIRST_MOMENT) * (slope - first[at])
                second[at] += (1 - SECOND_MOMENT) * (slope * slope - second[at])
                mean = first[at] / (1 - FIRST_MOMENT**step)
                size = np.sqrt(second[at] / (1 - SECOND_MOMENT**step)) + 1e-8
                weights[at][:] -= rate * (mean / size + course.decay * weights[at])
    return weights


def rounded(weights: Weights) -> dict[str, list[list[int]]]:
    """The network in whole hundredths of a point, as a file of weights holds it."""
    rows = len(weights.colour), len(weights.whole)
    colour = np.rint(weights.colour * COLOUR_SCALES[: rows[0], None] * POINT).astype(int)
    whole = np.rint(weights.whole * WHOLE_SCALES[: rows[1], None] * POINT).astype(int)
    for each, amounts in ((colour, COLOUR_AMOUNTS), (whole, WHOLE_AMOUNTS)):
        for first, limit in amounts:
            each[first : first + limit] = np.cumsum(each[first : first + limit], axis=0)
    return {"colour": colour.tolist(), "whole": whole.tolist()}


def improved(present: Floats, weights: Weights) -> list[list[list[int]]]:
    """The weights of boards with what was learnt to add to them."""
    result: list[list[list[int]]] = np.rint(present + POINT * weights.boards).astype(int).tolist()
    return result
