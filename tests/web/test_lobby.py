"""The first screen, a table of one's own, and the tour."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from clicking import click_target, new_table, state_of, targets
from hosts import Host
from server_in_thread import Running


def test_one_click_starts_a_game_against_a_bot(page: Page, host: Host) -> None:
    page.goto(host.url)
    page.locator("[data-game=azul] [data-do=play]").click()
    assert state_of(page) == "turn"
    expect(page).to_have_url(re.compile(r"(/t/|\?t=)[\w-]+$"))
    expect(targets(page).nth(1)).to_be_visible()


def test_a_table_with_options_and_three_seats(page: Page, server: Running) -> None:
    page.goto(server.url)
    page.locator("[data-game=azul] [data-do=new]").click()
    ruling = page.get_by_label("End after quiet rounds")
    expect(ruling).to_be_hidden()
    page.get_by_text("More options").click()
    expect(ruling).to_be_visible()
    expect(page.locator(".rulings .note").first).to_be_visible()
    dialog = page.get_by_role("dialog")

    def choice(name: str) -> Locator:
        return dialog.get_by_role("combobox", name=name, exact=True)

    choice("Players").select_option("3")
    choice("Wall").select_option("grey")
    choice("Seat 3").select_option("open")
    choice("Clock").select_option("5+5")
    dialog.get_by_role("button", name="Create table").click()
    expect(page.locator("svg.board")).to_have_count(3)
    expect(page.locator(".ask")).to_have_text("Waiting for players")
    expect(page.locator(".slot.grey").first).to_be_attached()


def test_my_games_are_listed_and_a_name_is_kept(page: Page, server: Running) -> None:
    page.goto(server.url)
    page.get_by_label("Your name").fill("Beatriz")
    with page.expect_response("**/api/me"):
        page.get_by_label("Your name").press("Tab")
    page.locator("[data-game=azul] [data-do=play]").click()
    state_of(page)
    page.get_by_role("link", name="Home").click()
    expect(page.locator(".list li").first).to_contain_text("Beatriz")


def test_older_games_are_listed_when_they_are_asked_for(page: Page, server: Running) -> None:
    page.goto(server.url)
    body = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = [page.request.post(f"{server.url}/api/tables", data=body).json() for _ in range(53)]
    page.reload()
    expect(page.locator(".list").first.get_by_role("listitem")).to_have_count(10)
    page.locator("[data-do=history]").click()
    lines, more = page.locator(".game-line"), page.get_by_role("button", name="More")
    expect(lines).to_have_count(50)
    more.click()
    expect(lines).to_have_count(53)
    last = lines.last.get_by_role("link")
    expect(last).to_have_attribute("href", made[0]["link"])
    expect(more).to_have_count(0)


def test_my_data_can_be_downloaded_and_deleted(page: Page, server: Running) -> None:
    page.goto(server.url)
    page.get_by_label("Your name").fill("Beatriz")
    with page.expect_response("**/api/me"):
        page.get_by_label("Your name").press("Tab")
    page.get_by_role("button", name="Settings").click()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download my data").click()
    assert json.loads(downloading.value.path().read_text(encoding="utf-8"))["name"] == "Beatriz"
    page.get_by_role("button", name="Delete my data").click()
    expect(page.get_by_role("alert")).to_contain_text("can’t be undone")
    with page.expect_navigation():
        page.get_by_role("button", name="Yes, delete everything").click()
    expect(page.get_by_label("Your name")).to_have_value("")
    assert page.context.cookies() == []
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("button", name="Delete my data")).to_have_count(0)


TOUR = """() => {
  const coach = document.querySelector('.coach');
  if (!coach || document.querySelector('main.table[data-busy]')) return null;
  if (coach.querySelector('a.main')) return 'over';
  const legal = [...document.querySelectorAll('main.table [data-legal]')];
  return new Set(legal.map(thing => thing.dataset.thing)).size === 1 ? coach.textContent : null;
}"""
"""What the coach says when it is the visitor's turn to click, or that the tour is over."""


CLICKED = """([version, chosen]) =>
  document.querySelector('main.table').dataset.version !== version ||
  document.querySelectorAll('.chosen').length !== chosen"""


@pytest.mark.parametrize(
    ("game", "points"), [("azul", 10), ("sintra", 7), ("pavilion", 13), ("duel", 5)]
)
def test_a_tour_of_every_game_lets_the_visitor_make_the_moves(
    page: Page, host: Host, game: str, points: int
) -> None:
    page.goto(host.url)
    page.locator(f"[data-game={game}]").get_by_role("link", name="Learn it").click()
    heard: list[str] = []
    while (said := str(page.wait_for_function(TOUR).json_value())) != "over":
        assert "ui." not in said
        heard.append(said)
        before = page.locator("main.table").get_attribute("data-version")
        chosen = page.locator(".chosen").count()
        click_target(page, 0)
        page.wait_for_function(CLICKED, arg=[before, chosen])
    assert len(set(heard)) >= 5
    assert "ui." not in page.locator(".coach").inner_text()
    expect(page.locator(".own svg.board")).to_have_attribute(
        "aria-label", f"Guest: {points} points"
    )
    page.get_by_role("link", name="Play a real game").click()
    expect(page.locator(".game")).to_have_count(4)


