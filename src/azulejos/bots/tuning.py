"""Find the weights of an evaluation by self-play.

Run `azulejos tune --help`. Searches play each other, with a random move now and then so that odd
positions occur, too. The features of each seat in every position are kept (`Knowledge.describe`),
and how many points the rest of the game brought. The weights that best predict the difference
between two seats are then fitted for every period and stage, by ridge regression towards the
weights of the whole period.

Games are numbered and kept in a folder, chunk by chunk, beside the weights that play them: an
interrupted run goes on where it stopped.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, dropwhile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.knowledge import (
    AFTER_FEATURES,
    PERIOD,
    POINT,
    STAGE,
    SURE_POINTS,
    Knowledge,
)
from azulejos.bots.search.result import Budget
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.play.files import write_atomically
from azulejos.play.match import Match
from azulejos.play.record import Record

CHUNK = 100  # games

Samples = NDArray[np.int32]
"""A row for every two seats of a position, the positions of a game in their order.

Both seats' descriptions, then how many positions of the game follow, and by how many points the
first seat won.
"""


@dataclass(frozen=True)
class Holds:
    """How firmly weights are held where there is little data: the ridge penalties."""

    period: float = 100.0  # of a period's weights on the present ones
    stage: float = 1000.0  # of a stage's weights on its period's
    evenly: bool = False  # alike for features of all sizes


@dataclass(frozen=True)
class Pairs:
    """Samples as differences: by how much the first of two seats is ahead of the second."""

    features: NDArray[Any]
    sure: NDArray[Any]  # in hundredths of a point
    periods: NDArray[Any]
    stages: NDArray[Any]
    following: NDArray[Any]
    won_by: NDArray[Any]  # in hundredths of a point

    @classmethod
    def of(cls, knowledge: Knowledge, samples: Samples) -> Pairs:
        number = knowledge.features
        first, second, rest = np.split(
            samples, [number + AFTER_FEATURES, 2 * (number + AFTER_FEATURES)], axis=1
        )
        ahead = first - second
        return cls(
            features=ahead[:, :number].astype(float),
            sure=ahead[:, number + SURE_POINTS] * POINT,
            periods=first[:, number + PERIOD],
            stages=first[:, number + STAGE],
            following=rest[:, 0],
            won_by=rest[:, 1] * POINT,
        )

    def worth(self, weights: NDArray[Any]) -> NDArray[Any]:
        """By how much the weights expect the first seat to win."""
        worth: NDArray[Any] = self.sure.astype(float)
        for group in np.ndindex(weights.shape[:2]):
            chosen = (self.periods == group[0]) & (self.stages == group[1])
            worth[chosen] += self.features[chosen] @ weights[group]
        return worth

    def outcome(self, weights: NDArray[Any], horizon: int) -> NDArray[Any]:
        """What the weights predict so many positions later; the result where the game ends."""
        later = np.roll(self.worth(weights), -horizon)
        return np.where(self.following >= horizon, later, self.won_by)


def play_game(
    game: Game, options: Options, number: int, *, weights: Path, nodes: int, blunders: float
) -> Record:
    """Play one numbered game of a search against itself."""
    source = random.Random(f"tuning {number}")
    match = Match(game, options, source=source)
    players = [SearchBot(Budget(nodes=nodes), weights) for _ in range(options.players)]
    while (seat := match.state.to_move) is not None:
        if source.random() < blunders:
            match.play(seat, source.choice(match.state.legal_moves))
        else:
            match.play(seat, players[seat].choose(match.view(seat)))
    return match.record


def samples_of(knowledge: Knowledge, record: Record) -> Samples:
    """The positions of a game as features, from the first move on, and how the game went on."""
    assert record.outcome is not None
    scores = record.outcome.scores
    described = [
        [describe(knowledge, state, seat) for seat in range(len(scores))]
        for state in dropwhile(lambda state: state.to_move == CHANCE, record.states())
        if state.to_move is not None
    ]
    rows = [
        [*seats[one], *seats[other], len(described) - 1 - place, scores[one] - scores[other]]
        for one, other in combinations(range(len(scores)), 2)
        for place, seats in enumerate(described)
    ]
    return np.array(rows, np.int32)


def describe(knowledge: Knowledge, state: State, seat: int) -> list[int]:
    amounts = np.zeros(knowledge.features + AFTER_FEATURES, np.int32)
    raw = np.frombuffer(state.key, np.uint8).copy()
    knowledge.describe(raw, seat, state.game.empty_table(), amounts)
    return [int(amount) for amount in amounts]


def fit(
    knowledge: Knowledge,
    samples: Samples,
    present: NDArray[Any],
    holds: Holds,
    *,
    horizon: int = 0,
    sweeps: int = 3,
) -> NDArray[Any]:
    """The weights that best predict what comes, in hundredths of a point.

    To the end of the game; or with a horizon, so many positions later, where the weights of the
    previous sweep say what the rest is worth (as in temporal-difference learning). That is less
    exact, but depends much less on luck.
    """
    pairs = Pairs.of(knowledge, samples)
    weights = present.astype(float)
    for _ in range(sweeps if horizon else 1):
        outcome = pairs.outcome(weights, horizon) if horizon else pairs.won_by
        weights = _fit_to(pairs, outcome - pairs.sure, present.astype(float), holds)
    rounded: NDArray[Any] = np.rint(weights).astype(int)
    return rounded


def _fit_to(
    pairs: Pairs, to_come: NDArray[Any], present: NDArray[Any], holds: Holds
) -> NDArray[Any]:
    """Fit the weights of every period, and from them those of its stages."""
    weights = present.copy()
    for period in range(len(weights)):
        of_period = pairs.periods == period
        shared = least_squares(
            pairs.features[of_period],
            to_come[of_period],
            present[period].mean(axis=0),
            holds.period,
            evenly=holds.evenly,
        )
        for stage in range(len(weights[period])):
            chosen = of_period & (pairs.stages == stage)
            if chosen.any():
                weights[period, stage] = least_squares(
                    pairs.features[chosen],
                    to_come[chosen],
                    shared,
                    holds.stage,
                    evenly=holds.evenly,
                )
    return weights


def least_squares(
    x: NDArray[Any], y: NDArray[Any], start: NDArray[Any], hold: float, *, evenly: bool
) -> Any:
    """The weights with which x best predicts y, held to a start (ridge regression)."""
    sizes = np.ones(len(start))
    if evenly and len(x):
        sizes = (x * x).mean(axis=0)
        sizes[sizes == 0] = 1
    slopes = x.T @ x + hold * np.diag(sizes)
    return start + np.linalg.solve(slopes, x.T @ (y - x @ start))


def settle_start(folder: Path, knowledge: Knowledge, start: Path, *, afresh: bool) -> Path:
    """The weights that play a folder's games: they are kept with them from the first on."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "start.json"
    if not kept.exists():
        text = start.read_text(encoding="utf-8")
        if afresh:
            nothing = np.zeros(knowledge.shape, int).tolist()
            text = json.dumps({"provenance": {"how": "nothing"}, "weights": nothing})
        write_atomically(kept, text)
    return kept


def collect(
    game: Game, knowledge: Knowledge, folder: Path, games: int, sets: list[Options], **settings: Any
) -> Iterator[Samples]:
    """Hand out the samples of all games, chunk by chunk; play those not in the folder yet."""
    for start in range(0, games, CHUNK):
        file = folder / f"{start:07}.npy"
        if not file.exists():
            numbers = range(start, min(games, start + CHUNK))
            records = [play_game(game, sets[n % len(sets)], n, **settings) for n in numbers]
            partial = file.with_suffix(".partial.npy")
            np.save(partial, np.concatenate([samples_of(knowledge, r) for r in records]))
            partial.replace(file)
        yield np.load(file)
