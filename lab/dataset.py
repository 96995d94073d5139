"""What is learnt from positions: features of boards, and what each position turned out to be worth.

Within a round, a position should be worth what it is worth when the round has ended; at the end of
a round, what it is worth at the end of the next one. One round is mostly luck, but thousands of
them teach more than a few positions that were searched deeply. Where a deeper search has valued
positions, they should be worth that.

Seats are compared: with two players, seat 0 with the other one; with more, each with the mean.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.bots.search.engine import Search
from azulejos.bots.search.knowledge import (
    AFTER_FEATURES,
    PERIOD,
    POINT,
    STAGE,
    SURE_POINTS,
    Knowledge,
)
from azulejos.core.state import State
from azulejos.games import game as game_named
from lab.selfplay import Rows

Floats = NDArray[Any]

HELD_OUT = 5  # every fifth game is never fitted to

# Where a position leads to, if not to another position
OUTCOME = -1  # its outcome is known
UNKNOWN = -2


class Dataset(NamedTuple):
    """Positions as features, and where each of them leads to. Values are hundredths of a point."""

    features: Floats  # [position, seat, feature]
    sure: Floats  # [position, seat]: points without any weights
    periods: NDArray[Any]
    stages: NDArray[Any]
    leads_to: NDArray[Any]  # the index of a position, or `OUTCOME`, or `UNKNOWN`
    outcomes: Floats  # [position, seat]
    held_out: NDArray[Any]

    @property
    def is_known(self) -> NDArray[Any]:
        known: NDArray[Any] = self.leads_to != UNKNOWN
        return known

    def values(self, weights: Floats) -> Floats:
        """What positions are worth by some weights."""
        chosen = weights[self.periods, self.stages].astype(np.float32)
        worth: Floats = np.einsum("psf,pf->ps", self.features, chosen, optimize=True)
        return self.sure + worth

    def targets(self, weights: Floats) -> Floats:
        """What they should be worth; weights say what the ends of rounds are worth."""
        later = self.values(weights)[np.maximum(self.leads_to, 0)]
        return np.where((self.leads_to >= 0)[:, None], later, self.outcomes)


def dataset_of(knowledge: Knowledge, rows: Rows, *, searched: bool = False) -> Dataset:
    """What positions teach: by how their rounds ended, or by what deeper searches say."""
    game = game_named(knowledge.game)
    states = [State(game, row["key"].copy()) for row in rows]
    described = np.array(
        [[describe(knowledge, state, seat) for seat in range(state.players)] for state in states],
        np.float32,
    )
    count, players = knowledge.features, described.shape[1]
    stages = described[:, 0, count + STAGE].astype(int)
    if searched:
        leads_to = np.where(rows["is_searched"], OUTCOME, UNKNOWN)
        outcomes = (rows["value"] * np.where(rows["seat"] == 0, 1, -1))[:, None]
    else:
        leads_to = where_rounds_lead(rows)
        # With no tile on offer, only ends of rounds: what comes just before one teaches nothing
        leads_to[(stages == 0) & ~rows["is_end"]] = UNKNOWN
        outcomes = compared(rows["result"][:, :players].astype(np.float32) * POINT)
    return Dataset(
        features=compared(described[:, :, :count]),
        sure=compared(described[:, :, count + SURE_POINTS] * POINT),
        periods=described[:, 0, count + PERIOD].astype(int),
        stages=stages,
        leads_to=leads_to,
        outcomes=outcomes.astype(np.float32),
        held_out=rows["game"] % HELD_OUT == HELD_OUT - 1,
    )


def describe(knowledge: Knowledge, state: State, seat: int) -> list[int]:
    """What the evaluation sees in a seat: features, then `SURE_POINTS`, `PERIOD` and `STAGE`."""
    amounts = np.zeros(knowledge.features + AFTER_FEATURES, np.int32)
    raw = np.frombuffer(state.key, np.uint8).copy()
    knowledge.describe(raw, seat, state.game.empty_table(), amounts)
    return [int(amount) for amount in amounts]


def where_rounds_lead(rows: Rows) -> NDArray[Any]:
    """For each position, the one at the end of its round; for an end, that of the next round."""
    rounds = [*zip(rows["game"].tolist(), rows["round"].tolist(), strict=True)]
    ends = {rounds[index]: index for index in np.flatnonzero(rows["is_end"])}
    with_random_plies = {rounds[index] for index in np.flatnonzero(~rows["is_clean"])}
    last = dict(rounds)  # the last round of each game
    leads_to = np.full(len(rows), UNKNOWN)
    for index, (game, round_) in enumerate(rounds):
        is_end = rows["is_end"][index]
        within = (game, round_ + int(is_end))
        if rows["is_clean"][index] and not (is_end and within in with_random_plies):
            is_last = within[1] == last[game]
            leads_to[index] = ends.get(within, OUTCOME if is_last else UNKNOWN)
    return leads_to


def compared(by_seat: Floats) -> Floats:
    """By how much seat 0 has more than the other of two, or each of several more than the mean."""
    if by_seat.shape[1] == 2:
        return by_seat[:, :1] - by_seat[:, 1:]
    more: Floats = by_seat - by_seat.mean(axis=1, keepdims=True)
    return more


def values_by(search: Search, rows: Rows) -> Floats:
    """What positions are worth to a search that looks no move ahead."""
    states = [State(search.game, row["key"].copy()) for row in rows]
    ahead = np.array([[search.value(s, seat) for seat in range(s.players)] for s in states])
    players = ahead.shape[1]
    # A search compares a seat with the mean of the others, we with the mean of all
    return POINT * (ahead[:, :1] if players == 2 else ahead * (players - 1) / players)
