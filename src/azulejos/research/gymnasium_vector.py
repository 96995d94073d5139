"""Many games at once for Gymnasium: one seat of each learns, `random` or `greedy` have the others.

Everything that happens in a step happens in one call of a kernel. Stronger bots need Python: use
`gymnasium.make_vec(..., vectorization_mode="sync")` or `"async"` with any bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.game import Game
from azulejos.core.kernels import for_game
from azulejos.core.options import Value
from azulejos.errors import OptionError
from azulejos.extras import needs
from azulejos.research.gymnasium import ILLEGAL_REWARD, learners_seat, opponents_of
from azulejos.research.opponents import (
    ANY_SEAT,
    KINDS,
    LEARNER,
    LOST,
    OVER,
    step_against_bots,
)
from azulejos.research.spaces import Observed, action_space, observation_space
from azulejos.research.spec import Payoff, Reward, Spec

with needs("research"):
    from gymnasium import error
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Numbers = NDArray[Any]
Stepped = tuple[
    Observed, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]
]


class SeatVectorEnv(VectorEnv[Observed, Numbers, Numbers]):
    """One seat of many games against bots that are kernels.

    A game that has ended is restarted by the next step, whose action is ignored for it
    (`AutoresetMode.NEXT_STEP`). With `copy=False` every step writes to the same arrays.
    """

    metadata: dict[str, object] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str = "azul",
        opponents: str | Sequence[str] = "random",
        *,
        seat: int | None = None,
        reward: str | Reward | Payoff = "win",
        illegal_reward: float = ILLEGAL_REWARD,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        if num_envs < 1:
            raise OptionError(f"num_envs={num_envs}: at least one game is played")
        if render_mode is not None:
            raise OptionError("a vector of games is not rendered: render_mode must be None")
        self.game_spec = spec = Spec(game, None, reward, **options)
        self.num_envs = num_envs
        self.single_action_space = action_space(spec)
        self.single_observation_space = observation_space(spec)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.illegal_reward = illegal_reward
        self._copies = copy
        learners_seat(spec, seat)
        self._seat = ANY_SEAT if seat is None else seat
        self._kinds = np.array([LEARNER, *map(_kind, opponents_of(spec, opponents))], np.int32)
        self._make_room(spec)

    def _make_room(self, spec: Spec) -> None:
        games, game = self.num_envs, spec.game
        fresh = np.frombuffer(spec.initial.key, np.uint8).copy()
        self._seats, self._standings = np.zeros((2, games), np.int32)
        self._actions = np.zeros(games, np.int64)
        self._rngs = np.zeros((games, 2), np.int64)
        self._masks = np.zeros((games, spec.actions), np.uint8)
        self._observations = np.zeros((games, *spec.shape), np.int16)
        self._scores, self._places = np.ones((2, games, spec.players), np.int32)
        self._kernel = for_game(step_against_bots, game.kernels.rules)
        self._room = (
            fresh,
            self._kinds,
            self._seat,
            fresh.copy(),
            np.zeros((2, spec.actions), np.int32),
            np.zeros(game.max_pieces, np.int32),
            np.zeros((2, len(game.ranked_by)), np.int32),
            np.tile(fresh, (games, 1)),
            self._seats,
            self._standings,
            self._actions,
            self._rngs,
            self._masks,
            self._observations,
            self._scores,
            self._places,
        )
        self._has_reset = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observed, dict[str, object]]:
        """Restart all games; a seed repeats them and all that follow."""
        super().reset(seed=seed, options=options)
        self._expect_open()
        self._rngs[:] = self.np_random.integers(1, 1 << 32, self._rngs.shape)
        self._standings[:] = OVER
        self._has_reset = True
        self._kernel(*self._room)
        return self._observed(), {}

    def step(self, actions: Numbers) -> Stepped:
        """Play an action in each game, and what the bots answer."""
        self._expect_open()
        if not self._has_reset:
            raise error.ResetNeeded("no games are being played: call reset() before step()")
        self._actions[:] = self._checked(np.asarray(actions))
        self._kernel(*self._room)
        ended, lost = self._standings == OVER, self._standings == LOST
        rewards = np.zeros(self.num_envs, np.float32)
        if ended.any():
            paid = self.game_spec.rewards(self._scores[ended], self._places[ended])
            rewards[ended] = paid[np.arange(len(paid)), self._seats[ended]]
        rewards[lost] = self.illegal_reward
        info = {"illegal_action": lost, "_illegal_action": lost} if lost.any() else {}
        return self._observed(), rewards, ended | lost, np.zeros_like(ended), info

    def _checked(self, actions: Numbers) -> Numbers:
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise error.InvalidAction(
                f"actions are {self.num_envs} whole numbers, one for each game,"
                f" not an array of {actions.dtype} of shape {actions.shape}"
            )
        wrong = (actions < 0) | (actions >= self.game_spec.actions)
        if wrong.any():
            raise error.InvalidAction(
                f"{actions[wrong][0]} is not an action of {self.single_action_space}"
            )
        return actions

    def _observed(self) -> Observed:
        numbers, masks = self._observations, self._masks.view(np.int8)
        if self._copies:
            numbers, masks = numbers.copy(), masks.copy()
        return {"observation": numbers, "action_mask": masks}

    def _expect_open(self) -> None:
        if self.closed:
            raise error.ClosedEnvironmentError("the environment is closed: make another one")


def _kind(text: str) -> int:
    if text not in KINDS:
        raise OptionError(
            f"{text}: only {' and '.join(KINDS)} play in a vector of games; for other bots"
            ' make it with vectorization_mode="sync" or "async"'
        )
    return KINDS[text]
