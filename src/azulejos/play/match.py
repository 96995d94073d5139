"""A game in progress, which every move goes through."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.notebook import drawn
from azulejos.core.options import Options
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE
from azulejos.errors import GameOver, NothingToUndo, NotYourTurn
from azulejos.play.names import check_names
from azulejos.play.record import Event, Record, after

if TYPE_CHECKING:
    from azulejos.play.deals import DuplicateDeals

UNPREDICTABLE = random.SystemRandom()
"""Shared by all matches: it has no state, but takes 2.5 KB."""

Source: TypeAlias = "random.Random | DuplicateDeals"
"""What chance draws from."""


class Step(NamedTuple):
    """An event, and the position after it."""

    event: Event
    state: State


class Match:
    """Takes moves from seats, checks seat, turn and legality, and lets chance answer at once."""

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        names: Sequence[str] | None = None,
        source: Source | None = None,
    ) -> None:
        self.game = game
        self.options = options or game.options()
        self.names = tuple(names or (f"Seat {n + 1}" for n in range(self.options.players)))
        check_names(self.names, self.options.players)
        self._source = source or UNPREDICTABLE
        self._states = [game.new(self.options)]
        self._events: list[Event] = []
        self._movers: list[int] = []
        self.let_chance_answer()

    @classmethod
    def resume(cls, record: Record, *, source: Source | None = None) -> Match:
        """Continue a recorded game."""
        match = deque(cls.replaying(record, record.states(), source=source), maxlen=1).pop()
        match.let_chance_answer()
        return match

    @classmethod
    def replaying(
        cls, record: Record, states: Iterator[State], *, source: Source | None = None
    ) -> Iterator[Match]:
        """Replay a record by its positions: the same match, before the first event and after each.

        Whoever has others to serve pauses in between.
        """
        match = cls.__new__(cls)
        match.game, match.options, match.names = record.game, record.options, record.names
        match._source = source or UNPREDICTABLE
        match._states = [next(states)]
        match._events, match._movers = [], []
        yield match
        for event, state in zip(record.events, states, strict=True):
            match._add(event, state)
            yield match

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: everything on the table now."""
        return drawn(self)

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def events(self) -> Sequence[Event]:
        """All that happened."""
        return self._events

    @property
    def states(self) -> Sequence[State]:
        """Every position: the one before each event, and the current one at the end."""
        return self._states

    @property
    def movers(self) -> Sequence[int]:
        """The seat that made each event, or `CHANCE`."""
        return self._movers

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
        return self.go(self.answer(seat, move))

    def answer(self, seat: int, move: Move | str) -> tuple[Step, ...]:
        """Check a move of a seat, and work out what it and chance lead to; nothing happens yet.

        Whoever must write events down before they happen calls `go` with the steps afterwards.
        """
        self._check_seat(seat)
        if self.state.to_move is None:
            raise GameOver("the game is over: no more moves")
        if seat != self.state.to_move:
            raise NotYourTurn(f"seat {seat + 1} is not to move: seat {self.state.to_move + 1} is")
        if isinstance(move, str):
            move = self.game.parse_move(move)
        first = Step(move, self.state.play(move))
        return (first, *self._chance_steps(first.state))

    def go(self, steps: Iterable[Step]) -> State:
        """Take the steps that `answer` worked out."""
        for step in steps:
            self._add(*step)
        return self.state

    def add(self, events: Iterable[Event]) -> State:
        """Apply events, each of which must be possible."""
        for event in events:
            self._add(event, after(self.state, event))
        return self.state

    def cut(self, kept: int) -> State:
        """Forget all events but the first `kept`."""
        del self._events[kept:]
        del self._states[kept + 1 :]
        del self._movers[kept:]
        return self.state

    def copy(self) -> Match:
        """A copy of the game so far that can be played on independently."""
        copied = Match.__new__(Match)
        copied.__dict__.update(self.__dict__)
        copied._states = self._states.copy()
        copied._events = self._events.copy()
        copied._movers = self._movers.copy()
        return copied

    def __reduce__(self) -> tuple[object, tuple[Record, Source | None]]:
        """Pickled as its record; the system's chance has nothing that could be taken along."""
        is_system = isinstance(self._source, random.SystemRandom)
        return _resumed, (self.record, None if is_system else self._source)

    def undo(self, seat: int) -> State:
        """Take back the last move, if it was this seat's and chance has not answered it."""
        self._check_seat(seat)
        if all(isinstance(event, Draw) for event in self._events):
            raise NothingToUndo("no move was made yet")
        if isinstance(self._events[-1], Draw):
            raise NothingToUndo("chance has answered the last move: it cannot be taken back")
        if self._movers[-1] != seat:
            raise NotYourTurn(f"the last move was not made by seat {seat + 1}")
        return self.cut(len(self._events) - 1)

    def let_chance_answer(self) -> None:
        """Draw until a seat is to move."""
        self.go(self._chance_steps(self.state))

    def _chance_steps(self, state: State) -> Iterator[Step]:
        """The draws that follow on a position, which is the one now or after one more move."""
        if isinstance(self._source, random.Random):
            return chance_steps(state, self._source)
        return starmap(Step, self._source.answers(state, self._drawn()))

    def _drawn(self) -> Counter[str]:
        """How many pieces were drawn so far, by phase."""
        drawn: Counter[str] = Counter()
        for state, event in zip(self._states, self._events, strict=False):
            if isinstance(event, Draw):
                drawn[state.phase] += len(event.pieces)
        return drawn

    def _add(self, event: Event, state: State) -> None:
        mover = self.state.to_move
        assert mover is not None
        self._movers.append(mover)
        self._states[-1] = self.state.bare()  # it is seldom needed again
        self._events.append(event)
        self._states.append(state)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.options.players:
            raise NotYourTurn(f"there is no seat {seat + 1}: seats go to {self.options.players}")


def _resumed(record: Record, source: Source | None) -> Match:
    return Match.resume(record, source=source)


def chance_steps(state: State, source: random.Random) -> Iterator[Step]:
    """Draws of chance in a position, until a seat is to move."""
    while state.to_move == CHANCE:
        draw = state.sample(source)
        state = state.deal(draw)
        yield Step(draw, state)


def answers(state: State, source: random.Random) -> Iterator[Draw]:
    """The same, draw by draw."""
    return (step.event for step in chance_steps(state, source) if isinstance(step.event, Draw))
