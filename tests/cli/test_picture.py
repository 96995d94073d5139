"""`azulejos picture`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from azulejos import AZUL, Record, svg

from .conftest import Run

GOLDEN = next((Path(__file__).parents[1] / "golden" / "azul").glob("*.txt"))
POSITION = "azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR - - - -"


def test_a_position_is_drawn(run: Run) -> None:
    result = run("picture", POSITION)
    assert result.exit_code == 0
    assert result.stdout == svg(AZUL.position(POSITION))


def test_a_record_is_drawn_at_any_event(run: Run, tmp_path: Path) -> None:
    record, file = Record.load(GOLDEN), tmp_path / "picture.svg"
    states = [*record.states()]
    for at, options in ((len(states) - 1, []), (4, ["--at", "4"]), (0, ["--at", "0"])):
        result = run("picture", GOLDEN, file, *options)
        assert (result.exit_code, result.output) == (0, "")
        names = [f"Bot {seat + 1}" for seat in range(record.options.players)]
        result = run("picture", GOLDEN, file, *options, *(f"--name={name}" for name in names))
        assert file.read_text(encoding="utf-8") == svg(states[at], names=names)


def test_a_seat_a_size_a_theme_and_a_language_can_be_chosen(run: Run) -> None:
    chosen = ["--seat", "2", "--size", "500", "--theme", "dark", "--language", "uk"]
    result = run("picture", "-", *chosen, stdin=POSITION)
    state = AZUL.position(POSITION)
    assert result.stdout == svg(state, seat=1, size=500, theme="dark", language="uk")


def test_a_file_named_png_is_one(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.PNG"
    result = run("picture", POSITION, file, "--size", "300")
    assert (result.exit_code, result.output) == (0, "")
    with Image.open(file) as image:
        assert (image.format, image.width) == ("PNG", 300)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nothing.txt"], 1, "nothing.txt: there is no such file, and it is not a position either"),
        (["azul; round 9 phase=tea"], 1, "error: "),
        ([POSITION, "--at", "3"], 2, "--at chooses among the events of a record"),
        ([POSITION, "--seat", "3"], 2, "--seat 3: seats go from 1 to 2"),
        ([POSITION, "--size", "9"], 2, "100<=x<=10000"),
        ([POSITION, "--theme", "sepia"], 2, "'light', 'dark'"),
        ([POSITION, "--name", "Ana"], 2, "1 names for 2 players"),
        ([str(GOLDEN), "--at", "5000"], 2, "the events of this record go from 0 to"),
        ([POSITION, "no/such/folder/picture.svg"], 1, "cannot write no/such/folder/picture.svg"),
    ],
)
def test_what_is_wrong_is_said(run: Run, arguments: list[str], code: int, said: str) -> None:
    result = run("picture", *arguments)
    assert result.exit_code == code
    assert said in result.stderr
    assert result.stdout == ""
