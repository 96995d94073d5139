"""The luck of the deals of a game, in points: what was dealt against what could have been.

The position after each deal that begins a round is compared with some after other deals, sampled
from the same bag. Each is valued by a short search, so a game's figure has a noise of one to one
and a half points, and is given in whole points. It only counts what chance gave before anybody
moved: luck and how well somebody played do not add up to the result.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.core.state import State
from azulejos.core.turn import CHANCE

Deal = tuple[State, State]
"""The position before chance deals, and the one in which somebody moves after it."""


def deals(states: Iterable[State]) -> Iterator[Deal]:
    """The deals of a game that begin its rounds, from its states in order."""
    rounds = 0  # of the last deal
    before: State | None = None
    for state, following in pairwise(states):
        if state.to_move == CHANCE:
            before = before or state
        if following.to_move in (CHANCE, None) or before is None:
            continue
        if following.table.rounds != rounds:
            rounds = following.table.rounds
            yield before, following
        before = None


SAMPLES = 16
LOOK = Budget(seconds=0.05, nodes=20_000, depth=4)


def deal_luck(search: Search, deal: Deal, source: random.Random | None = None) -> float:
    """The points that a deal gave to the first seat of two; the same whenever it is asked.

    Another source samples other deals to compare it with.
    """
    before, after = deal
    source = source or random.Random(before.key)
    others = [_value(search, _dealt(before, source)) for _ in range(SAMPLES)]
    return _value(search, after) - sum(others) / SAMPLES


def luck_of(lucks: Sequence[float]) -> list[int]:
    """The luck of both seats in whole points, from all deals of a game."""
    points = round(sum(lucks))
    return [points, -points]


def _dealt(state: State, source: random.Random) -> State:
    """A position after some deal, in which somebody moves."""
    while state.to_move == CHANCE:
        state = state.deal(state.sample(source))
    return state


def _value(search: Search, state: State) -> float:
    """How many points seat 0 will be ahead of seat 1."""
    seat = state.to_move
    if seat is None:
        return float(state.scores[0] - state.scores[1])
    points = search.think(state.view(seat), LOOK).moves[0].points
    return points if seat == 0 else -points
