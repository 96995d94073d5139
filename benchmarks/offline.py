"""How large a site without a server is, how soon it can be played, how fast, and in what memory.

    azulejos site build public
    python benchmarks/offline.py public [sizes] [times] [speed] [memory] [--games 4] [--slow 4]

Needs Chromium and Playwright. Without a part named, all of them:

- sizes are of the compressed files that lie beside the others;
- times are from the navigation to the lobby, to the first table at which one may move, and to the
  bot's answer to the first move, in a browser that was never there and in one that was (from what
  its service worker keeps); `--slow` lets the page's own thread compute that many times slower;
- speed is of searches and of moves of `master` in the page's Python, beside the same natively;
- memory is what the browser's processes of the page hold more than for an empty page, after
  whole games that are clicked through.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from azulejos import GAME_NAMES
from clicking import STILL, play_a_turn, state_of
from offline_speed import tell_speed
from static_server import StaticServer

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
MINUTES = 10 * 60 * 1000
PARTS = ("sizes", "times", "speed", "memory")
LINGERING = 5.0  # seconds that a visitor stays at least: browsers keep compiled code meanwhile


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("site", type=Path)
    reader.add_argument("parts", nargs="*", choices=(*PARTS, []), default=list(PARTS))
    reader.add_argument("--games", type=int, default=len(GAME_NAMES))
    reader.add_argument("--slow", type=int, default=4)
    chosen = reader.parse_args()
    if "sizes" in chosen.parts:
        tell_sizes(chosen.site)
    web = StaticServer(chosen.site)
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            if "times" in chosen.parts:
                for slower in (1, chosen.slow):
                    tell_times(browser, web.url, slower)
            if "speed" in chosen.parts:
                tell_speed(browser, web.url)
            if "memory" in chosen.parts:
                tell_memory(browser, web.url, GAME_NAMES[: chosen.games])
            browser.close()
    finally:
        web.stop()


def tell_sizes(site: Path) -> None:
    """What a first visit and the service worker load in all, by part."""
    sizes: Counter[str] = Counter()
    for path in site.rglob("*"):
        if path.is_file() and path.suffix not in (".br", ".gz") and ".plain." not in path.name:
            packed = path.with_name(f"{path.name}.br")
            least = min(each.stat().st_size for each in (path, packed) if each.is_file())
            sizes[_part(path)] += least
    for part, size in sizes.most_common():
        print(f"{size / 1e6:6.2f} MB  {part}")
    print(f"{sizes.total() / 1e6:6.2f} MB  in all, compressed")


def _part(path: Path) -> str:
    if path.name.startswith("pyodide"):
        return "Pyodide"
    if path.suffix == ".so" or path.name == "kernels.json":
        return "kernels"
    return path.name if path.suffix == ".zip" else "page"


def tell_times(browser: Browser, url: str, slower: int) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(STILL)
    for visit in ("first", "second", "third"):
        times = _visit(context, url, slower)
        told = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in times.items())
        print(f"{visit:6} visit, {slower} times slower: {told}", flush=True)
    context.close()


def _visit(context: BrowserContext, url: str, slower: int) -> dict[str, float]:
    page = context.new_page()
    page.set_default_timeout(MINUTES)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    begun = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector("[data-game=azul] [data-do=play]")
    times = {"lobby": time.perf_counter() - begun}
    page.click("[data-game=azul] [data-do=play]")
    page.wait_for_selector("main.table")
    state_of(page)
    times["table"] = time.perf_counter() - begun
    play_a_turn(page, random.Random(1))
    state_of(page)
    times["answer"] = time.perf_counter() - begun
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    time.sleep(LINGERING)
    page.close()
    return times


def tell_memory(browser: Browser, url: str, games: tuple[str, ...]) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(STILL)
    page = context.new_page()
    page.set_default_timeout(MINUTES)
    page.goto("about:blank")
    empty = _held(page)
    source = random.Random(1)
    for game in games:
        page.goto(url)
        page.click(f"[data-game={game}] [data-do=play]")
        while state_of(page) == "turn":
            play_a_turn(page, source)
        print(f"{_held(page) - empty:6.0f} MB held after {game}")
    context.close()


def _held(page: Page) -> float:
    """Megabytes that are private to the processes that show pages."""
    browser = page.context.browser
    assert browser
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    shown = (each["id"] for each in processes if each["type"] == "renderer")
    return sum(map(_private, shown)) / 1e6


def _private(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Private_"))


if __name__ == "__main__":
    main()
