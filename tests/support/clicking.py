"""Plays through the page as a person does who knows no rules: by clicking what is highlighted."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from azulejos import GAME_NAMES
from patience import PATIENCE
from server_in_thread import Running

WAIT = 1000 * PATIENCE  # milliseconds

STILL = """
const tours = JSON.stringify(SEEN);
for (const [name, value] of Object.entries({ forced: false, motion: false, tempo: '"off"', tours }))
  localStorage.getItem('azulejos.' + name) ?? localStorage.setItem('azulejos.' + name, value);
""".replace("SEEN", json.dumps(GAME_NAMES))
"""Nothing moves, and nothing is played by itself, so that tests need not wait."""

PLAIN = """
const plain = new CSSStyleSheet();
plain.replaceSync(`
  * { filter: none !important; box-shadow: none !important }
  svg.board { isolation: isolate }
`);
document.adoptedStyleSheets.push(plain);
"""
"""Without shadows, which take most of the time to paint; a board lies over others as with one."""

UNSEEN = f"""
{PLAIN}
const unseen = new CSSStyleSheet();
unseen.replaceSync('html {{ opacity: 0 !important }}');
document.adoptedStyleSheets.push(unseen);
"""
"""Laid out and clicked like any other, but not painted, which takes half of the time."""

MAX_CLICKS = 40  # of somebody who also takes clicks back

LOOK = """version => {
  const table = document.querySelector('main.table');
  if (!table || table.dataset.busy !== undefined) return null;
  if (document.querySelector('[data-do="result"], dialog[open]')) return 'over';
  if (version !== null && table.dataset.version !== version) return 'moved';
  return table.querySelector('[data-legal]') ? 'turn' : null;
}"""
"""Whether the game is over, the table has moved on, or one may click; null while one must wait."""

VERSION = "() => document.querySelector('main.table').dataset.version"

GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
"""Goes to another screen of the page, as its links do."""

REACH = """number => {
  const legal = [...document.querySelectorAll('main.table [data-legal]')];
  if (legal.length === 0) return null;
  const thing = legal[number % legal.length];
  thing.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const parts = [thing, ...thing.querySelectorAll('.target-box, [data-tile], .reach')];
  const places = parts.map(part => part.getBoundingClientRect())
    .map(box => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }));
  const place = places.find(({ x, y }) => thing.contains(document.elementFromPoint(x, y)));
  return { name: thing.dataset.thing, place: place ?? null };
}"""
"""One of the things that are highlighted, and a place where a click reaches it."""


def new_table(page: Page, server: Running, game: str, **options: Any) -> str:
    """Sit down at a table of one's own against easy bots, and open it."""
    players = options.get("players", 2)
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * (players - 1)]
    wanted = {"game": game, "options": options, "seats": seats}
    headers = {"Origin": server.url}
    answer = page.request.post(f"{server.url}/api/tables", data=wanted, headers=headers)
    assert answer.ok, answer.text()
    table = str(answer.json()["table"])
    page.goto(f"{server.url}/t/{table}")
    return table


def begin(page: Page, game: str, level: str = "easy") -> None:
    """Sit down at a table against a bot."""
    card = page.locator(f"[data-game={game}]")
    card.locator("[data-choice=level]").select_option(level)
    card.locator("[data-do=play]").click()
    assert state_of(page) == "turn"


def version_of(page: Page) -> int:
    return int(page.locator("main.table").get_attribute("data-version") or -1)


def state_of(page: Page, version: str | None = None) -> str:
    """Wait until one may click, the table has moved on, or the game is over; say which."""
    return str(page.wait_for_function(LOOK, arg=version, timeout=WAIT).json_value())


def targets(page: Page) -> Locator:
    """The things that are highlighted."""
    return page.locator("main.table [data-legal]")


def click_something(page: Page, source: random.Random) -> None:
    """Click one of the things that are highlighted, if there are any at this moment."""
    if result := page.evaluate(REACH, source.randrange(10_000)):
        _click(page, result)


def click_target(page: Page, number: int) -> None:
    """Wait until something is highlighted, and click the thing of a number among all that is."""
    _click(page, page.wait_for_function(REACH, arg=number, timeout=WAIT).json_value())


def _click(page: Page, found: Any) -> None:
    assert found["place"], f"{found['name']} cannot be reached by a click"
    page.mouse.click(found["place"]["x"], found["place"]["y"])


def play_a_turn(page: Page, source: random.Random) -> None:
    """Click until the table has moved on."""
    version = page.evaluate(VERSION)
    for _ in range(MAX_CLICKS):
        click_something(page, source)
        if state_of(page, version) != "turn":
            return
    raise AssertionError("no move is made by all these clicks")


DRAWN = """() => document.fonts.ready.then(() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"""


def wait_until_drawn(page: Page) -> None:
    """Wait until what was done last is laid out and painted, in the page's own letters."""
    page.wait_for_function(DRAWN, timeout=WAIT)


OUTSIDE = """() => [...document.querySelectorAll('main.table [data-thing], main.table svg')]
  .filter(part => {
    const box = part.getBoundingClientRect();
    const isShown = box.width > 0 && !part.closest('.panel, .sprite');
    return isShown && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
  })
  .map(part => part.getAttribute('data-thing') ?? part.getAttribute('class'))"""
"""What lies beyond the edges of the window."""


def expect_all_in_view(page: Page) -> None:
    """On a desk everything on the table is in view at once."""
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def eventually(
    page: Page, happens: Callable[[], bool], pause: float = 20, within: float = PATIENCE
) -> None:
    """Look again and again, while Playwright goes on listening to the browser."""
    end = time.monotonic() + within
    page.wait_for_timeout(pause)
    while not happens():
        assert time.monotonic() < end
        page.wait_for_timeout(pause)
