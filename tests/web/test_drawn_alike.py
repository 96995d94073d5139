"""Pictures and page draw the same tiles at the same places, though not by the same code."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import azulejos
from azulejos.narration.languages import catalogue
from azulejos.pictures import PICTURES
from azulejos.pictures.displays import displays
from azulejos.pictures.markup import group
from azulejos.pictures.pieces import Box, Player, Words
from azulejos.pictures.style import theme_called
from azulejos.scenes import stage as stage_of
from azulejos.testing import random_game
from option_sets import read_options
from positions import as_text, played, something_rare, update_of

PLACED = (Path(__file__).parent / "placed.js").read_text(encoding="utf-8")
WORDS = Words(catalogue("en").messages)
EVERY = 11  # positions is one compared
MOST = 5  # positions of a game
HEIGHT = 460  # of what lies between the players, on a wide screen
ROOM = {"width": 1900, "height": 840}  # for Azul Duel to lie side by side


@pytest.mark.parametrize("name", azulejos.GAME_NAMES)
def test_a_picture_is_drawn_like_the_page(stage: Page, name: str) -> None:
    game = azulejos.game(name)
    options = read_options(game, "players=2")
    moves = played(game, options, something_rare, random.Random(name))
    stage.set_viewport_size(ROOM)  # type: ignore[arg-type]
    stage.emulate_media(color_scheme="light")
    stage.evaluate(f"{PLACED}; null")
    for position in islice(moves, 3, MOST * EVERY, EVERY):
        stage.evaluate("showPosition", as_text(update_of(position)))
        scene = stage_of(game).scene(position.state)
        other = 1 - (position.state.to_move or 0)
        board = f".others svg.board[data-seat='{other}']"
        expect(stage.locator(board)).to_be_visible()
        drawn = PICTURES.of(name).board(scene, player(other), WORDS)
        width, placed, painted = on_page(stage, board)
        in_picture, ways = in_text(stage, drawn)
        assert (width, placed) == (drawn.width, in_picture)
        assert set(painted) <= set(ways)
        if name != "pavilion":  # which shows bonuses on one's own board alone
            assert painted == ways
        if name != "pavilion" or any([*scene.displays, scene.centre]):  # else nothing lies there
            room = ".filling svg"
            expect(stage.locator(room)).to_be_visible()
            width, *result = on_page(stage, room)
            assert result == in_text(stage, middle(name, scene, width))


def on_page(stage: Page, selector: str) -> tuple[float, list[str], list[str]]:
    """How wide a drawing is, what is where in it, and how it is painted."""
    width, placed, painted = stage.evaluate("selector => placedOnPage(selector)", selector)
    return width, placed, painted


def player(seat: int) -> Player:
    return Player(seat, "", "", 0, "", is_to_move=False, is_first=False)


def middle(name: str, scene: Any, width: float) -> Box:
    """What the page has in one drawing: of most games the displays alone."""
    picture = PICTURES.of(name)
    if name == "duel":
        return picture.middle(scene, width, HEIGHT, WORDS)
    lying = displays(scene.displays, scene.centre, picture.shape, width, HEIGHT)
    return Box(width, HEIGHT, group(*lying))


def in_text(stage: Page, drawing: Box) -> list[list[str]]:
    light = theme_called("light")
    parts = [*light.written(drawing.drawn), light.css]
    result: list[list[str]] = stage.evaluate("parts => placedInText(parts)", parts)
    return result


OUTSIDE = """svg => {
  const frame = svg.getBoundingClientRect();
  const isWithin = ({ left, top, right, bottom }) => left >= frame.left - 1 && top >= frame.top - 1
    && right <= frame.right + 1 && bottom <= frame.bottom + 1;
  const texts = [...svg.querySelectorAll('text')].filter(text => !text.closest('defs'));
  const outside = texts.filter(text => !isWithin(text.getBoundingClientRect()));
  return texts.length < 9 ? ['too few'] : outside.map(text => text.textContent);
}"""


@pytest.mark.parametrize("name", azulejos.GAME_NAMES)
def test_all_texts_of_a_picture_lie_within_its_frame(page: Page, name: str) -> None:
    game = azulejos.game(name)
    players = next(game.options.each()).metadata["allowed"][-1]
    positions = random_game(game, game.options(players=players), 2)
    for step in islice(positions, 5, None, 40):
        page.set_content(azulejos.svg(step.state, names=["Wolfeschlegelstein"] * players))
        expect(page.locator("svg")).to_be_visible()
        assert page.locator("svg").evaluate(OUTSIDE) == []
