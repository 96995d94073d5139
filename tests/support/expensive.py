"""The most expensive requests that the API allows, found by search.

Records: games with every option at its extremes, in which each seat always plays its first, its
last or a random legal move. The longest game is cut to what records may hold. Positions and drafts:
the longest texts and the most edits. Every endpoint of the API gets all candidates that fit it;
`benchmarks/attacker.py` sends each once and picks the most expensive.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from azulejos import GAME_NAMES, Game, State, game
from azulejos.core.draw import Draw
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError, OptionError
from azulejos.play.daily import DailyGame
from azulejos.play.match import Match
from azulejos.play.record import Event, Record, after
from azulejos.puzzles import collection
from azulejos.server.hub import Hub
from azulejos.tables.bots.tasks import MAX_EFFORT
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing, draw_texts
from azulejos.tables.live.summary import row_of
from azulejos.tables.lobby.daily import created_for
from azulejos.tables.lobby.daily import table_of as daily_table
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.people.guests import Identity
from azulejos.tables.store.rows import Entry
from azulejos.tables.study.opening import MAX_FILE, draft_of
from server_in_thread import Guest, Running

MAX_LISTED = 100
DAY = "2026-11-18"
MAX_EVENTS = 1500  # after which games are stopped: more than a record may hold
Choose = Callable[[list[Any], random.Random], Any]
Records = dict[str, str]  # by game, in JSON
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
    """A game, possibly unfinished."""

    states: list[State]
    events: list[Event]

    def __len__(self) -> int:
        return len(self.events)

    def text(self, count: int) -> str:
        """The record of the first events, without unneeded spaces."""
        first, outcome = self.states[0], self.states[count].outcome
        names = tuple("abcd"[: first.options.players])
        record = Record(first.game, first.options, names, tuple(self.events[:count]), outcome)
        return json.dumps(json.loads(record.to_json()), separators=(",", ":"))


@cache
def longest_records() -> dict[str, str]:
    """The longest record of each game that can be read, in JSON."""
    return {name: _readable(_longest(name)) for name in GAME_NAMES}


@cache
def longest_unfinished() -> dict[str, str]:
    """The same, up to the last position in which a seat is to move."""
    return {name: _readable(_longest(name), is_unfinished=True) for name in GAME_NAMES}


@cache
def _longest(name: str) -> Played:
    of = game(name)
    longest = Played([], [])
    for changes in _option_sets(of):
        with suppress(OptionError):  # some exclude each other
            first = of.new(of.options.of(changes))
            longest = max(longest, *(_played(first, choose) for choose in CHOICES), key=len)
        if len(longest) >= MAX_EVENTS:
            break
    return longest


def _option_sets(of: Game) -> Iterator[dict[str, Any]]:
    """Each option at its extremes, with the most and the fewest players."""
    fields = {each.name: list(each.metadata["allowed"]) for each in of.options.each()}
    players = fields.pop("players")
    for count in (players[-1], players[0]):
        for name, values in fields.items():
            yield from ({"players": count, name: value} for value in {values[0], values[-1]})


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
    """The longest part of a game that can be read as a record."""
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
    """A guest who plays all seats of a table."""

    secret: str
    table: str
    players: int


class Targets:
    """The tables that expensive requests are about."""

    def __init__(self, running: Running, eve: Guest) -> None:
        self.secret = eve.secret
        self.long: list[str] = []  # finished games, the longest of each
        self.played: list[Seated] = []  # unfinished ones, each of another guest
        self.with_bots: list[Seated] = []  # new games against bots
        self.links: list[str] = []  # to games of the day that Eve has finished
        self.puzzles = [collection(name).find()[0].id for name in GAME_NAMES]
        records = longest_records(), longest_unfinished()  # not while the server waits
        running.call(lambda: self._make(running.hub, *records))

    async def _make(self, hub: Hub, finished: Records, unfinished: Records) -> None:
        eve = await hub.guests.by_secret(self.secret, "cookie")
        assert eve is not None
        for name, record in finished.items():
            wanted = msgspec.convert(table_of(name, record), NewTable)
            self.long.append(await hub.lobby.create(wanted, eve))
        for name, record in unfinished.items():
            other, secret = await hub.guests.add("Eve")
            wanted = msgspec.convert(table_of(name, record), NewTable)
            players = len(json.loads(record)["names"])
            self.played.append(Seated(secret, await hub.lobby.create(wanted, other), players))
            seats = [NewSeat("me"), NewSeat("bot", level="random")]
            other, secret = await hub.guests.add("Eve")
            self.with_bots.append(
                Seated(secret, await hub.lobby.create(NewTable(name, seats=seats), other), 2)
            )
            self.links.append(await _finish_daily(hub, eve, name))
        for index in range(MAX_LISTED):
            await hub.lobby.create(NewTable("azul"), eve)
            if index % 5 == 0:
                other, _ = await hub.guests.add("Eve")
            await hub.lobby.create(NewTable("azul", is_public=True), other)


async def _finish_daily(hub: Hub, identity: Identity, name: str) -> str:
    """Write a finished game of the day for a guest; the link of another game of that day."""
    daily = DailyGame.of(name, DAY)
    own, other = (_played_at_random(daily, random.Random(seed)) for seed in (1, 2))
    created = created_for(identity, daily)
    first, *later = _log_of(own)
    created = msgspec.structs.replace(created, draws=first)
    entries = [
        Entry(version, time.time(), None, log.encode(body))
        for version, body in enumerate((created, *later))
    ]
    table = daily_table(identity.guest, daily)
    standing = Standing.of(table, entries)
    await hub.store.create(row_of(standing), entries[0], {0: identity.guest})
    for entry in entries[1:]:
        await hub.store.append(table, entry)
    return daily.link(other)


def _played_at_random(daily: DailyGame, source: random.Random) -> Match:
    match = daily.match()
    while match.state.to_move is not None:
        match.play(match.state.to_move, source.choice(list(match.state.legal_moves)))
    return match


def _log_of(match: Match) -> Iterator[Any]:
    """The first draws of a game, then its moves with the draws that follow them."""
    draws: list[Draw] = []
    seat, move = -1, ""
    for state, event in zip(match.states, match.events, strict=False):
        if isinstance(event, Draw):
            draws.append(event)
            continue
        texts = draw_texts(match.game, draws)
        yield log.Moved(seat, move, texts) if move else texts
        assert state.to_move is not None
        seat, move, draws = state.to_move, str(event), []
    yield log.Moved(seat, move, draw_texts(match.game, draws))


def table_of(name: str, record: str) -> dict[str, Any]:
    players = len(json.loads(record)["names"])
    beside = [{"kind": "beside", "name": str(seat)} for seat in range(1, players)]
    return {"game": name, "record": record, "seats": [{"kind": "me"}, *beside]}


def candidates(described: Any, targets: Targets) -> dict[str, list[Expensive]]:
    """The most expensive requests of every endpoint, for every game."""
    result: dict[str, list[Expensive]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            if name not in LEFT_OUT:
                names = [each["name"] for each in operation.get("parameters", ())]
                query = f"?limit={MAX_LISTED}" if "limit" in names else ""
                query += f"?day={DAY}" if "day" in names and "{day}" not in path else ""
                query += "?level=beginner" if "level" in names and "{day}" in path else ""
                result[name] = [
                    Expensive(name, method.upper(), filled + query, body)
                    for filled in _filled(path, targets)
                    for body in _bodies(name, targets)
                ]
    return result


LEFT_OUT = (
    "DELETE /api/me",  # after which the guest could ask for nothing more
    "GET /api/bot/games/{table}/stream",  # endless; see `stream` in `benchmarks/catalogue.py`
)


def _filled(path: str, targets: Targets) -> list[str]:
    """A path for every table, puzzle or game."""
    if "{table}" in path:
        return [path.format(table=table, seat=0) for table in targets.long]
    if "{puzzle}" in path:
        return [path.format(puzzle=puzzle) for puzzle in targets.puzzles]
    if "{game}" in path:
        return [path.format(game=name, day=DAY) for name in GAME_NAMES]
    return [path.format(secret="x" * 40, link="x" * 40)]


def _bodies(name: str, targets: Targets) -> list[dict[str, Any] | None]:
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
            *({"table": table} for table in targets.long),
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
        "POST /api/today/{game}": [{"day": DAY}],
        "POST /api/today/compare": [{"link": link} for link in targets.links],
        "POST /api/puzzles/{puzzle}/answers": [{"move": "1B1"}],
        "POST /api/bot/games/{table}/moves": [{"id": "a", "version": 0, "move": "1B1"}],
        "POST /api/bot/tokens": [{"name": "x" * 40}],
    }
    return [*bodies.get(name, [None])]


@cache
def _longest_position(record: str) -> str:
    return max(map(str, list(Record.read(record).states())[:400]), key=len)


def _file_of(name: str, record: str) -> str:
    """A file of as many games as fit."""
    one = {"game": name, "record": record}
    count = max(1, (MAX_FILE - 100) // (len(json.dumps(one)) + 2))
    return json.dumps({"format": "azulejos-games", "version": 1, "games": [one] * count})


@cache
def _largest_edit(position: str) -> dict[str, Any]:
    """An edit of every place of a position, to what lies there."""
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
"""The most expensive messages of a socket: a stale one is answered with an update."""
