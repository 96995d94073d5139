"""Bots from outside at the server's tables: chosen by name, and no table waits for a broken one."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos import GAME_NAMES, Record
from azulejos.errors import BotError
from azulejos.server.bots import pool
from azulejos.server.bots.processes import offered
from azulejos.tables.bots.thinker import describe
from azulejos.tables.settings import OfferedBot, Settings
from server_in_thread import Guest, Running, Socket, Start, settings_for

BOTS = '''
import os, time
from pathlib import Path

FOLDER = Path(__file__).parent

class First:
    """Plays the first move that it finds."""
    def __init__(self, depth: int = 3, key: str = "", notes: Path = Path("/nowhere/secret")): ...
    def choose(self, view):
        with (FOLDER / type(self).__name__).open("a") as file:
            file.write("x")
        return self.move(view)
    def move(self, view):
        return view.state.legal_moves[0]

class Raises(First):
    def move(self, view): raise ValueError("oops")

class Cheats(First):
    def move(self, view): return "9Z9"

class Dies(First):
    def move(self, view): os._exit(3)

class Hangs(First):
    def move(self, view): time.sleep(3600)

class Azul(First):
    """Knows one game."""
    games = ("azul",)
'''
PROGRAM = """
import os, sys
from pathlib import Path

Path(__file__).with_suffix(".pid").write_text(str(os.getpid()))
moves = []
while True:
    word, _, rest = sys.stdin.readline().strip().partition(" ")
    if word == "hello":
        print("name Stubborn\\noption pluck int default=3 low=1 high=9 help=how stubborn\\nok")
    elif word == "newgame":
        print("ok")
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("bestmove", moves[-1])
    sys.stdout.flush()  # and it goes on when there is nothing more to read
"""
NAMES = ("First", "Raises", "Cheats", "Dies", "Hangs", "Azul")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bots")
    (folder / "bots.py").write_text(BOTS, encoding="utf-8")
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def offers(folder: Path) -> tuple[OfferedBot, ...]:
    texts = {f"The {name}": f"{folder / 'bots.py'}:{name}" for name in NAMES}
    texts["The First"] += ":depth=7,key=s3cret"
    program = f"exec,time=100ms:{sys.executable} {folder / 'program.py'}"
    return offered({**texts, "Stubborn": program})


@pytest.fixture(scope="module")
def store(folder: Path) -> Settings:
    return settings_for(folder / "games.db")


@pytest.fixture(scope="module")
def server(store: Settings, offers: tuple[OfferedBot, ...]) -> Iterator[Running]:
    running = Running(settings_for(store.store, bots=offers))
    yield running
    if running._thread.is_alive():
        running.stop()


def seats_with(bot: str) -> list[dict[str, str]]:
    return [{"kind": "me"}, {"kind": "bot", "bot": bot}]


def table_with(guest: Guest, bot: str, **wanted: Any) -> str:
    body = {"game": "azul", "seats": seats_with(bot), "options": {"start": 1}, **wanted}
    answer = guest.http.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def answered(socket: Socket) -> dict[str, Any]:
    """Make a move, and return the bot's."""
    plies = len(socket.told)
    socket.play()
    while not (socket.update["choices"] or socket.update["result"]):  # it may have moved already
        socket.hear()
    return next(event for event in socket.told[plies:] if event["seat"] == 1)


def sentences(event: dict[str, Any]) -> list[str]:
    return [said["message"] for said in event["told"] if said["message"].startswith("table.")]


def test_the_api_lists_what_they_declare_and_not_where_they_are(
    server: Running, folder: Path
) -> None:
    answer = server.guest().http.get("/api/games")
    games = {game["name"]: game["bots"] for game in answer.json()}
    first, *_ = games["azul"]
    assert first["name"] == "The First"
    assert first["help"] == "Plays the first move that it finds."
    depth, key, notes = first["parameters"]
    assert (depth["name"], depth["type"], depth["default"]) == ("depth", "int", "3")
    assert (key["name"], key["default"]) == ("key", "")
    assert (notes["type"], notes["default"]) == ("file", None)
    (pluck,) = (each for each in games["azul"][-1]["parameters"] if each["name"] == "pluck")
    assert (pluck["low"], pluck["high"], pluck["help"]) == (1, 9, "how stubborn")
    assert [each["name"] for each in games["azul"] if each not in games["duel"]] == ["The Azul"]
    for secret in (str(folder), "bots.py", "s3cret", "nowhere", "exec"):
        assert secret not in answer.text


