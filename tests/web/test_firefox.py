"""The page as a standalone site, in Firefox."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from azulejos import GAME_NAMES
from clicking import STILL, UNSEEN, VERSION, play_a_turn, state_of
from firefox import PROGRAM, FirefoxPage, kill, running
from static_server import FOLDER, StaticServer

pytestmark = pytest.mark.skipif(
    PROGRAM is None and os.environ.get("CI") != "true", reason="Firefox is not installed"
)

BEFORE = f"if (location.host) {{ {STILL} {UNSEEN} }}"
SIT_DOWN = """game => {
  const card = document.querySelector(`[data-game=${game}]`);
  const level = card.querySelector('[data-choice=level]');
  level.value = 'easy';
  level.dispatchEvent(new Event('change', { bubbles: true }));
  card.querySelector('[data-do=play]').click();
}"""
SHORT = 1  # turns, each with the bot's answer, where no whole games are wanted


@pytest.fixture
def firefox(tmp_path: Path) -> Path:
    """Where a Firefox that was never there keeps everything."""
    return tmp_path


def test_all_four_games_without_a_network_and_nothing_is_lost_when_it_dies(
    firefox: Path, web: StaticServer, request: pytest.FixtureRequest
) -> None:
    """A turn of each; `--more 2` plays whole games."""
    most = SHORT if request.config.getoption("--more") == 1 else 1000
    home = f"{web.url}/{FOLDER}/"
    with running(firefox) as browser:
        page = browser.page(BEFORE)
        page.goto(home)
        page.wait_for_selector("[data-site=installed]")
        web.stop()
        for game in GAME_NAMES:
            page.goto(home)
            play(page, game, most)
        address, shown = page.evaluate("() => location.href"), int(page.evaluate(VERSION))
        kill(browser.process)
        assert browser.complaints == []
    with running(firefox) as browser:
        page = browser.page(BEFORE)
        page.goto(address)
        state_of(page)
        assert int(page.evaluate(VERSION)) >= shown
        page.goto(home)
        page.wait_for_function("() => document.querySelectorAll('.lists li').length === 4")


def play(page: FirefoxPage, game: str, most: int) -> None:
    """So many turns against an easy bot, unless the game is over before."""
    page.wait_for_selector(f"[data-game={game}] [data-do=play]")
    page.evaluate(SIT_DOWN, game)
    source = random.Random(game)
    for _ in range(most):
        if state_of(page) == "over":
            page.wait_for_selector("dialog.result .places li")
            return
        play_a_turn(page, source)
    state_of(page)
