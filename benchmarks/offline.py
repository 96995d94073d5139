"""How large a site without a server is, how soon it can be played, how fast, and in what memory.

    azulejos site build public
    python benchmarks/offline.py public [sizes] [times] [speed] [memory] [--games 4] [--slow 4]

Needs Chromium and Playwright. Without a part named, all of them:

- sizes are of the compressed files that lie beside the others;
- times are from the navigation to the lobby, to the first table at which one may move, and to the
  bot's answer to the first move, in a browser that was never there and in one that was (from what
  its service worker keeps); `--slow` lets the page's own thread compute that many times slower;
- speed is of searches and of moves of `master` in the page's Python, beside the same natively;
- memory is what the browser's process of the page holds more than for an empty page (PSS), by kind,
  after whole games with their reviews, as on a small phone; half a minute after each, with
  and without garbage that the browser has not collected. The browser's own program is told apart:
  its share depends on how many other processes of the browser there are.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from azulejos import GAME_NAMES
from clicking import STILL, play_a_turn, state_of
from offline_speed import tell_speed
from static_server import StaticServer
from unwatched import FILES, MEGABYTE, Chromium, held
from unwatched import Page as UnwatchedPage

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
MINUTES = 10 * 60 * 1000
PARTS = ("sizes", "times", "speed", "memory")
LITTLE = "Object.defineProperty(navigator, 'deviceMemory', { value: 2 });"  # of a small phone
RESTING = 30.0  # seconds until the browser has collected garbage by itself
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
            browser.close()
        if "memory" in chosen.parts:
            tell_memory(chosen.site, GAME_NAMES[: chosen.games])
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
    if path.suffix == ".so":
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


def tell_memory(site: Path, games: tuple[str, ...]) -> None:
    """What the tab of a phone holds, once the browser has found what is not needed any more."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(site, Path(folder) / "site"))
        (host,) = (copy / "assets").glob("host-*.js")
        host.write_text(f"{LITTLE}\n{host.read_text(encoding='utf-8')}", encoding="utf-8")
        for packed in (*copy.rglob("host-*.js.br"), *copy.rglob("host-*.js.gz")):
            packed.unlink()
        web = StaticServer(copy)
        try:
            _tell_memory_at(web.url, games)
        finally:
            web.stop()


def _tell_memory_at(url: str, games: tuple[str, ...]) -> None:
    assert CHROMIUM
    browser = Chromium(CHROMIUM)
    page = browser.page(360, 640, scale=2)
    page.before_each(f"if (location.host) {{ {STILL} }}")
    empty = _held(browser)
    page.goto(f"{url}/")
    page.wait_for_function("() => document.querySelector('[data-site=installed]') !== null")
    _tell_held(browser, empty, "the lobby")
    for number, game in enumerate(games, start=1):
        _play(page, game, random.Random(number))
        page.press(".home")
        _tell_held(browser, empty, f"{number} games")
    browser.close()


def _play(page: UnwatchedPage, game: str, source: random.Random) -> None:
    """A whole game against `strong`, then its review."""
    card = f"[data-game={game}]"
    page.wait_for_function("card => document.querySelector(card) !== null", card)
    page.choose(f"{card} [data-choice=level]", "strong")
    page.press(f"{card} [data-do=play]")
    clicked = cast(Page, page)
    while state_of(clicked) == "turn":
        play_a_turn(clicked, source)
    page.press("dialog.result [data-do=review]")
    page.wait_for_function("() => document.querySelector('.judged li') !== null")


def _tell_held(browser: Chromium, empty: Counter[str], when: str) -> None:
    time.sleep(RESTING)
    before = _held(browser)
    browser.collect_garbage()
    time.sleep(1)
    found = _held(browser)
    for sizes in (before, found):
        sizes.subtract(empty)
    shared = found.pop(FILES)
    before.pop(FILES)
    parts = ", ".join(f"{part} {size / MEGABYTE:.0f}" for part, size in found.most_common())
    print(
        f"after {when}: {before.total() / MEGABYTE:.0f} MB, "
        f"without garbage {found.total() / MEGABYTE:.0f} ({parts}), "
        f"and {shared / MEGABYTE:.0f} of {FILES}",
        flush=True,
    )


def _held(browser: Chromium) -> Counter[str]:
    return sum(map(held, browser.renderers()), Counter())


if __name__ == "__main__":
    main()
