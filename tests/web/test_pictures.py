"""A board of each game as it was last approved: `pytest --rewrite` takes new pictures.

Pictures are compared at a quarter of their size, so that letters may be drawn a little otherwise by
another Chromium, but nothing may be gone, moved or of another colour.
"""

from __future__ import annotations

import base64
import random
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import azulejos
from clicking import wait_until_drawn
from option_sets import read_options
from positions import as_text, played, update_of, what_scores

pytestmark = pytest.mark.painted

PICTURES = Path(__file__).parent / "pictures"
PIXELS = (Path(__file__).parent / "pixels.js").read_text(encoding="utf-8")
MOVES = 24  # made before the picture is taken
MOST = 0.002  # of all pixels, which is less than one tile


@pytest.mark.parametrize(
    ("name", "theme"),
    [("azul", "light"), ("sintra", "dark"), ("pavilion", "light"), ("duel", "dark")],
)
def test_a_board_looks_as_it_did(stage: Page, name: str, theme: str, rewrite: bool) -> None:
    game = azulejos.game(name)
    moves = played(game, read_options(game, "players=2"), what_scores, random.Random(name))
    position = next(islice(moves, MOVES, None))
    stage.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    expect(stage.locator("html")).to_have_attribute("data-theme", theme)
    stage.evaluate(f"{PIXELS}; null")
    stage.evaluate("showPosition", as_text(update_of(position)))
    wait_until_drawn(stage)
    taken = base64.b64encode(stage.locator(".own svg.board").screenshot()).decode()
    small = str(stage.evaluate("quartered", taken))
    stored = PICTURES / f"{name}-{theme}.png"
    if rewrite:
        stored.parent.mkdir(exist_ok=True)
        stored.write_bytes(base64.b64decode(small))
    known = base64.b64encode(stored.read_bytes()).decode()
    assert stage.evaluate("pictures => differing(...pictures)", [small, known]) < MOST
