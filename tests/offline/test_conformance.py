"""A host answers what a server answers, in the same shapes.

Both answer by the same functions, so this looks for what these find behind them: another store,
another place where texts are read, others who could come.
"""

from __future__ import annotations

import json
import random
from datetime import date
from typing import Any

import pytest

from azulejos import AZUL, Match
from azulejos.errors import CODES
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.host import Host
from azulejos.puzzles import puzzle_of_the_day
from azulejos.tables.requests.routes import ROUTES
from offline.pages import Page, Socket
from server_in_thread import Running, settings_for

pytestmark = pytest.mark.anyio


async def test_what_needs_others_is_refused() -> None:
    host = await Host.start(MemoryDisk(), bot_pause=0.0)
    for route in ROUTES:
        path = route.path_with("anything", "0")
        is_refused = route.needs_server
        answer = await host.request(route.method, path, {}, "{}")
        assert (answer.status == 503) == is_refused, (route.method, path, answer)
        if is_refused:
            assert json.loads(answer.body)["code"] == "offline"
    await host.stop()


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
    ("GET", "/api/games", None),
    ("GET", "/api/games/azul/rules?language=ru", None),
    ("GET", "/api/games/azul/guide?language=ru", None),
    ("GET", "/api/me/links", None),
    ("GET", "/api/me/push", None),
    ("POST", "/api/tables", {"game": "azul", "seats": SEATS, "options": {"start": 1}}),
    ("POST", "/api/tables", {"game": "chess", "seats": SEATS}),
    ("GET", "/api/tables", None),
    ("GET", "/api/tables?limit=1000", None),
    ("GET", "/api/mine", None),
    ("GET", "/api/mine?state=over&game=duel", None),
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
    ("POST", "/api/editor", {"position": POSITION, "edits": {"display-2": "K4"}}),
    ("POST", "/api/editor", {"game": "duel"}),
    ("POST", "/api/open", {"text": POSITION}),
    ("POST", "/api/open", {"text": "azul players=2; displays B"}),
    ("POST", "/api/sandbox/bot", {"position": POSITION, "level": "easy"}),
    ("GET", "/api/puzzles", None),
    ("GET", "/api/puzzles/daily?day=2026-11-17", None),
    ("GET", "/api/puzzles/next?game=azul", None),
    ("GET", f"/api/puzzles/{PUZZLE.id}", None),
    ("GET", "/api/puzzles/nonsense", None),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"move": WRONG}),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"move": PUZZLE.line[0], "day": "2026-11-17"}),
    ("POST", f"/api/puzzles/{PUZZLE.id}/answers", {"move": "nonsense"}),
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
    for message, kind in (
        ({"type": "ping"}, "pong"),
        ({"type": "move", "id": "1", "version": 0, "move": "nonsense"}, "refused"),
        ({"type": "move", "id": "2", "version": 7, "move": "1B1"}, "refused"),
        ({"type": "dance", "id": "3"}, "refused"),
        ({"type": "say", "id": "4", "text": "hello"}, "done"),
    ):
        here.say(**message)
        there.connection.send(json.dumps(message))
        answers = await here.next(kind), there.until(lambda m, kind=kind: m["type"] == kind)
        assert shape(answers[0]) == shape(answers[1])
        assert answers[0].get("code") == answers[1].get("code")
    here.channel.close()
    await host.stop()
