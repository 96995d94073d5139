"""No bar and no dialog covers what can be clicked, on any screen: the rest makes room."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import azulejos
from azulejos.messages import Message
from azulejos.tables.messages import Hint, Hints, Request, Result, SeatInfo
from clicking import wait_until_drawn
from option_sets import read_options
from positions import Position, anything, as_text, played, update_of

SCREENS = ((360, 640), (390, 844), (844, 390), (820, 1180), (1366, 768), (2560, 1440))

COVERED = """() => {
  const above = [...document.querySelectorAll('.panel.open, dialog[open]')].at(-1);
  const targets = 'button:enabled, a[href], summary, input, select, textarea, [role=button]';
  const found = [];
  const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  for (const element of (above ?? document).querySelectorAll(targets)) {
    const isShown = element.checkVisibility({ visibilityProperty: true });
    if (!isShown || element.matches('.unseen')) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const isHit = part => {
      const hit = document.elementFromPoint(...middleOf(part.getBoundingClientRect()));
      return element.contains(hit) || hit?.closest('label')?.contains(element);
    };
    const parts = [element, ...element.querySelectorAll('.target-box, [data-tile], .reach')];
    if (parts.some(isHit)) continue;
    const { thing, do: does } = element.dataset;
    found.push(`covered: ${thing ?? does ?? element.outerHTML.slice(0, 200)}`);
  }
  const isOn = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const boxesOf = selector =>
    [...document.querySelectorAll(selector)].map(part => part.getBoundingClientRect());
  const liesOn = (bars, parts) =>
    boxesOf(bars).some(bar => boxesOf(parts).some(part => isOn(bar, part)));
  scrollTo(0, 1e6);
  if (!above && liesOn('.prompt, .prompt > *', '.middle, .own, .others'))
    found.push('the prompt lies on the table');
  scrollTo(0, 0);
  if (liesOn('.site-bars', 'main > *')) found.push('a note lies on the table');
  const prices = boxesOf('.own .space-cost');
  if (boxesOf('.own .badge').some(badge => prices.some(price => isOn(badge, price))))
    found.push('a badge lies on a price');
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  scrollTo(0, 0);
  return found;
}"""
"""What is shown and cannot be clicked, even after scrolling there."""


@cache
def at_phase(name: str, text: str, phase: str, skipped: int = 12) -> Position:
    """A position of a game under way."""
    game = azulejos.game(name)
    moves = played(game, read_options(game, text), anything, random.Random(name))
    return next(
        position for position in islice(moves, skipped, None) if position.state.phase == phase
    )


def at_azul() -> Position:
    return at_phase("azul", "players=2", "offer")


def show(page: Page, position: Position, **changes: Any) -> None:
    page.evaluate("showPosition", as_text(update_of(position, **changes)))


def asked_to_take_back(page: Page) -> None:
    """While the tour is still on offer, as on a first evening."""
    position = at_phase("sintra", "players=2", "turn")
    other = 1 - position.state.to_move
    show(page, position, may_undo=True, requests=[Request("takeback", other, [other])])
    expect(page.locator(".tour-offer")).to_be_visible()
    expect(page.locator("[data-do=agree]")).to_be_visible()


def waiting_for_players(page: Page) -> None:
    position = at_phase("sintra", "players=2", "turn")
    seats = [update_of(position).seats[0], SeatInfo("open", "")]
    show(page, position, seat=0, to_move=None, choices=[], seats=seats)
    expect(page.locator(".prompt .copy")).to_be_visible()


def hints(page: Page) -> None:
    position = at_azul()
    show(page, position, may_undo=True)
    said = [Message("ui.tour.azul.done")]  # longer than any move
    told = [Hint(each.move, each.steps, -2.7, [], said) for each in update_of(position).choices]
    version = int(page.locator("main.table").get_attribute("data-version") or 0)
    heard = msgspec.json.encode(Hints("", version, told[:3])).decode()
    page.evaluate("text => socket.onmessage({ data: text })", heard)
    expect(page.locator(".hints b")).to_have_count(3)


def placing(page: Page) -> None:
    """Where most badges are shown."""
    show(page, at_phase("pavilion", "players=4", "placing", 60), may_undo=True)


def over(page: Page) -> None:
    result = Result([30, 20], [1, 2], "row")
    update = {"to_move": None, "choices": [], "result": result, "next_table": "another"}
    show(page, at_azul(), **update, requests=[Request("rematch", 1, [1])])
    expect(page.locator("[data-do=result]")).to_be_visible()
    page.evaluate("document.querySelector('[data-do=result]').click()")  # it opens once by itself
    expect(page.locator("dialog[open] .places")).to_be_visible()


def closed(page: Page) -> None:
    """What stays when the result is closed."""
    expect(page.locator("[data-do=result]")).to_be_visible()


def opened_by(button: str, shown: str) -> Callable[[Page], None]:
    """What a button at a table opens."""

    def open_it(page: Page) -> None:
        show(page, at_phase("duel", "players=2", "action"), may_undo=True)
        page.locator(button).first.click()
        expect(page.locator(shown)).to_be_visible()

    return open_it


def log(page: Page) -> None:
    """On phones a sheet above the table."""
    page.evaluate("document.querySelector('[data-do=panel]:not([hidden])')?.click()")
    expect(page.locator(".panel")).to_be_visible()


KINDS: dict[str, tuple[Callable[[Page], None], ...]] = {
    "sintra": (asked_to_take_back, waiting_for_players),
    "azul": (hints, over, closed, log),
    "pavilion": (placing,),
    "duel": (
        opened_by("[data-do=settings]", "dialog[open]"),
        opened_by("[data-do=menu]", "dialog[open]"),
        opened_by(".look", "dialog.board-of"),
        opened_by(".own [data-do=scoring]", "dialog.conditions"),
    ),
}


@pytest.mark.parametrize("game", KINDS)
def test_nothing_covers_what_can_be_clicked(stage: Page, game: str) -> None:
    stage.evaluate("localStorage['azulejos.tours'] = '[]'")
    stage.reload()
    stage.wait_for_function("() => window.socket?.onmessage")
    result: set[str] = set()
    for width, height in SCREENS:
        stage.set_viewport_size({"width": width, "height": height})
        for number, kind in enumerate(KINDS[game]):
            kind(stage)
            wait_until_drawn(stage)
            where = f"{width}x{height} {kind.__name__} {number}"
            result |= {f"{where}: {fault}" for fault in stage.evaluate(COVERED)}
            stage.keyboard.press("Escape")
    assert sorted(result) == []
