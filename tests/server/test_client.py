"""`azulejos.client` against real servers: that limit it, restart, lose answers and take back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from azulejos import Game, Options, View, bot
from azulejos.cli.join import _name_of
from azulejos.cli.main import azulejos as program
from azulejos.client import Client, Seat
from azulejos.errors import IllegalMove, Malformed, NotFound, SeatTaken, TooMany, Unreachable
from azulejos.tables.live import audience
from azulejos.tables.people.limits import ALLOWANCES, Allowance
from cutting_proxy import CuttingProxy
from patience import PATIENCE
from server_in_thread import Running, Start

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
HOSTING = DOCUMENT.with_name("hosting.md")


class Noting:
    """Plays what scores best at once, and notes what it played."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.games: list[str] = []

    def new_game(self, game: Game, options: Options) -> None:
        self.games.append(f"{game.name} {options.players}")

    def choose(self, view: View) -> str:
        best = max(zip(view.state.move_values, map(str, view.state.legal_moves), strict=True))[1]
        self.played.append(best)
        return best


def own_moves(seat: Seat) -> list[str]:
    """The moves of a seat in the record of its game."""
    record = seat.record()
    states = record.states()
    return [
        str(event)
        for state, event in zip(states, record.events, strict=False)
        if state.to_move == seat.number
    ]


@pytest.fixture
def proxied() -> Iterator[Callable[..., CuttingProxy]]:
    proxies: list[CuttingProxy] = []

    def make(backend: str, **settings: Callable[[bytes], bool]) -> CuttingProxy:
        proxies.append(CuttingProxy(backend, **settings))
        return proxies[-1]

    yield make
    for each in proxies:
        each.close()


