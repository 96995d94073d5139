"""Make the pictures of games in the browser: python docs/images/pages.py [GAME]...

Starts a server, takes a seat at a table of each game, plays a while and photographs it, with the
first click of a move made. Needs Chromium and Pillow.
"""

from __future__ import annotations

import asyncio
import io
import json
import random
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

from azulejos import GAME_NAMES
from azulejos.server.running.run import Server, listen, serve
from azulejos.tables.settings import Settings

SIZE = {"width": 1280, "height": 800}
QUALITY = 80
MOVES = {"azul": 13, "sintra": 26, "pavilion": 40, "duel": 34}
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
    """Sit down at a table, let a greedy player make the first moves, and look at it."""
    options = {**OPTIONS[game], "start": 1}
    bots = [{"kind": "bot", "level": "easy"}] * (options.get("players", 2) - 1)
    page.goto(url)
    page.request.put(f"{url}/api/me", data={"name": "Beatriz"}, headers={"Origin": url})
    wanted = {"game": game, "options": options, "seats": [{"kind": "me"}, *bots]}
    made = page.request.post(f"{url}/api/tables", data=wanted, headers={"Origin": url}).json()
    cookies = "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())
    address = f"{url.replace('http', 'ws')}/api/tables/{made['table']}/socket"
    with connect(address, additional_headers={"Cookie": cookies, "Origin": url}) as socket:
        _make_moves(socket, MOVES[game])
    page.goto(f"{url}{made['link']}")
    page.wait_for_function(READY)
    page.locator("[data-legal]").first.dispatch_event("click")
    page.wait_for_timeout(500)


def _make_moves(socket: ClientConnection, number: int) -> None:
    """Make so many moves, and more until there is something to take."""
    source = random.Random(4)
    made = 0
    while True:
        update = json.loads(socket.recv())
        if update["type"] != "update" or not update["choices"]:
            continue
        if made >= number and _lies_open(update["scene"]):
            return
        tidy = [each for each in update["choices"] if not {"floor", "broken"} & {*each["steps"]}]
        choices = tidy or update["choices"]
        best = max(each["score"] for each in choices)
        move = source.choice([each for each in choices if each["score"] == best])["move"]
        said = {"type": "move", "id": f"move-{made}", "version": update["version"], "move": move}
        socket.send(json.dumps(said))
        made += 1


def _lies_open(scene: dict[str, Any]) -> bool:
    """Whether most displays have tiles."""
    displays = scene.get("displays") or [factory["sun"] for factory in scene["small"]]
    return sum(map(bool, displays)) > 0.7 * len(displays) > 0


if __name__ == "__main__":
    main()
