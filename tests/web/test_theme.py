"""Light and dark: as the device is set or as one chose, from the first paint, on paper, too."""

from __future__ import annotations

import base64
import random
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import azulejos
from clicking import new_table, state_of, wait_until_drawn
from option_sets import read_options
from positions import anything, as_text, played, update_of, what_scores
from server_in_thread import Running

pytestmark = pytest.mark.painted

PIXELS = (Path(__file__).parent / "pixels.js").read_text(encoding="utf-8")
SCRIPT = "text/javascript"
FRAME = "() => document.querySelector('meta[name=theme-color]').content"
SCHEME = "() => getComputedStyle(document.documentElement).colorScheme"
GROUND = "() => getComputedStyle(document.documentElement).backgroundColor"


def test_the_theme_follows_the_device_until_one_is_chosen(page: Page, server: Running) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(server.url)
    expect(page.locator(".game")).to_have_count(4)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(SCHEME) == "dark"
    frame, ground = page.evaluate(FRAME), page.evaluate(GROUND)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.evaluate(SCHEME) == "light"
    assert page.evaluate(FRAME) != frame
    assert page.evaluate(GROUND) != ground

    page.locator("header button").last.click()
    page.locator("dialog [data-do=theme]").select_option("Dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator(".game")).to_have_count(4)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(FRAME) == frame

    page.locator("header button").last.click()
    page.locator("dialog [data-do=theme]").select_option("System")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_the_first_paint_is_in_the_theme_that_was_chosen(
    page: Page, server: Running, chosen: str
) -> None:
    """Before the page's own script is there, of which nothing comes here."""
    page.emulate_media(color_scheme="dark" if chosen == "light" else "light")
    page.add_init_script(f"localStorage.setItem('azulejos.theme', '\"{chosen}\"')")
    page.route("**/assets/page-*.js", lambda route: route.fulfill(body="", content_type=SCRIPT))
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("data-theme", chosen)
    assert page.evaluate(SCHEME) == chosen


def test_on_paper_the_page_is_light(page: Page, server: Running) -> None:
    page.emulate_media(color_scheme="dark")
    new_table(page, server, "azul", start=1)
    assert state_of(page) == "turn"
    page.emulate_media(color_scheme="dark", media="print")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator(".own svg.board")).to_be_visible()
    page.emulate_media(color_scheme="dark", media="screen")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def hard_to_read(page: Page) -> list[str]:
    """What is written with too little contrast to what lies under it, by the pixels."""
    result = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        wait_until_drawn(page)
        page.evaluate("hideWritten()")
        wait_until_drawn(page)
        picture = base64.b64encode(page.screenshot()).decode()
        result += [f"{theme}: {fault}" for fault in page.evaluate("unreadable", picture)]
    return result


def test_all_that_is_written_around_tables_can_be_read(page: Page, server: Running) -> None:
    page.add_init_script(PIXELS)
    page.goto(server.url)
    expect(page.locator(".game")).to_have_count(4)
    assert hard_to_read(page) == []
    page.locator("header button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert hard_to_read(page) == []


DESK, PHONE = (1366, 768), (390, 844)


@pytest.mark.parametrize(
    ("name", "size"),
    [("azul", DESK), ("sintra", DESK), ("pavilion", DESK), ("duel", DESK), ("duel", PHONE)],
)
def test_all_that_is_written_at_tables_can_be_read(
    stage: Page, name: str, size: tuple[int, int]
) -> None:
    game = azulejos.game(name)
    moves = played(game, read_options(game, "players=2"), what_scores, random.Random(name))
    position = list(islice(moves, 25))[-1]
    stage.evaluate(f"{PIXELS}; null")
    stage.set_viewport_size({"width": size[0], "height": size[1]})
    stage.evaluate("showPosition", as_text(update_of(position)))
    assert hard_to_read(stage) == []


def test_the_keyboard_focus_is_seen_on_a_pale_plate_and_on_the_dark_cloth(stage: Page) -> None:
    game = azulejos.game("azul")
    position = list(
        islice(played(game, read_options(game, "players=2"), anything, random.Random(4)), 4)
    )[-1]
    stage.evaluate(f"{PIXELS}; null")
    for theme in ("light", "dark"):
        stage.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        expect(stage.locator("html")).to_have_attribute("data-theme", theme)
        stage.evaluate("showPosition", as_text(update_of(position)))
        stage.keyboard.press("Tab")  # from now on the focus is shown
        for pick in (
            ".display .pick[data-legal]",
            ".filling .pick[data-thing^='centre'][data-legal]",
        ):
            target = stage.locator(pick).first
            expect(target).to_be_visible()
            box = target.bounding_box()
            assert box
            clip = {
                "x": box["x"] - 8,
                "y": box["y"] - 8,
                "width": box["width"] + 16,
                "height": box["height"] + 16,
            }
            pictures = []
            for change in ("target => target.blur()", "target => target.focus()"):
                target.evaluate(change)
                wait_until_drawn(stage)
                shot = stage.screenshot(clip=clip)  # type: ignore[arg-type]
                pictures.append(base64.b64encode(shot).decode())
            seen = stage.evaluate("pictures => standingOut(...pictures)", pictures)
            tile = target.locator("[data-tile]").first.bounding_box()
            assert tile
            assert seen > 4 * tile["width"], f"{theme} {pick}: {seen} pixels"


def test_where_the_device_wants_contrast_nothing_is_pale(page: Page, server: Running) -> None:
    page.emulate_media(contrast="more", color_scheme="light")
    page.goto(server.url)
    expect(page.locator(".game")).to_have_count(4)
    colours = (
        "() => ['.motto', 'h1'].map(name => getComputedStyle(document.querySelector(name)).color)"
    )
    pale, strong = page.evaluate(colours)
    assert pale == strong


def test_where_the_device_chooses_colours_the_cloth_has_none(page: Page, server: Running) -> None:
    page.emulate_media(forced_colors="active", color_scheme="dark")
    page.goto(server.url)
    expect(page.locator(".game")).to_have_count(4)
    image = page.evaluate("() => getComputedStyle(document.body).backgroundImage")
    assert image == "none"
