"""Hints: good moves, as they are sent, and moves that take no thought."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.bots.search.result import MoveValue
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE
from azulejos.narration import narrate
from azulejos.scenes import stage
from azulejos.tables.messages import Hint


def valued_hint(view: View, valued: MoveValue) -> Hint:
    """A move that leaves the mover so many points ahead, if play goes on by the line."""
    before, move = view.state, valued.move
    return Hint(
        move=str(move),
        steps=stage(before.game).steps(move),
        points=float(valued.points),
        line=[str(each) for each in playable(before, valued.line)],
        told=narrate(before, move, before.play(move), view.seat)[:1],
        is_decided=valued.is_decided,
        is_won=valued.is_won,
    )


def playable(state: State, line: Sequence[Move]) -> list[Move]:
    """The beginning of a line that can be played here.

    A search imagines what its seat does not see: there a line may go where the rules lead nobody
    here, and what chance does is not known yet.
    """
    result: list[Move] = []
    for move in line:
        if state.to_move in (None, CHANCE) or move not in state.legal_moves:
            break
        result.append(move)
        state = state.play(move)
    return result


def simple_hints(view: View, most: int) -> list[Hint]:
    """The moves after which the score is highest if the round ends, for games nobody searches."""
    best = _by_value(view)[:most]
    return [valued_hint(view, MoveValue(move, value, line=(move,))) for move, value in best]


def simple_move(view: View) -> str:
    """The first of these, in place of a bot that failed."""
    return str(_by_value(view)[0][0])


def _by_value(view: View) -> list[tuple[Move, int]]:
    valued = zip(view.state.legal_moves, view.state.move_values, strict=True)
    return sorted(valued, key=lambda pair: -pair[1])
