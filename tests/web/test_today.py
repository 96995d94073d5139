"""The game of the day on the page: played, shared, compared with a friend's, past days."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from azulejos import GAME_NAMES, Match
from azulejos.play import daily as daily_module
from azulejos.play.daily import EQUAL, FEWER, MORE, DailyGame, read_link
from clicking import WAIT, play_a_turn, state_of
from hosts import Host, ServerHost
from server_in_thread import Running

TODAY = str(datetime.now(UTC).date())
CLIPBOARD = """() => Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: async text => { window.given = text; } },
})"""
PHONE = {"width": 360, "height": 640}


@pytest.fixture(autouse=True)
def _quick_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that needs nothing compiled, where a server is asked."""
    monkeypatch.setattr(daily_module, "LEVEL", "easy")


def of_a_friend(game: str, day: str = TODAY) -> tuple[str, Match]:
    """A link that somebody shared."""
    daily = DailyGame.of(game, day)
    source, match = random.Random(7), daily.match()
    while match.state.to_move is not None:
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    return daily.link(match), match


def expect_shared(page: Page, url: str) -> tuple[int, ...]:
    """Share the result, which goes to the clipboard; the points that are told there."""
    page.evaluate(CLIPBOARD)
    result = page.locator("dialog.result")
    result.locator("[data-do=share]").click()
    expect(result.locator("[data-do=share]")).to_have_text("Copied")
    first, line, link = page.evaluate("window.given").splitlines()
    daily, packed = read_link(link)
    scores = daily.unpack(packed).state.scores
    assert first.startswith("Azulejos · Azul · ")
    kinds = dict(zip("+=−", (MORE, EQUAL, FEWER), strict=True))
    signs = "".join(result.locator(".squares").inner_text().split())
    squares = "".join(kinds[sign] for sign in signs)
    assert line == f"{squares} {scores[0]} : {scores[1]}".replace("-", "−")
    assert link.startswith(url)
    return scores


def expect_listed(page: Page) -> None:
    """Show the result to others, and hide it again."""
    listed = page.locator("dialog.result .listed")
    mine = listed.locator("li.me")
    expect(mine).to_have_count(0)
    listed.locator("[data-do=list]").click()
    expect(mine).to_contain_text("Guest")
    listed.locator("[data-do=list]").click()
    expect(mine).to_have_count(0)


@pytest.mark.both
def test_a_game_is_played_shared_and_compared(page: Page, host: Host) -> None:
    theirs, friend = of_a_friend("azul")
    page.goto(f"{host.url}/#{theirs}")
    first = page.get_by_role("heading", name="First play Azul")
    expect(first).to_be_visible(timeout=WAIT)
    expect(page.locator(".end, .round")).to_have_count(0)
    page.goto(f"{host.url}/#today")
    page.reload()
    card = page.locator(".game[data-game=azul]")
    expect(page.locator(".game")).to_have_count(len(GAME_NAMES))
    expect(card).to_have_attribute("data-stage", "new")
    card.locator("[data-do=play]").click()
    assert state_of(page) == "turn"
    expect(page.locator("[data-do=hint], [data-do=undo]")).to_have_count(0)
    page.locator("[data-do=menu]").click()
    expect(page.locator("dialog [data-do=resign]")).to_be_visible()
    expect(page.locator("dialog [data-do=takeback]")).to_have_count(0)
    page.keyboard.press("Escape")
    source = random.Random(1)
    while state_of(page) == "turn":
        play_a_turn(page, source)
    result = page.locator("dialog.result")
    expect(result.locator(".squares")).to_have_text(re.compile("^[+=−]{5,}$"))
    expect(result.locator("[data-do=rematch]")).to_have_count(0)
    scores = expect_shared(page, host.url)
    if isinstance(host, ServerHost):
        expect_listed(page)
    else:  # where bots are compiled, so that no level is slow
        result.locator("[data-do=par]").click()
        expect(result.locator(".par li")).to_have_count(5, timeout=WAIT)
        expect(result.locator(".par [role=status]")).not_to_contain_text("of 5")
    result.locator("[data-do=today]").click()
    expect(card).to_have_attribute("data-stage", "done")
    expect(card.locator(".end b")).to_have_text(f"{scores[0]} : {scores[1]}")
    expect(page.locator(".calendar .done-1").last).to_be_visible()
    page.goto(f"{host.url}/#{theirs}")
    compared = page.locator("main.compare")
    expect(compared.locator(".end b")).to_have_text(
        [f"{scores[0]} : {scores[1]}", f"{friend.state.scores[0]} : {friend.state.scores[1]}"],
        timeout=WAIT,
    )
    expect(compared.locator(".parting li")).to_have_count(2)
    expect(compared.locator(".parting li").last).to_contain_text("Friend takes")
    expect(compared.locator(".round").first.locator("ol")).to_have_count(2)
    compared.locator("[data-do=replay]").click()
    expect(page.get_by_role("slider")).to_have_value(str(len(friend.events)))
    page.get_by_role("button", name="Back").click()
    expect(compared).to_be_visible(timeout=WAIT)
    compared.locator("[data-do=review]").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_links_that_hold_nothing_are_refused(page: Page, server: Running) -> None:
    link, _ = of_a_friend("duel")
    page.goto(f"{server.url}/#{link[:-1]}")
    expect(page.get_by_role("heading", name="First play Azul Duel")).to_be_visible()
    page.goto(f"{server.url}/#day-chess-{TODAY}-AAAA")
    expect(page.get_by_role("heading", name="does not hold")).to_be_visible()
    expect(page.locator("[data-do=play]")).to_have_count(0)


def test_past_days_by_the_keyboard_on_a_phone(page: Page, server: Running) -> None:
    page.set_viewport_size(PHONE)
    page.goto(server.url)
    page.locator("[data-do=today]").press("Enter")
    yesterday = str(datetime.now(UTC).date() - timedelta(1))
    page.locator(f".calendar a[href$='{yesterday}']").press("Enter")
    expect(page.locator("time")).to_have_attribute("datetime", yesterday)
    page.locator("[data-game=duel] [data-do=play]").press("Enter")
    assert state_of(page) == "turn"
    page.go_back()
    expect(page.locator("[data-game=duel]")).to_have_attribute("data-stage", "playing")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
