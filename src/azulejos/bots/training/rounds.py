"""Learn from rounds of games that the search plays against itself: `azulejos learn`.

Within a round, a seat should be worth what it will be worth when the round has ended; at the end of
a round, what it will be worth at the end of the next one. Games tell that for every seat, whatever
the number of players, and no position has to be searched deeper than for a move. What one round
brings is mostly luck, but thousands of rounds teach more than a few that were searched deeply.

A search also values what nobody would play. So in some rounds the first moves are random now and
then: positions before the last of those are not learnt from, since what they brought says nothing
of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.knowledge import PERIOD, POINT, STAGE, SURE_POINTS, Knowledge
from azulejos.bots.search.result import Budget
from azulejos.bots.training.accuracy import is_held_out
from azulejos.bots.training.boards import FEWEST, MAX_ERROR, Fit, deviation
from azulejos.bots.tuning import describe, least_squares
from azulejos.core.state import State
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games import game as game_named

Floats = NDArray[Any]

ODD_ROUNDS = 0.6  # the share of rounds that begin with odd moves
MAX_RANDOM_PLIES = 14  # moves at the beginning of such a round
RANDOM_MOVES = 0.35  # of these

# What is known of what a position leads to, if it is not the number of another position
RESULT = -1  # the game ends there
UNKNOWN = -2


@dataclass(frozen=True)
class Plan:
    """Which games are played."""

    game: str
    options: tuple[str, ...] = ("",)  # sets like "players=3 side=B", taken in turn
    nodes: int = 2500  # for a move
    version: int | None = None  # of the search; None is the newest
    weights: Path | None = None  # that it plays with, instead of the version's


# A position as it is kept
POSITION_FIELDS = [
    ("number", np.int32),  # of the game
    ("rounds", np.int8),  # in which round it was
    ("is_end", np.bool_),  # of the round
    ("is_clean", np.bool_),  # nothing odd happened after it in the round
    ("result", np.int16, (MAX_SEATS,)),  # the points of all seats in the end
]


def record_of(size: int) -> np.dtype[Any]:
    """A position and what is known of it; `size` bytes are its key."""
    return np.dtype([*POSITION_FIELDS, ("key", np.uint8, (size,))])


# Games


def play_chunk(plan: Plan, numbers: Iterable[int]) -> NDArray[Any]:
    return np.concatenate([positions_of(plan, number) for number in numbers])


def positions_of(plan: Plan, number: int) -> NDArray[Any]:
    """Play one numbered game, and list its positions: before each move and after each round."""
    game = game_named(plan.game)
    texts = plan.options[number % len(plan.options)]
    state = game.new(game.options.of(dict(word.split("=", 1) for word in texts.split())))
    source = random.Random(f"rounds {number}")
    player = SearchBot(Budget(nodes=plan.nodes), plan.weights, version=plan.version)
    kept: list[tuple[int, bool, bool, State]] = []
    after_move = state
    current = moves = odd_moves = 0
    while state.to_move is not None:
        seat: int = state.to_move
        if seat == CHANCE:
            state = state.deal(state.sample(source))
            continue
        if state.table.rounds != current:
            if current:
                kept.append((current, True, True, after_move))
            current, moves = state.table.rounds, 0
            odd_moves = source.randint(1, MAX_RANDOM_PLIES) if source.random() < ODD_ROUNDS else 0
        kept.append((current, False, moves >= odd_moves, state))
        if moves < odd_moves and source.random() < RANDOM_MOVES:
            state = state.play(source.choice(state.legal_moves))
        else:
            state = state.play(player.choose(state.view(seat)))
        after_move = state
        moves += 1
    assert state.outcome is not None
    rows = np.zeros(len(kept), record_of(game.table.itemsize))
    rows["number"] = number
    rows["result"][:, : state.players] = state.outcome.scores
    for row, (rounds, is_end, is_clean, before) in zip(rows, kept, strict=True):
        row["rounds"], row["is_end"], row["is_clean"] = rounds, is_end, is_clean
        row["key"] = np.frombuffer(before.key, np.uint8)
    return rows


# Lessons


class Lesson(NamedTuple):
    """Positions as features, and where each of them led to. Points are hundredths."""

    features: Floats  # [position, seat, feature]
    sure: Floats  # [position, seat]: points without any weights
    periods: NDArray[Any]
    stages: NDArray[Any]
    led_to: NDArray[Any]  # the position at the end of the round, or `RESULT`, or `UNKNOWN`
    results: Floats  # [position, seat]
    held_out: NDArray[Any]

    def values(self, weights: Floats) -> Floats:
        """What positions are worth by some weights, for every seat."""
        chosen = weights[self.periods, self.stages].astype(np.float32)
        promised: Floats = np.einsum("psf,pf->ps", self.features, chosen, optimize=True)
        return self.sure + promised

    def targets(self, weights: Floats) -> Floats:
        """What they turned out to be worth; weights say what the ends of rounds are worth."""
        led_to = self.values(weights)[np.maximum(self.led_to, 0)]
        return np.where((self.led_to >= 0)[:, None], led_to, self.results)


def lesson_of(knowledge: Knowledge, rows: NDArray[Any]) -> Lesson:
    game = game_named(knowledge.game)
    states = [State(game, row["key"].copy()) for row in rows]
    described = np.array(
        [[describe(knowledge, state, seat) for seat in range(state.players)] for state in states],
        np.float32,
    )
    number = knowledge.features
    stages = described[:, 0, number + STAGE].astype(int)
    led_to = where_rounds_led(rows)
    # With no tile on offer, only ends of rounds: what comes just before one teaches nothing new
    led_to[(stages == 0) & ~rows["is_end"]] = UNKNOWN
    return Lesson(
        features=described[:, :, :number],
        sure=described[:, :, number + SURE_POINTS] * POINT,
        periods=described[:, 0, number + PERIOD].astype(int),
        stages=stages,
        led_to=led_to,
        results=rows["result"][:, : described.shape[1]].astype(np.float32) * POINT,
        held_out=is_held_out(rows),
    )


def where_rounds_led(rows: NDArray[Any]) -> NDArray[Any]:
    """For each position, the one at the end of its round; for an end, that of the next round."""
    rounds = [*zip(rows["number"].tolist(), rows["rounds"].tolist(), strict=True)]
    ends = {rounds[place]: place for place in np.flatnonzero(rows["is_end"])}
    odd = {rounds[place] for place in np.flatnonzero(~rows["is_clean"])}
    last = dict(rounds)  # the round of a game that comes last in the order of positions
    led_to = np.full(len(rows), UNKNOWN)
    for place, (number, played) in enumerate(rounds):
        within = (number, played + int(rows["is_end"][place]))
        if not rows["is_clean"][place] or (rows["is_end"][place] and within in odd):
            continue
        led_to[place] = ends.get(within, RESULT if within[1] == last[number] else UNKNOWN)
    return led_to


def beside_mean(values: Floats) -> Floats:
    """How much more each seat has than the mean of all."""
    result: Floats = values - values.mean(axis=1, keepdims=True)
    return result


# Learning


def learn(
    lesson: Lesson, present: Floats, hold: float, sweeps: int = 6
) -> tuple[Floats, list[Fit]]:
    """Weights that fit a lesson, held to the present ones, and how much better they are.

    What ends of rounds are worth is known better after every sweep.
    """
    weights = present.astype(float)
    features = beside_mean(lesson.features)
    fits: list[Fit] = []
    for _ in range(sweeps):
        wanted = beside_mean(lesson.targets(weights)) - beside_mean(lesson.sure)
        weights, fits = present.astype(float), []
        for period, stage in np.ndindex(weights.shape[:2]):
            chosen = (lesson.periods == period) & (lesson.stages == stage)
            chosen &= lesson.led_to != UNKNOWN
            if (chosen & ~lesson.held_out).sum() < FEWEST:
                continue
            of_stage = weights[period, stage]
            off = wanted[chosen] - features[chosen] @ of_stage
            result = fit(features[chosen], off, lesson.held_out[chosen], hold)
            fits.append(Fit(period, stage, *result[1:]))
            of_stage += result[0]
    rounded: Floats = np.rint(weights).astype(int)
    return rounded, fits


def fit(
    features: Floats, off: Floats, held_out: NDArray[Any], hold: float
) -> tuple[Floats, int, float, float]:
    """What to add to weights; from how many positions; errors of others, before and after."""
    width = features.shape[2]
    learnt = features[~held_out].reshape(-1, width).astype(float)
    wanted = np.clip(off[~held_out], -MAX_ERROR, MAX_ERROR).reshape(-1)
    more = least_squares(learnt, wanted, np.zeros(width), hold, evenly=True)
    left = off[held_out] - features[held_out] @ more
    return more, int((~held_out).sum()), deviation(off[held_out]), deviation(left)