def test_the_example_of_the_documentation_plays_in_ten_lines(
    server: Running, tmp_path: Path
) -> None:
    code = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert "azulejos.client" in code
    assert len(code.splitlines()) <= 10
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    table = server.guest("Ana").new_table("azul", "easy", "open")
    played = subprocess.run(
        [sys.executable, str(script), server.url, f"{server.url}/t/{table}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        env={**os.environ, "AZULEJOS_INTERPRETED": "1"},
    )
    assert re.fullmatch(r"[12] \(\d+, \d+\)\n", played.stdout)


def test_the_thousand_games_of_the_documentation_are_played(server: Running) -> None:
    """Two of them."""
    text = HOSTING.read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    code = code.replace("http://127.0.0.1:8000", server.url).replace("range(1000)", "range(2)")
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - our own
    assert [len(result.places) for result in names["results"]] == [2, 2]


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_function_and_a_bot_play_each_other(server: Running, game: str) -> None:
    ana, ben = Client(server.url, "Ana"), Client(server.url, "Ben")
    first = ana.new_table(game, ["me", "open"])
    with ThreadPoolExecutor(1) as others:
        playing = others.submit(lambda: ben.join(first.link).play(bot("random:seed=1")))
        result = first.play(lambda view: view.state.legal_moves[0])
        assert playing.result(PATIENCE) == result
    record = first.record()
    assert record.names == ("Ana", "Ben")
    assert record.outcome is not None
    assert record.outcome.places == result.places
    assert record.outcome.scores == result.scores


def test_lost_answers_neither_lose_a_move_nor_make_it_twice(
    server: Running, proxied: Callable[..., CuttingProxy]
) -> None:
    numbers = count(1)
    proxy = proxied(server.address, loses=lambda _: next(numbers) % 7 == 0)
    player = Noting()
    seat = Client(proxy.url, patience=PATIENCE).new_table("azul", ["me", "easy"])
    seat.play(player)
    assert next(numbers) > 20
    assert own_moves(seat) == player.played
    assert player.games == ["azul 2"]


def test_a_server_that_restarts_is_found_again(
    start: Start, proxied: Callable[..., CuttingProxy]
) -> None:
    running = start()
    proxy = proxied(running.address)
    player = Noting()
    seat = Client(proxy.url, patience=PATIENCE).new_table("azul", ["me", "easy"])

    def restart_within_the_game(view: View) -> str:
        if len(player.played) == 3:
            proxy.backend = None
            proxy.cut()
            running.stop()
            another = start()
            threading.Timer(0.3, setattr, (proxy, "backend", another.address)).start()
        return player.choose(view)

    seat.play(restart_within_the_game)
    assert own_moves(seat) == player.played
    assert len(player.played) > 4


def test_who_is_limited_waits_as_long_as_it_is_told(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start()
    numbers = count(1)

    def take(kind: str, asker: str, address: str = "") -> None:
        if kind == "message" and next(numbers) % 10 == 0:
            raise TooMany("too many requests", 0.1)

    monkeypatch.setattr(running.hub.limits, "take", take)
    player = Noting()
    seat = Client(running.url, patience=0.0).new_table("azul", ["me", "easy"])
    seat.play(player)
    assert own_moves(seat) == player.played
    assert next(numbers) > len(player.played) + 1


def test_a_move_for_a_position_that_was_taken_back_is_not_made(server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "open", options={"start": 1})
    seat = Client(server.url).join(table)
    socket = ana.socket(table)
    socket.next_update(lambda update: update["choices"])
    seen: list[str] = []

    def choose(view: View) -> str:
        seen.append(str(view.state))
        if len(seen) == 1:  # it thinks, and meanwhile Ana takes back her move and makes another
            socket.do("undo")
            socket.play(1)
        if len(seen) == 2:
            socket.send("resign")
        return str(view.state.legal_moves[0])

    socket.play(0)
    assert seat.play(choose).reason == "resigned"
    assert len(seen) == 2
    assert seen[0] != seen[1]
    assert len(own_moves(seat)) <= 1


def test_who_was_away_too_long_comes_back_to_its_seat(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "AWAY", 0.0)
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "open", options={"start": 1})
    seat = Client(server.url).join(table)
    socket = ana.socket(table)
    socket.next_update(lambda update: update["choices"])
    socket.do("stand_in", seat=1, level="easy")
    assert socket.update["seats"][1]["level"] == "easy"
    next(seat.updates())
    socket.next_update(lambda update: update["seats"][1]["level"] is None)


def test_a_table_is_not_made_twice_if_the_answer_is_lost(
    server: Running, proxied: Callable[..., CuttingProxy]
) -> None:
    proxy = proxied(server.address, loses=lambda asked: asked.startswith(b"POST /api/tables"))
    client = Client(proxy.url, patience=PATIENCE)
    with pytest.raises(Unreachable):
        client.new_table("azul", ["me", "open"])
    tables = client.connection().get("/api/bot/games")["tables"]
    assert len(tables) == 1


def test_what_cannot_be_done_is_said_in_a_line(server: Running) -> None:
    with pytest.raises(Malformed, match="is not the address of a server"):
        Client("azul.example.org")
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:9 does not answer"):
        Client("http://127.0.0.1:9", patience=0.0)
    client = Client(server.url)
    with pytest.raises(NotFound):
        client.join("nothing")
    with pytest.raises(Malformed, match="is not a table"):
        client.join(f"{server.url}/api")
    full = server.guest("Ana").new_table("azul", "me", "easy")
    for seat in (None, 1):
        with pytest.raises(SeatTaken):
            client.join(full, seat)
    with pytest.raises(IllegalMove, match="9Z9"):
        client.new_table("azul", ["me", "easy"], {"start": 1}).play(lambda _: "9Z9")
    with pytest.raises(IllegalMove) as refused:
        client.new_table("azul", ["me", "easy"], {"start": 1}).play(lambda _: "cB1")
    assert "cB1" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_token_is_the_same_program_again(server: Running) -> None:
    client = Client(server.url, "Ada")
    seat = client.new_table("azul", ["open", "me"])
    again = Client(server.url, token=client.token)
    assert again.join(seat.table).number == seat.number == 1


def join(*words: str | Path) -> str:
    """Run `azulejos join`, and return what it says."""
    ran = CliRunner().invoke(program, ["join", *map(str, words)], prog_name="azulejos")
    return f"{ran.exit_code}: {ran.output}"


def test_a_bot_joins_from_the_command_line(server: Running, tmp_path: Path) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "easy", "open", "open", options={"players": 3})
    link, token = f"{server.url}/t/{table}", tmp_path / "token"
    waiting = Client(server.url, "Ben").join(link, 1)
    with ThreadPoolExecutor(1) as others:
        playing = others.submit(waiting.play, bot("random:seed=1"))
        output = join(link, "--bot", "greedy", "--token-file", token)
        result = playing.result(PATIENCE)
    scores = ", ".join(map(str, result.scores))
    end = f"Place {result.places[2]} of 3; scores {scores}.\n"
    assert output == "0: Greedy sits at seat 3.\n" + end
    assert token.stat().st_mode & 0o77 == 0
    assert join(link, "--token-file", token) == "0: Casual sits at seat 3.\n" + end
    assert join(link).startswith("1: error: no seat is open")


