"""Tables of other sides and sizes at a real server; all others are in `test_every_move.py`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clicking import expect_all_in_view, play_a_turn, state_of
from hosts import Host

OTHER_TABLES = (
    ("azul", {"side": "grey", "players": 4}),
    ("sintra", {"side": "B", "players": 3}),
    ("pavilion", {"side": "grey", "players": 4}),
)


@pytest.mark.parametrize(("game", "options"), OTHER_TABLES)
def test_a_few_turns_of_other_sides_and_sizes(
    page: Page, host: Host, game: str, options: dict[str, Any]
) -> None:
    source = random.Random(game)
    host.new_table(page, game, **options)
    for _ in range(3):
        assert state_of(page) == "turn"
        play_a_turn(page, source)
    expect_all_in_view(page)
    expect(page.locator("svg.board")).to_have_count(options["players"])
