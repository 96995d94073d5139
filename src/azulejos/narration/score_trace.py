"""What an event scores, part by part, heard from the rules themselves.

A kernel only leaves totals behind. But it is Python, too: a tracer runs the rules of an event
once more, not compiled, and listens to some of them, like `place_tile` or `count_floor`. Each rule
that scores opens an entry on a `ScoreTrace`; its points are what the score has changed by when the
next rule that is listened to begins or this one ends. So no rule is said twice, and the parts add
up to the whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial

import msgspec
import numpy as np

from azulejos.core.asking import PlainRules, Rule, ask
from azulejos.core.draw import Draw
from azulejos.core.kernels import Rules
from azulejos.core.layout import Numbers, WithScore
from azulejos.core.runs import run_from
from azulejos.core.state import State
from azulejos.messages import Message, Value
from azulejos.narration import kinds
from azulejos.narration.message import Part, Step
from azulejos.play.record import Event

Listener = Callable[..., Iterator[None]]
"""Called with the trace and what the rule is called with; the rule happens where it yields."""


@dataclass(frozen=True)
class ScoreEntry:
    """Something that scores: the name of its kind, what is said of it, where it lies."""

    name: str
    places: Sequence[str]
    values: Mapping[str, Value] = field(default_factory=dict)
    points: int | None = None  # where they are known; otherwise all that the score changes by
    is_shown_at_zero: bool = False  # a loss of somebody who has nothing to lose


@dataclass
class _Open:
    """Entries of a seat whose points are not known yet."""

    seat: int
    entries: Sequence[ScoreEntry]
    score: int
    picture: bytes | None  # of the table before them, if that is what is to be shown


class ScoreTrace:
    """Writes down what scores while the rules of an event run."""

    def __init__(self, before: State) -> None:
        self._before = before
        self._raw = np.frombuffer(before.key, np.uint8).copy()
        self._open: _Open | None = None
        self.table = before.game.table_in(self._raw.data)
        self.within: list[str] = []  # the rules that are listened to and have not ended
        self.is_final = False
        self.steps: list[Step] = []

    def picture(self) -> None:
        """Show the table as it is now."""
        self.steps.append(Step(self._state(self._raw.tobytes()), is_final=self.is_final))

    def opens(self, seat: WithScore, *entries: ScoreEntry, is_shown_before: bool = False) -> None:
        """Write down entries, whose points will be known at the next rule.

        What is taken away when it is counted is shown as it was before.
        """
        picture = self._raw.tobytes() if is_shown_before else None
        self._open = _Open(self.table.seats.index(seat), entries, seat.score, picture)

    def close(self) -> None:
        """Close the open entries: they have all their points by now."""
        opened, self._open = self._open, None
        if opened is None:
            return
        score: int = self.table.seats[opened.seat].score
        points = _shared(opened.entries, score - opened.score)
        picture = opened.picture or self._raw.tobytes()
        total = opened.score
        for entry, each in zip(opened.entries, points, strict=True):
            total += each
            if each or entry.is_shown_at_zero:
                self._add(opened.seat, entry, each, total, picture)

    def _add(self, seat: int, entry: ScoreEntry, points: int, total: int, picture: bytes) -> None:
        values: dict[str, Value] = {**entry.values, "points": points}
        if entry.values:
            said = Message(f"{entry.name}.part", values)
        else:
            said = Message("game.part", {"what": f"{entry.name}.kind", **values})
        part = Part(seat, entry.name, points, total, said, list(entry.places))
        self.steps.append(Step(self._state(picture, seat, total), part, self.is_final))

    def _state(self, picture: bytes, seat: int | None = None, score: int = 0) -> State:
        game = self._before.game
        raw = np.frombuffer(picture, np.uint8).copy()
        table = game.table_in(raw.data)
        if seat is not None:
            table.seats[seat].score = score
        if table.phase >= len(game.phases):  # between two phases, where nobody is to move
            table.phase = self._before.table.phase
        return State(game, raw)


def _shared(entries: Sequence[ScoreEntry], gained: int) -> list[int]:
    """The points of each entry; the last gets what the others leave: no loss goes below zero."""
    known = [entry.points or 0 for entry in entries[:-1]]
    return [*known, gained - sum(known)] if entries else []


TRACE: ContextVar[ScoreTrace] = ContextVar("trace")


class ScoreTracer:
    """The rules of a game as plain Python, with listeners on some of them."""

    def __init__(self, rules: Rules, listeners: Mapping[Rule, Listener]) -> None:
        plain = PlainRules(
            {rule: partial(_listened, listener) for rule, listener in listeners.items()}
        )
        self._make_move = plain[rules.make_move]
        self._deal = plain[rules.deal]

    def steps(self, before: State, event: Event) -> list[Step]:
        """What an event scores, step by step."""
        trace = ScoreTrace(before)
        token = TRACE.set(trace)
        try:
            if isinstance(event, Draw):
                self._deal(trace.table, event.pieces, len(event.pieces))
            else:
                self._make_move(trace.table, before.game.encode(event))
        finally:
            TRACE.reset(token)
        while trace.steps and not trace.steps[-1].part:
            trace.steps.pop()  # what follows no part is the table after the event
        return trace.steps


def _listened(listener: Listener, rule: Rule) -> Rule:
    def heard(*arguments: object) -> object:
        trace = TRACE.get()
        trace.close()
        trace.within.append(rule.__name__)
        listening = listener(trace, *arguments)
        next(listening)
        result = rule(*arguments)
        trace.close()
        next(listening, None)
        trace.within.pop()
        return result

    return heard


# Listeners that several games share


def counting(trace: ScoreTrace, *_arguments: object) -> Iterator[None]:
    """The move is made, and what follows from it is counted now."""
    if not trace.steps:
        trace.picture()
    yield


def no_entry(_ledger: ScoreTrace, *_arguments: object) -> Iterator[None]:
    """Listen to a rule that scores nothing itself: what was open before it is closed."""
    yield


def final_counting(trace: ScoreTrace, *_arguments: object) -> Iterator[None]:
    """The end of the game: the table is shown first, then what is counted."""
    trace.is_final = True
    trace.picture()
    yield


def lines_through(board: Numbers, row: int, column: int) -> list[tuple[int, int]]:
    """The space of a tile, and those of its neighbours across and down without a gap."""
    return [
        (row, column),
        *(
            (row + step * down, column + step * across)
            for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0))
            for step in range(1, ask(run_from, board, row, column, down, across) + 1)
        ),
    ]


# The points of a game by kind, for every seat

SETUP = "game.setup"  # points that everybody begins with


class Tally(msgspec.Struct, frozen=True):
    """What things of a kind brought every seat, or cost it."""

    name: str  # of the message that names the kind
    points: list[int]


def tally(first: State, parts: Iterable[Part]) -> list[Tally]:
    """What a game was scored by, from its first position on, in the order of the rules.

    It adds up to the points that the seats have after the last part.
    """
    result: dict[str, list[int]] = defaultdict(lambda: [0] * first.players)
    result[SETUP] = list(first.scores)
    for part in parts:
        result[part.name][part.seat] += part.points
    order = (SETUP, *kinds(first.game))
    return [Tally(f"{name}.kind", result[name]) for name in order if any(result.get(name, ()))]
