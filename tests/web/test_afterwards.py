"""The end of a game, its replay, and trying out what might have been."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from clicking import new_table, play_a_turn, state_of, targets
from serving import Running


@pytest.fixture
def finished(page: Page, server: Running) -> str:
    """A game of two turns that was given up."""
    table = new_table(page, server, "azul", start=1)
    for turn in range(2):
        assert state_of(page) == "turn"
        play_a_turn(page, random.Random(turn))
    assert state_of(page) == "turn"
    page.locator("[data-do=menu]").click()
    page.locator("[data-do=resign]").click()
    page.locator("[data-do=resign]").click()
    expect(page.locator("dialog.result")).to_be_visible()
    return table


def test_the_result_tells_places_and_offers_a_rematch(page: Page, finished: str) -> None:
    dialog = page.locator("dialog.result")
    expect(dialog.locator(".places li")).to_have_count(2)
    expect(dialog.locator(".chart polyline")).to_have_count(2)
    expect(dialog.get_by_role("link", name="Download game record")).to_have_attribute(
        "href", f"/api/tables/{finished}/record.txt"
    )
    dialog.locator("[data-do=rematch]").click()
    dialog.get_by_role("link", name="Go to rematch").click()
    expect(page.locator("main.table")).to_be_visible()
    expect(page.locator("dialog.result")).to_have_count(0)
    assert not page.url.endswith(finished)


def test_a_slider_goes_through_the_game(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=replay]").click()
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    last = int(slider.get_attribute("max") or 0)
    assert last >= 5
    page.locator("[data-do=step-on]").click()
    expect(page.locator(".log li")).to_have_count(1)
    slider.fill(str(last))
    expect(page.locator(".log li")).to_have_count(last)
    slider.fill("1")
    expect(page.locator(".log li")).to_have_count(1)
    expect(page.locator("[data-tile][data-place^=display]")).to_have_count(20)


def test_a_sandbox_from_any_position(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=replay]").click()
    page.get_by_role("slider").fill("1")
    page.locator("[data-do=sandbox]").click()
    for turn in range(3):
        assert state_of(page) == "turn"
        play_a_turn(page, random.Random(turn))
    expect(page.locator(".log li.seat")).to_have_count(3)
    page.locator("[data-do=undo]").click()
    expect(page.locator(".log li.seat")).to_have_count(2)
    expect(targets(page).first).to_be_visible()


def test_a_replay_shows_a_position_once(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=replay]").click()
    page.get_by_role("slider").fill("2")
    expect(page.locator(".log li")).to_have_count(2)
    table = page.locator("main.table")
    shown = table.get_attribute("data-version")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(table).to_have_attribute("data-version", shown or "")


def test_a_review_tells_what_each_move_cost(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=review]").click()
    expect(page.get_by_role("heading", name="All moves")).to_be_visible(timeout=30_000)
    moves = page.locator(".judged button")
    expect(moves).to_have_count(4)
    expect(page.locator(".figures li")).to_have_count(2)
    expect(page.locator(".lead-chart polyline")).to_have_count(2)
    ply = moves.nth(2).get_attribute("data-ply") or ""
    moves.nth(2).click()
    expect(page.get_by_role("slider")).to_have_value(ply)
    expect(page.locator(".verdict")).to_contain_text("takes")
    expect(page.locator(".display .hinted, .filling .hinted").first).to_be_attached()
    for worst in page.locator(".worst button").all():
        expect(worst).to_contain_text("Better:")
