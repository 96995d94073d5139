"""What only the arena's command line has: lists of bots, times, and sequential tests."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from azulejos.bots.arena.elo import PointsSprt, Sprt

UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}


class SeveralValues(click.Command):
    """A command whose option `--players` takes all the words up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_one_by_one(args, "--players")))


def _one_by_one(words: Sequence[str], option: str) -> Iterator[str]:
    """`--players a b` becomes `--players a --players b`."""
    is_listing = False
    for place, word in enumerate(words):
        if word.startswith("-"):
            is_listing = word == option
        elif is_listing and words[place - 1] != option:
            yield option
        yield word


def read_sprt(_context: click.Context, _parameter: click.Parameter, text: Any) -> Sprt | None:
    return None if text is None else Sprt(*_sizes(text, "0,20"))


def read_points_sprt(
    _context: click.Context, _parameter: click.Parameter, text: Any
) -> PointsSprt | None:
    return None if text is None else PointsSprt(*_sizes(text, "0,2"))


def _sizes(text: str, example: str) -> tuple[float, float]:
    """The two sizes that a sequential test tells apart."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} should be two numbers, like {example}") from None
    if not -math.inf < low < high < math.inf:
        raise click.BadParameter(f"the first number is the smaller one, like {example}")
    return low, high


class Seconds(click.ParamType[float]):
    """A time like 100ms, 2s or 5m; `forever` is infinite."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        if value == "forever":
            return math.inf
        result = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h)", value)
        if result is None:
            self.fail(
                f"{value!r} is not a time; it should be like 100ms, 2s, 5m or forever", param, ctx
            )
        return float(result[1]) * UNITS[result[2]]
