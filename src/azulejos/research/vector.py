"""Many games at once, without Python inside: `VectorEnv("azul", 4096)`.

::

    env = VectorEnv("azul", 4096, threads=2, seed=1)
    step = env.reset()
    while True:
        step = env.step(policy(step.observations, step.masks))

All arrays are made once and written in place by every step: copy what is to be kept. Each game has
random sources of its own, so a seed repeats everything whatever the number of threads.

A game that ends restarts within the same step (what Gymnasium calls `SAME_STEP`): then
`terminations` is true; `rewards`, `scores` and `places` are those of the game that is over, and
observation, mask and seat those of the new one.
"""

from __future__ import annotations

import secrets
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from azulejos.core.game import Game
from azulejos.core.kernels import for_game
from azulejos.core.options import Options, Value
from azulejos.core.state import State
from azulejos.errors import IllegalMove, Misused, OptionError, excerpt
from azulejos.research import stepping
from azulejos.research.spec import Payoff, Reward, Spec

HEAD_START = 64
"""How many games the calling thread plays while the others wake up, which takes about 20 us."""


class Step(NamedTuple):
    """How games stand after a step: a row for each."""

    observations: NDArray[np.int16]
    """What the seat to move may know: `Spec.observation` says what the numbers mean."""

    masks: NDArray[np.uint8]
    """1 for each action that is legal. They cannot be written: the next step is checked by them."""

    seats: NDArray[np.int32]
    """Who is to move."""

    rewards: NDArray[np.float32]
    """What each seat gets: nothing before the end of a game."""

    terminations: NDArray[np.bool_]
    """Whether a game has ended, and the next has begun."""

    scores: NDArray[np.int32]
    """The points of each seat at the end of the last game that has ended."""

    places: NDArray[np.int32]
    """The place of each seat at its end, from 1; ties share one."""


class ThreadPart(NamedTuple):
    """The games of a thread, with room for what is drawn, legal, and ranks two seats."""

    first: int
    last: int
    pieces: NDArray[np.int32]
    codes: NDArray[np.int32]
    keys: NDArray[np.int32]


class VectorEnv:
    """Many games of one kind, each played one action per step."""

    def __init__(
        self,
        game: Game | str | Spec,
        n: int,
        *,
        threads: int = 1,
        seed: int | None = None,
        options: Options | None = None,
        reward: str | Reward | Payoff = "win",
        **values: Value,
    ) -> None:
        self.spec = game if isinstance(game, Spec) else Spec(game, options, reward, **values)
        if n < 1 or threads < 1:
            raise OptionError(f"{n} games by {threads} threads: at least one of each is needed")
        self.n = n
        self._closed = False
        rules = self.spec.game.kernels.rules
        self._step, self._choose = (
            for_game(stepping.step_games, rules),
            for_game(stepping.choose_randomly, rules),
        )
        self._make_room()
        self._threads = stepping.Threads(self._parts(threads))
        self.reset(secrets.randbits(64) if seed is None else seed)

    def _make_room(self) -> None:
        spec, n = self.spec, self.n
        by_seat = (n, spec.players)
        self._masks = np.zeros((n, spec.actions), np.uint8)
        self.last = Step(
            observations=np.zeros((n, *spec.shape), np.int16),
            masks=self._masks.view(),
            seats=np.zeros(n, np.int32),
            rewards=np.zeros(by_seat, np.float32),
            terminations=np.zeros(n, np.bool_),
            scores=np.zeros(by_seat, np.int32),
            places=np.zeros(by_seat, np.int32),
        )
        self.last.masks.flags.writeable = False
        self._fresh = np.frombuffer(spec.initial.key, np.uint8).copy()
        self._tables = np.zeros((n, len(self._fresh)), np.uint8)
        self._rngs = np.zeros((n, 2), np.int64)
        self._own_rngs = np.zeros((n, 2), np.int64)
        self._codes = np.zeros(spec.actions, np.int32)

    def _parts(self, threads: int) -> list[ThreadPart]:
        return [
            ThreadPart(
                first,
                last,
                np.zeros(self.spec.game.max_pieces, np.int32),
                np.zeros(self.spec.actions, np.int32),
                np.zeros((2, len(self.spec.game.ranked_by)), np.int32),
            )
            for first, last in pairwise(shares(self.n, threads))
        ]

    # Playing

    def reset(self, seed: int | None = None) -> Step:
        """Restart all games; a seed repeats everything from there."""
        self._expect_open()
        if seed is not None:
            self._rngs[:], self._own_rngs[:] = _sources(seed, self.n)
        self._play(np.full(self.n, stepping.BEGIN, np.int64))
        for array in (self.last.rewards, self.last.scores, self.last.places):
            array[:] = 0
        return self.last

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in each game. One that is masked is refused, and no game is played."""
        self._expect_open()
        self._play(self._checked(actions))
        self._reward()
        return self.last

    def _play(self, actions: NDArray[np.int64]) -> None:
        last = self.last

        def play(part: ThreadPart) -> None:
            self._step(
                part.first,
                part.last,
                self._fresh,
                self._tables,
                self._rngs,
                part.pieces,
                part.codes,
                self._masks,
                last.seats,
                last.observations,
                actions,
                part.keys,
                last.terminations,
                last.scores,
                last.places,
            )

        self._threads.run(play)

    def _reward(self) -> None:
        last = self.last
        last.rewards.fill(0)
        ended = last.terminations.nonzero()[0]
        if len(ended):
            results = last.scores.take(ended, axis=0), last.places.take(ended, axis=0)
            last.rewards[ended] = self.spec.rewards(*results)

    def random_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for each game, uniformly; repeated by the seed like all else."""
        self._expect_open()
        if out is None:
            out = np.zeros(self.n, np.int64)
        self._choose(self._tables, self._own_rngs, self._codes, out)
        return out

    def state(self, game: int) -> State:
        """The whole position of a game, secrets and all."""
        return State(self.spec.game, self._tables[game].copy())

    # Wrong use

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given: NDArray[np.generic] = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise Misused(
                f"actions of shape {given.shape} and type {given.dtype}: "
                f"{self.n} whole numbers are needed, one for each game"
            )
        chosen = np.ascontiguousarray(given, np.int64)
        wrong = stepping.first_illegal(chosen, self._masks)
        if wrong != stepping.NO_GAME:
            self._refuse(wrong, int(chosen[wrong]))
        return chosen

    def _refuse(self, game: int, action: int) -> None:
        most = self.spec.actions - 1
        if not 0 <= action <= most:
            raise IllegalMove(f"game {game}: no action {excerpt(action)}, there are 0 to {most}")
        try:
            self.state(game).play(self.spec.game.decode(action))
        except IllegalMove as error:
            raise IllegalMove(f"game {game}: action {action} is masked: {error}") from None

    def _expect_open(self) -> None:
        if self._closed:
            raise Misused("this environment was closed")

    def close(self) -> None:
        """End the threads; the environment cannot be used after that."""
        self._closed = True
        self._threads.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def shares(games: int, threads: int) -> list[int]:
    """Where the games of each thread begin, the caller's first, and where the last one ends."""
    others = max(0, games - HEAD_START) // threads
    if not others:
        return [0, games]
    return [0, *range(games - (threads - 1) * others, games, others), games]


def _sources(seed: int, n: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Random sources for chance and for random actions, one of each for every game."""
    words = np.random.SeedSequence(seed).generate_state(4 * n).astype(np.int64).reshape(2, n, 2)
    words[:, :, 1] |= words[:, :, 1] == 0  # all-zero is the one state that xoroshiro cannot leave
    return words[0], words[1]
