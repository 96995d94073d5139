"""On every screen all is in view, large enough to hit and to read, and nothing lies on another."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import azulejos
from azulejos.narration.languages import LANGUAGES
from clicking import wait_until_drawn
from option_sets import read_options
from positions import Position, anything, as_text, played, positions, update_of

SIZES = (
    (360, 640),
    (390, 844),
    (640, 360),
    (844, 390),
    (820, 1180),
    (1180, 820),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
)
TABLES = (
    ("azul", "players=2"),
    ("azul", "players=3"),
    ("azul", "players=4 side=grey"),
    ("sintra", "players=2 side=B"),
    ("sintra", "players=4"),
    ("pavilion", "players=2"),
    ("pavilion", "players=3 side=grey"),
    ("pavilion", "players=4"),
    ("duel", "players=2 scoring=random4"),
)

LARGEST = (TABLES[2], TABLES[4], TABLES[7], TABLES[8])
EXTREMES = (SIZES[0], SIZES[3], SIZES[4], SIZES[8])
"""Where tables with fewer players, which have more room, are looked at; `--more 2` for all."""

FAULTS = """() => {
  const found = [];
  const boxOf = element => element.getBoundingClientRect();
  const isShown = element => element.checkVisibility() && boxOf(element).width > 1;
  const nameOf = element =>
    element.dataset.thing ?? element.getAttribute('class') ?? element.tagName;

  const targets = '[data-legal], main button, main a, main summary, main input';
  for (const element of document.querySelectorAll(targets)) {
    const { width, height } = boxOf(element);
    if (isShown(element) && Math.min(width, height) < 23.5)
      found.push(`small: ${nameOf(element)} ${width.toFixed()}x${height.toFixed()}`);
  }

  for (const element of document.querySelectorAll('main text')) {
    const scale = element.getScreenCTM();
    if (!isShown(element) || boxOf(element).height < 1) continue;
    const size = parseFloat(getComputedStyle(element).fontSize) * Math.hypot(scale.a, scale.b);
    const named = element.closest('[class]').getAttribute('class');
    const isDuel = element.closest('.game-duel :is(.own, .middle)');
    if (size < (isDuel ? 11 : 7.8)) found.push(`unreadable: ${named} ${size.toFixed(1)} px`);
  }

  const within = '.others svg, .own svg, [data-legal], .display';
  const parts = `main > *, .bar *:not(svg *), .prompt > *, .actions > *, ${within}`;
  for (const element of document.querySelectorAll(parts)) {
    const { left, right, top, bottom, width } = boxOf(element);
    if (!isShown(element) || width < 2) continue;
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      found.push(`out of view: ${nameOf(element)} ${[left, right, top, bottom].map(Math.round)}`);
  }
  const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  for (const thing of document.querySelectorAll('main.table [data-legal]')) {
    const places = [thing, ...thing.querySelectorAll('.target-box, [data-tile], .reach')];
    const isHit = place => thing.contains(document.elementFromPoint(...middleOf(boxOf(place))));
    if (!places.some(isHit)) found.push(`cannot be hit: ${nameOf(thing)}`);
  }

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push('the page scrolls');

  const isOn = (one, other) => {
    const [a, b] = [boxOf(one), boxOf(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 1 && down > 1;
  };
  for (const text of document.querySelectorAll('.own .board text')) {
    const [one, sheet] = [boxOf(text), boxOf(document.querySelector('.own .sheet'))];
    if (!text.checkVisibility()) found.push(`not shown: ${text.textContent}`);
    else if (one.left < sheet.left || one.right > sheet.right || one.bottom > sheet.bottom)
      found.push(`beyond the board: ${text.textContent}`);
  }
  for (const badge of document.querySelectorAll('.middle .badge'))
    for (const chip of document.querySelectorAll('.chip, .space-cost'))
      if (isOn(badge, chip)) found.push('a badge lies on a chip');
  const areas = ['.bar', '.others', '.middle', '.own', '.prompt', '.panel']
    .map(name => document.querySelector(name)).filter(isShown);
  for (const [i, one] of areas.entries()) for (const other of areas.slice(i + 1))
    if (isOn(one, other)) found.push(`overlap: ${nameOf(one)} and ${nameOf(other)}`);
  for (const track of document.querySelectorAll('.round-track, .supply'))
    for (const display of document.querySelectorAll('.display'))
      if (isOn(track, display)) found.push(`overlap: ${nameOf(track)} and a display`);
  return found;
}"""


@cache
def one_of_each_phase(name: str, text: str) -> tuple[Position, ...]:
    """Of each phase the position with the most legal moves, and so with the most to hit."""
    game = azulejos.game(name)
    largest: dict[str, Position] = {}
    for position in positions(game, read_options(game, text), text):
        known = largest.setdefault(position.state.phase, position)
        if len(position.shapes) > len(known.shapes):
            largest[position.state.phase] = position
    return tuple(largest.values())


def show(page: Page, position: Position, **changes: Any) -> None:
    """Show a position, and wait until it is laid out for the window as it is."""
    page.evaluate("showPosition", as_text(update_of(position, **changes)))
    wait_until_drawn(page)


@pytest.mark.parametrize(("name", "text"), TABLES, ids=lambda text: text)
def test_every_phase_on_every_screen(
    stage: Page, name: str, text: str, pytestconfig: pytest.Config
) -> None:
    result: set[str] = set()
    is_thorough = (name, text) in LARGEST or pytestconfig.getoption("--more") > 1
    for width, height in SIZES if is_thorough else EXTREMES:
        stage.set_viewport_size({"width": width, "height": height})
        for position in one_of_each_phase(name, text):
            show(stage, position, spectators=2, may_undo=True)
            where = f"{width}x{height} {position.state.phase}"
            result |= {f"{where}: {fault}" for fault in stage.evaluate(FAULTS)}
    assert sorted(result) == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_on_a_phone_there_is_room_for_longer_words(stage: Page, language: str) -> None:
    stage.set_viewport_size({"width": 360, "height": 640})
    stage.evaluate("language => localStorage['azulejos.language'] = `\"${language}\"`", language)
    result: set[str] = set()
    for name, text in LARGEST:
        stage.reload()
        stage.wait_for_function("() => window.socket?.onmessage")
        for position in one_of_each_phase(name, text):
            show(stage, position, spectators=2, may_undo=True)
            where = f"{name} {position.state.phase}"
            result |= {f"{where}: {fault}" for fault in stage.evaluate(FAULTS)}
    assert sorted(result) == []


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (844, 390)])
def test_a_board_that_is_folded_up_unfolds_while_it_is_counted(
    stage: Page, width: int, height: int
) -> None:
    stage.set_viewport_size({"width": width, "height": height})
    game = azulejos.game("azul")
    show(stage, next(played(game, read_options(game, "players=2"), anything, random.Random(1))))
    board = stage.locator(".other .board")
    expect(board).to_be_hidden()
    board.evaluate("board => board.setAttribute('data-counting', '')")
    expect(board).to_be_visible()
    wait_until_drawn(stage)
    box = board.bounding_box()
    assert box
    assert box["width"] > 300
    assert min(box["x"], box["y"]) >= 0
    assert box["y"] + box["height"] <= height


def test_the_scoring_tiles_of_duel_are_explained_by_a_tap(stage: Page) -> None:
    stage.set_viewport_size({"width": 360, "height": 640})
    game = azulejos.game("duel")
    options = read_options(game, "scoring=1A2B3A4A")
    show(stage, next(played(game, options, anything, random.Random(1))))
    tiles = stage.locator(".own [data-do=scoring]")
    box = tiles.bounding_box()
    assert box
    assert box["height"] > 23.5
    expect(stage.locator(".own .goal")).to_have_text(["rows", "edge", "diagonals", "jokers"])
    tiles.click()
    said = stage.get_by_role("dialog", name="What scores at the end").get_by_role("listitem")
    expect(said).to_have_count(4)
    expect(said.first).to_have_text(re.compile("^3 points for each complete row: 0 of 6"))
