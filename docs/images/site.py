"""Make the picture of the page without a server: python docs/images/site.py FOLDER

FOLDER is a site as `azulejos site build` writes it. It is opened on a phone, the network is cut,
and a game is begun: the picture shows the first screen and the table. Needs Chromium.
"""

from __future__ import annotations

import base64
import random
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser, Page, expect, sync_playwright

PHONE = {"width": 390, "height": 780}
LANGUAGE = "en-GB"
GAP = 24
QUALITY = 80
MOVES = 4
LONG = 120_000  # milliseconds in which Python starts on any machine
QUIET = """
for (const [name, value] of Object.entries({ tours: '["azul"]', forced: 'false', tempo: '"off"' }))
  localStorage.setItem(`azulejos.${name}`, value);
"""
TURN = "main.table:not([data-busy]) [data-legal]"


def main() -> None:
    """Photograph the site of a folder."""
    handler = partial(SimpleHTTPRequestHandler, directory=sys.argv[1])
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        screens = _screens(browser, f"http://127.0.0.1:{server.server_port}/")
        picture = _side_by_side(browser.new_page(device_scale_factor=1), screens)
        Path(__file__).with_name("site-page.webp").write_bytes(picture)
        browser.close()


def _screens(browser: Browser, url: str) -> list[bytes]:
    """The first screen and a table, without a network."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", locale=LANGUAGE)
    context.set_default_timeout(LONG)
    context.add_init_script(QUIET)
    page = context.new_page()
    page.goto(url)
    expect(page.locator("[data-site=installed]")).to_be_visible(timeout=LONG)
    expect(page.locator("[data-site=progress]")).to_have_count(0, timeout=LONG)
    context.set_offline(True)
    first = page.screenshot()
    page.locator("[data-game=azul] [data-do=play]").click()
    source = random.Random(5)
    for _ in range(MOVES):
        page.wait_for_selector(TURN)
        for _ in range(2):
            things = page.locator(TURN)
            things.nth(source.randrange(things.count())).dispatch_event("click")
    page.wait_for_selector(TURN)
    page.locator(TURN).first.dispatch_event("click")
    page.wait_for_timeout(500)
    return [first, page.screenshot()]


def _side_by_side(page: Page, screens: list[bytes]) -> bytes:
    """One picture of several, as WebP, which Chromium writes itself."""
    shown = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(each).decode()}">' for each in screens
    )
    style = f"body {{ margin: 0; display: flex; gap: {GAP}px }} img {{ border-radius: 18px }}"
    width = len(screens) * (PHONE["width"] + GAP) - GAP
    page.set_viewport_size({"width": width, "height": PHONE["height"]})
    page.set_content(f"<style>{style}</style>{shown}")
    session = page.context.new_cdp_session(page)
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main()
