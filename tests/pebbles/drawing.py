"""Pebbles in a terminal."""

from __future__ import annotations

from rich.text import Text

from azulejos.cli.draw import Drawing, Names
from azulejos.core.state import State
from pebbles.game import Table


def table(state: State[Table], names: Names) -> Text:
    return Text(f"{'o' * state.table.heap}\n{_scores(state, names)}")


def describe(state: State[Table], names: Names) -> str:
    return f"{state.table.heap} pebbles are left. {_scores(state, names)}."


def _scores(state: State[Table], names: Names) -> str:
    return ", ".join(f"{name}: {score}" for name, score in zip(names, state.scores, strict=True))


DRAWING = Drawing(table, describe)
