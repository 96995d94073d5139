"""`azulejos film`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from azulejos import Record

from .conftest import Run

GOLDEN = next((Path(__file__).parents[1] / "golden" / "azul").glob("*.txt"))


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A record of three events."""
    record = Record.load(GOLDEN)
    file = tmp_path / "short.txt"
    Record(record.game, record.options, record.names, record.events[:3], None).save(file)
    return file


@pytest.mark.parametrize("options", [[], ["--language", "uk", "--theme", "dark"]])
def test_a_film_is_written(run: Run, short: Path, options: list[str]) -> None:
    file = short.with_name("film.webp")
    result = run("film", short, file, "--size", "300", *options)
    assert (result.exit_code, result.output) == (0, "")
    with Image.open(file) as image:
        assert (image.format, image.width) == ("WEBP", 300)


@pytest.mark.compiled
def test_mistakes_are_looked_for(run: Run, short: Path) -> None:
    result = run("film", short, short.with_name("film.gif"), "--size", "300", "--mistakes")
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["film.avi"], 2, "film.avi: the name of a film ends in .webp, .gif, .mp4"),
        (["film.webp", "--name", "Ana"], 2, "1 names for"),
        (["no/such/folder/film.webp"], 1, "cannot write no/such/folder/film.webp"),
    ],
)
def test_what_is_wrong_is_said(
    run: Run, short: Path, arguments: list[str], code: int, said: str
) -> None:
    result = run("film", short, *arguments)
    assert result.exit_code == code
    assert said in result.stderr
