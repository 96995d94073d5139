"""All games for PettingZoo, as environments in which agents act in turn (AEC).

::

    from azulejos.research.pettingzoo import env

    game = env("azul", players=3)
    game.reset(seed=1)
    for agent in game.agent_iter():
        observed, reward, termination, truncation, info = game.last()
        over = termination or truncation
        game.step(None if over else game.action_space(agent).sample(observed["action_mask"]))

Chance answers at once: agents are seats, and nobody else acts. `env` is what PettingZoo's classic
games make by wrapping theirs: an action that is masked ends the game, one that does not exist and
anything before `reset` is refused. It does so itself, since the three wrappers would take several
times as long as all the rest. `raw_env` raises `IllegalMove`, which says which rule forbids it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.game import Game
from azulejos.core.options import Value
from azulejos.core.turn import NOBODY
from azulejos.errors import OptionError
from azulejos.extras import needs
from azulejos.research.single import SingleGame
from azulejos.research.spaces import Observed, action_space, numbers_space, observation_space
from azulejos.research.spec import Payoff, Reward, Spec

with needs("research"):
    from gymnasium import logger, spaces
    from gymnasium.error import ClosedEnvironmentError
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger

ILLEGAL_REWARD = -1.0
"""What an agent gets whose action is masked; the others get nothing."""

SINCE_RESET = frozenset(
    ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents")
)


class raw_env(AECEnv, EzPickle):  # noqa: N801 - PettingZoo's name for it
    """A game whose agents are trusted to play legally: an illegal action raises."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "azulejos",
        "render_modes": ["human", "ansi"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game | str = "azul",
        *,
        reward: str | Reward | Payoff = "win",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        EzPickle.__init__(self, game, reward=reward, render_mode=render_mode, **options)
        AECEnv.__init__(self)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise OptionError(f"render_mode={render_mode!r}: there are human and ansi")
        self.spec = Spec(game, None, reward, **options)
        self.metadata = {**self.metadata, "name": f"azulejos_{self.spec.game.name}"}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.spec.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: action_space(self.spec) for agent in self._seats}
        self.observation_spaces = {agent: observation_space(self.spec) for agent in self._seats}
        self.state_space = numbers_space(self.spec, seats=self.spec.players)
        self._numbers = self.spec.observation.size
        self._no_mask = np.zeros(self.spec.actions, np.int8)
        self._closed = False
        self._game: SingleGame | None = None

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:  # noqa: ARG002 - as the API has it
        """Begin a new game; a seed repeats it and all that follow."""
        self._expect_open()
        if self._game is None:
            self._game = SingleGame(self.spec, seed)
            self._mask = self._game.mask.view(np.int8)  # as spaces sample by, written by every step
        else:
            self._game.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._game.seat]
        self._skip_agent_selection = None

    def observe(self, agent: str) -> Observed:
        """What an agent sees, in arrays of its own; the mask is empty where it is not its turn."""
        game = self._started("observe")
        seat = self._seats[agent]
        numbers = np.empty(self._numbers, np.int16)
        game.observe(seat, numbers)
        mask = self._mask if seat == game.seat else self._no_mask
        return {"observation": numbers, "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; None removes one that is done."""
        game = self._started("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = game.step(int(action))  # type: ignore[arg-type]  # None is no action: int() says so
        self._cumulative_rewards[agent] = 0.0
        if seat == NOBODY:
            self._end(game, agent)
        else:
            self.agent_selection = self.possible_agents[seat]
        if self.render_mode == "human":
            self.render()

    def _end(self, game: SingleGame, agent: str) -> None:
        self.rewards = dict(zip(self.agents, game.rewards.tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[(self._seats[agent] + 1) % len(self.agents)]

    def state(self) -> NDArray[np.int16]:
        """What all agents know together: their observations, one after the other."""
        game = self._started("state")
        return np.concatenate([game.observe(seat) for seat in self._seats.values()])

    def render(self) -> str | None:
        """The position as text: returned in mode `ansi`, printed in mode `human`."""
        game = self._started("render")
        if self.render_mode is None:
            logger.warn("render() does nothing: name a render_mode when making the environment")
            return None
        text = str(game.state)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - asked for
        return None

    def close(self) -> None:
        """Close the game; it cannot be used after that."""
        self._closed = True
        self._game = None

    def _started(self, wanted: str) -> SingleGame:
        if self._game is None:
            self._expect_open()
            raise AssertionError(f"reset() needs to be called before {wanted}.")
        return self._game

    def _expect_open(self) -> None:
        if self._closed:
            raise ClosedEnvironmentError("the environment is closed: make another one")

    def __getattr__(self, name: str) -> Any:
        if name in SINCE_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")


class Refereed(raw_env):
    """A game as PettingZoo's wrappers make it: a masked action loses it, others are refused."""

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        super().reset(seed, options)
        self._has_stepped = True

    def step(self, action: int | None) -> None:
        game = self._started("step")
        self._has_stepped = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            assert self._is_action(agent, action), "action is not in action space"
            if not game.mask[action]:
                self._lose(agent)
                return
        super().step(action)

    def _is_action(self, agent: str, action: object) -> bool:
        if type(action) is int:  # asking the space takes longer than the step
            return 0 <= action < len(self._mask)
        return bool(self.action_spaces[agent].contains(action))

    def _lose(self, agent: str) -> None:
        """End the game as `TerminateIllegalWrapper` does."""
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent whose turn it is, as long as there is one; each has to make a step."""
        self._started("agent_iter()")
        while self.agents and max_iter > 0:
            assert self._has_stepped, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_stepped = False
            max_iter -= 1
            yield self.agent_selection


def env(
    game: Game | str = "azul",
    *,
    reward: str | Reward | Payoff = "win",
    render_mode: str | None = None,
    **options: Value,
) -> Refereed:
    """A game for PettingZoo: `env("sintra", players=4, side="B", reward="place")`."""
    return Refereed(game, reward=reward, render_mode=render_mode, **options)
