"""The page as a standalone site, from a folder of a plain web server."""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, expect
from playwright.sync_api import Error as PlaywrightError

from axe import faults
from azulejos import GAME_NAMES
from azulejos.offline.ports import IDLE
from azulejos.puzzles import collection
from azulejos.puzzles.shipped import PAGE
from clicking import (
    GO,
    STILL,
    UNSEEN,
    WAIT,
    begin,
    click_something,
    eventually,
    play_a_turn,
    state_of,
    version_of,
)
from static_server import FOLDER, StaticServer

WHOLE = "azul"  # the game that is always played to its end
FEW = 4  # turns of the others

IS_KEPT = """async name => {
  const found = await Promise.all((await caches.keys()).map(each => caches.open(each)));
  const kept = await Promise.all(found.map(each => each.keys()));
  return kept.flat().some(({ url }) => url.endsWith(name));
}"""
"""Whether the service worker keeps a file."""


def opened(profile: BrowserContext, web: StaticServer) -> Page:
    page = profile.new_page()
    page.goto(f"{web.url}/{FOLDER}/")
    return page


def solve_first_and_last(page: Page, web: StaticServer) -> None:
    """Look at a puzzle, and without a network at one from the last page of that game."""
    first, *_, last = collection("duel").entries
    page.evaluate(GO, f"/{FOLDER}/#puzzle-{first.id}")
    assert state_of(page) == "turn"
    page.wait_for_function(IS_KEPT, arg="/puzzles/duel/0.json")
    page.wait_for_function(
        IS_KEPT, arg=f"/puzzles/duel/{(len(collection('duel')) - 1) // PAGE}.json"
    )
    web.stop()
    page.reload()
    page.evaluate(GO, f"/{FOLDER}/#puzzle-{last.id}")
    assert state_of(page) == "turn"
    page.evaluate(GO, f"/{FOLDER}/")


def test_all_four_games_without_a_network(
    profile: BrowserContext, web: StaticServer, request: pytest.FixtureRequest
) -> None:
    """A whole game of Azul and a few turns of the others; `--more 2` plays all to their end.

    Whole games of all four on the site's own files: `tests/offline/test_bundle.py`.
    """
    is_thorough = request.config.getoption("--more") > 1
    asked: list[str] = []
    profile.on("request", lambda request: asked.append(request.url))
    page = opened(profile, web)
    expect(page.locator("[data-site=installed]")).to_be_visible()
    assert not [path for path in web.asked if "/puzzles/" in path]  # they come when one is solved
    solve_first_and_last(page, web)
    for game in sorted(GAME_NAMES, key=WHOLE.__eq__):
        begin(page, game)
        source = random.Random(game)
        turns = itertools.count() if is_thorough or game == WHOLE else range(FEW)
        for _ in turns:
            play_a_turn(page, source)
            if state_of(page) == "over":
                expect(page.locator("dialog.result .places li")).to_have_count(2)
                break
        if game != WHOLE:
            page.evaluate(GO, f"/{FOLDER}/")
    page.locator("dialog.result [data-do=review]").click()
    expect(page.locator(".judged li").first).to_be_visible()
    assert [address for address in asked if not address.startswith(web.url)] == []


def test_nothing_acknowledged_is_lost_when_the_browser_dies(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    web: StaticServer,
    tmp_path: Path,
) -> None:
    source = random.Random(2)

    def start() -> BrowserContext:
        context = browser_type.launch_persistent_context(tmp_path, **browser_type_launch_args)
        context.set_default_timeout(WAIT)
        context.add_init_script(STILL)
        context.add_init_script(UNSEEN)
        return context

    context = start()
    page = opened(context, web)
    begin(page, "azul")
    for _ in range(3):
        play_a_turn(page, source)
        assert state_of(page) == "turn"
    address, shown = page.url, version_of(page)
    click_something(page, source)  # a move is half made
    with pytest.raises(PlaywrightError):
        context.new_cdp_session(page).send("Browser.crash")
    context = start()
    page = context.new_page()
    page.goto(address)
    assert state_of(page) == "turn"
    assert version_of(page) >= shown
    play_a_turn(page, source)
    context.close()


def test_two_tabs_share_the_games_and_the_second_outlives_the_first(
    profile: BrowserContext, web: StaticServer
) -> None:
    source = random.Random(3)
    first = opened(profile, web)
    begin(first, "azul")
    second = profile.new_page()
    second.goto(first.url)
    assert state_of(second) == "turn"
    play_a_turn(second, source)
    assert state_of(second) == "turn"
    shown = version_of(second)
    expect(first.locator("main.table")).to_have_attribute("data-version", str(shown))
    first.close()
    play_a_turn(second, source)
    assert version_of(second) > shown


