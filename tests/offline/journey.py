"""What a page without a server does on a long day, for Python in a browser and for its bundle.

It is run by Pyodide, in Node (`journey.mjs`), and prints what it found as JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from pages import Page, Socket  # type: ignore[import-not-found]

from azulejos import GAME_NAMES
from azulejos.offline.browser import BrowserDisk, fetching, forget_loaded_in_browser, spawning
from azulejos.offline.door import Door
from azulejos.offline.host import Host

ME = {"kind": "me"}


async def main(disk: Any, spawn: Any, fetched: Any, level: str) -> str:
    """Play all games, study them, take them along; and come back to them."""
    heard: list[tuple[str, str]] = []
    ports, files = spawning(spawn), fetching(fetched)
    host = await Host.start(BrowserDisk(disk), ports, files, workers=1, bot_pause=0.0)
    forget_loaded_in_browser()
    page = Page(host)
    result: dict[str, Any] = {"seconds": {}, "storage": host.storage.state}
    await page.ask("PUT", "/api/me", {"name": "Žofia"})
    for game in GAME_NAMES:
        begun = time.monotonic()
        table = await page.new_table(game, ME, {"kind": "bot", "level": level})
        last = await page.play(table)
        assert last["result"]
        result["seconds"][game] = round(time.monotonic() - begun, 2)
        await study(page, host, table)
    for daily in await page.ask("GET", "/api/puzzles/daily?day=2026-11-17"):
        await solve(page, daily["puzzle"])
    assert [each["tried"] for each in await page.ask("GET", "/api/mine/puzzles")] == [1, 1, 1, 1]
    for language in ("en", "ru", "uk", "sr", "sr-Cyrl"):
        await page.ask("GET", f"/api/games/azul/rules?language={language}")
    file = await page.ask("GET", "/api/export")
    assert len((await page.ask("POST", "/api/import", file))["tables"]) == len(GAME_NAMES)
    result["daily"] = [await play_daily(page, game, "2026-11-14") for game in GAME_NAMES]
    assert (await page.ask("POST", "/api/tables", {"game": 1}, 400))["code"] == "malformed"
    await page.ask("GET", "/api/me/data")
    Door(host, lambda *said: heard.append(said)).hear(
        json.dumps({"kind": "request", "id": 1, "method": "GET", "path": "/api/me"})
    )
    while len(heard) < 2:
        await asyncio.sleep(0)
    assert json.loads(heard[1][1])["name"] == "Žofia"
    mine = await page.ask("GET", "/api/mine")
    await host.stop()

    again = await Host.start(BrowserDisk(disk), spawning(spawn))
    assert await Page(again).ask("GET", "/api/mine") == mine
    await again.stop()
    result["modules"] = sorted(
        str(module.__file__).partition(".zip/")[2]
        for module in list(sys.modules.values())
        if ".zip/" in str(getattr(module, "__file__", ""))
    )
    return json.dumps(result)


async def play_daily(page: Page, game: str, day: str) -> str:
    """Play the game of a day by any moves, and share it; it is the same as one's own."""
    made = await page.ask("POST", f"/api/today/{game}", {"day": day})
    assert (await page.play(made["table"]))["result"]
    link: str = (await page.ask("GET", f"/api/today/{game}/{day}"))["link"]
    assert (await page.ask("POST", "/api/today/compare", {"link": link}))["ply"] is None
    (info,) = (
        each for each in await page.ask("GET", f"/api/today?day={day}") if each["game"] == game
    )
    assert (info["stage"], len(info["progress"]["results"])) == ("done", 1)
    return link


async def solve(page: Page, puzzle: str) -> None:
    """Answer a puzzle by any move, and then by the best one."""
    asked = await page.ask("GET", f"/api/puzzles/{puzzle}")
    trial = await page.ask("POST", "/api/sandbox", {"position": asked["position"]})
    path, any_move = f"/api/puzzles/{puzzle}/answers", trial["choices"][0]["move"]
    result = await page.ask("POST", path, {"move": any_move})
    best = result["best"][0]
    assert result["line"][0]["text"] == best
    assert (await page.ask("POST", path, {"move": best, "day": "2026-11-17"}))["is_right"]


async def study(page: Page, host: Host, table: str) -> None:
    """Replay a game, have it reviewed, and try something out."""
    replay = await page.ask("GET", f"/api/tables/{table}/replay")
    assert replay["result"]
    await page.ask("GET", f"/api/tables/{table}/record.txt")
    await page.ask("GET", f"/api/tables/{table}/log.json")
    await page.ask("GET", "/api/mine/statistics")
    trial = await page.ask("POST", "/api/sandbox", {"table": table, "ply": 3})
    move = trial["choices"][0]["move"]
    await page.ask("POST", "/api/sandbox", {"position": trial["position"], "move": move})
    await page.ask("POST", "/api/sandbox/bot", {"position": trial["position"], "level": "easy"})
    assert (await page.ask("POST", "/api/analysis", {"position": trial["position"]}))["hints"]
    heard: asyncio.Queue[str] = asyncio.Queue()
    review = host.open(f"/api/tables/{table}/review", heard.put_nowait, lambda *_: None)
    for _ in range(3):
        assert json.loads(await heard.get())["type"] != "failed"
    review.close()
    await review.ended
    line = Socket(host, table)
    await line.next("update")
    line.channel.close()
