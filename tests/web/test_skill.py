"""How one plays: the level, progress, phases and kinds of mistakes, on any screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from axe import needs_axe, violations
from azulejos.skill.judging import VERSIONS, calibration_for
from azulejos.skill.summary import KINDS, PHASES, GameSummary, Share
from azulejos.tables.requests.skill import summary_body
from azulejos.tables.store.rows import Note
from server_in_thread import Running

DAY = 24 * 3600.0


def reviewed(page: Page, server: Running, name: str, *losses: float, is_usual: bool = True) -> None:
    """Be somebody whose games, the first one first, have lost so much a move."""
    person = server.guest(name)
    guest = person.http.get("/api/me/data").json()["guest"]
    page.context.add_cookies([{"name": "azulejos", "value": person.secret, "url": server.url}])
    nodes = calibration_for("azul", 2).nodes  # type: ignore[union-attr]

    async def note() -> None:
        for number, lost in enumerate(losses):
            phases = {each: Share(10, (5 + n) * lost) for n, each in enumerate(PHASES)}
            kinds = {each: Share(1 + n, 3.0) for n, each in enumerate(KINDS[:3])}
            of_game = ("azul", 2, 0, nodes, 25, 25 * lost, 9, phases, kinds, [], -2)
            summary = GameSummary(*of_game, is_usual=is_usual, version=VERSIONS["azul"])
            at = 1.7e9 + number * DAY
            body = summary_body(summary)
            await server.hub.store.put_note(guest, Note("review", f"T{number}/0", at, body))

    server.call(note)


def test_a_level_is_shown_with_progress_phases_and_kinds(page: Page, server: Running) -> None:
    reviewed(page, server, "Zdenka", 1.8, 1.7, 1.4, 1.2, 1.0)
    page.goto("/#history")
    page.locator("[data-do=skill]").click()
    game = page.locator("[data-game=azul]")
    expect(game.locator(".level b")).to_contain_text("You play like this bot:")
    expect(game.locator(".level")).to_contain_text("5 reviewed games")
    expect(game.locator(".level small")).to_contain_text(re.compile(r"Elo \d+ \(\d+ to \d+\)"))
    chart = game.get_by_role("img", name=re.compile("Points lost per move in 5 games, from 1.8"))
    expect(chart.locator("circle")).to_have_count(5)
    expect(chart.locator("text")).to_have_count(7)
    rows = game.locator(".sides tr")
    expect(rows).to_have_count(len(PHASES) + 3)
    expect(rows.nth(len(PHASES))).to_contain_text("more points to take at once")
    summary = game.locator("summary")
    summary.focus()
    page.keyboard.press("Enter")
    lines = game.locator("details tbody tr")
    expect(lines).to_have_count(5)
    expect(lines.first).to_contain_text("1.00")  # the latest first
    expect(lines.first).to_contain_text("−2")
    expect(lines.first.get_by_role("link")).to_have_attribute("href", "/t/T4#review")


@needs_axe
@pytest.mark.painted(shadows=False)
@pytest.mark.parametrize("width", [360, 1280])
def test_everything_fits_on_the_screen_in_both_themes(
    page: Page, server: Running, width: int
) -> None:
    reviewed(page, server, f"Zdenka{width}", 1.8, 1.4, 1.0, is_usual=False)
    page.set_viewport_size({"width": width, "height": 740})
    page.goto("/#skill")
    expect(page.locator(".skill-chart")).to_be_visible()
    expect(page.get_by_text("3 of these games were played with other options")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("details summary").click()
    expect(page.locator("details tbody tr")).to_have_count(3)
    assert violations(page) == []
    expect(page.locator(".level b")).to_have_count(0)  # nothing that could be compared


def test_who_has_too_few_reviews_is_told_how_many_are_missing(page: Page, server: Running) -> None:
    page.goto("/#skill")
    expect(page.locator(".none")).to_have_text("None of your games has been reviewed yet.")
    reviewed(page, server, "Zorana", 1.0)
    page.reload()
    expect(page.locator("[data-game=azul]")).to_contain_text("Have 2 more games reviewed")
