"""Playing with friends: an opponent at once, an invitation that others can open, a name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from azulejos.server.running import run
from clicking import play_a_turn, state_of, wait_until_drawn
from hosts import Host
from server_in_thread import Running, settings_for

SHOWN = "() => document.querySelector('.handover, main.table [data-legal]')"
NEIGHBOUR = "127.0.0.2"  # stands for this machine's address in a network


def test_level_and_players_of_a_game_at_once_are_remembered(page: Page, server: Running) -> None:
    page.goto(server.url)
    card = page.locator("[data-game=sintra]")
    card.get_by_role("combobox", name="Level").select_option("beginner")
    card.get_by_role("combobox", name="Players").select_option("3")
    card.locator("[data-do=play]").click()
    expect(page.locator("svg.board")).to_have_count(3)
    page.goto(server.url)
    expect(card.get_by_role("combobox", name="Level")).to_have_value("beginner")
    expect(card.get_by_role("combobox", name="Players")).to_have_value("3")
    other = page.locator("[data-game=azul]")
    expect(other.get_by_role("combobox", name="Level")).to_have_value("casual")


def test_who_has_no_name_is_asked_for_one_before_sitting_down(page: Page, server: Running) -> None:
    table = server.guest("Ana").new_table()
    page.goto(f"{server.url}/t/{table}")
    page.locator("[data-do=sit]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Your name")).to_have_value(re.compile(r"\w+"))
    dialog.get_by_label("Your name").fill("Bruno")
    dialog.get_by_role("button", name="Sit down").click()
    own = page.locator(".own svg.board")
    expect(own).to_have_attribute("aria-label", "Bruno: 0 points")

    second = server.guest("Ana").new_table()
    page.goto(f"{server.url}/t/{second}")
    page.locator("[data-do=sit]").click()
    expect(own).to_have_attribute("aria-label", "Bruno: 0 points")  # without being asked again


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: None) -> Iterator[Running]:
    """A server of one's own machine, which its owner may open to the network."""
    monkeypatch.setattr(run, "network_addresses", lambda: [NEIGHBOUR])
    running = Running(settings_for(tmp_path / "games.db"))
    running.hub.reach.open = running.server.open_to_network
    yield running
    running.stop()


def test_an_invitation_says_where_it_works_and_lets_the_network_in(
    page: Page, at_home: Running
) -> None:
    page.goto(at_home.url)
    page.locator("[data-game=azul] [data-do=new]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Seat 2").select_option("open")
    dialog.locator("[type=submit]").click()
    invite = page.locator(".prompt .invite")
    expect(invite).to_contain_text("on this computer only")
    invite.locator("[data-do=lan]").click()
    link = re.compile(rf"^http://{re.escape(NEIGHBOUR)}:\d+/t/[\w-]+$")
    expect(invite.get_by_role("textbox")).to_have_value(link)
    expect(invite).not_to_contain_text("only")
    shown = invite.get_by_role("textbox").input_value()
    invite.get_by_text("QR code").click()
    expect(invite.get_by_role("img", name=f"QR code: {shown}")).to_be_visible()

    friend = page.context.browser
    assert friend is not None
    other = friend.new_page()
    other.goto(shown)
    expect(other.locator("[data-do=sit]")).to_be_visible()
    other.close()


def hot_seat(page: Page, host: Host, game: str) -> None:
    """A table for two at this device."""
    page.goto(host.url)
    page.locator(f"[data-game={game}] [data-do=new]").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-preset=device]").click()
    dialog.get_by_label("Name at seat 2").fill("Ben")
    dialog.locator("[type=submit]").click()


def test_two_at_one_device_play_in_turn(page: Page, host: Host) -> None:
    hot_seat(page, host, "azul")
    source, movers = random.Random(3), set()
    for _ in range(4):
        assert state_of(page) == "turn"
        said = page.locator(".ask").inner_text()
        movers.add(said.partition(":")[0])
        play_a_turn(page, source)
    assert len(movers) == 2
    assert "Ben" in movers


def test_where_something_is_secret_the_device_is_handed_over(page: Page, host: Host) -> None:
    hot_seat(page, host, "duel")
    source, pause = random.Random(5), page.locator("dialog.handover")
    for _ in range(3):
        expect(pause).to_be_visible()
        name = pause.inner_text().splitlines()[0].removeprefix("Pass the device to ")
        page.locator("[data-do=take]").click()
        expect(pause).to_have_count(0)
        expect(page.locator(".ask")).to_contain_text(f"{name}:")
        while pause.count() == 0:
            assert state_of(page) == "turn"
            play_a_turn(page, source)
            page.wait_for_function(SHOWN)


CRAMPED = """() => {
  const all = wanted => [...document.querySelectorAll(wanted)];
  const cut = all('.history .wide').filter(each => each.scrollWidth > each.clientWidth);
  const squeezed = all('.game-line span').filter(each => each.offsetHeight > 50);
  return [...cut, ...squeezed].map(each => each.textContent);
}"""


def test_all_games_are_listed_with_results_and_a_way_to_go_on(page: Page, server: Running) -> None:
    page.goto(server.url)
    page.locator("[data-game=azul] [data-do=play]").click()
    assert state_of(page) == "turn"
    page.locator("[data-do=menu]").click()
    resign = page.get_by_role("dialog").locator("[data-do=resign]")
    resign.click()
    resign.click()
    expect(page.locator("dialog.result")).to_be_visible()
    page.goto(server.url)
    page.locator("[data-game=duel] [data-do=play]").click()
    assert state_of(page) == "turn"
    page.goto(server.url)
    page.locator("[data-do=history]").click()
    expect(page.get_by_role("row")).to_have_count(2)
    expect(page.get_by_role("row").last).to_contain_text("Azul")
    lines = page.locator(".game-line")
    expect(lines).to_have_count(2)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        wait_until_drawn(page)
        assert page.evaluate(CRAMPED) == [], f"{width} pixels wide"
    page.get_by_role("combobox", name="Game").select_option("duel")
    expect(lines).to_have_count(1)
    lines.locator("[data-do=go-on]").click()
    assert state_of(page) == "turn"
