"""Games go along to another device, or to a server, as records."""

from __future__ import annotations

import json
import random

import pytest

from azulejos import GAME_NAMES, Match
from azulejos import game as game_named
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.host import Host
from offline.pages import Page, Socket

pytestmark = pytest.mark.anyio

ME = {"kind": "me"}
EASY = {"kind": "bot", "level": "easy"}


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_a_game_goes_on_where_it_stood(host: Host, game: str) -> None:
    """Events and options are the same there, and it is played to its end."""
    page = Page(host)
    table = await page.new_table(game, ME, EASY)
    await page.play(table, most=3)
    file = await page.ask("GET", f"/api/export?table={table}")
    (exported,) = file["games"]
    assert exported["seats"][1]["level"] == "easy"

    other = await Host.start(MemoryDisk(), bot_pause=0.0)
    there = Page(other)
    (copy,) = (await there.ask("POST", "/api/import", file))["tables"]
    live = await other.backend.lobby.table(copy)
    begun = json.loads(exported["record"])["events"]
    now = json.loads(live.standing.record.to_json())["events"]
    assert now[: len(begun)] == begun
    assert live.standing.options.as_dict() == json.loads(exported["record"])["options"]
    assert (await there.play(copy))["result"]
    await other.stop()


async def test_games_that_are_over_stay_over_and_in_order(host: Host) -> None:
    page = Page(host)
    tables = [await page.new_table(game, ME, EASY) for game in ("azul", "duel")]
    results = [(await page.play(table))["result"] for table in tables]
    file = await page.ask("GET", "/api/export")
    assert [each["game"] for each in file["games"]] == ["duel", "azul"]

    other = await Host.start(MemoryDisk())
    there = Page(other)
    await there.ask("POST", "/api/import", file)
    mine = (await there.ask("GET", "/api/mine"))["tables"]
    assert [each["result"] for each in mine] == results[::-1]
    assert (await there.ask("GET", f"/api/tables/{mine[0]['table']}/replay"))["events"]
    await other.stop()


@pytest.mark.parametrize("form", ["to_text", "to_json"])
async def test_a_record_of_any_program_is_a_table(host: Host, form: str) -> None:
    match = Match(game_named("azul"), names=("Ana", "bot:casual"), source=random.Random(3))
    for _ in range(4):
        assert match.state.to_move is not None
        match.play(match.state.to_move, match.state.legal_moves[0])
    text = getattr(match.record, form)()
    answer = await host.request("POST", "/api/import", {}, text)
    (table,) = json.loads(answer.body)["tables"]
    line = Socket(host, table)
    update = await line.next("update")
    assert [seat["kind"] for seat in update["seats"]] == ["person", "bot"]
    line.channel.close()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", "record"),
        ("{}", "record"),
        ('{"format": "azulejos-games", "version": 2, "games": []}', "malformed"),
        ('{"format": "azulejos-games", "games": [{"game": "azul", "record": "x"}]}', "record"),
    ],
)
async def test_what_is_no_game_makes_no_table(host: Host, body: str, code: str) -> None:
    answer = await host.request("POST", "/api/import", {}, body)
    assert json.loads(answer.body)["code"] == code
    assert (await Page(host).ask("GET", "/api/mine"))["tables"] == []
