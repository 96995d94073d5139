"""A game happening: the only way a move enters."""

from __future__ import annotations

import random
from collections.abc import Sequence

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE
from azulejos.errors import GameOver, NothingToUndo, NotYourTurn
from azulejos.play.record import Event, Record, check_names


class Match:
    """Takes moves from seats, checks seat, turn and legality, and lets chance answer at once."""

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        names: Sequence[str] | None = None,
        source: random.Random | None = None,
    ) -> None:
        self.game = game
        self.options = options or game.options()
        self.names = tuple(names or (f"Seat {n + 1}" for n in range(self.options.players)))
        check_names(self.names, self.options.players)
        self._source = source or random.SystemRandom()
        self._states = [game.new(self.options)]
        self._events: list[Event] = []
        self._let_chance_answer()

    @classmethod
    def resume(cls, record: Record, *, source: random.Random | None = None) -> Match:
        """Go on with a recorded game."""
        match = cls.__new__(cls)
        match.game, match.options, match.names = record.game, record.options, record.names
        match._source = source or random.SystemRandom()
        match._states = list(record.states())
        match._events = list(record.events)
        match._let_chance_answer()
        return match

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def record(self) -> Record:
        """The game so far."""
        events = tuple(self._events)
        return Record(self.game, self.options, self.names, events, self.state.outcome)

    def view(self, seat: int) -> View:
        """What a seat may know now."""
        self._check_seat(seat)
        return self.state.view(seat)

    def play(self, seat: int, move: Move | str) -> State:
        """Make a move for a seat and return the position after it and what chance answered."""
        self._check_seat(seat)
        if self.state.to_move is None:
            raise GameOver("the game is over: no more moves")
        if seat != self.state.to_move:
            raise NotYourTurn(f"seat {seat + 1} is not to move: seat {self.state.to_move + 1} is")
        if isinstance(move, str):
            move = self.game.parse_move(move)
        self._add(move, self.state.play(move))
        self._let_chance_answer()
        return self.state

    def undo(self, seat: int) -> State:
        """Take back the last move, if it was this seat's and chance has not answered it."""
        self._check_seat(seat)
        if all(isinstance(event, Draw) for event in self._events):
            raise NothingToUndo("no move was made yet")
        if isinstance(self._events[-1], Draw):
            raise NothingToUndo("chance has answered the last move: it cannot be taken back")
        if self._states[-2].to_move != seat:
            raise NotYourTurn(f"the last move was not made by seat {seat + 1}")
        self._events.pop()
        self._states.pop()
        return self.state

    def _let_chance_answer(self) -> None:
        while self.state.to_move == CHANCE:
            draw = self.state.sample(self._source)
            self._add(draw, self.state.deal(draw))

    def _add(self, event: Event, state: State) -> None:
        self._events.append(event)
        self._states.append(state)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.options.players:
            raise NotYourTurn(f"there is no seat {seat + 1}: seats go to {self.options.players}")
