"""The network that corrects values in Azul by the offer, fitted to what positions are worth.

`bots/search/azul/correction.py` describes it. It is fitted to how far values without it are off,
together with the weights of boards within a round: what a begun line is worth depends on what the
network has already counted for the tiles that would complete it. AdamW on the Huber loss; then
weights are rounded to whole hundredths of a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.azul import inputs as seen
from azulejos.bots.search.azul.evaluation import LAST_ROUND
from azulejos.bots.search.knowledge import POINT
from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Raw
from azulejos.core.tables import copy_table
from azulejos.core.turn import MAX_SEATS
from azulejos.games.azul.rules import round_points
from azulejos.games.azul.scoring import complete_rows
from azulejos.games.azul.table import COLOURS, TABLE, Table
from lab.dataset import Dataset, Floats
from lab.selfplay import Rows

Params = dict[str, Any]

MAX_ERROR = 25.0  # points: a position that is off by more counts as if it were off by this
LINEAR_FROM = 8.0  # points: an error that is larger counts linearly
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


@dataclass(frozen=True)
class TrainConfig:
    """How the network is fitted."""

    epochs: int = 10
    rate: float = 0.01
    decay: float = 0.05
    batch: int = 128
    seed: int = 0


class Examples(NamedTuple):
    """Inputs of positions, and what the corrections should be, in points.

    With two players the value for the seat to move is corrected, and there is one seat here; with
    more, the values of all seats, beside their mean.
    """

    colour: NDArray[np.int8]  # [position, seat, colour, row of weights]
    whole: NDArray[np.int8]  # [position, seat, row of weights]
    features: Floats  # [position, seat, feature of boards]
    periods: NDArray[Any]
    stages: NDArray[Any]
    wanted: Floats  # [position, seat]

    def of(self, chosen: Any) -> Examples:
        return Examples(*(each[chosen] for each in self))


class Boards(NamedTuple):
    """Workspace for the inputs of all boards of a position, and for the totals of its offer."""

    colour: NDArray[np.int32]  # [seat, colour, input]
    whole: NDArray[np.int32]  # [seat, input]
    totals: NDArray[np.int32]


# Inputs


def examples_of(dataset: Dataset, rows: Rows, weights: Floats, chosen: Floats) -> Examples:
    """What is to be learnt from some positions, beside the weights of boards."""
    error = (dataset.targets(weights) - dataset.values(weights))[chosen] / POINT
    features, rows = dataset.features[chosen], rows[chosen]
    if error.shape[1] == 1:  # of two players, the one to move
        sign = np.where(rows["seat"] == 0, 1, -1)[:, None]
        error, features = error * sign, features * sign[..., None]
    colour, whole = inputs_of(rows["key"], error.shape[1])
    return Examples(
        colour,
        whole,
        features.astype(np.float32),
        dataset.periods[chosen],
        dataset.stages[chosen],
        np.clip(error, -MAX_ERROR, MAX_ERROR).astype(np.float32),
    )


def inputs_of(keys: NDArray[Any], seats: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The inputs of positions, of colours and of the whole."""
    colour_rows = net.COLOUR_ROWS if seats == 1 else net.COLOUR_ROWS_OF_SEVERAL
    whole_rows = net.WHOLE_ROWS if seats == 1 else net.WHOLE_ROWS_OF_SEVERAL
    colour = np.zeros((len(keys), seats, COLOURS, colour_rows), np.int8)
    whole = np.zeros((len(keys), seats, whole_rows), np.int8)
    scratch, boards = np.zeros(TABLE.itemsize, np.uint8), new_boards()
    for index, key in enumerate(keys):
        describe(key.copy(), scratch, boards, colour[index], whole[index])
    count_up(colour, COLOUR_AMOUNTS)
    count_up(whole, WHOLE_AMOUNTS)
    return colour, whole


def new_boards() -> Boards:
    return Boards(
        np.zeros((MAX_SEATS, COLOURS, net.MAX_INPUTS), np.int32),
        np.zeros((MAX_SEATS, net.MAX_INPUTS), np.int32),
        np.zeros(seen.OFFER_TOTALS, np.int32),
    )


def count_up(inputs: NDArray[Any], amounts: list[tuple[int, int]]) -> None:
    """Turn inputs that are 1 at an amount into inputs that are 1 up to it."""
    for first, limit in amounts:
        chosen = inputs[..., first : first + limit]
        chosen[:] = np.cumsum(chosen[..., ::-1], axis=-1)[..., ::-1]


