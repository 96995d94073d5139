"""Measure how soon a first visitor with a slow phone and a slow line can play.

python benchmarks/first_table.py [--runs 5] [--game azul ...] [--cpu 4] [--still] [--waterfall]

A server of its own is started in another process. For every run a browser opens that has never been
here: its processor is slowed down, and its line is as slow as Lighthouse's "slow 4G" (1.6 Mbit/s
down, 750 kbit/s up, 150 ms there and back). It opens the page and clicks "Play now" as soon as the
button is there; the time ends when the first thing on the table can be clicked. Whoever moves first
is drawn by lot, so that it may be after the bot's move, which is shown; `--still` leaves that out.
Chromium has to be installed.
"""

from __future__ import annotations

import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import click
import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from azulejos.games import GAME_NAMES
from azulejos.server.running.processes import listen
from azulejos.server.running.run import run
from azulejos.tables.settings import Settings

PREPARING = 600.0  # seconds that compiling may take, the first time
PATIENCE = 60_000.0  # milliseconds
PHONE = {"width": 390, "height": 844}
SLOW_4G = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
GOAL = 6.0  # seconds
STILL = "localStorage.setItem('azulejos.motion', 'false')"
TIMES = """() => performance.getEntriesByType('resource').map(part =>
  [part.startTime, part.responseEnd, part.encodedBodySize, part.name])"""


@dataclass(frozen=True)
class Visit:
    """When what was there, in seconds from the opening of the page."""

    lobby: float
    table: float
    parts: list[tuple[float, float, int, str]]


def visit(browser: Browser, url: str, game: str, cpu: float, *, is_still: bool) -> Visit:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    try:
        page = context.new_page()
        if is_still:
            page.add_init_script(STILL)
        slow_down(page, cpu)
        begun = time.monotonic()
        page.goto(url, wait_until="commit")
        button = page.locator(f"[data-game={game}] [data-do=play]")
        button.wait_for(timeout=PATIENCE)
        lobby = time.monotonic() - begun
        button.click()
        page.locator("main.table [data-legal]").first.wait_for(timeout=PATIENCE)
        return Visit(lobby, time.monotonic() - begun, page.evaluate(TIMES))
    finally:
        context.close()


def slow_down(page: Page, cpu: float) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
    session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})


def report(game: str, visits: Sequence[Visit]) -> float:
    lobby = statistics.median(each.lobby for each in visits)
    times = [each.table for each in visits]
    table = statistics.median(times)
    print(
        f"{game:10} button after {lobby:4.1f} s, table playable after {table:4.1f} s"
        f" ({min(times):.1f} to {max(times):.1f})",
        flush=True,
    )
    return table


def show_waterfall(seen: Visit) -> None:
    for begun, ended, size, name in seen.parts:
        print(f"    {begun:6.0f} to {ended:6.0f} ms {size:7,} bytes  {name.split('/', 3)[3]}")


def wait_until_ready(url: str) -> None:
    end = time.monotonic() + PREPARING
    while time.monotonic() < end:
        try:
            if all(game["is_ready"] for game in httpx.get(f"{url}/api/games").json()):
                return
        except httpx.TransportError:
            pass
        time.sleep(0.5)
    raise TimeoutError("the bots do not get ready")


@contextmanager
def server() -> Iterator[str]:
    """The address of a server in another process."""
    listening = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    command = [sys.executable, __file__, "--serve-at", str(listening.fileno())]
    process = subprocess.Popen(command, pass_fds=[listening.fileno()])  # noqa: S603
    listening.close()
    print("waiting for the bots; the first time they are compiled for some minutes", flush=True)
    try:
        wait_until_ready(url)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def serve(descriptor: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(Settings(store=f"{folder}/games.db", workers=1), socket.socket(fileno=descriptor))


@click.command(help=__doc__)
@click.option("--runs", default=5, show_default=True, help="Visits for each game.")
@click.option("--game", "games", multiple=True, type=click.Choice(GAME_NAMES), help="Default: all.")
@click.option("--cpu", default=4.0, show_default=True, help="How much slower the processor is.")
@click.option("--still", is_flag=True, help="Without animations.")
@click.option("--waterfall", is_flag=True, help="Also show what a visit loaded when.")
@click.option("--serve-at", type=int, hidden=True)
def main(
    *,
    runs: int,
    games: Sequence[str],
    cpu: float,
    still: bool,
    waterfall: bool,
    serve_at: int | None,
) -> None:
    if serve_at is not None:
        serve(serve_at)
        return
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        slowest = 0.0
        for game in games or GAME_NAMES:
            visits = [visit(browser, url, game, cpu, is_still=still) for _ in range(runs)]
            slowest = max(slowest, report(game, visits))
            if waterfall:
                show_waterfall(visits[-1])
        browser.close()
    if slowest > GOAL:
        sys.exit(f"slower than {GOAL:g} s")


if __name__ == "__main__":
    main()
