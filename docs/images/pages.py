"""Make the pictures of games in the browser: python docs/images/pages.py [GAME]...

Starts a server, lets bots play a while, takes a seat at each table and photographs it, with the
first click of a move made. Needs Chromium and Pillow.
"""

from __future__ import annotations

import asyncio
import io
import random
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from azulejos import GAME_NAMES
from azulejos.server.run import Server, listen, serve
from azulejos.server.settings import Settings

SIZE = {"width": 1280, "height": 800}
QUALITY = 88
MOVES = {"azul": 13, "sintra": 22, "pavilion": 26, "duel": 26}
FULL = {"azul": 5, "sintra": 4, "pavilion": 4}  # so many displays shall have tiles
OPTIONS: dict[str, dict[str, Any]] = {
    "azul": {"players": 3},
    "sintra": {},
    "pavilion": {},
    "duel": {},
}

READY = """() => {
  const table = document.querySelector('main.table');
  if (!table || table.dataset.busy !== undefined) return null;
  return table.querySelectorAll('[data-legal]').length || null;
}"""

BEST = """number => {
  const legal = [...document.querySelectorAll('[data-legal]')];
  const gains = legal.map(thing => {
    const said = thing.querySelector('.badge text')?.textContent;
    return said === undefined ? null : Number(said.replace('\u2212', '-').replace('±', ''));
  });
  const best = Math.max(...gains.filter(gain => gain !== null));
  const chosen = legal.filter((_, i) => gains[i] === best);
  const among = chosen.length ? chosen : legal.slice(0, 12);
  among[number % among.length].dispatchEvent(new MouseEvent('click', { bubbles: true }));
}"""
"""Clicks what scores the most, or where nothing scores yet any of the first things."""


def main() -> None:
    """Photograph the tables of all games, or of those that are named."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url = _serve(Path(folder) / "games.db")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for game in sys.argv[1:] or GAME_NAMES:
            page = browser.new_page(viewport=SIZE, reduced_motion="reduce", locale="en-GB")
            _play(page, url, game)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            picture.save(Path(__file__).with_name(f"{game}-page.webp"), quality=QUALITY, method=6)
            page.close()
        browser.close()


def _serve(store: Path) -> str:
    """A server in a thread that ends with this program."""
    listening = listen("127.0.0.1", 0)
    started = threading.Event()

    def ready(_: Server) -> None:
        started.set()

    settings = Settings(store=str(store), workers=1, compiles=False, bot_pause=0.0)
    run = serve(settings, listening, ready=ready)
    threading.Thread(target=asyncio.run, args=(run,), daemon=True).start()
    started.wait()
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


def _play(page: Page, url: str, game: str) -> None:
    source = random.Random(4)
    options = {**OPTIONS[game], "start": 1}
    bots = [{"kind": "bot", "level": "easy"}] * (options.get("players", 2) - 1)
    page.goto(url)
    page.request.put(f"{url}/api/me", data={"name": "Beatriz"}, headers={"Origin": url})
    wanted = {"game": game, "options": options, "seats": [{"kind": "me"}, *bots]}
    made = page.request.post(f"{url}/api/tables", data=wanted, headers={"Origin": url}).json()
    page.goto(f"{url}{made['link']}")
    full = page.locator(".display:not(.empty)")
    moves = 0
    while moves < MOVES[game] or full.count() < FULL.get(game, 0):
        version = page.locator("main.table").get_attribute("data-version")
        page.wait_for_function(READY)
        page.evaluate(BEST, source.randrange(1000))
        page.wait_for_function(READY)
        moves += page.locator("main.table").get_attribute("data-version") != version
    if page.locator(".chosen").count() == 0:
        page.locator("[data-legal]").first.dispatch_event("click")
    page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
