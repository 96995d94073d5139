"""Bots from outside in the commands: one word each, shown in short, and run by no record."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from azulejos.cli.arena import _one_by_one
from azulejos.cli.players import recorded_names, shown_names

from .conftest import Run

BOT = "class First:\n    def choose(self, view):\n        return view.state.legal_moves[0]\n"
ENGINE = """
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word in ("hello", "newgame"):
        print("ok", flush=True)
    if word == "moves":
        move = rest[0]
    if word == "go":
        print("info depth=1 score=0.5")
        print("bestmove", move, flush=True)
    if word == "quit":
        break
"""
POSITION = "azul; round 2 phase=offer turn=1 start=1; displays B4 YYYK - - -"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "my_bot.py"
    path.write_text(BOT, encoding="utf-8")
    return f"{path}:First"


@pytest.fixture
def engine(tmp_path: Path) -> str:
    path = tmp_path / "engine"
    path.write_text(f"#!{sys.executable} -IS\n{ENGINE}", encoding="utf-8")
    path.chmod(0o755)
    return f"exec:{path} --fast"


def test_a_program_with_arguments_is_one_word_of_players() -> None:
    words = ["--players", "exec:./engine --fast -x", "my_bot.py:MyBot:depth=3", "greedy", "--games"]
    assert [*_one_by_one(words, "--players")] == [
        *("--players", "exec:./engine --fast -x"),
        *("--players", "my_bot.py:MyBot:depth=3"),
        *("--players", "greedy", "--games"),
    ]


def test_a_file_and_a_program_play(run: Run, file: str, engine: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    players = ("-p", "Ana", "-p", f"bot:{file}", "-p", f"bot:{engine}")
    result = run("play", *players, "--moves", "-", "--save", saved, stdin="1\n1\n")
    assert result.exit_code == 0, result.stderr
    assert "First takes" in result.stdout
    assert "engine takes" in result.stdout
    assert "bot:my_bot.py:First" in saved.read_text()


def test_a_file_and_a_program_meet_in_the_arena(run: Run, file: str, engine: str) -> None:
    result = run("arena", "--players", file, engine, "--games", "2", "--processes", "1")
    assert result.exit_code == 0, result.stderr
    assert "2 games in 1 deals" in result.stdout
    assert "forfeit" not in result.stdout


@pytest.mark.parametrize("command", [("arena", "--players"), ("play", "-p", "Ana", "-p")])
def test_a_wrong_option_of_a_program_is_an_error_before_the_match(
    run: Run, engine: str, command: tuple[str, ...]
) -> None:
    """In an arena it would otherwise forfeit every game."""
    players = (engine.replace("exec:", "exec,speed=9:"), "greedy")
    if command[0] == "play":
        players = (f"bot:{players[0]}", "--moves", "-")
    result = run(*command, *players)
    assert result.exit_code == 2
    assert "it has no option 'speed'" in " ".join(result.stderr.split())
    assert not result.stdout


def test_a_bot_that_fails_loses_no_game(run: Run, tmp_path: Path) -> None:
    path, saved = tmp_path / "bad.py", tmp_path / "game.txt"
    path.write_text(
        "class Bad:\n    def choose(self, view):\n        raise ValueError('no idea')\n"
    )
    result = run("play", "-p", f"bot:{path}", "-p", "bot:random", "--save", saved)
    assert result.exit_code == 1
    assert result.stderr == (
        "error: bad.py:Bad: choose raised ValueError: no idea (bad.py, line 3)\n"
    )
    assert "To continue: azulejos play --resume" in result.stdout


@pytest.mark.parametrize("player", ["exec:touch {}", "{}.py:Bot", "exec,1s:touch {}"])
def test_a_record_runs_no_files_and_no_programs(run: Run, tmp_path: Path, player: str) -> None:
    """A record can come from anybody; whoever plays on has to name them."""
    touched, saved = tmp_path / "t", tmp_path / "game.json"
    Path(f"{touched}.py").write_text(f"open({str(touched)!r}, 'w')\n{BOT}", encoding="utf-8")
    run("play", "-p", "Ana", "-p", "bot:random", "--moves", "-", "--save", saved, stdin="1\n")
    record = json.loads(saved.read_text())
    name = "bot:" + player.format("t")
    record["names"] = [name, "Ben"]
    saved.write_text(json.dumps(record))
    result = run("play", "--resume", saved, "--moves", "-", stdin="1\n")
    assert result.exit_code == 2
    assert f"the record names {name}, an external bot, which is not run" in result.stderr
    assert not touched.exists()
    again = run("play", "--resume", saved, "-p", "Ana", "-p", "Ben", "--moves", "-", stdin="1\n")
    assert again.exit_code == 0, again.stderr


@pytest.mark.parametrize("kind", ["file", "engine"])
def test_analysis_judges_what_a_bot_would_play(run: Run, kind: str, file: str, engine: str) -> None:
    player = file if kind == "file" else engine
    result = run("analyse", POSITION, "--nodes", "50", "--bot", player)
    assert result.exit_code == 0, result.stderr
    assert "for Seat 1 played 1B1" in result.stdout
    report = json.loads(run("analyse", POSITION, "--nodes", "50", "--bot", player, "--json").stdout)
    assert report["played"]["move"] == "1B1"
    assert report["cost"] > 0
    info = {"depth": "1", "score": "0.5"} if kind == "engine" else {}
    assert report["info"] == info
    assert ("It said: depth 1, score 0.5." in result.stdout) == bool(info)


def test_analysis_of_a_record_judges_the_moves_of_a_bot(
    run: Run, file: str, tmp_path: Path
) -> None:
    saved = tmp_path / "game.txt"
    run("play", "-p", "Ana", "-p", "Ben", "--moves", "-", "--save", saved, stdin="1\n" * 3)
    report = json.loads(run("analyse", saved, "--nodes", "5", "--bot", file, "--json").stdout)
    assert report["bot"] == file
    assert len(report["moves"]) == 3
    assert "First for Ana" in run("analyse", saved, "--nodes", "5", "--bot", file).stdout


def test_bots_from_outside_are_shown_in_short() -> None:
    names = ("bot:bots/my_bot.py:MyBot:depth=3", "bot:exec:node bots/engine.mjs --fast", "bot:a.py")
    assert shown_names(names) == ("MyBot", "node engine.mjs", "a")


def test_a_long_name_is_cut_in_the_record() -> None:
    command, folder = "bot:exec:./engine " + "--fast " * 20, "a/" * 30
    assert recorded_names((command, "Ana", f"bot:{folder}my_bot.py:MyBot:depth=3")) == (
        command[:40].rstrip(),
        "Ana",
        "bot:my_bot.py:MyBot:depth=3",
    )
