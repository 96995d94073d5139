"""A page without a server: whole games, and all else that needs no other machine."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from azulejos import GAME_NAMES
from azulejos.bots.search.result import Budget
from azulejos.errors import Offline
from azulejos.offline.disk import MemoryDisk
from azulejos.offline.host import Host
from azulejos.play import daily
from azulejos.puzzles import Collection, collection
from azulejos.puzzles.shipped import FOLDER, INDEX, PAGE
from azulejos.tables.bots import thinker
from azulejos.tables.requests import puzzles
from offline.pages import Page, Socket

pytestmark = pytest.mark.anyio

ME = {"kind": "me"}
EASY = {"kind": "bot", "level": "easy"}


@pytest.mark.parametrize("game", GAME_NAMES)
async def test_a_whole_game_against_a_bot(host: Host, game: str) -> None:
    page = Page(host)
    table = await page.new_table(game, ME, EASY)
    last = await page.play(table)
    assert last["result"]["places"]
    replay = await page.ask("GET", f"/api/tables/{table}/replay")
    assert replay["result"] == last["result"]
    (mine,) = (await page.ask("GET", "/api/mine"))["tables"]
    assert (mine["table"], mine["state"]) == (table, "over")
    (statistics,) = await page.ask("GET", "/api/mine/statistics")
    assert (statistics["game"], statistics["against"], statistics["played"]) == (game, "easy", 1)


async def test_hot_seat(host: Host) -> None:
    page = Page(host)
    table = await page.new_table("azul", ME, {"kind": "beside", "name": "Ben"})
    assert (await page.play(table))["result"]
    assert (await page.ask("GET", f"/api/tables/{table}"))["seats"][1]["name"] == "Ben"


@pytest.mark.usefixtures("_brief")
async def test_a_hint_a_sandbox_and_an_answer_there(host: Host) -> None:
    page = Page(host)
    table = await page.new_table("azul", ME, EASY, options={"start": 1})
    line = Socket(host, table)
    update = await line.next("update")
    line.say(type="ask_hints", id="1", version=update["version"])
    hints = await line.next("hints", "refused")
    assert hints["hints"][0]["move"] in {each["move"] for each in update["choices"]}
    line.channel.close()
    start = "azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR - - - -"
    trial = await page.ask("POST", "/api/sandbox", {"position": start, "move": "1B2"})
    assert trial["to_move"] == 1
    turn = {"position": trial["position"], "level": "easy"}
    assert (await page.ask("POST", "/api/sandbox/bot", turn))["since"]
    assert (await page.ask("POST", "/api/analysis", {"position": start}))["hints"]


@pytest.fixture
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews and hints that take no time even if kernels are interpreted."""
    brief = Budget(nodes=20)
    monkeypatch.setattr(thinker, "judge", lambda *_: brief)
    monkeypatch.setattr(thinker, "HINT_BUDGETS", (brief,) * len(thinker.HINT_BUDGETS))


@pytest.mark.usefixtures("_brief")
async def test_a_review_comes_line_by_line(host: Host) -> None:
    page = Page(host)
    table = await page.new_table("azul", ME, EASY)
    await page.play(table)
    heard: asyncio.Queue[str | int] = asyncio.Queue()
    host.open(
        f"/api/tables/{table}/review", heard.put_nowait, lambda code, _: heard.put_nowait(code)
    )
    first = json.loads(str(await heard.get()))
    assert first["type"] == "begun"
    lines = []
    while isinstance(line := await asyncio.wait_for(heard.get(), 60), str):
        lines.append(json.loads(line)["type"])
    assert lines == ["move"] * first["moves"] + ["end"]
    assert line == 1000


@pytest.mark.usefixtures("_brief")
async def test_a_review_that_nobody_follows_ends(host: Host) -> None:
    page = Page(host)
    table = await page.new_table("azul", ME, EASY)
    await page.play(table)
    heard: asyncio.Queue[str] = asyncio.Queue()
    following = host.open(f"/api/tables/{table}/review", heard.put_nowait, lambda *_: None)
    await heard.get()
    following.close()
    await following.ended
    review = host.backend.reviews.known(table)
    assert review
    assert not review.is_under_way


async def test_what_is_not_there(host: Host) -> None:
    page = Page(host)
    assert await Socket(host, "nowhere").closed() == 4404
    assert (await page.ask("GET", "/api/tables/nowhere", status=404))["code"] == "not_found"
    assert (await page.ask("GET", "/api/nothing", status=404))["code"] == "not_found"
    assert (await page.ask("POST", "/api/me/link", status=503))["code"] == "offline"
    wanted = {"game": "azul", "seats": [ME, {"kind": "open"}]}
    assert (await page.ask("POST", "/api/tables", wanted, 503))["code"] == "offline"
    assert (await page.ask("POST", "/api/tables", {"gane": 1}, 400))["code"] == "malformed"
    assert (await page.ask("GET", "/api/mine?limit=0", status=400))["code"] == "malformed"
    assert (await page.ask("GET", "/api/me/push")) == {"key": None, "is_subscribed": False}
    assert (await page.ask("GET", "/api/network")) == {"origins": [], "may_open": False}