@pytest.mark.parametrize("bot", ["The First", "Stubborn"])
def test_people_play_against_them_by_name(server: Running, bot: str) -> None:
    ana = server.guest("Ana")
    table = table_with(ana, bot)
    socket = ana.socket(table)
    socket.next_update()
    event = answered(socket)
    assert sentences(event) == []
    seat = socket.update["seats"][1]
    assert (seat["kind"], seat["name"], seat["bot"], seat["level"]) == ("bot", bot, bot, None)
    assert seat["instead"] is None
    record = Record.from_text(ana.http.get(f"/api/tables/{table}/record").text)
    assert record.names == ("Ana", bot)
    socket.do("undo")  # and what the bot answered


def test_nothing_but_a_name_chooses_one(server: Running, folder: Path) -> None:
    ana = server.guest("Ana")
    file, program = f"{folder / 'bots.py'}:First", f"exec:touch {folder / 'ran'}"
    for wrong in (file, program, "greedy", "casual", "The Nobody", "", "the first"):
        answer = ana.http.post("/api/tables", json={"game": "azul", "seats": seats_with(wrong)})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_name")
    for level in (file, program, "The First"):
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        answer = ana.http.post("/api/tables", json={"game": "azul", "seats": seats})
        assert answer.json()["code"] == "unknown_name"
    both = [{"kind": "me"}, {"kind": "bot", "level": "easy", "bot": "The First"}]
    answer = ana.http.post("/api/tables", json={"game": "azul", "seats": both})
    assert answer.json()["code"] == "option"
    other = {"game": "duel", "seats": seats_with("The Azul")}
    assert ana.http.post("/api/tables", json=other).json()["code"] == "unknown_name"
    assert not (folder / "ran").exists()


@pytest.mark.parametrize("name", ["Raises", "Cheats", "Dies", "Hangs"])
def test_a_level_moves_instead_of_one_that_fails_and_the_table_says_so(
    server: Running, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "Hangs":
        monkeypatch.setattr(pool, "DEADLINE", 0.5)
    (folder / name).unlink(missing_ok=True)  # a second chance counts anew
    ana = server.guest("Ana")
    socket = ana.socket(table_with(ana, f"The {name}"))
    socket.next_update()
    event = answered(socket)
    assert sentences(event) == ["table.instead.failed"]
    assert event["told"][-1]["values"] == {"seat": 1, "level": "ui.level.casual"}
    assert socket.update["seats"][1]["instead"] == "casual"
    if name == "Raises":  # it is asked three times, and then no more in this game
        while len((folder / name).read_text()) < 3 or len(socket.told) < 12:
            assert sentences(answered(socket)) == ["table.instead.failed"]
        assert (folder / name).read_text() == "xxx"


def test_by_turns_they_move_while_nobody_is_there(server: Running) -> None:
    ana = server.guest("Ana")
    table = table_with(ana, "The Raises", pace="turns")
    ana.move(table)
    socket = ana.socket(table)
    socket.until(lambda _: bool(socket.update.get("choices")))
    (event,) = (each for each in socket.told if each["seat"] == 1)
    assert sentences(event) == ["table.instead.failed"]


def test_programs_end_with_the_server_and_one_that_is_not_offered_any_more_is_missed(
    folder: Path, offers: tuple[OfferedBot, ...], start: Start
) -> None:
    before = start(bots=offers)
    ana = before.guest("Ana")
    table = table_with(ana, "Stubborn")
    socket = ana.socket(table)
    socket.next_update()
    assert sentences(answered(socket)) == []
    number = int((folder / "program.pid").read_text())
    before.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    after = start()
    again = Guest(after.url, None, Cookie=f"azulejos={ana.secret}")
    socket = again.socket(table, Cookie=f"azulejos={ana.secret}")
    socket.next_update()
    assert sentences(answered(socket)) == ["table.instead.gone"]
    lines = json.loads(again.http.get("/api/games").text)
    assert all(game["bots"] == [] for game in lines)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("Ada", "nothing.py:Bot", "cannot read nothing.py"),
        ("Ada", "exec:false", "ended with exit code 1"),
        ("Casual", "greedy", "is the name of a bot already"),
        ("9", "greedy", "begins with a letter"),
        ("A" * 31, "greedy", "up to 30"),
    ],
)
def test_what_cannot_be_offered_is_said_at_the_start(name: str, text: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        offered({name: text})


@pytest.mark.parametrize("text", ["search:clock=60s", "search:game_nodes=5k", "exec,clock=1s:true"])
def test_a_clock_is_for_one_table_and_no_server_offers_it(text: str) -> None:
    with pytest.raises(BotError, match="give it a time for a move, not a clock"):
        describe(text)


def test_a_version_is_offered_for_the_games_that_have_it() -> None:
    assert describe("search:version=1").games == [*GAME_NAMES]
    assert describe("search:version=999").games == []
