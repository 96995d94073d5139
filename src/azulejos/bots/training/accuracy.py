"""How far the value of a position is from what a search to the end of the round finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.engine import Search
from azulejos.bots.search.knowledge import POINT
from azulejos.bots.training.positions import HELD_OUT
from azulejos.core.state import State

BAND = 4  # tiles


class Error(NamedTuple):
    """The errors of the value in some positions, in points."""

    tiles: range  # how many were left
    positions: int
    deviation: float  # the standard deviation of the errors
    bias: float  # their mean: how much too low the value is for the seat to move
    spread: float  # the standard deviation of the values themselves: the error of knowing nothing
    correlation: float


def static_values(search: Search, rows: NDArray[Any]) -> NDArray[Any]:
    """What the positions are worth to the seat to move without any search, in points."""
    states = (State(search.game, row["key"].copy()) for row in rows)
    return np.array([search.value(*each) for each in zip(states, rows["seat"], strict=True)])


def is_held_out(rows: NDArray[Any]) -> NDArray[Any]:
    """The positions that nothing is fitted to."""
    held_out: NDArray[Any] = rows["number"] % HELD_OUT == HELD_OUT - 1
    return held_out


def errors(rows: NDArray[Any], values: NDArray[Any], bands: list[range]) -> Iterator[Error]:
    """The errors by tiles left, of the positions that were searched to the end of the round.

    Where the game ends with the round, the search looks for the victory and not for points, so
    these are left out.
    """
    solved = rows["is_complete"] & ~rows["is_decided"]
    for band in bands:
        chosen = solved & (rows["tiles"] >= band.start) & (rows["tiles"] < band.stop)
        if chosen.sum() > 1:
            yield error(band, values[chosen], rows["value"][chosen] / POINT)


def error(band: range, values: NDArray[Any], truth: NDArray[Any]) -> Error:
    off = truth - values
    return Error(
        tiles=band,
        positions=len(values),
        deviation=float(off.std()),
        bias=float(off.mean()),
        spread=float(truth.std()),
        correlation=float(np.corrcoef(values, truth)[0, 1]),
    )


def bands_of(rows: NDArray[Any]) -> list[range]:
    """Every four tiles, from 1 on."""
    most = int(rows["tiles"].max(initial=0))
    return [range(low, low + BAND) for low in range(1, most + 1, BAND)]
