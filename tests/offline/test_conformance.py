"""A host answers what a server answers: every route, and in the same shapes."""

from __future__ import annotations

import json
import random
import re
from datetime import date
from typing import Any

import pytest
from litestar import Controller
from server_in_thread import Running, settings_for

from azulejos import AZUL, Match
from azulejos.errors import CODES
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.host import Host
from azulejos.offline.routes import ELSEWHERE, ROUTES
from azulejos.puzzles import puzzle_of_the_day
from azulejos.server.http.api.about import AboutController
from azulejos.server.http.api.bots import BotController
from azulejos.server.http.api.me import MeController
from azulejos.server.http.api.push import PushController
from azulejos.server.http.api.puzzles import PuzzleController
from azulejos.server.http.api.study import StudyController
from azulejos.server.http.api.tables import TableController
from offline.pages import Page, Socket

pytestmark = pytest.mark.anyio

CONTROLLERS = (
    *(AboutController, BotController, MeController),
    *(PushController, PuzzleController, StudyController, TableController),
)
OPERATIONS = {("GET", "/health"), ("GET", "/ready"), ("GET", "/metrics")}
"""What only the operator of a server asks."""

OWN = {("GET", "/api/export"), ("POST", "/api/import"), ("DELETE", "/api/tables/{table}")}
"""What a host has beside: the games are on this device, and nowhere else."""


def routes_of(controller: type[Controller]) -> set[tuple[str, str]]:
    result = set()
    for handler in vars(controller).values():
        for path in getattr(handler, "paths", ()):
            first = getattr(controller, "path", "")
            whole = f"{first if isinstance(first, str) else ''}{path}".rstrip("/")
            plain = re.sub(r"\{(\w+):\w+\}", r"{\1}", whole)
            result |= {(str(method), plain) for method in handler.http_methods}
    return result


def test_every_route_of_a_server_is_known() -> None:
    """A new one is answered by a host, or listed as what nobody can answer without a server."""
    server = set().union(*(routes_of(each) for each in CONTROLLERS)) - OPERATIONS
    assert len(server) > 30
    assert server == set(ROUTES) - OWN
    assert set(ELSEWHERE) <= server


