"""What all environments of a game have in common: actions, observations, rewards.

An action is the code of a move: `game.decode(action)` is the move, and its text says what it does.
A mask has a byte for each action, 1 where it is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azulejos.core.game import Game
from azulejos.core.observation import Observation
from azulejos.core.options import Options, Value
from azulejos.errors import OptionError, UnknownName
from azulejos.games import game as game_called

Payoff = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[np.generic]]
"""Rewards of finished games: (scores, places) -> rewards.

All three have a row for each game and a column for each seat; places count from 1, and seats that
are tied share one.
"""


@dataclass(frozen=True)
class Reward:
    """What seats get at the end of a game; before it, nothing."""

    name: str
    help: str
    payoff: Payoff
    lowest: float = -np.inf
    highest: float = np.inf


def win(_scores: NDArray[np.int32], places: NDArray[np.int32]) -> NDArray[np.generic]:
    """1 for the winner and -1 for all others; those who share a win share its reward."""
    winners = places == 1
    shared: NDArray[np.generic] = winners / winners.sum(axis=1, keepdims=True)
    return 2 * shared - 1


def place(_scores: NDArray[np.int32], places: NDArray[np.int32]) -> NDArray[np.generic]:
    """From 1 for the first place evenly down to -1; those who share places get their mean."""
    shared = (places[:, :, None] == places[:, None, :]).sum(axis=2)
    mean: NDArray[np.generic] = places + (shared - 1) / 2
    reward: NDArray[np.generic] = 1 - 2 * (mean - 1) / (places.shape[1] - 1)
    return reward


def points(scores: NDArray[np.int32], _places: NDArray[np.int32]) -> NDArray[np.generic]:
    """One's points less those of the best other seat."""
    ordered = np.sort(scores, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return scores - np.where(scores == best, second, best)


REWARDS = {
    "win": Reward("win", "1 to the winner, -1 to the others; ties share", win, -1, 1),
    "place": Reward("place", "1 to the first, evenly down to -1 to the last", place, -1, 1),
    "points": Reward("points", "one's points less those of the best other seat", points),
}


class Spec:
    """A game as environments play it: `Spec("azul", players=3, reward="place")`.

    The reward is one of `REWARDS` by name, or a function of your own (`Payoff`).
    """

    def __init__(
        self,
        game: Game | str,
        options: Options | None = None,
        reward: str | Reward | Payoff = "win",
        **values: Value,
    ) -> None:
        self.game = game_called(game) if isinstance(game, str) else game
        if options is not None and values:
            raise OptionError("give options, or their values by name, but not both")
        self.options = options or self.game.options.of(values)
        self.reward = _reward(reward)
        self.initial = self.game.new(self.options)
        """The position that every game begins with, before chance has answered."""

    @property
    def players(self) -> int:
        return self.options.players

    @property
    def actions(self) -> int:
        """How many there are, legal or not: 0, 1, 2, ..."""
        return self.game.move_codes

    @property
    def observation(self) -> Observation:
        """What each number of an observation means."""
        return self.game.observation(self.players)

    @property
    def shape(self) -> tuple[int]:
        """The shape of an observation."""
        return (self.observation.size,)

    def action_text(self, action: int) -> str:
        """The move of an action: `3B2`."""
        return str(self.game.decode(action))

    def rewards(self, scores: NDArray[np.int32], places: NDArray[np.int32]) -> NDArray[np.float32]:
        """What each seat of each of some finished games gets."""
        result = np.asarray(self.reward.payoff(scores, places), np.float32)
        if result.shape != scores.shape:
            raise OptionError(
                f"reward {self.reward.name!r} gave an array of shape {result.shape} "
                f"for scores of shape {scores.shape}"
            )
        return result

    def __repr__(self) -> str:
        return f"Spec({self.game.name!r}, {self.options!r}, {self.reward.name!r})"


def _reward(wanted: str | Reward | Payoff) -> Reward:
    if isinstance(wanted, Reward):
        return wanted
    if isinstance(wanted, str):
        if wanted not in REWARDS:
            raise UnknownName("reward", wanted, REWARDS)
        return REWARDS[wanted]
    if not callable(wanted):
        raise OptionError(f"a reward is a name or a function, not {wanted!r}")
    return Reward(getattr(wanted, "__name__", "own"), "a custom function", wanted)
