"""Points are counted on the boards, part by part: with motion, without, and skipped."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from clicking import (
    OUTSIDE,
    PLAIN,
    REACH,
    STILL,
    WAIT,
    click_something,
    new_table,
    play_a_turn,
    state_of,
)
from server_in_thread import Guest, Running

GAMES: dict[str, dict[str, Any]] = {
    "azul": {},
    "sintra": {},
    "pavilion": {},
    "duel": {"scoring": "random4"},
}

BEGUN_AT = {"azul": 4, "sintra": 6, "pavilion": 6, "duel": 4}
"""The last round, or the one before; in Azul that before the earliest that can be the last."""

COUNTED = 3
"""At least so many captions are waited for before anything is skipped."""

SEEN = """
window.seen = { captions: [], spoken: [], lit: 0, flights: 0, dealtWhileCounting: false };
new MutationObserver(() => {
  const caption = document.querySelector('.counting')?.textContent;
  if (caption && caption !== seen.captions.at(-1)) seen.captions.push(caption);
  const spoken = document.querySelector('[role="status"]')?.textContent;
  if (spoken && spoken !== seen.spoken.at(-1)) seen.spoken.push(spoken);
  seen.lit = Math.max(seen.lit, document.querySelectorAll('[data-lit]').length);
  seen.flights += document.querySelectorAll('.flying').length;
  if (caption && document.querySelector('[data-place^="display-"]')) seen.dealtWhileCounting = true;
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""Notes what is shown, however short it is there."""

FAST = """
const later = window.setTimeout;
window.setTimeout = (job, wait, ...rest) => later(job, wait < 1000 ? wait / 100 : wait, ...rest);
"""
"""What is shown for less than a second is shown a hundredth of it; connections keep their time."""

ENDLESS = """
const sooner = window.setTimeout;
window.setTimeout = (job, wait, ...rest) =>
  sooner(job, 700 < wait && wait < 1000 ? 1e9 : wait, ...rest);
"""
"""What is counted slowly is counted until somebody skips it."""

STEADY = """
const steady = new CSSStyleSheet();
steady.replaceSync('* { animation: none !important }');
document.adoptedStyleSheets.push(steady);
"""
"""Tiles fly, but nothing pulses for ever, which would be painted for ever."""

PLAY = (
    """async ([seed, skipped, counted]) => {
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const faults = new Set();
  const somethingChanges = async () => {
    let watch, waking;
    await new Promise(done => {
      watch = new MutationObserver(() => requestAnimationFrame(done)); // no frame while one waits
      watch.observe(document.body, { subtree: true, childList: true, attributes: true });
      waking = setTimeout(done, 1000);
    });
    watch.disconnect();
    clearTimeout(waking);
  };
  let version, turns = 0, moved = performance.now(), before = [];
  for (;;) {
    await somethingChanges();
    const { busy, version: now } = document.querySelector('main.table').dataset;
    if (now !== version) {
      version = now;
      moved = performance.now();
      before = [];
      if (seen.captions.length > counted && random() < skipped)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      continue;
    }
    if (performance.now() - moved > WAIT) throw new Error(`nothing moves after version ${now}`);
    if (busy !== undefined) continue;
    if (document.querySelector('[data-do="result"], dialog[open]')) return [...faults];
    const legal = [...document.querySelectorAll('main.table [data-legal]')];
    if (legal.length && before.length === 0 && turns++ % 10 === 0)
      for (const name of (OUTSIDE)()) faults.add(`${name} is out of view`);
    const next = legal.filter(({ dataset: { thing } }) => !before.includes(thing)); // the next step
    const offered = next.length ? next : legal;
    before = legal.map(({ dataset: { thing } }) => thing);
    const chosen = offered[Math.floor(random() * offered.length)];
    if (!chosen) continue;
    const { name, place } = (REACH)(legal.indexOf(chosen));
    if (!place) faults.add(`${name} cannot be reached by a click`);
    chosen.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
}""".replace("OUTSIDE", OUTSIDE)
    .replace("REACH", REACH)
    .replace("WAIT", str(WAIT))
)
"""Clicks what is highlighted until the game is over. Some of what happens is skipped by a key, once
so many points were counted in full: how much comes in one update depends on the machine.

Returns what is out of view or out of reach on the way.
"""

Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, server: Running) -> Iterator[Open]:
    """Opens a page at a tempo, in which things move unless the visitor's device says no."""
    contexts = []
    problems: list[str] = []

    def open_page(tempo: str, motion: str = "no-preference") -> Page:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800},
            reduced_motion=motion,  # type: ignore[arg-type]
            locale="en-GB",
        )
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(
            f"localStorage.getItem('azulejos.tempo') ?? "
            f"localStorage.setItem('azulejos.tempo', '\"{tempo}\"');"
            "localStorage.setItem('azulejos.motion', true);"
        )
        page.add_init_script(STILL)
        page.add_init_script(PLAIN)
        page.add_init_script(SEEN)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def hurry(page: Page) -> None:
    """Let all that moves move a hundred times as fast."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 100})


COUNTING = """() => {
  const caption = document.querySelector('.counting')?.textContent;
  if (caption) return { caption };
  return document.querySelector('main.table:not([data-busy]) [data-legal]') ? {} : null;
}"""
"""What is said while points are counted, nothing if one may click; null while one must wait."""


def play_until_points_are_counted(page: Page, source: random.Random) -> str:
    """Click what is highlighted; return what is said of the points that are counted first."""
    while True:
        result = page.wait_for_function(COUNTING, timeout=WAIT).json_value()
        if result:
            return str(result["caption"])
        click_something(page, source)


def numbers(texts: list[str]) -> list[int]:
    """Numbers as people write them; a dash is none."""
    return [int(text.replace("−", "-").replace("\u2013", "0").replace("+", "")) for text in texts]


def play_until_round(server: Running, game: str, number: int) -> tuple[Guest, str]:
    """A game against a bot that was played until a round begins: who plays it, and the table."""
    ana, source = server.guest("Ana"), random.Random(game)
    table = ana.new_table(game, "me", "easy", options=GAMES[game])
    socket = ana.socket(table)
    while (update := socket.update).get("to_move") != 0 or update["scene"]["round"] < number:
        if update.get("to_move") == 0:
            socket.play(source.randrange(len(update["choices"])))
        else:
            socket.hear()
    socket.close()
    return ana, table


@pytest.mark.parametrize(("game", "number"), BEGUN_AT.items())
def test_a_game_with_motion_ends_with_a_table_that_adds_up(
    opened: Open, server: Running, game: str, number: int
) -> None:
    """The end of a game, in two of them with what comes between rounds."""
    ana, table = play_until_round(server, game, number)
    page = opened("fast")
    page.add_init_script(FAST)
    page.add_init_script(STEADY)
    page.context.add_cookies([{"name": "azulejos", "value": ana.secret, "url": server.url}])
    page.goto(f"{server.url}/t/{table}")
    hurry(page)
    assert state_of(page) == "turn"
    assert page.evaluate(PLAY, [len(game), 0.5, COUNTED]) == []
    seen: Any = page.evaluate("seen")
    assert seen["flights"] > 0
    assert seen["lit"] > 0
    assert len(seen["captions"]) > COUNTED
    page.wait_for_selector("dialog .tally")
    expect(page.locator(".tally tfoot td").last).to_be_visible()
    rows = page.locator(".tally tbody tr").all()
    points = [numbers(row.locator("td").all_inner_texts()) for row in rows]
    totals = numbers(page.locator(".tally tfoot td").all_inner_texts())
    assert [sum(column) for column in zip(*points, strict=True)] == totals
    record = page.request.get(f"{server.url}/api/tables/{table}/record.json").json()
    assert sorted(totals) == sorted(record["outcome"]["scores"])
    shown = page.locator("svg.board").evaluate_all("boards => boards.map(board => board.ariaLabel)")
    for score in record["outcome"]["scores"]:
        points = str(score).replace("-", "−")
        assert any(f": {points} point" in label for label in shown)


def test_a_round_is_counted_before_the_next_is_dealt_and_said_aloud(
    opened: Open, server: Running
) -> None:
    page = opened("fast")
    new_table(page, server, "azul")
    hurry(page)
    caption = play_until_points_are_counted(page, random.Random(2))
    assert re.search(r"[+−±]\d+, now \d+ points?\.", caption)
    assert state_of(page) == "turn"
    seen: Any = page.evaluate("seen")
    assert len(seen["captions"]) > 1
    assert not seen["dealtWhileCounting"]
    expect(page.locator(".points, [data-lit], [data-counting]")).to_have_count(0)


def test_a_scoring_is_skipped_by_a_click_a_key_or_the_button(opened: Open, server: Running) -> None:
    page = opened("slow")
    page.add_init_script(ENDLESS)
    new_table(page, server, "pavilion")  # in which every tile placed scores
    hurry(page)
    source = random.Random(2)
    ways: list[Callable[[], None]] = [
        lambda: page.locator("section.middle").click(position={"x": 5, "y": 5}),
        lambda: page.keyboard.press("Enter"),
        lambda: page.locator('[data-do="skip"]').click(),
    ]
    for skip in ways:
        caption = play_until_points_are_counted(page, source)
        page.wait_for_selector(".points")
        skip()
        page.wait_for_function(
            "said => document.querySelector('.counting')?.textContent !== said",
            arg=caption,
            timeout=WAIT,
        )


def test_without_motion_the_parts_are_shown_and_nothing_flies(
    opened: Open, server: Running
) -> None:
    page = opened("fast", motion="reduce")
    new_table(page, server, "azul")
    play_until_points_are_counted(page, random.Random(2))
    page.wait_for_function("() => seen.spoken.some(text => text.includes('now'))", timeout=WAIT)
    assert state_of(page) == "turn"
    seen: Any = page.evaluate("seen")
    assert seen["flights"] == 0
    assert seen["lit"] > 0
    assert len(seen["captions"]) > 1


def test_the_tempo_is_a_setting(opened: Open, server: Running) -> None:
    page = opened("slow", motion="reduce")
    new_table(page, server, "pavilion")
    page.locator('[data-do="settings"]').first.click()
    page.locator('[data-do="tempo"]').select_option("off")
    page.keyboard.press("Escape")
    source = random.Random(1)
    for _ in range(4):
        assert state_of(page) == "turn"
        play_a_turn(page, source)
    assert page.evaluate("seen.captions") == []
    page.reload()
    page.locator('[data-do="settings"]').first.click()
    expect(page.locator('[data-do="tempo"]')).to_have_value("off")
