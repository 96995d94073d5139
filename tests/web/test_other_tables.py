"""Tables of other sides and sizes, played by clicking; whole games are in `test_counting.py`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clicking import expect_all_in_view, new_table, play_a_turn, state_of
from server_in_thread import Running

OTHER_TABLES = (
    ("azul", {"side": "grey", "players": 4}),
    ("azul", {"players": 3}),
    ("sintra", {"side": "B", "players": 3}),
    ("sintra", {"players": 4}),
    ("pavilion", {"side": "grey", "players": 4}),
    ("pavilion", {"players": 3}),
)


@pytest.mark.parametrize(("game", "options"), OTHER_TABLES)
def test_a_few_turns_of_other_sides_and_sizes(
    page: Page, server: Running, game: str, options: dict[str, Any]
) -> None:
    source = random.Random(game)
    new_table(page, server, game, **options)
    for _ in range(3):
        assert state_of(page) == "turn"
        play_a_turn(page, source)
    expect_all_in_view(page)
    expect(page.locator("svg.board")).to_have_count(options["players"])


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["sintra", "pavilion"])
def test_no_display_lies_on_a_track(page: Page, server: Running, game: str, players: int) -> None:
    new_table(page, server, game, players=players)
    assert state_of(page) == "turn"
    tracks = page.locator(".round-track, .supply")
    displays = page.locator(".display")
    expect(tracks).to_have_count(1)
    for number in range(displays.count()):
        display, track = displays.nth(number).bounding_box(), tracks.bounding_box()
        assert display
        assert track
        is_beside = display["x"] >= track["x"] + track["width"]
        assert is_beside or display["x"] + display["width"] <= track["x"] + 2