def test_what_join_cannot_do_is_said_in_a_line(server: Running, tmp_path: Path) -> None:
    link = f"{server.url}/t/{server.guest('Ana').new_table('azul', 'me', 'open')}"
    assert "is not a table" in join(server.url)
    assert join(link, "--bot", "nobody").startswith("1: error: no bot is called 'nobody'")
    broken = tmp_path / "token"
    broken.write_text("nobody's", encoding="ascii")
    assert join(link, "--token-file", broken) == (
        "1: error: the server says: this token is not valid\n"
    )
    assert "1: error: 127.0.0.1:9 does not answer" in join(
        "http://127.0.0.1:9/t/abc", "--patience", "0"
    )
    seats = server.guest().http.get(f"/api/tables/{link.rpartition('/')[2]}").json()["seats"]
    assert seats[1]["kind"] == "open"


def test_on_ones_own_server_a_dozen_games_are_not_limited(start: Start) -> None:
    running = start(allowances=ALLOWANCES, unlimited=("127.0.0.0/8",))
    games, at_once = 12, 4
    ana, ben = Client(running.url, "Ana", patience=0.0), Client(running.url, "Ben", patience=0.0)

    def play(seed: int) -> None:
        first = ana.new_table("azul", ["me", "open"])
        second = ben.join(first.table)
        with ThreadPoolExecutor(1) as other:
            playing = other.submit(second.play, bot(f"random:seed={seed}"))
            assert first.play(bot(f"random:seed={seed + games}")) == playing.result(PATIENCE)

    with ThreadPoolExecutor(at_once) as tables:
        list(tables.map(play, range(games)))
    counted = running.guest().http.get("/metrics").text
    assert re.search(r'requests_total\{.*"200"\}', counted)
    assert not re.search(r'requests_total\{.*"429"\}', counted)


def test_others_stay_limited(start: Start) -> None:
    few = {**ALLOWANCES, "table": Allowance(2, 60.0)}
    running = start(allowances=few, unlimited=("203.0.113.0/24", "::/64"))
    ana = running.guest("Ana")
    wanted = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "open"}]}
    statuses = [ana.http.post("/api/tables", json=wanted).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy", "Greedy"),
        ("search:100ms,nodes=5", "Search"),
        ("bots/my_bot.py:MyBot:depth=3", "MyBot"),
        ("my_bot.py", "my_bot"),
        ("exec:./engine.sh --fast", "engine"),
        ("exec,1s:engine", "engine"),
    ],
)
def test_a_bot_that_joins_is_called_like_itself(text: str, name: str) -> None:
    assert _name_of(text) == name
