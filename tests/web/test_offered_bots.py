"""Bots from outside on the page: chosen by name on a phone, and it says where one fails.

Markup in their texts is shown as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from azulejos import GAME_NAMES
from azulejos.tables.settings import OfferedBot
from server_in_thread import Running, settings_for

BOTS = """
class Eve:
    def choose(self, view): raise ValueError("oops")
"""
EVE = "Eve <img src=x> & 1st"
HELP = "Looks at the <b>whole</b> table before it takes anything, and then takes nothing."
PHONE = {"width": 360, "height": 640}
FITS = """() => {
  const dialog = document.querySelector('dialog[open]');
  return dialog.scrollWidth <= dialog.clientWidth;
}"""
DESK = {"width": 1280, "height": 800}


@pytest.fixture
def offering(built: None, tmp_path: Path) -> Iterator[Running]:
    file = tmp_path / "bots.py"
    file.write_text(BOTS, encoding="utf-8")
    eve = OfferedBot(EVE, f"{file}:Eve", HELP, [], list(GAME_NAMES))
    running = Running(settings_for(tmp_path / "games.db", bots=(eve,)))
    yield running
    running.stop()


def test_a_bot_is_chosen_by_name_and_the_table_says_who_moves_instead(
    page: Page, offering: Running
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(offering.url)
    expect(page.locator("[data-choice=level] option").last).to_have_text(EVE)
    page.locator("[data-do=new]").first.click()
    dialog = page.locator("dialog[open]")
    seats = dialog.locator("fieldset select")
    expect(seats.nth(1)).to_have_value("bot casual")
    expect(dialog.locator("[data-bot]")).to_have_count(0)
    seats.nth(1).select_option(f"Bot ({EVE})")
    expect(dialog.locator("[data-bot]")).to_have_text(f"{EVE}: {HELP}")
    page.wait_for_function(FITS)
    dialog.locator("label.field", has_text="Who starts").locator("select").select_option("2")
    dialog.locator("button.main").click()
    expect(page.locator(".chip-of[data-seat='1']")).to_contain_text(EVE)
    expect(page.locator(".chip-of[data-seat='1'] small")).to_have_text("casual")
    page.set_viewport_size(DESK)
    said = f"The bot {EVE} made no move, so another (casual) moved instead."
    expect(page.locator(".log .seat-1 .follows").last).to_have_text(said)
    expect(page.locator("img")).to_have_count(0)
