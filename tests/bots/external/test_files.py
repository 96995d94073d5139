"""Bots by file: found, set, and wrong in ways that one line explains."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos import AZUL, DUEL, Match, bot
from azulejos.bots import close, read_bot
from azulejos.errors import BotError

from .players import play_out

EXAMPLES = Path(__file__).parents[3] / "examples"

SIMPLE = """
from random import Random

class First:
    "Plays the first move."
    def choose(self, view):
        return view.state.legal_moves[0]

class Drawn(First):
    games = ("azul",)
    def __init__(self, source: Random, depth: int = 2, style: str = "calm", *, rate=0.5) -> None:
        self.made_of = (depth, style, rate, source.random())

class Named:
    def __init__(self, name: str) -> None: ...
    def choose(self, view):
        return str(view.state.legal_moves[-1])

class Neither:
    pass

def make(depth: int = 1):
    return First()

FIRST = First()
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_it(text: str) -> Path:
        file = tmp_path / "my_bot.py"
        file.write_text(text, encoding="utf-8")
        return file

    return write_it


def test_a_class_of_a_file_plays(write: Write) -> None:
    player = bot(f"{write(SIMPLE)}:First", game=AZUL)
    view = Match(AZUL, AZUL.options(start=1), source=random.Random(1)).view(0)
    assert player.choose(view) == view.state.legal_moves[0]


def test_a_move_may_be_returned_as_its_text(write: Write) -> None:
    player = bot(f"{write(SIMPLE)}:Named:name=x")
    view = Match(AZUL, AZUL.options(start=1), source=random.Random(1)).view(0)
    assert player.choose(view) == view.state.legal_moves[-1]


def test_parameters_are_those_of_the_signature(write: Write) -> None:
    kind, given = read_bot(f"{write(SIMPLE)}:Drawn:depth=4,rate=0.25")
    assert given == {"depth": 4, "rate": 0.25}
    assert [(each.name, each.type, each.default) for each in kind.parameters] == [
        ("depth", "int", 2),
        ("style", "str", "calm"),
        ("rate", "float", 0.5),
    ]
    made = bot(f"{write(SIMPLE)}:Drawn:depth=4", random.Random(7))
    assert made._inner.made_of == (4, "calm", 0.5, random.Random(7).random())


def test_the_example_declares_its_parameters() -> None:
    kind, _ = read_bot(f"{EXAMPLES / 'my_bot.py'}:Builder")
    assert [each.summary for each in kind.parameters] == [
        "points that a longer line is worth: a number from 0 to 2 (default: 0.1)"
    ]
    assert kind.help.startswith("Takes what scores most")
    players = [bot(str(EXAMPLES / "my_bot.py"), random.Random(1)), bot("random:seed=1")]
    match = play_out(AZUL, players)
    assert match.state.scores[0] > match.state.scores[1]


def test_a_function_may_make_the_bot_and_one_bot_needs_no_name(write: Write) -> None:
    assert bot(f"{write(SIMPLE)}:make:depth=2")
    assert bot(str(write("class Only:\n    def choose(self, view): ...")))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("First:depth=1", "no parameter 'depth'; it has no parameters"),
        ("Drawn:depth=x", "depth='x': it must be a whole number"),
        ("Drawn,depth=1", "no 'Drawn,depth=1' in .* parameters follow another colon"),
        ("Second", "no 'Second' in .*my_bot.py; there are: First, Drawn, Named"),
        ("Named", "it needs name="),
        ("Neither", r"my_bot.py:Neither is not a bot: it has no method choose\(view\)"),
        ("FIRST", "my_bot.py:FIRST is neither a class nor a function"),
        ("", "which of its bots"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(write: Write, name: str, problem: str) -> None:
    with pytest.raises(BotError, match=problem) as raised:
        bot(f"{write(SIMPLE)}:{name}")
    assert "\n" not in str(raised.value)


def test_a_bot_that_does_not_play_a_game_is_refused(write: Write) -> None:
    with pytest.raises(BotError, match="it does not play Azul Duel, only: azul"):
        bot(f"{write(SIMPLE)}:Drawn", game=DUEL)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import nothing_of_that_name", "cannot load my_bot.py: ModuleNotFoundError: No module"),
        ("def", "cannot load my_bot.py: SyntaxError"),
        ("raise SystemExit(3)", "cannot load my_bot.py: SystemExit: 3"),
        ("x = 1", r"no class in .*my_bot.py has a method choose\(view\)"),
        ("class A:\n def choose(self, view): 1\n def __init__(self): 1 / 0", "it cannot be made"),
    ],
)
def test_files_that_cannot_be_used(write: Write, text: str, problem: str) -> None:
    with pytest.raises(BotError, match=problem):
        bot(str(write(text)))


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(BotError, match=r"cannot read none\.py: No such file"):
        bot("none.py:Bot")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("return 1 / 0", r"my_bot.py:Bad: choose raised ZeroDivisionError.* \(my_bot.py, line 3\)"),
        ("return view.state.play('x')", r"choose raised NotationError: .* \(my_bot.py, line 3\)"),
        ("raise SystemExit(4)", r"choose raised SystemExit: 4 \(my_bot.py, line 3\)"),
        ("return None", "my_bot.py:Bad should return a move, not None"),
        ("return 'x9'", "my_bot.py:Bad plays x9, which is not a legal move"),
        ("return '1B5'", "plays 1B5, which is not a legal move: .*AZ-"),
    ],
)
def test_what_a_bot_does_wrong_is_a_bot_error(write: Write, body: str, problem: str) -> None:
    player = bot(str(write(f"class Bad:\n  def choose(self, view):\n    {body}")))
    state = AZUL.position(
        "azul; round 1 phase=offer turn=1 start=1; displays BBYR - - - -; seat 1 lines=-/-/-/-/Y2"
    )
    with pytest.raises(BotError, match=problem):
        player.choose(state.view(0))


def test_a_file_that_was_changed_is_loaded_anew(write: Write) -> None:
    text = "class A:\n  def choose(self, view): ...\n  parameters = ()\n"
    file = write(text)
    assert read_bot(str(file))[0].help == ""
    write(text.replace("class A:", "class A:\n  'Thinks.'"))
    assert read_bot(str(file))[0].help == "Thinks."


def test_what_lies_beside_a_file_can_be_imported(write: Write, tmp_path: Path) -> None:
    (tmp_path / "beside_my_bot.py").write_text("WORTH = 3", encoding="utf-8")
    text = "from beside_my_bot import WORTH\nclass A:\n  def choose(self, view): ..."
    assert bot(str(write(text)))


def test_bots_are_closed_and_told_of_games_if_they_like(write: Write) -> None:
    file = write(
        "class A:\n  def choose(self, view): ...\n  def close(self): raise ValueError('x')"
    )
    with pytest.raises(BotError, match=r"my_bot\.py:A: close raised ValueError: x"):
        close(bot(str(file)))
    close(bot("greedy"))


@pytest.mark.parametrize(
    "text", ["my_bot.py:MyBot", "../x.py", "exec:true", "exec,1s:true", "search:weights=x.json"]
)
def test_names_of_others_run_no_files_and_no_programs(text: str) -> None:
    with pytest.raises(BotError, match=f"^{re.escape(text)}: .*may not"):
        bot(text, external=False)
