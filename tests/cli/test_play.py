"""`azulejos play` with its moves from a script: who plays, what is saved, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from azulejos import GAME_NAMES, Game, Record, game

from .conftest import Run

TWO = ("play", "-p", "Ana", "-p", "Ben", "-o", "start=1", "--moves", "-", "--seed", "1")


def test_moves_are_played_told_and_saved(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = run(*TWO, "--save", file, stdin="1\nmoves 1\n2  # a comment\n")
    assert result.exit_code == 0
    record = Record.load(file)
    assert record.names == ("Ana", "Ben")
    assert len(record.events) == 3  # the deal and two moves
    assert "Ana takes " in result.output
    assert "Ben takes " in result.output
    assert f"azulejos play --resume {file}" in result.output


def test_a_saved_game_goes_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*TWO, "--save", file, stdin="1\n")
    result = run("play", "--resume", file, "--moves", "-", stdin="1\n")
    assert result.exit_code == 0
    assert "Ben to take tiles" in result.output
    assert len(Record.load(file).events) == 3


def test_bots_take_over_a_saved_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*TWO, "--save", file, stdin="1\n")
    result = run("play", "--resume", file, "-p", "bot:greedy", "-p", "bot:random")
    assert result.exit_code == 0
    assert Record.load(file).outcome is not None
    assert "The game is over" in run("replay", file, "--all").output


def test_undo_takes_back_the_bots_answer_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("play", "--level", "easy", "-o", "start=1", "--seed", "1", "--moves", "-")
    result = run(*arguments, "--save", file, stdin="1\nundo\n")
    assert len(Record.load(file).events) == 1
    assert result.output.count("Taken back: ") == 2


def test_undo_stops_at_the_deal(run: Run) -> None:
    result = run(*TWO, stdin="undo\n")
    assert result.exit_code == 1
    assert "line 1 of the moves" in result.stderr
    assert "deal" in result.stderr


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("9B9", "is not a move of Azul"),
        ("999", "the list of moves goes from 1 to"),
        ("9" * 5000, "the list of moves"),
    ],
)
def test_a_wrong_line_ends_a_script_with_its_number(run: Run, line: str, error: str) -> None:
    result = run(*TWO, stdin=f"1\n\n{line}\n")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("error: line 3 of the moves: ")
    assert error in result.stderr


def test_help_explains_colours_and_notation(run: Run) -> None:
    output = run(*TWO, stdin="help\n").output
    assert "✦B blue" in output
    assert "For example 1" in output


def test_bots_alone_need_no_terminal(run: Run) -> None:
    result = run("play", "-p", "bot:greedy:seed=1", "-p", "bot:random:seed=1", "--seed", "5")
    assert result.exit_code == 0
    assert "The game is over. A row was completed. Greedy:seed=1 wins." in result.output
    assert "(Places by points, then complete rows.)" in result.output


def test_a_level_takes_the_seats_left_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    result = run("play", "--level", "easy", "-o", "players=3", "--moves", "-", "--save", file)
    assert result.exit_code == 0
    assert Record.load(file).names == ("Player", "bot:easy", "bot:easy")
    assert run("play", "--resume", file, "--level", "easy", "--moves", "-").exit_code == 2


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_search_is_prepared_before_the_game_begins(
    run: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[Game] = []
    monkeypatch.setattr("azulejos.cli.prepare._cache", lambda _: None)
    monkeypatch.setattr("azulejos.cli.prepare.is_prepared", lambda _: True)
    monkeypatch.setattr("azulejos.bots.search.engine.is_prepared", lambda _: False)
    monkeypatch.setattr("azulejos.bots.search.engine.prepare", prepared.append)
    arguments = ("play", name, "-o", "start=1", "--moves", "-")
    assert run(*arguments, "--level", "easy").exit_code == 0
    assert not prepared
    result = run(*arguments)
    assert f"Preparing the search for {game(name).title}" in result.stderr
    assert prepared == [game(name)]


def test_four_players_fit_80_columns(run: Run) -> None:
    players = ("--level", "easy", "-o", "players=4")
    result = run("play", *players, "-o", "side=grey", "--seed", "2", "--moves", "-")
    assert result.exit_code == 0
    assert result.output.count("points ") == 4
    assert max(cell_len(line) for line in result.stdout.splitlines()[1:30]) <= 80


def test_without_a_terminal_nobody_is_asked(run: Run) -> None:
    result = run("play")
    assert result.exit_code == 2
    assert "--moves -" in result.stderr


def test_plain_is_sentences_of_ascii(run: Run) -> None:
    result = run("play", "-l", "easy", "--plain", "--moves", "-", stdin="moves\nmore\n1\n")
    assert result.output.isascii()
    assert "Display 1: " in result.output
    assert "Centre: the first-player marker" in result.output


def test_plain_tells_a_whole_game_in_ascii(run: Run) -> None:
    players = ("-p", "bot:greedy:seed=1", "-p", "bot:random:seed=2")
    result = run("play", *players, "--seed", "1", "--plain")
    assert result.output.isascii()
    assert "floor line -1 = +0, now 0 points." in result.output


def test_a_dumb_terminal_is_plain(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert run("play", "-l", "easy", "--moves", "-").output.isascii()


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (("-o", "side=blue"), "coloured, grey"),
        (("-o", "colour=blue"), "players, start, side"),
        (("-o", "side"), "name=value"),
        (("-o", "players=3", "-o", "players=4"), "given twice"),
        (("-o", "players=9"), "2, 3, 4"),
        (
            (
                "-p",
                "bot:deep",
            ),
            "random, greedy",
        ),
        (
            (
                "-p",
                "bot:greedy:fast",
            ),
            "seed=",
        ),
        (("--level", "genius"), "beginner"),
        (("-p", "Ana", "-p", "Ana"), "same name"),
        (("-p", "A", "-p", "B", "-p", "C", "-o", "players=2"), "3 players are named"),
        (("-p", " "), "1 to 40 characters"),
    ],
)
def test_wrong_usage_says_what_is_allowed(
    run: Run, arguments: tuple[str, ...], allowed: str
) -> None:
    result = run("play", *arguments, "--moves", "-")
    assert result.exit_code == 2
    assert allowed in result.stderr


def test_save_does_not_overwrite(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("mine", encoding="utf-8")
    assert run(*TWO, "--save", file).exit_code == 2
    assert run(*TWO, stdin=f"save {file}\n").exit_code == 1
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x", "x" * 5000, "missing/x"])
def test_a_file_that_cannot_be_is_an_error(
    run: Run, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*TWO, stdin=f"save {name}\n")
    assert result.exit_code == 1
    assert "line 1 of the moves: cannot save" in result.stderr
    assert not list(tmp_path.iterdir())


def test_save_finds_a_name_itself(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*TWO, stdin="save\n1\nquit\n")
    assert result.exit_code == 0
    (file,) = tmp_path.iterdir()
    assert len(Record.load(file).events) == 2
    assert f"--resume {file.name}" in result.output


def test_a_broken_record_names_the_event(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*TWO, "--save", file, stdin="1\n")
    text = file.read_text(encoding="utf-8").rsplit(maxsplit=1)[0]
    file.write_text(f"{text} 9Bf\n", encoding="utf-8")
    for command in (("play", "--resume", file, "--moves", "-"), ("replay", file, "--all")):
        result = run(*command)
        assert result.exit_code == 1
        assert result.stderr.startswith("error: event 2: 9Bf")
        assert result.stderr.count("\n") == 1


def test_a_resumed_game_keeps_its_options(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*TWO, "--save", file, stdin="1\n")
    assert run("play", "--resume", file, "-o", "side=grey", "--moves", "-").exit_code == 2
    assert run("play", "--resume", file, "-p", "A", "--moves", "-").exit_code == 2
