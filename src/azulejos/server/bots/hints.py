"""Hints: good moves, as they are sent, and moves that take no thought."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.scenes import stage
from azulejos.server.messages import Hint
from azulejos.telling import told


def hint(view: View, move: Move, points: float, line: Sequence[Move]) -> Hint:
    """A move that leaves the mover so many points ahead, if play goes on by the line."""
    before = view.state
    return Hint(
        move=str(move),
        steps=stage(before.game).steps(move),
        points=float(points),
        line=[str(each) for each in line],
        told=told(before, move, before.play(move), view.seat)[:1],
    )


def simple_hints(view: View, most: int) -> list[Hint]:
    """The moves after which the score is highest if the round ends, for games nobody searches."""
    return [hint(view, move, value, [move]) for move, value in _by_value(view)[:most]]


def simple_move(view: View) -> str:
    """The first of these, in place of a bot that failed."""
    return str(_by_value(view)[0][0])


def _by_value(view: View) -> list[tuple[Move, int]]:
    valued = zip(view.state.legal_moves, view.state.move_values, strict=True)
    return sorted(valued, key=lambda pair: -pair[1])
