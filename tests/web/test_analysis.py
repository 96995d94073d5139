"""The analysis board: moves are tried, the engine thinks along, bots play."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from clicking import WAIT, play_a_turn, state_of, targets
from server_in_thread import Running

SHORT = "azul players=2; round 5 phase=offer turn=1 start=1 marker=1; displays BBYR - - - -"
"""A position that is searched to the end of the round at once."""


def tried(page: Page) -> Locator:
    """The moves of the tree."""
    return page.locator(".variations button[class^=seat]")


def open_position(page: Page, server: Running, position: str = SHORT) -> None:
    page.goto(f"{server.url}/#analysis={position.replace(' ', '+')}")
    assert state_of(page) == "turn"


@pytest.fixture
def _without_engine(page: Page) -> None:
    page.add_init_script("localStorage.setItem('azulejos.thinks-along', 'false')")


@pytest.mark.usefixtures("_without_engine")
def test_moves_are_tried_from_any_position_of_a_game(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=replay]").click()
    page.get_by_role("slider").fill("1")
    page.locator("[data-do=analysis]").click()
    for turn in range(3):
        assert state_of(page) == "turn"
        play_a_turn(page, random.Random(turn))
    expect(tried(page)).to_have_count(3)
    page.locator("[data-do=undo]").click()
    expect(tried(page).nth(1)).to_have_attribute("aria-current", "step")
    expect(targets(page).first).to_be_visible()


@pytest.mark.usefixtures("_without_engine")
def test_another_move_becomes_a_branch_and_keys_lead_through_the_tree(
    page: Page, server: Running
) -> None:
    open_position(page, server)
    for line in ("line-2", "line-3"):
        page.locator("[data-thing=display-1-blue]").click()
        page.locator(f".own [data-thing={line}]").click()
        expect(page.locator(".variations [aria-current=step]")).to_have_text(f"1B{line[-1]}")
        page.keyboard.press("k")
        expect(page.locator(".variations [aria-current=step]")).to_have_text("Start")
        assert state_of(page) == "turn"
    expect(tried(page)).to_have_text(["1B2", "1B3"])
    here = page.locator(".variations [aria-current=step]")
    here.focus()
    for key, text in {"ArrowRight": "1B2", "ArrowDown": "1B3", "Delete": "Start"}.items():
        page.keyboard.press(key)
        expect(here).to_have_text(text)
        expect(here).to_be_focused()
    expect(tried(page)).to_have_text(["1B2"])


def test_the_engine_thinks_along_and_its_lines_can_be_played(page: Page, server: Running) -> None:
    open_position(page, server)
    engine = page.locator(".engine")
    expect(engine).to_contain_text("solved to the end of the round", timeout=WAIT)
    expect(engine.locator(".best li").first).to_contain_text(re.compile(r"[+−]\d"))
    expect(page.locator(".hinted").first).to_be_attached()
    engine.locator(".line-on button").first.click()
    expect(tried(page)).to_have_count(2)
    page.locator("[data-do=think]").click()
    page.locator("[data-do=step-back]").click()
    expect(page.locator("[data-do=think]")).to_have_attribute("aria-checked", "false")
    expect(engine.locator(".best")).to_have_count(0)


@pytest.mark.usefixtures("_without_engine")
def test_a_bot_plays_a_seat(page: Page, finished: str) -> None:
    page.goto(f"{page.url}#analysis-1")
    assert state_of(page) == "turn"
    page.locator("[data-do=players]").click()
    seats = page.locator("dialog select")
    expect(seats).to_have_count(2)
    seats.nth(1).select_option("easy")
    page.locator("dialog [data-do=close]").click()
    for turn in range(2):
        assert state_of(page) == "turn"
        play_a_turn(page, random.Random(turn))
        expect(tried(page)).to_have_count(2 * turn + 2, timeout=WAIT)
        expect(targets(page).first).to_be_visible(timeout=WAIT)
    expect(page.locator(".other").get_by_text("bot · easy")).to_be_visible()
    page.locator("[data-do=undo]").click()
    expect(tried(page).nth(1)).to_have_attribute("aria-current", "step")  # the bot's answer, too
    expect(targets(page).first).to_be_visible()


@pytest.mark.usefixtures("_without_engine")
def test_bots_play_to_the_end_of_the_round(page: Page, finished: str) -> None:
    page.goto(f"{page.url}#analysis-1")
    assert state_of(page) == "turn"
    page.locator("[data-do=players]").click()
    seats = page.locator("dialog select")
    expect(seats).to_have_count(2)
    for seat in range(2):
        seats.nth(seat).select_option("beginner")
    page.locator("dialog [data-do=close]").click()
    page.get_by_role("tab", name="Log").click()
    expect(page.locator(".log li", has_text="Round 2")).to_be_visible(timeout=3 * WAIT)
    expect(targets(page)).to_have_count(0)
