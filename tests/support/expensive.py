"""The most expensive requests that the API allows, found by search; and what a loop takes for them.

Records: of every game, with every value of every option, games in which each seat always makes its
first or its last legal move or a random one; the one with most events is taken, as far as records
may go. Positions and drafts: those with the longest texts and the most places.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from azulejos import GAME_NAMES, Game, State, game
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError, OptionError
from azulejos.play.record import Event, Record, after
from azulejos.tables.study.drafts import draft_of
from azulejos.tables.study.files import MAX_FILE

MAX_EVENTS = 1500  # to which games are played: far more than any real one has
Choose = Callable[[list[Any], random.Random], Any]
CHOICES: tuple[Choose, ...] = (
    lambda moves, _: moves[0],
    lambda moves, _: moves[-1],
    lambda moves, source: source.choice(moves),
)


@dataclass(frozen=True)
class Expensive:
    """A request."""

    name: str
    method: str
    path: str
    body: dict[str, Any]


@dataclass(frozen=True)
class Played:
    """A game, as far as it was played."""

    states: list[State]
    events: list[Event]

    def __len__(self) -> int:
        return len(self.events)

    def text(self, count: int) -> str:
        """The record of so many events, without a space too many."""
        first, outcome = self.states[0], self.states[count].outcome
        names = tuple("abcd"[: first.options.players])
        record = Record(first.game, first.options, names, tuple(self.events[:count]), outcome)
        return json.dumps(json.loads(record.to_json()), separators=(",", ":"))


@cache
def longest_records() -> dict[str, str]:
    """Of each game the one with most events, as far as it may be read, in JSON."""
    return {name: _readable(_longest(game(name))) for name in GAME_NAMES}


def _longest(of: Game) -> Played:
    longest = Played([], [])
    for changes in _option_sets(of):
        with suppress(OptionError):  # some do not go together
            first = of.new(of.options.of(changes))
            longest = max(longest, *(_played(first, choose) for choose in CHOICES), key=len)
        if len(longest) >= MAX_EVENTS:
            break
    return longest


def _option_sets(of: Game) -> Iterator[dict[str, Any]]:
    """Each option at its extremes, with as many and as few players as there can be."""
    fields = {each.name: list(each.metadata["allowed"]) for each in of.options.each()}
    players = fields.pop("players")
    for number in (players[-1], players[0]):
        for name, values in fields.items():
            yield from ({"players": number, name: value} for value in {values[0], values[-1]})


def _played(first: State, choose: Choose) -> Played:
    source = random.Random(1)
    states, events = [first], list[Event]()
    while (seat := states[-1].to_move) is not None and len(events) < MAX_EVENTS:
        state = states[-1]
        if seat == CHANCE:
            events.append(state.sample(source))
        else:
            events.append(choose(list(state.legal_moves), source))
        states.append(after(state, events[-1]))
    return Played(states, events)


def _readable(played: Played) -> str:
    """A record of as many events as may be read."""
    counts = [n for n, state in enumerate(played.states) if state.to_move != CHANCE]
    low, high = 0, len(counts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        try:
            Record.read(played.text(counts[middle]))
            low = middle
        except AzulejosError:
            high = middle - 1
    return played.text(counts[low])


def catalogue() -> list[Expensive]:
    """What costs most, for every endpoint that takes a record or a position."""
    tables = [
        Expensive(f"{name}: new table", "POST", "/api/tables", _table_of(name, record))
        for name, record in longest_records().items()
    ]
    return tables + studied()


def studied() -> list[Expensive]:
    """Those of them that are read by processes of their own."""
    result: list[Expensive] = []
    for name, record in longest_records().items():
        result += [
            Expensive(f"{name}: open", "POST", "/api/open", {"text": record}),
            Expensive(f"{name}: sandbox", "POST", "/api/sandbox", {"record": record}),
            Expensive(f"{name}: analysis", "POST", "/api/analysis", {"record": record}),
            Expensive(f"{name}: file", "POST", "/api/files", {"text": _file_of(name, record)}),
            Expensive(f"{name}: editor", "POST", "/api/editor", _largest_edit(record)),
        ]
    return result


def _table_of(name: str, record: str) -> dict[str, Any]:
    players = len(json.loads(record)["names"])
    seats = [{"kind": "me"}, *([{"kind": "open"}] * (players - 1))]
    return {"game": name, "record": record, "seats": seats}


def _file_of(name: str, record: str) -> str:
    """As many games as a file may hold."""
    one = {"game": name, "record": record}
    count = max(1, (MAX_FILE - 100) // (len(json.dumps(one)) + 2))
    return json.dumps({"format": "azulejos-games", "version": 1, "games": [one] * count})


def _largest_edit(record: str) -> dict[str, Any]:
    """The longest position of a game, with every place edited to what lies there."""
    states = list(Record.read(record).states())
    position = max(map(str, states[:400]), key=len)
    draft = draft_of(position, {})
    return {"position": position, "edits": {each.name: each.value for each in draft.places}}


class Watch:
    """The longest that a callback of a loop took, and which."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.which = ""

    def note(self, taken: float, what: object) -> None:
        if taken > self.longest:
            self.longest, self.which = taken, repr(what)[:600]


@contextmanager
def watched(thread: threading.Thread) -> Iterator[Watch]:
    """Measure every callback that a loop runs in a thread, and what it has other threads do."""
    watch = Watch()
    run = asyncio.Handle._run

    def measured(handle: asyncio.Handle) -> None:
        if threading.current_thread() is not thread:
            run(handle)
            return
        begun = time.thread_time()
        run(handle)
        watch.note(time.thread_time() - begun, handle)

    to_thread = asyncio.to_thread

    async def measured_thread(job: Callable[..., Any], *arguments: Any) -> Any:
        def work() -> Any:
            begun = time.thread_time()
            try:
                return job(*arguments)
            finally:
                watch.note(time.thread_time() - begun, job)

        return await to_thread(work)

    asyncio.Handle._run = measured  # type: ignore[method-assign]
    asyncio.to_thread = measured_thread  # type: ignore[assignment]
    gc.disable()  # of the tests' own garbage there is very much
    try:
        yield watch
    finally:
        gc.enable()
        asyncio.Handle._run = run  # type: ignore[method-assign]
        asyncio.to_thread = to_thread
