"""Pictures as PNG: complete, and in letters of the page's fonts."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from azulejos import AZUL, svg
from azulejos.narration.languages import LANGUAGES
from azulejos.pictures.raster import png

POSITION = AZUL.position("azul; round 1 phase=offer turn=1 start=1; displays BBYR KKWW - - -")
WIDTH = 600


def drawn(**chosen: object) -> Image.Image:
    image = Image.open(io.BytesIO(png(svg(POSITION, **chosen), WIDTH)))  # type: ignore[arg-type]
    return image.convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_drawn_in_every_language(language: str) -> None:
    """With the same fonts, letters that are missing would all look alike."""
    names = {"A": "B", "Ž": "Č", "Я": "Ж", "Ї": "Є", "Ђ": "Љ"}
    for one, other in names.items():
        first = drawn(names=["x", f"x{one}"], language=language)
        second = drawn(names=["x", f"x{other}"], language=language)
        assert difference(first, second), f"{one} looks like {other}"


def test_scores_are_drawn() -> None:
    richer = AZUL.position(str(POSITION).replace("score=0", "score=8", 1))
    one, other = drawn(), Image.open(io.BytesIO(png(svg(richer), WIDTH))).convert("RGB")
    box = difference(one, other)
    assert box
    left, top, right, bottom = box
    assert right - left < 60, "nothing but the score"
    assert bottom - top < 40


def test_the_theme_shows() -> None:
    light, dark = (sum(drawn(theme=theme).getpixel((20, 150))) for theme in ("light", "dark"))  # type: ignore[arg-type]
    assert light > 3 * dark
