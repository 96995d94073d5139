"""Bots of installed packages: listed, played, and one that is broken breaks nothing else."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from azulejos import AZUL, Match, bot
from azulejos.bots.external import files
from azulejos.cli.main import azulejos as program
from azulejos.errors import BotError, UnknownName

ENTRY_POINTS = """\
[azulejos.bots]
tiler = tiler_bots:Tiler
shaky = tiler_bots:Missing
absent = nothing_of_that_name:Bot
greedy = tiler_bots:Tiler
"""

MODULE = '''
class Tiler:
    """Plays the last move."""
    def __init__(self, haste: int = 1): ...
    def choose(self, view):
        return view.state.legal_moves[-1]
'''


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package as pip leaves it behind."""
    about = tmp_path / "tiler_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tiler-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "tiler_bots.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    files._entry_points.cache_clear()
    yield
    files._entry_points.cache_clear()
    sys.modules.pop("tiler_bots", None)


def test_it_plays_by_its_name() -> None:
    view = Match(AZUL, AZUL.options(start=1), source=random.Random(1)).view(0)
    assert bot("tiler:haste=2", game=AZUL).choose(view) == view.state.legal_moves[-1]


def test_unknown_names_are_answered_with_all_that_there_are() -> None:
    with pytest.raises(UnknownName, match=r"there are: random, .*, absent, shaky, tiler$"):
        bot("deepblue")


def test_the_bots_of_this_package_keep_their_names() -> None:
    assert type(bot("greedy")).__name__ == "GreedyBot"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("absent", r"^absent: tiler-bots is broken: ModuleNotFoundError: No module named 'nothing"),
        ("shaky", r"^shaky: tiler-bots is broken: AttributeError: .*\(loading tiler_bots:Missing"),
        ("tiler:haste=x", "haste='x': it must be a whole number"),
    ],
)
def test_what_is_broken_says_so(name: str, problem: str) -> None:
    with pytest.raises(BotError, match=problem):
        bot(name)


def test_names_of_others_do_not_load_them() -> None:
    with pytest.raises(UnknownName, match=r"there are: random, .* master$"):
        bot("tiler", external=False)


def test_they_are_listed_with_their_parameters_and_with_what_is_broken() -> None:
    listed = (
        CliRunner()
        .invoke(program, ["games", "--all"])
        .output.partition("Bots of installed packages")[2]
    )
    assert "tiler                    Plays the last move." in listed
    assert "haste=  a whole number (default: 1)" in listed
    assert "absent                   tiler-bots is broken: ModuleNotFoundError" in listed
    assert "greedy                   hidden by the bot of this package" in listed