def shape(value: Any) -> Any:
    """What is told of a value: names of fields and types, not what they are."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in sorted(value.items())}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__.replace("int", "number").replace("float", "number")


POSITION = "azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR - - - -"
PUZZLE = puzzle_of_the_day("azul", date(2026, 11, 17))
WRONG = max(PUZZLE.costs, key=lambda move: PUZZLE.costs[move])
RECORD = Match(AZUL, names=("Ana", "bot:casual"), source=random.Random(3)).record.to_text()
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
CHANCE = "/api/sandbox/bot"  # bots of low levels choose as they like
ASKED: list[tuple[str, str, Any]] = [
    ("GET", "/api/me", None),
    ("PUT", "/api/me", {"name": "Ana"}),
    ("PUT", "/api/me", {"name": ""}),
    ("PUT", "/api/me", {"nane": "Ana"}),
    ("GET", "/api/games", None),
    ("GET", "/api/games/azul/rules?language=ru", None),
    ("GET", "/api/games/chess/rules", None),
    ("GET", "/api/games/azul/rules?language=xx", None),
    ("GET", "/api/me/links", None),
    ("GET", "/api/me/push", None),
    ("POST", "/api/tables", {"game": "azul", "seats": SEATS, "options": {"start": 1}}),
    ("POST", "/api/tables", {"game": "chess", "seats": SEATS}),
    ("POST", "/api/tables", {"game": "azul", "seats": SEATS[:1]}),
    ("POST", "/api/tables", {"game": "azul", "seats": SEATS, "clock": {"initial": -1}}),
    ("GET", "/api/tables", None),
    ("GET", "/api/tables?limit=1000", None),
    ("GET", "/api/mine", None),
    ("GET", "/api/mine?state=over&game=duel", None),
    ("GET", "/api/mine?state=eaten", None),
    ("GET", "/api/mine?after=nonsense", None),
    ("GET", "/api/mine/statistics", None),
    ("GET", "/api/me/skill", None),
    ("GET", "/api/tables/TABLE", None),
    ("POST", "/api/tables/TABLE/seats/1", None),
    ("POST", "/api/tables/TABLE/seats/9", None),
    ("GET", "/api/tables/TABLE/record.txt", None),
    ("GET", "/api/tables/TABLE/record.json", None),
    ("GET", "/api/tables/TABLE/log.json", None),
    ("GET", "/api/tables/TABLE/replay", None),
    ("GET", "/api/tables/TABLE/review", None),
    ("GET", "/api/tables/nowhere/record.txt", None),
    ("POST", "/api/sandbox", {"position": POSITION, "move": "1B2"}),
    ("POST", "/api/sandbox", {"position": POSITION, "move": "1G2"}),
    ("POST", "/api/sandbox", {"position": "azul"}),
    ("POST", "/api/sandbox", {}),
    ("POST", "/api/editor", {"position": POSITION, "edits": {"display-2": "K4"}}),
    ("POST", "/api/editor", {"position": POSITION, "edits": {"display-9": "K4"}}),
    ("POST", "/api/editor", {"game": "duel"}),
    ("POST", "/api/editor", {"game": "chess"}),
    ("POST", "/api/editor", {"position": POSITION, "game": "azul"}),
    ("POST", "/api/open", {"text": POSITION}),
    ("POST", "/api/open", {"text": "azul players=2; displays B"}),
    ("POST", "/api/open", {}),
    ("POST", "/api/sandbox/bot", {"position": POSITION, "level": "easy"}),
    ("POST", "/api/sandbox/bot", {"position": POSITION, "level": "divine"}),
    ("GET", "/api/puzzles", None),
    ("GET", "/api/puzzles/daily?day=2026-11-17", None),
    ("GET", "/api/puzzles/daily?day=today", None),
    ("GET", "/api/puzzles/next?game=azul", None),
    ("GET", "/api/puzzles/next?game=chess", None),
    ("GET", "/api/puzzles/next", None),
    ("GET", f"/api/puzzles/{PUZZLE.id}", None),
    ("GET", "/api/puzzles/nonsense", None),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"move": WRONG}),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"move": PUZZLE.line[0], "day": "2026-11-17"}),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"move": "nonsense"}),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"moves": "1B2"}),
    ("GET", "/api/mine/puzzles", None),
    ("GET", "/api/mine/mistakes", None),
    ("POST", "/api/files", {"text": "azul"}),
    ("POST", "/api/files", {"text": RECORD}),
    ("GET", "/api/me/data", None),
    ("DELETE", "/api/tables/TABLE/seats/0", None),
    ("DELETE", "/api/me", None),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    running = Running(settings_for(tmp_path_factory.mktemp("server") / "games.db"))
    yield running
    running.stop()


async def test_the_same_is_answered_in_the_same_shapes(server: Running) -> None:
    host = await Host.start(MemoryDisk(), bot_pause=0.0)
    guest = server.guest()
    tables = {"server": "", "host": ""}
    for method, path, body in ASKED:
        sent = {} if body is None else {"json": body}
        there = guest.http.request(method, path.replace("TABLE", tables["server"]), **sent)
        text = "" if body is None else json.dumps(body)
        here = await host.request(method, path.replace("TABLE", tables["host"]), {}, text)
        assert here.status == there.status_code, (method, path, here, there.text)
        kinds = here.headers["content-type"], there.headers["content-type"].partition(";")[0]
        assert kinds[0] == kinds[1], (method, path)
        if kinds[0] != "application/json":
            continue
        ours, theirs = json.loads(here.body), there.json()
        if path == CHANCE:
            assert ours.keys() == theirs.keys()
        else:
            assert shape(ours) == shape(theirs), (method, path)
        if here.status >= 400:
            assert ours["code"] == theirs["code"], (method, path, ours, theirs)
            assert ours["code"] in CODES.values()
        if path == "/api/tables" and here.status == 201:
            tables = {"server": theirs["table"], "host": ours["table"]}
    await host.stop()


async def test_a_table_says_the_same_in_the_same_shapes(server: Running) -> None:
    """From sitting down over a move, what is refused, and a hint that is asked too late."""
    host = await Host.start(MemoryDisk(), bot_pause=0.0)
    guest = server.guest("Ana")
    wanted = {"seats": SEATS, "options": {"start": 1}}
    await Page(host).ask("PUT", "/api/me", {"name": "Ana"})
    here = Socket(host, await Page(host).new_table("azul", *SEATS, options={"start": 1}))
    made = guest.http.post("/api/tables", json={"game": "azul", **wanted}).json()
    there = guest.socket(made["table"])
    both = [await here.next("update"), there.next_update()]
    assert shape(both[0]) == shape(both[1])
    for said, kind in (
        ({"type": "ping"}, "pong"),
        ({"type": "move", "id": "1", "version": 0, "move": "nonsense"}, "refused"),
        ({"type": "move", "id": "2", "version": 7, "move": "1B1"}, "refused"),
        ({"type": "dance", "id": "3"}, "refused"),
        ({"type": "say", "id": "4", "text": "hello"}, "done"),
    ):
        here.say(**said)
        there.connection.send(json.dumps(said))
        answers = await here.next(kind), there.until(lambda m, kind=kind: m["type"] == kind)
        assert shape(answers[0]) == shape(answers[1])
        assert answers[0].get("code") == answers[1].get("code")
    here.channel.close()
    await host.stop()
