"""People at one table: invitations, what each sees, chat, requests, and broken connections."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from clicking import STILL, click_target, new_table, play_a_turn, state_of, targets
from hosts import Host
from server_in_thread import Running

CUT = """
const Socket = WebSocket;
window.opened = [];
window.WebSocket = class extends Socket {
  constructor(address) { super(address); opened.push(this); }
};
"""


@contextmanager
def somebody(browser: Browser, server: Running, *scripts: str) -> Iterator[Page]:
    """Another browser, with cookies of its own."""
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    for script in (STILL, *scripts):
        page.add_init_script(script)
    yield page
    context.close()


def open_table(page: Page, server: Running) -> str:
    """A table with a seat for somebody else."""
    page.goto(server.url)
    seats = [{"kind": "me"}, {"kind": "open"}]
    answer = page.request.post(
        f"{server.url}/api/tables",
        data={"game": "azul", "options": {"start": 1}, "seats": seats},
        headers={"Origin": server.url},
    )
    link = f"{server.url}{answer.json()['link']}"
    page.goto(link)
    return link


def test_two_browsers_at_one_table(page: Page, browser: Browser, server: Running) -> None:
    link = open_table(page, server)
    expect(page.get_by_label("Link to this table")).to_have_value(link)
    with somebody(browser, server) as other:
        other.goto(link)
        other.locator("[data-do=sit]").click()
        other.locator("[data-do=sit-down]").click()
        assert state_of(page) == "turn"
        expect(targets(other)).to_have_count(0)
        play_a_turn(page, random.Random(1))
        assert state_of(other) == "turn"
        expect(targets(page)).to_have_count(0)
        expect(other.locator(".log")).to_contain_text("takes")
        play_a_turn(other, random.Random(2))
        assert state_of(page) == "turn"

        other.get_by_role("tab", name="Chat").click()
        other.get_by_label("Say something").fill("<b>Bonito!</b>")
        other.get_by_label("Say something").press("Enter")
        page.get_by_role("tab", name="Chat").click()
        expect(page.locator(".talk .log")).to_contain_text("<b>Bonito!</b>")

        other.locator("[data-do=menu]").click()
        other.locator("[data-do=takeback]").click()
        page.locator("[data-do=agree]").click()
        assert state_of(other) == "turn"


def test_a_refresh_at_every_step_changes_nothing(page: Page, server: Running) -> None:
    new_table(page, server, "azul", start=1)
    for step in range(4):
        assert state_of(page) == "turn"
        before = page.locator("main.table").get_attribute("data-version")
        told = page.locator(".log").inner_text()
        page.reload()
        assert state_of(page) == "turn"
        assert page.locator("main.table").get_attribute("data-version") == before
        assert page.locator(".log").inner_text() == told
        play_a_turn(page, random.Random(step))


def test_offline_and_back(browser: Browser, server: Running) -> None:
    with somebody(browser, server, CUT) as page:
        new_table(page, server, "azul", start=1)
        assert state_of(page) == "turn"
        version = page.locator("main.table").get_attribute("data-version")
        page.context.set_offline(True)
        page.evaluate("opened.forEach(socket => socket.close())")
        expect(page.locator(".ask")).to_contain_text("You’re offline")
        click_target(page, 0)
        click_target(page, 0)
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".bar .line")).to_have_text("Connected")
        expect(page.locator("main.table")).not_to_have_attribute("data-version", version or "")
        expect(page.locator(".log .seat-0")).to_have_count(1)


def test_undo_takes_the_move_back(page: Page, server: Running) -> None:
    new_table(page, server, "azul", start=1)
    assert state_of(page) == "turn"
    told = page.locator(".log li").count()
    play_a_turn(page, random.Random(5))
    assert state_of(page) == "turn"
    page.locator("[data-do=undo]").click()
    expect(page.locator(".log li")).to_have_count(told)
    assert state_of(page) == "turn"


def test_a_move_is_confirmed_where_one_wants_it(page: Page, server: Running) -> None:
    new_table(page, server, "azul", start=1)
    assert state_of(page) == "turn"
    page.locator("[data-do=settings]").click()
    page.get_by_label("Confirm every move").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    version = page.locator("main.table").get_attribute("data-version")
    click_target(page, 0)
    click_target(page, 0)
    expect(page.locator("[data-do=confirm]")).to_be_visible()
    assert page.locator("main.table").get_attribute("data-version") == version
    page.locator("[data-do=back]").click()
    click_target(page, 0)
    page.locator("[data-do=confirm]").click()
    expect(page.locator("main.table")).not_to_have_attribute("data-version", version or "")


@pytest.mark.both
def test_hints_are_marked_and_can_be_played(page: Page, host: Host) -> None:
    host.new_table(page, "azul", start=1)
    assert state_of(page) == "turn"
    page.locator("[data-do=hint]").click()
    expect(page.locator(".hints button").first).to_be_visible()
    expect(page.locator(".hinted").first).to_be_attached()
    told = page.locator(".log .seat-0").count()
    page.locator(".hints button").first.click()
    expect(page.locator(".log .seat-0")).to_have_count(told + 1)
