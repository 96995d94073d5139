"""Programs are kept from one game of the arena to the next, unless they did something wrong."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from azulejos import AZUL
from azulejos.bots.arena import Plan
from azulejos.bots.arena import game as arena_game
from azulejos.bots.arena.game import Task, play_game

ENGINE = """
import sys
open(sys.argv[1], "a").write("started\\n")
for line in sys.stdin:
    word, *rest = line.split()
    if word == "hello":
        print("ok", flush=True)
    if word == "newgame":
        open(sys.argv[1], "a").write("game\\n")
        print("ok", flush=True)
    if word == "moves":
        move = rest[-1]
    if word == "go":
        print("bestmove", move, flush=True)
    if word == "quit":
        break
"""


@pytest.fixture
def engine(tmp_path: Path) -> str:
    file = tmp_path / "engine.py"
    file.write_text(ENGINE, encoding="utf-8")
    return f"exec:{sys.executable} -IS {file} {tmp_path / 'log'}"


def test_one_program_plays_the_games_of_an_arena(engine: str, tmp_path: Path) -> None:
    plan = Plan("azul", AZUL.options(), (engine, "random"), seed=1)
    games = [play_game(plan, Task(0, rotation)) for rotation in range(2)]
    assert not any(game.forfeit for game in games)
    log = (tmp_path / "log").read_text().split()
    assert log == ["started", "game", "started", "game", "game"]  # the first as it was planned
    for player in arena_game._kept.pop(engine):
        player.close()


def test_a_program_that_failed_is_not_kept(tmp_path: Path) -> None:
    """Its text, cut to the length of a name, ends in spaces: names of records do not."""
    file = tmp_path / "leaves.sh"
    file.write_text("while read word _; do case $word in go) exit 0;; *) echo ok;; esac; done")
    text = f"exec:sh{40 * ' '}{file}"
    plan = Plan("azul", AZUL.options(), (text, "random"), seed=1)
    played = play_game(plan, Task(0, 0))
    assert played.forfeit
    assert played.forfeit.kind == "died"
    assert "it ended with exit code 0" in played.forfeit.reason
    assert not arena_game._kept[text]


def test_other_bots_are_closed(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    closed = tmp_path / "closed"
    file.write_text(
        "from pathlib import Path\nclass Once:\n  def choose(self, view): ...\n"
        f"  def close(self): Path({str(closed)!r}).touch()"
    )
    arena_game.give_back(str(file), arena_game.take(str(file), random.Random(1)))
    assert closed.exists()
