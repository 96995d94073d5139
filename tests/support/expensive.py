"""The most expensive requests that the API allows, found by search; and what a loop takes for them.

Records: of every game, with every value of every option, games in which each seat always makes its
first or its last legal move or a random one; the one with most events is taken, as far as records
may go. Positions and drafts: those with the longest texts and the most places. For each endpoint
that the API describes, all of them that fit are candidates. `benchmarks/attacker.py` sends each of
them once and takes the one that costs most.
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

import msgspec

from azulejos import GAME_NAMES, Game, State, game
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError, OptionError
from azulejos.play.record import Event, Record, after
from azulejos.puzzles import collection
from azulejos.server.hub import Hub
from azulejos.tables.bots.tasks import MAX_EFFORT
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.study.opening import MAX_FILE, draft_of
from server_in_thread import Guest, Running

MAX_LISTED = 100
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
    body: dict[str, Any] | None


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
    return {name: _readable(_longest(name)) for name in GAME_NAMES}


@cache
def longest_unfinished() -> dict[str, str]:
    """The same, up to the last position in which somebody is to move."""
    return {name: _readable(_longest(name), is_unfinished=True) for name in GAME_NAMES}


@cache
def _longest(name: str) -> Played:
    of = game(name)
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


def _readable(played: Played, *, is_unfinished: bool = False) -> str:
    """A record of as many events as may be read."""
    ends = (CHANCE, None) if is_unfinished else (CHANCE,)
    counts = [n for n, state in enumerate(played.states) if state.to_move not in ends]
    low, high = 0, len(counts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        try:
            Record.read(played.text(counts[middle]))
            low = middle
        except AzulejosError:
            high = middle - 1
    return played.text(counts[low])


@dataclass(frozen=True)
class Seated:
    """Somebody who plays for all at a table."""

    secret: str
    table: str
    players: int


class Places:
    """Where the dearest requests go: the tables of somebody who has made as many as one may."""

    def __init__(self, running: Running, eve: Guest) -> None:
        self.secret = eve.secret
        self.long: list[str] = []  # with the longest record of each game, played by her alone
        self.played: list[Seated] = []  # the same unfinished, each of another guest
        self.puzzles = [collection(name).find()[0].id for name in GAME_NAMES]
        running.call(lambda: self._make(running.hub))

    async def _make(self, hub: Hub) -> None:
        eve = await hub.guests.by_secret(self.secret, "cookie")
        assert eve is not None
        for name, record in longest_records().items():
            wanted = msgspec.convert(table_of(name, record), NewTable)
            self.long.append(await hub.lobby.create(wanted, eve))
        for name, record in longest_unfinished().items():
            other, secret = await hub.guests.add("Eve")
            wanted = msgspec.convert(table_of(name, record), NewTable)
            players = len(json.loads(record)["names"])
            self.played.append(Seated(secret, await hub.lobby.create(wanted, other), players))
        for number in range(MAX_LISTED):
            await hub.lobby.create(NewTable("azul"), eve)
            if number % 5 == 0:
                other, _ = await hub.guests.add("Eve")
            await hub.lobby.create(NewTable("azul", is_public=True), other)


def table_of(name: str, record: str) -> dict[str, Any]:
    players = len(json.loads(record)["names"])
    beside = [{"kind": "beside", "name": str(number)} for number in range(1, players)]
    return {"game": name, "record": record, "seats": [{"kind": "me"}, *beside]}


def candidates(described: Any, places: Places) -> dict[str, list[Expensive]]:
    """For every endpoint the requests that may be its dearest: of every game, as long as may be."""
    result: dict[str, list[Expensive]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            if name not in LEFT_OUT:
                names = [each["name"] for each in operation.get("parameters", ())]
                query = f"?limit={MAX_LISTED}" if "limit" in names else ""
                result[name] = [
                    Expensive(name, method.upper(), filled + query, body)
                    for filled in _filled(path, places)
                    for body in _bodies(name, places)
                ]
    return result


LEFT_OUT = (
    "DELETE /api/me",  # nobody would be left to ask for more
    "GET /api/bot/games/{table}/stream",  # like a socket
)


def _filled(path: str, places: Places) -> list[str]:
    """A path with every table, puzzle or game in it."""
    if "{table}" in path:
        return [path.format(table=table, seat=0) for table in places.long]
    if "{puzzle}" in path:
        return [path.format(puzzle=puzzle) for puzzle in places.puzzles]
    if "{game}" in path:
        return [path.format(game=name) for name in GAME_NAMES]
    return [path.format(secret="x" * 40, link="x" * 40)]


def _bodies(name: str, places: Places) -> list[dict[str, Any] | None]:
    records = longest_records()
    positions = {each: _longest_position(record) for each, record in records.items()}
    bodies: dict[str, list[dict[str, Any]]] = {
        "POST /api/tables": [table_of(*each) for each in records.items()],
        "PUT /api/me": [{"name": "x" * 40}],
        "POST /api/open": [
            {"text": text}
            for record in records.values()
            for text in (record, Record.read(record).to_text())
        ],
        "POST /api/sandbox": [
            *({"record": record, "ply": ply} for record in records.values() for ply in (None, 1)),
            *({"position": position} for position in positions.values()),
            *({"table": table} for table in places.long),
        ],
        "POST /api/analysis": [
            *({"record": record, "effort": MAX_EFFORT} for record in records.values()),
            *({"position": position} for position in positions.values()),
        ],
        "POST /api/sandbox/bot": [
            {"position": position, "level": "master"} for position in positions.values()
        ],
        "POST /api/files": [{"text": _file_of(*each)} for each in records.items()],
        "POST /api/editor": [_largest_edit(position) for position in positions.values()],
        "POST /api/puzzles/{puzzle}/answers": [{"move": "1B1"}],
        "POST /api/bot/games/{table}/moves": [{"id": "a", "version": 0, "move": "1B1"}],
        "POST /api/bot/tokens": [{"name": "x" * 40}],
    }
    return [*bodies.get(name, [None])]


@cache
def _longest_position(record: str) -> str:
    return max(map(str, list(Record.read(record).states())[:400]), key=len)


def _file_of(name: str, record: str) -> str:
    """As many games as a file may hold."""
    one = {"game": name, "record": record}
    count = max(1, (MAX_FILE - 100) // (len(json.dumps(one)) + 2))
    return json.dumps({"format": "azulejos-games", "version": 1, "games": [one] * count})


@cache
def _largest_edit(position: str) -> dict[str, Any]:
    """Every place of a position edited to what lies there."""
    draft = draft_of(position, {})
    return {"position": position, "edits": {each.name: each.value for each in draft.places}}


STALE = {"id": "a", "version": 0}
MESSAGES: dict[str, list[dict[str, Any]]] = {
    "move": [{**STALE, "move": "x" * 4000}, {**STALE, "move": "1B1"}],
    "undo": [STALE],
    "ask": [{**STALE, "kind": "takeback"}],
    "decline": [{**STALE, "kind": "takeback"}],
    "resign": [STALE],
    "stand_in": [{**STALE, "seat": 0, "level": "master"}],
    "say": [{"id": "a", "text": "x" * 300}],
    "ask_hints": [STALE],
    "ask_events": [{"id": "a", "before": 10**6}],
    "ping": [{}],
}
"""What a socket may say, in the dearest way: what is stale is answered with an update."""


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