@compiled
def describe(raw: Raw, scratch: Raw, boards: Boards, colour_rows: Any, whole_rows: Any) -> None:
    """List the inputs of a position by their rows of weights, from zeros, seat by seat.

    If there is room for one seat only, it is the one to move.
    """
    table = record(raw, TABLE)
    players = table.players
    rows = 0
    for seat in range(players):
        copy_table(raw, scratch)
        rows += describe_board(record(scratch, TABLE), seat, boards)
    period = LAST_ROUND if rows else min(table.rounds, LAST_ROUND) - 1
    for place in range(len(whole_rows)):
        seat = (table.turn + place) % players if len(whole_rows) == 1 else place
        colour, whole = colour_rows[place], whole_rows[place]
        for other in range(players):
            role = 0 if other == seat else 1
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
            before = (seat - table.turn) % players
            whole[net.WHOLE_PLACES + before] = 1
            for each in range(COLOURS):
                colour[each, net.COLOUR_PLACES + before] = 1


@compiled
def describe_board(scratch: Table, index: int, boards: Boards) -> int:
    """List the inputs of a board, and return how many rows it completes. Overwrites the table."""
    seat = scratch.seats[index]
    colours = boards.colour[index]
    seen.board_inputs(seat, boards.whole[index])
    for colour in range(COLOURS):
        seen.line_inputs(seat, colour, colours[colour])
    round_points(scratch, index)
    for colour in range(COLOURS):
        seen.tile_inputs(scratch.side, seat, colour, colours[colour])
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


# The model


def corrections(params: Params, examples: Examples) -> Any:
    """What positions are worth more by the network, and by what is added to weights of boards."""
    colour = examples.colour * COLOUR_SCALES[: examples.colour.shape[-1]]
    whole = examples.whole * WHOLE_SCALES[: examples.whole.shape[-1]]
    more = jax.nn.relu(colour @ params["colour"]).sum(axis=-2) @ COLOUR_SIGNS
    more += jax.nn.relu(whole @ params["whole"]) @ WHOLE_SIGNS
    boards = params["boards"][examples.periods, examples.stages]
    more += jnp.einsum("psf,pf->ps", examples.features, boards)
    return more - more.mean(axis=1, keepdims=True) if more.shape[1] > 1 else more


def loss(params: Params, examples: Examples) -> Any:
    errors = optax.huber_loss(corrections(params, examples), examples.wanted, delta=LINEAR_FROM)
    return errors.sum(axis=1).mean()


def fit_network(examples: Examples, shape: tuple[int, ...], config: TrainConfig) -> Params:
    """Fit the network, and what is added to the weights of boards, which have this shape."""
    spread = examples.features.reshape(-1, shape[-1]).std(axis=0)
    scales = (1 / np.maximum(spread, MIN_SPREAD)).astype(np.float32)  # all are learnt as fast
    examples = examples._replace(features=examples.features * scales)
    source = np.random.default_rng(config.seed)
    colour = source.normal(0, 0.25, (examples.colour.shape[-1], net.COLOUR_UNITS))
    whole = source.normal(0, 0.25, (examples.whole.shape[-1], net.WHOLE_UNITS))
    params = jax.tree.map(
        jnp.float32, {"colour": colour, "whole": whole, "boards": np.zeros(shape)}
    )
    batch = min(config.batch, len(examples.wanted))
    steps = len(examples.wanted) // batch
    rate = optax.cosine_decay_schedule(config.rate, steps * config.epochs)
    optimiser = optax.adamw(rate, weight_decay=config.decay)

    def step(params: Params, state: Any, batch: Examples) -> tuple[Params, Any]:
        updates, state = optimiser.update(jax.grad(loss)(params, batch), state, params)
        return optax.apply_updates(params, updates), state

    update, state = jax.jit(step), optimiser.init(params)
    for _ in range(config.epochs):
        order = source.permutation(len(examples.wanted))
        for at in range(0, steps * batch, batch):
            params, state = update(params, state, examples.of(order[at : at + batch]))
    return {**params, "boards": params["boards"] * scales}


def as_file(params: Params, weights: Floats) -> dict[str, Any]:
    """The weights of boards and the network in whole hundredths of a point, as a file has them."""
    rounded = {}
    for name, scales, amounts in (
        ("colour", COLOUR_SCALES, COLOUR_AMOUNTS),
        ("whole", WHOLE_SCALES, WHOLE_AMOUNTS),
    ):
        by_unit = np.asarray(params[name])
        rounded[name] = np.rint(by_unit * scales[: len(by_unit), None] * POINT).astype(int)
        for first, limit in amounts:
            part = rounded[name][first : first + limit]
            part[:] = np.cumsum(part, axis=0)
    return {
        "weights": np.rint(weights + POINT * np.asarray(params["boards"])).astype(int).tolist(),
        "correction": {name: each.tolist() for name, each in rounded.items()},
    }
