"""A picture of the boards, made by the page itself."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import azulejos
from azulejos.tables.messages import Result
from positions import Position, as_text, update_of

READ = """async data => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const colours = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = `${pixels[i]},${pixels[i + 1]},${pixels[i + 2]},${pixels[i + 3]}`;
    colours.set(colour, (colours.get(colour) ?? 0) + 1);
  }
  return { width: image.width, height: image.height, colours: Object.fromEntries(colours) };
}"""

MENU = """
navigator.canShare = () => true;
navigator.share = async shared => {
  const [file] = shared.files;
  window.shared = { name: file.name, type: file.type, size: file.size };
};
const { matchMedia } = window;
window.matchMedia = text => text === '(pointer: coarse)' ? { matches: true } : matchMedia(text);
"""


def saved(page: Page) -> tuple[str, bytes]:
    with page.expect_download() as downloading:
        page.locator("[data-do=picture]").click()
    download = downloading.value
    return download.suggested_filename, Path(download.path()).read_bytes()


def read(page: Page, png: bytes) -> dict[str, Any]:
    result: dict[str, Any] = page.evaluate(READ, base64.b64encode(png).decode())
    return result


@pytest.mark.both
@pytest.mark.painted
def test_the_boards_are_saved_as_a_picture(page: Page, finished: str) -> None:
    name, png = saved(page)
    assert name == "azul.png"
    picture = read(page, png)
    assert picture["width"] == 1600
    assert 400 < picture["height"] < 900
    assert sum(n for colour, n in picture["colours"].items() if not colour.endswith(",255")) == 0


@pytest.mark.painted
@pytest.mark.parametrize("name", azulejos.GAME_NAMES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_of_all_games_have_tiles_names_and_the_theme(
    stage: Page, name: str, theme: str, tmp_path: Path
) -> None:
    stage.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    game = azulejos.game(name)
    result = Result([30, 20], [1, 2], "closed")
    shown = Position(game.new(), {})
    told = update_of(shown, seat=0, to_move=None, choices=[], result=result)
    stage.evaluate("showPosition", as_text(told))
    expect(stage.locator("dialog.result")).to_be_visible()
    _, png = saved(stage)
    (tmp_path / "picture.png").write_bytes(png)
    colours = read(stage, png)["colours"]
    cloth = {"light": "220,231,244,255", "dark": "12,31,56,255"}[theme]
    assert colours.get(cloth, 0) > 3_000, "the cloth"
    assert len(colours) > 500, "paper, tiles and letters have shades"


@pytest.mark.painted
def test_on_a_phone_the_picture_goes_to_its_menu(page: Page, stage: Page) -> None:
    stage.add_init_script(MENU)
    stage.reload()
    stage.wait_for_function("() => window.socket?.onmessage")
    result = Result([2, 2], [1, 1], "closed")
    shown = Position(azulejos.AZUL.new(), {})
    told = update_of(shown, seat=0, to_move=None, choices=[], result=result)
    stage.evaluate("showPosition", as_text(told))
    button = stage.locator("[data-do=picture]")
    expect(button).to_have_text("Share a picture")
    button.click()
    stage.wait_for_function("() => window.shared")
    shared = stage.evaluate("window.shared")
    assert (shared["name"], shared["type"]) == ("azul.png", "image/png")
    assert shared["size"] > 20_000
