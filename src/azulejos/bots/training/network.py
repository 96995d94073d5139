"""Fit the network that corrects values in Azul to what deep searches found.

`azulejos train` runs it. The network is described in `search/azul/correction.py`. What it is fitted
to is the difference between what a deep search found and the value without the network: by
stochastic gradient descent (Adam) on squared errors, with large ones counting no more than linearly
(Huber), weights decaying. Then weights are rounded to whole hundredths of a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.azul import inputs as seen
from azulejos.bots.search.azul.evaluation import LAST_ROUND
from azulejos.bots.search.knowledge import POINT
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Raw
from azulejos.core.tables import copy_table
from azulejos.games.azul.preview import round_points
from azulejos.games.azul.scoring import complete_rows
from azulejos.games.azul.table import COLOURS, TABLE

Floats = NDArray[Any]  # of 32 bits

MOST_OFF = 25.0  # points: a position that is off by more counts as if it were off by this
LARGE = 8.0  # points: an error that is larger counts linearly
FIRST_MOMENT, SECOND_MOMENT = 0.9, 0.999  # how slowly Adam forgets

COLOUR_SIGNS = np.repeat([1, -1], net.COLOUR_FOR).astype(np.float32)
WHOLE_SIGNS = np.repeat([1, -1], net.WHOLE_FOR).astype(np.float32)

# Inputs that are larger than 1 learn as fast as the others if they are scaled down
COLOUR_SCALES = np.ones(net.COLOUR_ROWS, np.float32)
for _first in (0, seen.BOARD_COLOUR_INPUTS):
    COLOUR_SCALES[_first + seen.TILE_POINTS : _first + seen.TILE_BONUS] = 0.3
    COLOUR_SCALES[_first + seen.TILE_BONUS : _first + seen.BOARD_COLOUR_INPUTS] = 0.15
COLOUR_SCALES[net.COLOUR_OFFER + seen.ALL_TILES] = 0.1
COLOUR_SCALES[net.COLOUR_OFFER + seen.ALL_GROUPS] = 0.2
COLOUR_SCALES[net.COLOUR_OFFER + seen.DISPLAYS_LEFT] = 0.4


# Where inputs are amounts, the network learns what each tile more does: an amount's weight is the
# sum of these up to it
COLOUR_AMOUNTS = [(net.COLOUR_OFFER + first, limit) for first, limit in seen.COLOUR_AMOUNTS]
WHOLE_AMOUNTS = [(net.WHOLE_OFFER + first, limit) for first, limit in seen.OFFER_AMOUNTS]


class Lesson(NamedTuple):
    """The inputs of positions, and what the correction should be, in points."""

    colour: NDArray[np.int8]  # [position, colour, row of weights]
    whole: NDArray[np.int8]  # [position, row of weights]
    wanted: Floats


class Weights(NamedTuple):
    colour: Floats
    whole: Floats


@dataclass(frozen=True)
class Course:
    """How the network learns."""

    epochs: int = 40
    rate: float = 0.01
    decay: float = 0.1  # of weights, beside the rate
    batch: int = 256
    seed: int = 0


# Inputs


@compiled
def describe(raw: Raw, scratch: Raw, mover: int, colour_rows: Any, whole_row: Any) -> None:
    """List the inputs of a position of two players by their rows of weights, from zeros."""
    table = record(raw, TABLE)
    rows = 0
    for role in range(2):
        number = mover if role == 0 else 1 - mover
        copy_table(raw, scratch)
        spoiled = record(scratch, TABLE)
        seat = spoiled.seats[number]
        first = role * seen.BOARD_COLOUR_INPUTS
        seen.board_inputs(seat, whole_row[role * seen.BOARD_INPUTS :])
        for colour in range(COLOURS):
            seen.line_inputs(seat, colour, colour_rows[colour, first:])
        round_points(spoiled, number)
        for colour in range(COLOURS):
            seen.tile_inputs(spoiled.side, seat, colour, colour_rows[colour, first:])
        rows += complete_rows(seat)
        whole_row[net.WHOLE_FLOORS + role * seen.FLOORS + seen.floor_input(table, number)] = 1
    for colour in range(COLOURS):
        seen.offer_colour_inputs(table, colour, colour_rows[colour, net.COLOUR_OFFER :])
    seen.offer_inputs(table, whole_row[net.WHOLE_OFFER :])
    period = LAST_ROUND if rows else min(table.rounds, LAST_ROUND) - 1
    whole_row[net.WHOLE_PERIODS + period] = 1


def lesson_of(rows: NDArray[Any], values: NDArray[Any]) -> Lesson:
    """What is to be learnt from positions with these values, in points, before correction."""
    colour = np.zeros((len(rows), COLOURS, net.COLOUR_ROWS), np.int32)
    whole = np.zeros((len(rows), net.WHOLE_ROWS), np.int32)
    scratch = np.zeros(TABLE.itemsize, np.uint8)
    for place, row in enumerate(rows):
        describe(row["key"].copy(), scratch, int(row["seat"]), colour[place], whole[place])
    count_up(colour, COLOUR_AMOUNTS)
    count_up(whole, WHOLE_AMOUNTS)
    wanted = np.clip(rows["value"] / POINT - values, -MOST_OFF, MOST_OFF)
    return Lesson(colour.astype(np.int8), whole.astype(np.int8), wanted.astype(np.float32))


def count_up(inputs: NDArray[Any], amounts: list[tuple[int, int]]) -> None:
    """Turn inputs that are 1 at an amount into inputs that are 1 up to it."""
    for first, limit in amounts:
        chosen = inputs[..., first : first + limit]
        chosen[:] = np.cumsum(chosen[..., ::-1], axis=-1)[..., ::-1]


# Learning


def begin(seed: int) -> Weights:
    source = np.random.default_rng(seed)
    shapes = (net.COLOUR_ROWS, net.COLOUR_UNITS), (net.WHOLE_ROWS, net.WHOLE_UNITS)
    return Weights(*(source.normal(0, 0.25, shape).astype(np.float32) for shape in shapes))


def sums(lesson: Lesson, weights: Weights, chosen: Any) -> tuple[Floats, Floats]:
    """The sums of all units in some positions."""
    colour = lesson.colour[chosen] * COLOUR_SCALES
    return colour @ weights.colour, lesson.whole[chosen].astype(np.float32) @ weights.whole


def corrections(lesson: Lesson, weights: Weights, chosen: Any = slice(None)) -> Floats:
    """What the network says to some positions."""
    colour, whole = sums(lesson, weights, chosen)
    found: Floats = np.maximum(colour, 0).sum(axis=1) @ COLOUR_SIGNS
    return found + np.maximum(whole, 0) @ WHOLE_SIGNS


def slopes(lesson: Lesson, weights: Weights, chosen: NDArray[Any]) -> Weights:
    """How the error of some positions changes with the weights."""
    colour, whole = sums(lesson, weights, chosen)
    off = np.maximum(colour, 0).sum(axis=1) @ COLOUR_SIGNS + np.maximum(whole, 0) @ WHOLE_SIGNS
    off = np.clip(off - lesson.wanted[chosen], -LARGE, LARGE) / len(chosen)
    by_colour = (colour > 0) * COLOUR_SIGNS * off[:, None, None]
    by_whole = (whole > 0) * WHOLE_SIGNS * off[:, None]
    inputs = (lesson.colour[chosen] * COLOUR_SCALES).reshape(-1, net.COLOUR_ROWS)
    return Weights(
        inputs.T @ by_colour.reshape(-1, net.COLOUR_UNITS),
        lesson.whole[chosen].astype(np.float32).T @ by_whole,
    )


def learn(lesson: Lesson, course: Course) -> Weights:
    """Fit the network to all positions of a lesson."""
    weights = begin(course.seed)
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
    """The weights in whole hundredths of a point, as a file of weights holds them."""
    colour = np.rint(weights.colour * COLOUR_SCALES[:, None] * POINT).astype(int)
    whole = np.rint(weights.whole * POINT).astype(int)
    for each, amounts in ((colour, COLOUR_AMOUNTS), (whole, WHOLE_AMOUNTS)):
        for first, limit in amounts:
            each[first : first + limit] = np.cumsum(each[first : first + limit], axis=0)
    return {"colour": colour.tolist(), "whole": whole.tolist()}