def test_the_tour_of_a_game_is_offered_at_its_first_table(page: Page, host: Host) -> None:
    page.add_init_script("sessionStorage.begun ||= (localStorage.removeItem('azulejos.tours'), 1)")
    table = host.new_table(page, "sintra", start=1)
    assert state_of(page) == "turn"
    page.locator(".tour-offer [data-do=tour]").click()
    expect(page.locator(".coach")).to_be_visible()
    page.get_by_role("link", name="Leave the tour").click()
    assert state_of(page) == "turn"
    expect(page).to_have_url(re.compile(f"{table}$"))
    expect(page.locator(".tour-offer")).to_have_count(0)
    host.new_table(page, "duel", start=1)
    page.locator("[data-do=no-tour]").click()
    page.reload()
    assert state_of(page) == "turn"
    expect(page.locator(".tour-offer")).to_have_count(0)
    page.locator("[data-do=menu]").click()
    expect(page.get_by_role("dialog").locator("[data-do=tour]")).to_be_visible()


def test_who_comes_back_sees_what_waits_and_all_games_without_scrolling(
    page: Page, server: Running
) -> None:
    new_table(page, server, "sintra", start=1)
    assert state_of(page) == "turn"
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(server.url)
    waiting = page.locator(".waiting a")
    expect(waiting.first).to_have_attribute("data-waits", "turn")
    expect(waiting.first).to_contain_text("Stained Glass of Sintra")
    expect(waiting).to_have_count(3)  # today's game and puzzle, too
    for play in page.locator("[data-do=play]").all():
        box = play.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640
    waiting.first.click()
    assert state_of(page) == "turn"


def test_links_to_other_devices_are_listed_and_revoked(page: Page, server: Running) -> None:
    page.goto(server.url)
    page.get_by_label("Your name").fill("Beatriz")
    with page.expect_response("**/api/me"):
        page.get_by_label("Your name").press("Tab")
    links = [page.request.post(f"{server.url}/api/me/link").json()["link"] for _ in range(2)]
    phone = server.guest()
    assert phone.http.post(f"/api/links/{links[0].removeprefix('/me/')}").status_code == 200
    page.get_by_role("button", name="Settings").click()
    devices = page.get_by_role("region", name="Other devices")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    expect(devices).to_contain_text("1 other device is signed in as you")
    devices.get_by_role("listitem").filter(has_text="1 device").get_by_role("button").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    expect(devices).to_contain_text("No other device is signed in as you")
    assert phone.http.get("/api/me").json()["is_known"] is False
    devices.get_by_role("button", name="Sign out all other devices").click()
    expect(devices).to_have_count(0)


def test_a_personal_link_asks_first_and_leads_to_its_table(page: Page, server: Running) -> None:
    ana = server.guest("Ana")
    table = ana.new_table("azul", "me", "easy", options={"start": 1})
    link = f"{server.url}{ana.http.post('/api/me/link').json()['link']}#{table}"
    page.goto(link)
    expect(page.get_by_role("heading")).to_have_text("Continue as Ana on this device?")
    expect(page.get_by_role("button")).to_have_count(1)
    new_table(page, server, "azul", start=1)
    page.goto(server.url)
    page.get_by_label("Your name").fill("Beatriz")
    with page.expect_response("**/api/me"):
        page.get_by_label("Your name").press("Tab")
    page.goto(link)
    expect(page.get_by_text("You’re playing as Beatriz here")).to_be_visible()
    page.get_by_role("button", name="Stay Beatriz").click()
    expect(page.get_by_label("Your name")).to_have_value("Beatriz")
    page.goto(link)
    page.get_by_role("button", name="Continue as Ana").click()
    expect(page).to_have_url(f"{server.url}/t/{table}")
    assert state_of(page) == "turn"
    page.goto(link)
    expect(page).to_have_url(f"{server.url}/t/{table}")


def test_a_name_that_is_typed_early_stays(page: Page, server: Running) -> None:
    """The name that the server knows comes later, over a slow line."""
    waiting: list[Route] = []
    page.route("**/api/me", lambda route: waiting.append(route))  # noqa: PLW0108 - it marks what it is given
    page.goto(server.url)
    page.get_by_label("Your name").fill("Beatriz")
    page.wait_for_function("() => document.querySelectorAll('.game').length === 4")
    with page.expect_response("**/api/me"):
        waiting[0].continue_()
    page.unroute("**/api/me")
    with page.expect_response("**/api/me") as renamed:
        page.get_by_label("Your name").press("Tab")
    assert renamed.value.request.method != "GET"
    expect(page.get_by_label("Your name")).to_have_value("Beatriz")


def test_more_open_tables_are_shown_when_asked_for(page: Page, server: Running) -> None:
    for number in range(60):
        server.guest(f"Waiting {number}").new_table(is_public=True)
    page.goto(server.url)
    listed = page.locator(".list").filter(has_text="Open tables").get_by_role("listitem")
    expect(listed).to_have_count(50)
    page.locator(".list").filter(has_text="Open tables").locator("[data-do=more]").click()
    page.wait_for_function(
        "() => document.querySelectorAll('.list')[1].querySelectorAll('li').length >= 60"
    )
