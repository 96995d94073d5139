"""Puzzles in the terminal, and mining them."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from azulejos.cli.inputs import FEW
from azulejos.games import GAME_NAMES
from azulejos.puzzles import Puzzle, collection

from .conftest import Run


@pytest.fixture
def puzzle() -> Puzzle:
    """One with so many moves that they are listed without sentences."""
    there = collection("azul")
    result = (there.puzzle(entry.id) for entry in there.entries)
    return next(puzzle for puzzle in result if len(puzzle.costs) > FEW)


def test_a_wrong_answer_is_graded_and_a_right_one_played_out(
    run: Run, puzzle: Puzzle, tmp_path: Path
) -> None:
    wrong = max(puzzle.costs, key=puzzle.costs.__getitem__)
    file = tmp_path / "me.json"
    typed = f"{wrong}\n{puzzle.line[0]}\n"
    result = run(
        "puzzle", "azul", "--id", puzzle.id, "--progress", str(file), "--moves", "-", stdin=typed
    )
    assert result.exit_code == 0, result.output
    assert f"{wrong} costs {puzzle.costs[wrong]:.1f} points" in result.output
    assert "Right!" in result.output
    assert f"The best line: {' '.join(puzzle.line)}" in result.output.replace("\n", " ")
    assert "Solved at the first try: 0 of 1" in result.output
    kept = json.loads(file.read_text())["azul"]
    assert (kept["tried"], kept["solved"]) == (1, 0)
    assert kept["rating"]["rating"] < 1500


def test_commands_list_show_and_solve(run: Run, puzzle: Puzzle) -> None:
    result = run(
        "puzzle",
        "azul",
        "--id",
        puzzle.id,
        "--plain",
        "--moves",
        "-",
        stdin="moves\ntable\nhelp\nsolution\n",
    )
    assert result.exit_code == 0, result.output
    assert result.output.count(f"Puzzle {puzzle.id}") == 2
    assert f"1: {_first_listed(puzzle)}" in result.output
    assert puzzle.line[0] in result.output
    assert "Your rating" not in result.output


def _first_listed(puzzle: Puzzle) -> str:
    values = dict(zip(puzzle.state.legal_moves, puzzle.state.move_values, strict=True))
    return str(max(values, key=values.__getitem__))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_puzzle_of_the_day_is_shown_in_every_game(run: Run, game: str) -> None:
    result = run("puzzle", game, "--daily", "--moves", "-", stdin="quit\n")
    assert result.exit_code == 0, result.output
    assert f"Puzzle {collection(game).of_the_day(datetime.date.today()).id}" in result.output


def test_themes_and_levels_choose(run: Run, puzzle: Puzzle) -> None:
    there = collection("azul")
    level = there.entries[0].level
    result = run(
        "puzzle", "azul", "--level", level, "--seed", "1", "--moves", "-", stdin="next\nquit\n"
    )
    assert f"of the level {level}" in result.output
    listed = run("puzzle", "azul", "--theme", "list")
    assert next(iter(there.themes)) in listed.output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--id", "nosuch"], "no puzzle of Azul is called 'nosuch'"),
        (["--theme", "nosuch"], "the themes are: "),
        (["--daily", "--id", "x"], "give --daily, --id, or --theme and --level"),
    ],
)
def test_what_is_not_there_is_said(run: Run, arguments: list[str], reason: str) -> None:
    result = run("puzzle", "azul", *arguments, "--moves", "-")
    assert result.exit_code == 2
    assert reason in result.output


def test_an_answer_that_is_no_move_is_refused(run: Run, puzzle: Puzzle) -> None:
    result = run("puzzle", "azul", "--id", puzzle.id, "--moves", "-", stdin="nonsense\n")
    assert "line 1 of the moves: 'nonsense' is not a move of Azul" in result.output


def test_a_file_of_something_else_is_refused(run: Run, puzzle: Puzzle, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text("[]")
    result = run("puzzle", "azul", "--progress", file, "--moves", "-")
    assert result.exit_code == 1
    assert "is not a progress file" in result.output
