"""One game stepped from Python as fast as possible: the core of single-game environments."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import new_rng
from azulejos.core.kernels import for_game
from azulejos.core.state import State
from azulejos.core.turn import NOBODY
from azulejos.errors import GameOver, IllegalMove
from azulejos.research.spec import Spec
from azulejos.research.stepping import BEGIN, ILLEGAL, step_game, write_result


class SingleGame:
    """A game that is played by actions; chance answers at once.

    `mask` is overwritten by every step; `seat` is who is to move, `NOBODY` at the end.
    """

    seat: int

    def __init__(self, spec: Spec, seed: int | None = None) -> None:
        self.spec = spec
        game, rules = spec.game, spec.game.kernels.rules
        self.mask = np.zeros(spec.actions, np.uint8)
        self._raw = game.empty_table()
        self._rng = np.zeros(2, np.int64)
        self._room = (
            np.frombuffer(spec.initial.key, np.uint8).copy(),
            self._raw,
            self._rng,
            np.zeros(game.max_pieces, np.int32),
            np.zeros(spec.actions, np.int32),
            self.mask,
        )
        self._step = for_game(step_game, rules)
        self._observe = game.kernels.observe
        self._source = random.Random(seed)
        self.reset()

    def reset(self, seed: int | None = None) -> int:
        """Restart and return who is to move; a seed repeats everything from there."""
        if seed is not None:
            self._source = random.Random(seed)
        self._rng[:] = new_rng(self._source)
        self.seat = self._step(BEGIN, *self._room)
        return self.seat

    def step(self, action: int) -> int:
        """Play an action and return who is to move then: a seat, or `NOBODY` at the end."""
        if action < 0:
            self._refuse(action)
        seat: int = self._step(int(action), *self._room)
        if seat == ILLEGAL:
            self._refuse(action)
        self.seat = seat
        return seat

    def _refuse(self, action: int) -> None:
        if self.seat == NOBODY:
            raise GameOver("the game is over: reset it")
        if not 0 <= action < self.spec.actions:
            raise IllegalMove(f"action {action}: there are actions 0 to {self.spec.actions - 1}")
        try:
            self.state.play(self.spec.game.decode(action))
        except IllegalMove as error:
            raise IllegalMove(f"action {action} is masked: {error}") from None

    def observe(self, seat: int, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """What a seat may know, written to `out` or to a new array."""
        if out is None:
            out = self.spec.observation.empty()
        self._observe(self._raw, seat, out)
        return out

    @property
    def state(self) -> State:
        """The whole position, secrets and all."""
        return State(self.spec.game, self._raw.copy())

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat gets; nothing before the end."""
        players = self.spec.players
        if self.seat != NOBODY:
            return np.zeros(players, np.float32)
        keys = np.zeros((2, len(self.spec.game.ranked_by)), np.int32)
        scores, places = np.zeros((2, 1, players), np.int32)
        for_game(write_result, self.spec.game.kernels.rules)(self._raw, keys, scores[0], places[0])
        result: NDArray[np.float32] = self.spec.rewards(scores, places)[0]
        return result
