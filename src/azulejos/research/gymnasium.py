"""All games for Gymnasium: one seat learns, bots have the others.

::

    import gymnasium
    import azulejos.research.gymnasium  # registers azulejos/Azul-v0 and the others

    env = gymnasium.make("azulejos/Azul-v0", opponents="greedy", players=3)
    observed, info = env.reset(seed=1)
    action = env.action_space.sample(observed["action_mask"])
    observed, reward, terminated, truncated, info = env.step(action)

    envs = gymnasium.make_vec("azulejos/Azul-v0", num_envs=256, opponents="random")

An episode is a game. A step plays the learner's action and whatever follows until the learner is to
move again, so rewards come at the end. An action that is masked ends the episode with
`illegal_reward`, and `info["illegal_action"]` says which rule forbids it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bots import bot
from azulejos.bots.protocol import begin, close
from azulejos.core.game import Game
from azulejos.core.options import Value
from azulejos.core.turn import NOBODY
from azulejos.errors import IllegalMove, OptionError
from azulejos.extras import needs
from azulejos.games import GAME_NAMES
from azulejos.research.single import SingleGame
from azulejos.research.spaces import Observed, action_space, observation_space
from azulejos.research.spec import Payoff, Reward, Spec

with needs("research"):
    import gymnasium
    from gymnasium import error, logger

ILLEGAL_REWARD = -1.0
RENDER_MODES = ("human", "ansi")


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game against bots.

    `opponents` is a bot's text for all of them, or one for each in turn order after the learner:
    `greedy`, `search:10ms`, `my_bot.py:MyBot`. Without a `seat` the learner gets a random one in
    every game. The bots' random choices follow the seed, too.
    """

    metadata: dict[str, object] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: Game | str = "azul",
        opponents: str | Sequence[str] = "random",
        *,
        seat: int | None = None,
        reward: str | Reward | Payoff = "win",
        illegal_reward: float = ILLEGAL_REWARD,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise OptionError(f"render_mode={render_mode!r}: there are {', '.join(RENDER_MODES)}")
        self.game_spec = Spec(game, None, reward, **options)
        self.opponents = opponents_of(self.game_spec, opponents)
        self.seat = learners_seat(self.game_spec, seat)
        """The learner's seat in this game."""

        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.action_space = action_space(self.game_spec)
        self.observation_space = observation_space(self.game_spec)
        self._any_seat = seat is None
        self._sources = [Random() for _ in self.opponents]
        self._bots = [
            bot(text, source, game=self.game_spec.game)
            for text, source in zip(self.opponents, self._sources, strict=True)
        ]
        self._game: SingleGame | None = None
        self._is_lost = False
        self._closed = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observed, dict[str, object]]:
        """Begin a game; a seed repeats it and all that follow."""
        super().reset(seed=seed, options=options)
        self._expect_open()
        if self._game is None:
            self._game = SingleGame(self.game_spec, 0)
        self._is_lost = False
        while True:
            if self._any_seat:
                self.seat = int(self.np_random.integers(self.game_spec.players))
            for source in self._sources:
                source.seed(self._seed())
            for player in self._bots:
                begin(player, self.game_spec.game, self.game_spec.options)
            self._game.reset(self._seed())
            self._let_bots_play(self._game)
            if self._game.seat != NOBODY:  # unless they have played to the end on their own
                return self._observe(self._game), {}

    def _seed(self) -> int:
        return int(self.np_random.integers(1 << 62))

    def step(self, action: int) -> tuple[Observed, float, bool, bool, dict[str, object]]:
        """Play an action, and what the bots answer."""
        self._expect_open()
        game = self._game
        if game is None or self._is_lost or game.seat == NOBODY:
            raise error.ResetNeeded("no game is being played: call reset() before step()")
        if not self.action_space.contains(action):
            raise error.InvalidAction(f"{action!r} is not an action of {self.action_space}")
        try:
            game.step(int(action))
        except IllegalMove as refused:
            self._is_lost = True
            logger.warn(f"{refused}; observed['action_mask'] says what is legal")
            return (
                self._observe(game),
                self.illegal_reward,
                True,
                False,
                {"illegal_action": str(refused)},
            )
        self._let_bots_play(game)
        if self.render_mode == "human":
            self.render()
        over = game.seat == NOBODY
        reward = float(game.rewards[self.seat]) if over else 0.0
        return self._observe(game), reward, over, False, {}

    def _let_bots_play(self, game: SingleGame) -> None:
        players = self.game_spec.players
        while game.seat not in (NOBODY, self.seat):
            player = self._bots[(game.seat - self.seat) % players - 1]
            move = player.choose(game.state.view(game.seat))
            game.step(self.game_spec.game.encode(move))

    def _observe(self, game: SingleGame) -> Observed:
        mask = game.mask.astype(np.int8)
        return {"observation": game.observe(self.seat), "action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, where a learning library asks for it by this name."""
        self._expect_open()
        if self._game is None:
            raise error.ResetNeeded("no game is being played: call reset() before action_masks()")
        return self._game.mask.astype(np.bool_)

    def render(self) -> str | None:
        """The position as text: returned in mode `ansi`, printed in mode `human`."""
        self._expect_open()
        if self._game is None:
            raise error.ResetNeeded("no game is being played: call reset() before render()")
        text = str(self._game.state.view(self.seat).state)
        if self.render_mode == "human":
            print(text)  # noqa: T201 - asked for
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close the game and the bots; the environment cannot be used after that."""
        if not self._closed:
            for player in self._bots:
                close(player)
        self._closed = True

    def _expect_open(self) -> None:
        if self._closed:
            raise error.ClosedEnvironmentError("the environment is closed: make another one")


def opponents_of(spec: Spec, opponents: str | Sequence[str]) -> tuple[str, ...]:
    """The bots of the other seats, in turn order after the learner."""
    others = spec.players - 1
    texts = (opponents,) * others if isinstance(opponents, str) else tuple(opponents)
    if len(texts) != others:
        raise OptionError(f"{len(texts)} opponents, but there are {others} other seats")
    return texts


def learners_seat(spec: Spec, seat: int | None) -> int:
    """A seat that exists; the first where any may be drawn."""
    if seat is not None and seat not in range(spec.players):
        raise OptionError(f"seat {seat}: there are seats 0 to {spec.players - 1}")
    return seat or 0


def environment_id(name: str) -> str:
    """The name under which Gymnasium knows a game: `azulejos/Azul-v0`."""
    return f"azulejos/{name.capitalize()}-v0"


def register() -> None:
    """Tell Gymnasium of all games."""
    for name in GAME_NAMES:
        if environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="azulejos.research.gymnasium:SeatEnv",
                vector_entry_point="azulejos.research.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": name},
            )


register()
