"""The end of a game, and its replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import azulejos
from azulejos.tables.messages import Result
from clicking import WAIT, new_table, targets, wait_until_drawn
from hosts import ServerHost
from positions import Position, as_text, update_of
from server_in_thread import Running


def test_the_result_tells_places_and_offers_a_rematch(page: Page, finished: str) -> None:
    dialog = page.locator("dialog.result")
    expect(dialog.locator(".places li")).to_have_count(2)
    expect(dialog.locator(".chart polyline")).to_have_count(2)
    with page.expect_download() as downloading:
        dialog.get_by_role("button", name="Download game record").click()
    assert re.fullmatch(r"azulejos-\w+\.txt", downloading.value.suggested_filename)
    assert "azul" in downloading.value.path().read_text(encoding="utf-8")
    dialog.locator("[data-do=rematch]").click()
    dialog.get_by_role("link", name="Go to rematch").click()
    expect(page.locator("main.table")).to_be_visible()
    expect(page.locator("dialog.result")).to_have_count(0)
    expect(page).not_to_have_url(re.compile(f"{finished}$"))


@pytest.mark.parametrize(
    ("game", "said"),
    [("azul", "more complete rows"), ("sintra", "fewer points"), ("duel", "first-player tile")],
)
def test_the_result_tells_what_broke_a_tie(stage: Page, game: str, said: str) -> None:
    """[AZ-18, SG-23, DU-24] Otherwise the same points would win and lose."""
    position = Position(azulejos.game(game).new(), {})
    for places in ([1, 1], [1, 2]):
        result = Result([2, 2], places, "closed")
        told = update_of(position, seat=0, to_move=None, choices=[], result=result)
        stage.evaluate("showPosition", as_text(told))
        note = stage.locator("dialog.result .note")
        expect(note).to_have_count(places[1] - 1)
    expect(note).to_contain_text(said)


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


def test_a_link_leads_others_to_the_very_move(
    page: Page, browser: Browser, server: Running
) -> None:
    finished = ServerHost(server).finished(page)
    page.locator("dialog.result [data-do=replay]").click()
    page.get_by_role("slider").fill("3")
    expect(page).to_have_url(re.compile("#replay-3$"))
    page.locator("[data-do=share]").click()
    expect(page.locator("dialog.share")).to_contain_text("on this computer only")
    link = page.locator("dialog.share input").input_value()
    assert link == f"{server.url}/t/{finished}#replay-3"
    others = browser.new_context(locale="en-GB")
    try:
        other = others.new_page()
        other.goto(link)
        expect(other.get_by_role("slider")).to_have_value("3", timeout=WAIT)
        expect(other.locator(".log li")).to_have_count(3)
        other.locator("[data-do=analysis]").click()
        expect(targets(other).first).to_be_visible(timeout=WAIT)
    finally:
        others.close()


SHARED = "navigator.share = async shared => void (window.shared = shared.url)"


@pytest.mark.parametrize("is_phone", [False, True])
def test_a_link_is_copied_and_on_phones_handed_to_the_device(
    page: Page, browser: Browser, server: Running, is_phone: bool
) -> None:
    finished = ServerHost(server).finished(page)
    origin = "https://azul.example"
    context = browser.new_context(locale="en-GB", has_touch=is_phone, is_mobile=is_phone)
    try:
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        context.route(f"{origin}/**", lambda route: _pass_on(route, origin, server.url))
        other = context.new_page()
        other.add_init_script(SHARED)
        other.goto(f"{origin}/t/{finished}#replay-3")
        other.locator("[data-do=share]").click()
        if is_phone:
            other.wait_for_function("() => window.shared")
            result = other.evaluate("window.shared")
        else:
            expect(other.locator("[data-do=share]")).to_have_text("Copied")
            result = other.evaluate("navigator.clipboard.readText()")
        assert result == f"{origin}/t/{finished}?replay-3"
        other.goto(result)
        other.goto(result)
        expect(other.get_by_role("slider")).to_have_value("3", timeout=WAIT)
        expect(other).to_have_url(f"{origin}/t/{finished}#replay-3")
    finally:
        context.close()


def _pass_on(route: Route, origin: str, url: str) -> None:
    route.fulfill(response=route.fetch(url=route.request.url.replace(origin, url)))


def test_a_game_that_goes_on_is_shown_to_nobody(page: Page, server: Running) -> None:
    table = new_table(page, server, "duel")
    answer = page.request.get(f"{server.url}/api/tables/{table}/replay")
    assert answer.status == 403
    refused = {"table": table, "ply": 1}
    headers = {"Origin": server.url}
    answer = page.request.post(f"{server.url}/api/sandbox", data=refused, headers=headers)
    assert answer.status == 403


def test_a_replay_shows_a_position_once(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=replay]").click()
    page.get_by_role("slider").fill("2")
    expect(page.locator(".log li")).to_have_count(2)
    table = page.locator("main.table")
    shown = table.get_attribute("data-version")
    wait_until_drawn(page)
    expect(table).to_have_attribute("data-version", shown or "")


@pytest.mark.both
def test_a_review_tells_what_each_move_cost(page: Page, finished: str) -> None:
    page.locator("dialog.result [data-do=review]").click()
    expect(page.get_by_role("heading", name="All moves")).to_be_visible()
    moves = page.locator(".judged button")
    expect(moves).to_have_count(4)
    expect(page.locator(".figures li")).to_have_count(2)
    expect(page.locator(".review .luck")).to_contain_text("Luck: the deals")
    expect(page.locator(".lead-chart polyline")).to_have_count(2)
    expect(page.locator(".lead-chart text")).to_have_count(7)  # both axes with their numbers
    ply = moves.nth(2).get_attribute("data-ply") or ""
    moves.nth(2).click()
    expect(page.get_by_role("slider")).to_have_value(ply)
    expect(page.locator(".verdict")).to_contain_text("takes")
    expect(page.locator(".display .hinted, .filling .hinted").first).to_be_attached()
    for worst in page.locator(".worst button").all():
        expect(worst).to_contain_text("Better:")