def test_a_new_version_waits_until_one_wants_it(
    profile: BrowserContext, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "web")
    worker = tmp_path / "web" / FOLDER / "worker.js"
    web = StaticServer(tmp_path / "web")
    page = opened(profile, web)
    expect(page.locator("[data-site=installed]")).to_be_visible()
    begin(page, "azul")
    text = worker.read_text(encoding="utf-8")
    worker.write_text(re.sub(r'"version": "\w+"', '"version": "newer"', text), encoding="utf-8")
    page.evaluate("() => navigator.serviceWorker.ready.then(one => one.update()).then(() => {})")
    expect(page.locator("[data-site=update]")).to_be_visible()
    assert faults(page, "[data-site=update]") == []
    play_a_turn(page, random.Random(4))
    shown = version_of(page)
    with page.expect_navigation():
        page.locator("[data-do=update]").click()
    state_of(page)
    assert version_of(page) >= shown
    names = page.evaluate("() => caches.keys()")
    assert [name.rpartition(" ")[2] for name in names] == ["newer"]
    web.stop()


FULL = """
let isFull = false;
new BroadcastChannel('disk').onmessage = ({ data }) => (isFull = data);
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  if (isFull) throw new DOMException('no room', 'QuotaExceededError');
  return put.apply(this, given);
};
"""
"""Lets a test say that the disk is full: Chromium heeds a quota only in profiles on a disk."""


def test_a_full_disk_is_told_and_the_game_goes_on(
    profile: BrowserContext, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "web")
    (host,) = (tmp_path / "web" / FOLDER / "assets").glob("host-*.js")
    host.write_text(FULL + host.read_text(encoding="utf-8"), encoding="utf-8")
    web = StaticServer(tmp_path / "web")
    page = opened(profile, web)
    begin(page, "azul")
    source = random.Random(5)
    told = page.locator("[data-site=memory]")
    for is_full in (True, False):
        page.evaluate("is => new BroadcastChannel('disk').postMessage(is)", is_full)
        assert state_of(page) == "turn"
        play_a_turn(page, source)
        expect(told).to_have_count(int(is_full))
        assert not is_full or faults(page, "[data-site=memory]") == []
    web.stop()


LITTLE = "Object.defineProperty(navigator, 'deviceMemory', { value: 2 });\n"


def bots_of(page: Page) -> int:
    """How many workers there are in which bots think."""
    return sum("/bot-" in worker.url for worker in page.workers)


def test_a_device_with_little_memory_has_one_python_but_for_advice(
    profile: BrowserContext, site: Path, tmp_path: Path
) -> None:
    """Bots move where the games are, and what is asked there meanwhile is done after it."""
    shutil.copytree(site, tmp_path / "web")
    (host,) = (tmp_path / "web" / FOLDER / "assets").glob("host-*.js")
    host.write_text(LITTLE + host.read_text(encoding="utf-8"), encoding="utf-8")
    web = StaticServer(tmp_path / "web")
    page = opened(profile, web)
    begin(page, "azul", "master")
    source, address = random.Random(7), page.url
    for _ in range(2):
        play_a_turn(page, source)
        assert state_of(page) == "turn"
    shown = version_of(page)
    play_a_turn(page, source)  # and the bot thinks for a second
    page.evaluate(GO, f"/{FOLDER}/")
    begin(page, "duel")
    play_a_turn(page, source)
    assert state_of(page) == "turn"
    page.goto(address)
    assert state_of(page) == "turn"
    assert version_of(page) >= shown + 2
    assert bots_of(page) == 0
    with page.expect_worker(lambda worker: "/bot-" in worker.url):
        page.locator("[data-do=hint]").click()
    expect(page.locator(".hints button").first).to_be_visible()
    eventually(page, lambda: bots_of(page) == 0, within=IDLE / 2)
    web.stop()


def test_games_are_taken_along_as_a_file(profile: BrowserContext, web: StaticServer) -> None:
    page = opened(profile, web)
    begin(page, "azul")
    play_a_turn(page, random.Random(6))
    page.goto(f"{web.url}/{FOLDER}/")
    with page.expect_download() as saving:
        page.locator("[data-do=export]").click()
    games = json.loads(saving.value.path().read_text(encoding="utf-8"))["games"]
    assert [game["game"] for game in games] == ["azul"]
    page.locator("[data-do=import]").set_input_files(saving.value.path())
    expect(page.locator("[data-site=imported]")).to_contain_text("1")
    expect(page.locator(".lists li")).to_have_count(2)
    page.locator("[data-game=azul] [data-do=new]").click()
    expect(page.locator("[data-preset]")).to_have_count(2)  # nobody comes by a link
    expect(page.locator("dialog.new-table")).not_to_contain_text("link")
