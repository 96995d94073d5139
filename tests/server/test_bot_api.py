"""Programs that play over HTTP, among them the example of the documentation."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos import Record
from azulejos import game as game_named
from patience import PATIENCE
from server_in_thread import Guest, Running

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "protocol.md"


def program(server: Running, name: str = "Robot") -> Guest:
    guest = server.guest()
    token = guest.http.post("/api/bot/tokens", json={"name": name}).json()["token"]
    return Guest(server.url, None, Authorization=f"Bearer {token}")


def first_line(bot: Guest, table: str) -> Any:
    with bot.http.stream("GET", f"/api/bot/games/{table}/stream") as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        return json.loads(next(filter(None, stream.iter_lines())))


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_the_example_of_the_documentation_plays_a_game(
    server: Running, game: str, tmp_path: Path
) -> None:
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(code[-1], encoding="utf-8")
    ana = server.guest("Ana")
    table = ana.new_table(game, "easy", "open")
    played = subprocess.run(
        [sys.executable, str(script), server.url, table, "1"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    assert "places" in played.stdout
    record = Record.from_text(ana.http.get(f"/api/tables/{table}/record").text)
    assert record.names == ("bot:easy", "Example")
    assert record.outcome is not None


def test_a_program_sees_its_own_games_and_what_its_seat_may_know(server: Running) -> None:
    bot = program(server)
    table = bot.new_table("duel", "me", "open", options={"start": 2})  # the other chooses first
    assert [each["table"] for each in bot.http.get("/api/bot/games").json()["tables"]] == [table]
    ben = server.guest("Ben")
    ben.sit(table, 1)
    seen = first_line(bot, table)
    assert seen["seat"] == seen["to_move"] == 0
    position = game_named("duel").position(seen["position"])
    assert {str(move) for move in position.legal_moves} == {m["move"] for m in seen["moves"]}
    infos = ben.http.get(f"/api/tables/{table}").json()["seats"]
    assert [seat["kind"] for seat in infos] == ["bot", "person"]


def test_a_move_is_made_once_and_wrong_ones_are_refused(server: Running) -> None:
    bot = program(server)
    table = bot.new_table("azul", "me", "open", options={"start": 1})
    ben = server.guest("Ben")
    ben.sit(table, 1)
    seen = first_line(bot, table)
    address = f"/api/bot/games/{table}/moves"
    move = {"id": "one", "version": seen["version"], "move": seen["moves"][0]["move"]}
    wrong = bot.http.post(address, json={**move, "id": "two", "move": "9W5"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "illegal_move")
    first = bot.http.post(address, json=move)
    assert first.status_code == 200
    assert bot.http.post(address, json=move).json() == first.json()
    stale = bot.http.post(address, json={**move, "id": "three"})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    early = {"id": "four", "version": first.json()["version"], "move": move["move"]}
    assert bot.http.post(address, json=early).json()["code"] == "not_your_turn"


def test_the_api_wants_a_token(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table()
    for client in (ana, Guest(server.url, None, Authorization="Bearer wrong")):
        assert client.http.get("/api/bot/games").status_code == 403
        assert client.http.get(f"/api/bot/games/{table}/stream").status_code == 403
        move = {"id": "x", "version": 0, "move": "1B1"}
        answer = client.http.post(f"/api/bot/games/{table}/moves", json=move)
        assert answer.status_code == 403
    basic = Guest(server.url, None, Authorization="Basic eDp5")
    assert basic.http.get("/api/me").status_code == 403


def test_a_stream_ends_when_the_server_stops(start: Any) -> None:
    running = start()
    bot = program(running)
    table = bot.new_table()
    lines: list[str] = []

    def follow() -> None:
        with bot.http.stream("GET", f"/api/bot/games/{table}/stream") as stream:
            for line in stream.iter_lines():
                lines.append(line)
                heard.set()

    heard = threading.Event()
    following = threading.Thread(target=follow)
    following.start()
    assert heard.wait(PATIENCE)
    running.stop()
    following.join(PATIENCE)
    assert not following.is_alive()
    assert json.loads(lines[0])["type"] == "game"


def test_who_goes_from_a_stream_is_gone(server: Running) -> None:
    bot = program(server)
    ana = server.guest("Ana")
    table = bot.new_table("azul", "me", "open")
    ana.sit(table, 1)
    socket = ana.socket(table)
    socket.next_update()
    other = httpx.Client(base_url=server.url, headers=bot.http.headers)
    with other, other.stream("GET", f"/api/bot/games/{table}/stream") as stream:
        lines = stream.iter_lines()  # which ends the stream when it is forgotten
        next(lines)
        socket.next_update(lambda m: m["seats"][0]["is_here"])
    socket.next_update(lambda m: not m["seats"][0]["is_here"])
