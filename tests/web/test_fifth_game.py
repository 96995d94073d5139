"""The page with a fifth game: one entry in its list of games, and it can be played."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

import pebbles
from clicking import play_a_turn, state_of
from server_in_thread import OPENED, Running, settings_for

ROOT = Path(__file__).parents[2]


@pytest.fixture
def fifth(built: None, tmp_path: Path) -> Iterator[Running]:
    """A server that knows the game, and hands out a page that does."""
    static = tmp_path / "static"
    build = [sys.executable, "hatch_build.py", "npm", "run", "--silent", "build", "--"]
    subprocess.run([*build, "test/pebbles/main.ts", str(static)], cwd=ROOT, check=True)
    pebbles.add()
    running = Running(settings_for(tmp_path / "games.db", static=static))
    yield running
    OPENED.close()
    running.stop()
    pebbles.remove()


def test_it_is_played_by_clicking_what_is_highlighted(page: Page, fifth: Running) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": "pebbles", "options": {"start": 1}, "seats": seats}
    made = page.request.post(
        f"{fifth.url}/api/tables", data=wanted, headers={"Origin": fifth.url}
    ).json()
    ben = fifth.guest("Ben")
    assert ben.sit(made["table"], 1).status_code == 200
    other = ben.socket(made["table"])
    page.goto(f"{fifth.url}/t/{made['table']}")
    source = random.Random(1)
    other.next_update()
    while other.update["result"] is None:
        if other.update["to_move"] == 1:
            other.play()
        else:
            assert state_of(page) == "turn"
            play_a_turn(page, source)
            other.at(other.update["version"] + 1)
    assert state_of(page) == "over"
    shown = page.locator("svg.board").evaluate_all("boards => boards.map(board => board.ariaLabel)")
    for score in other.update["result"]["scores"]:
        assert any(f": {score} point" in label for label in shown)
