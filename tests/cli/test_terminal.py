"""The program at a real (pseudo-)terminal."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from azulejos import Record

from .conftest import Run, Terminal

Start = Callable[..., Terminal]
GAME = ("play", "-p", "Ana", "-p", "Ben", "-o", "start=1", "--seed", "1")


def test_play_undo_save_quit_and_resume(terminal: Start, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    first = terminal(*GAME)
    first.wait_for("Ana> ")
    first.type("what")
    assert "Not possible: " in first.wait_for("Ana> ")
    first.type("1")
    first.wait_for("Ben> ")
    first.type("undo")
    assert "Taken back: " in first.wait_for("Ana> ")
    first.type("2")
    first.wait_for("Ben> ")
    first.type(f"save {file}")
    first.wait_for("Ben> ")
    first.type("1")
    first.wait_for("Ana> ")
    first.type("quit")
    code, output = first.end()
    assert code == 0
    assert "azulejos play --resume" in output
    assert len(Record.load(file).events) == 3

    second = terminal("play", "--resume", file)
    second.wait_for("Ana> ")
    second.type("help")
    assert "take back" in second.wait_for("Ana> ")
    second.type("quit")
    assert second.end()[0] == 0


def test_quit_offers_to_save(terminal: Start, tmp_path: Path) -> None:
    game = terminal(*GAME)
    game.wait_for("Ana> ")
    game.type("quit")
    game.wait_for("File name")
    game.type(str(tmp_path / "kept.json"))
    assert game.end()[0] == 0
    assert Record.load(tmp_path / "kept.json").names == ("Ana", "Ben")


def test_ctrl_c_leaves_with_130_and_no_traceback(terminal: Start, tmp_path: Path) -> None:
    game = terminal(*GAME, "--save", tmp_path / "game.txt")
    game.wait_for("Ana> ")
    game.interrupt()
    code, output = game.end()
    assert code == 130
    assert "azulejos play --resume" in output
    assert "Traceback" not in output


def test_the_end_of_input_leaves_with_a_message(terminal: Start) -> None:
    game = terminal(*GAME)
    game.wait_for("Ana> ")
    game.type("\x04")
    code, output = game.end()
    assert code == 0
    assert "The game was not saved" in output


def test_colours_only_where_they_are_wanted(terminal: Start) -> None:
    a_table = (*GAME, "--moves", os.devnull)
    assert "\x1b[" in terminal(*a_table).end()[1]
    assert "\x1b" not in terminal(*a_table, NO_COLOR="1").end()[1]
    assert "\x1b" not in terminal(*a_table, TERM="dumb").end()[1]


def test_replay_steps_to_and_fro(terminal: Start, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*GAME, "--moves", "-", "--save", file, stdin="1\n" * 4)
    show = terminal("replay", file)
    show.wait_for("quit> ")
    show.type("")
    assert "1/" in show.wait_for("quit> ")
    show.type("3")
    assert "3/" in show.wait_for("quit> ")
    show.type("back")
    assert "2/" in show.wait_for("quit> ")
    show.type("end")
    assert "5/5: " in show.wait_for("quit> ")
    show.type("5000")
    assert "is none of" in show.wait_for("quit> ")
    show.type("quit")
    assert show.end()[0] == 0
