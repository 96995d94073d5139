"""A server that cannot be reached: its page goes on against bots. Games move there and back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from axe import faults
from azulejos.tables.people.limits import ALLOWANCES
from clicking import begin, click_target, play_a_turn, state_of, targets, version_of
from server_in_thread import Running, settings_for
from static_server import FOLDER, StaticServer


class Machine:
    """A server that can be stopped, and started again where it was."""

    def __init__(self, folder: Path, site: Path) -> None:
        self.folder, self.site = folder / "site", site
        limits = dict(ALLOWANCES)  # as they are: all files of the site are fetched at once
        self._settings = settings_for(folder / "games.db", site=self.folder, allowances=limits)
        self._running: Running | None = None
        self.start()

    def start(self) -> None:
        port = int(self.url.rpartition(":")[2]) if self._running else 0
        self._running = Running(self._settings, port=port)

    @property
    def running(self) -> Running:
        assert self._running is not None
        return self._running

    @property
    def url(self) -> str:
        return self.running.url

    def build_site(self) -> None:
        """Have the standalone site, which it had not when it was started."""
        self.folder.symlink_to(self.site)

    def stop(self) -> None:
        self.running.stop()


@pytest.fixture
def machine(site: Path, tmp_path: Path) -> Iterator[Machine]:
    started = Machine(tmp_path, site / FOLDER)
    yield started
    started.stop()


def sit_down(page: Page, machine: Machine) -> str:
    """Begin a game at the server, and wait until the browser keeps the site."""
    page.goto(machine.url)
    begin(page, "azul")
    machine.build_site()
    page.locator("[data-do=settings]").click()
    expect(page.locator("dialog [data-site=kept]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return page.url


def test_who_loses_the_server_plays_bots_and_comes_back(
    profile: BrowserContext, machine: Machine
) -> None:
    source = random.Random(1)
    page = profile.new_page()
    address = sit_down(page, machine)
    shown = version_of(page)
    machine.stop()
    bar = page.locator("[data-site=away]")
    expect(bar).to_contain_text("can’t be reached")
    assert faults(page, "[data-site=away]") == []
    for _ in range(2):
        click_target(page, 0)  # a move that nobody hears
    expect(targets(page)).to_have_count(0)
    page.locator("[data-do=menu]").click()  # what was not fetched before is there, too
    expect(page.locator("dialog.table-menu")).to_be_visible()
    page.keyboard.press("Escape")
    bar.locator("[data-do=play-here]").click()
    expect(page.locator("[data-site=away]")).to_contain_text("can’t be reached")
    assert faults(page, ".keeping") == []
    expect(page.locator(".lists li")).to_have_count(0)  # none of the server's
    begin(page, "azul")
    play_a_turn(page, source)
    local = page.url
    page.goto(address)  # or one opens the server's page anew
    expect(page).to_have_url(f"{machine.url}/offline/")
    page.goto(local)
    assert state_of(page) == "turn"
    page.locator("[data-do=menu]").click()
    expect(page.locator("dialog .play-on")).to_contain_text("can’t be reached")
    assert faults(page, "dialog") == []
    page.keyboard.press("Escape")

    machine.start()
    expect(page.locator("[data-site=back]")).to_be_visible()
    assert faults(page, "[data-site=back]") == []
    page.locator("[data-site=back] [data-do=to-server]").click()
    expect(page).to_have_url(address)
    table = page.locator("main.table")
    expect(table).to_be_visible()
    expect(table).not_to_have_attribute("data-version", str(shown))  # the move has arrived
    expect(page.locator("[data-site=away]")).to_have_count(0)
    page.goto(machine.url)
    expect(page.locator(".lists").get_by_role("listitem")).to_have_count(1)

    page.goto(local)  # which is as it was, and goes on with a friend
    assert state_of(page) == "turn"
    page.locator("[data-do=menu]").click()
    page.locator("dialog [data-do=play-on]").click()
    page.locator("[data-do=bring]").click()
    expect(page.locator(".ask")).to_have_text("Waiting for players")
    join_and_play(page, machine, source)


def join_and_play(page: Page, machine: Machine, source: random.Random) -> None:
    """Let a friend come by the link, after which it is one's turn as it was before."""
    friend = machine.running.guest("Boris")
    table = page.url.rpartition("/")[2]
    assert friend.sit(table, 1).status_code == 200
    assert state_of(page) == "turn"
    expect(page.locator(".log li.seat").first).to_be_visible()  # the game has not begun anew
    shown = version_of(page)
    play_a_turn(page, source)
    assert version_of(page) > shown


def test_a_game_goes_from_a_site_to_a_server_and_back_by_file(
    profile: BrowserContext, web: StaticServer, machine: Machine, tmp_path: Path
) -> None:
    source = random.Random(2)
    page = profile.new_page()
    page.goto(f"{web.url}/{FOLDER}/")
    begin(page, "azul")
    play_a_turn(page, source)
    assert state_of(page) == "turn"
    page.locator("[data-do=menu]").click()
    dialog = page.locator("dialog.table-menu")
    with page.expect_download() as saving:
        dialog.locator("[data-do=save-game]").click()
    file = tmp_path / "game.json"
    saving.value.save_as(file)
    address = dialog.get_by_label("Address of the server")
    address.fill("not an address")
    dialog.locator("[data-do=play-on]").click()
    expect(dialog.get_by_role("alert")).to_contain_text("should look like")
    assert faults(page, "dialog") == []
    address.fill(machine.url)
    dialog.locator("[data-do=play-on]").click()
    expect(page.get_by_role("heading", name="Azul: Guest · Bot (easy)")).to_be_visible()
    expect(page.get_by_role("combobox", name="Seat 2")).to_have_value("open")
    assert faults(page, "main") == []
    page.locator("[data-do=bring]").click()
    expect(page.locator(".ask")).to_have_text("Waiting for players")
    join_and_play(page, machine, source)

    page.goto(machine.url)
    page.locator("[data-game=azul] [data-do=new]").click()
    page.locator("[data-do=open-file]").set_input_files(file)
    page.get_by_role("combobox", name="Seat 2").select_option("bot easy")
    page.locator("[data-do=bring]").click()
    assert state_of(page) == "turn"
    page.locator("[data-do=menu]").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Download game record").click()
    page.goto(f"{web.url}/{FOLDER}/")
    page.locator("[data-do=import]").set_input_files(saving.value.path())
    page.locator("[data-do=open-imported]").click()
    assert state_of(page) == "turn"
    page.goto(f"{machine.url}/#bring-nonsense")
    expect(page.get_by_role("alert")).to_contain_text("no game")