async def test_one_is_who_one_was(host: Host, disk: MemoryDisk) -> None:
    page = Page(host)
    assert await page.ask("GET", "/api/me") == {"is_known": False, "name": ""}
    await page.ask("PUT", "/api/me", {"name": "Ana"})
    table = await page.new_table("sintra", ME, EASY)
    again = await Host.start(disk, bot_pause=0.0)
    assert await Page(again).ask("GET", "/api/me") == {"is_known": True, "name": "Ana"}
    assert (await Page(again).ask("GET", f"/api/tables/{table}"))["seat"] == 0
    await again.stop()


async def test_all_can_be_deleted(host: Host, disk: MemoryDisk) -> None:
    page = Page(host)
    table = await page.new_table("azul", ME, EASY, options={"start": 1})
    line = Socket(host, table)
    await line.next("update")
    assert (await page.ask("GET", "/api/me/data"))["tables"][0]["table"] == table
    assert await page.ask("DELETE", "/api/me") == {"is_known": False, "name": ""}
    assert await line.closed() == 1013
    assert not disk.values
    assert (await page.ask("GET", "/api/mine"))["tables"] == []


async def test_one_table_can_be_removed(host: Host, disk: MemoryDisk) -> None:
    page = Page(host)
    kept, removed = [await page.new_table("azul", ME, EASY) for _ in range(2)]
    await page.ask("DELETE", f"/api/tables/{removed}")
    assert [each["table"] for each in (await page.ask("GET", "/api/mine"))["tables"]] == [kept]
    assert not [key for key in disk.values if removed in key]


async def test_rules_in_every_language(host: Host) -> None:
    for language in ("en", "ru", "uk", "sr", "sr-Cyrl"):
        text = await Page(host).ask("GET", f"/api/games/duel/rules?language={language}")
        assert text.startswith("# ")


async def test_pages_of_puzzles_are_fetched_when_they_are_needed(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    is_offline = False

    async def fetch(name: str) -> bytes:
        asked.append(name)
        if is_offline:
            raise Offline("no connection")
        return (FOLDER / name.removeprefix("puzzles/")).read_bytes()

    for game in GAME_NAMES:
        (tmp_path / game).mkdir()
        shutil.copyfile(FOLDER / game / INDEX, tmp_path / game / INDEX)
    there = {game: Collection(game, tmp_path) for game in GAME_NAMES}
    monkeypatch.setattr(puzzles, "collection", there.__getitem__)
    host.backend.fetch, page = fetch, Page(host)
    await page.ask("GET", "/api/puzzles/daily?day=2026-11-17")
    assert asked == []  # the index knows
    entries = there["azul"].entries
    for entry in entries[:2]:
        result = await page.ask("GET", f"/api/puzzles/{entry.id}")
        assert result["position"] == collection("azul").puzzle(entry.id).position
    assert asked == ["puzzles/azul/0.json"]
    is_offline = True
    problem = await page.ask("GET", f"/api/puzzles/{entries[PAGE].id}", status=503)
    assert problem["code"] == "offline"
    await page.ask("GET", f"/api/puzzles/{entries[2].id}")
    is_offline = False
    await page.ask("GET", f"/api/puzzles/{entries[PAGE].id}")
    assert asked[1:] == ["puzzles/azul/1.json"] * 2


@pytest.mark.usefixtures("_brief")
async def test_the_game_of_the_day(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LEVEL", "easy")
    page, day, links = Page(host), "2026-11-14", []
    for game in ("azul", "duel"):
        await page.ask("GET", f"/api/today/{game}/{day}", status=403)
        made = await page.ask("POST", f"/api/today/{game}", {"day": day})
        assert await page.ask("POST", f"/api/today/{game}", {"day": day}) == made
        await page.play(made["table"])
        links.append((await page.ask("GET", f"/api/today/{game}/{day}"))["link"])
    other = daily.DailyGame.of("azul", day).match()
    while other.state.to_move is not None:
        other.play(other.state.to_move, other.state.legal_moves[-1])
    link = daily.DailyGame.of("azul", day).link(other)
    answer = await page.ask("POST", "/api/today/compare", {"link": link})
    assert len(answer["moves"]) == 2
    assert (await page.ask("POST", "/api/today/compare", {"link": links[1]}))["ply"] is None
    every = {each["game"]: each for each in await page.ask("GET", f"/api/today?day={day}")}
    assert [every[game]["stage"] for game in GAME_NAMES] == ["done", "new", "new", "done"]
