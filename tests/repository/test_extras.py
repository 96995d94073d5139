"""Extras: rules and bots need two packages, and what is not installed is named in one line."""

from __future__ import annotations

import ast
import doctest
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos import extras

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "azulejos"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, GROUPS = SETTINGS["project"], SETTINGS["dependency-groups"]
TWO = ["msgspec", "numpy"]
MODULES = {
    "http-ece": "http_ece",
    "prometheus-client": "prometheus_client",
    "py-vapid": "py_vapid",
    "azulejos[server]": "",
    "azulejos[terminal]": "",
}

BARE = """
import sys

known = {*sys.stdlib_module_names, "azulejos", *sys.argv[1].split(",")}

class Bare:
    "Finds nothing but the standard library, this package, and what it needs at least."
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in known:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Bare())
"""

PLAY = """
import random
from importlib import import_module
from pkgutil import walk_packages

import azulejos
from azulejos import GAME_NAMES, Match, bot, game

for name in ("bots", "client", "core", "games", "play", "narration"):
    part = import_module(f"azulejos.{name}")
    for module in walk_packages(part.__path__, part.__name__ + "."):
        if module.name != "azulejos.core.wrappers":  # of Numba
            import_module(module.name)
import azulejos.testing

for name in GAME_NAMES:
    played = game(name)
    match = Match(played, played.options(), source=random.Random(1))
    players = [bot("greedy:seed=1"), bot("random:seed=2")]
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat % 2].choose(match.view(seat)))
    print(name, match.state.outcome.reason)
    match = Match(played, played.options(), source=random.Random(1))
    print(bot("search:nodes=3").choose(match.view(match.state.to_move)))
"""


def run_bare(program: str, *words: str, allowed: str = "") -> subprocess.CompletedProcess[str]:
    known = ",".join([*TWO, allowed])
    return subprocess.run(
        [sys.executable, "-c", BARE + program, known, *words],
        env={**os.environ, "AZULEJOS_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def requirements(extra: str = "") -> list[str]:
    """What is asked for, without versions."""
    asked = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    asked = [each for each in asked if "platform_machine" not in each]  # where there is a wheel
    names = [each.partition(">")[0] for each in asked]
    return [MODULES.get(name, name) for name in names]


def test_the_example_of_an_extra_that_is_missing() -> None:
    assert doctest.testmod(extras) == (0, 1)


def test_rules_and_bots_ask_for_two_packages_and_play_with_nothing_else() -> None:
    assert requirements() == TWO
    ran = run_bare(PLAY)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("\n") == 2 * 4


CLI = "sys.argv = ['azulejos', *sys.argv[2:]]\nfrom azulejos.__main__ import main\nmain()\n"


@pytest.mark.parametrize(
    ("words", "allowed", "missing"),
    [
        (["play"], "", "click is missing: pip install 'azulejos[terminal]'"),
        (["rules"], "click", "rich is missing: pip install 'azulejos[terminal]'"),
        (
            ["web", "--no-browser"],
            "click,platformdirs",
            "ifaddr is missing: pip install 'azulejos[server]'",
        ),
        (
            [
                "serve",
                "--port",
                "0",
                "--processes",
                "2",
                "--store",
                "postgresql://nobody@localhost/x",
            ],
            ",".join(["click", *TWO, "litestar"]),
            "asyncpg is missing: pip install 'azulejos[postgres]'",
        ),
        (
            ["admin", "push-key", "push.pem"],
            "click,litestar,prometheus_client",
            "http_ece is missing: pip install 'azulejos[push]'",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_is_not_installed_is_named_in_a_line(
    words: list[str], allowed: str, missing: str, tmp_path: Path
) -> None:
    if words[0] == "web":
        words = [*words, "--store", str(tmp_path / "games.db")]
    ran = run_bare(CLI, *words, allowed=allowed)
    assert (ran.returncode, ran.stderr) == (1, f"error: {missing}\n")


@pytest.mark.parametrize(
    ("part", "extras"),
    [("server", ["server", "postgres", "push"]), ("cli", ["server", "terminal"])],
)
def test_an_extra_names_what_its_part_imports(part: str, extras: list[str]) -> None:
    named = {*TWO, *(name for extra in extras for name in requirements(extra))}
    assert set(imported(PACKAGE / part)) <= named


def imported(folder: Path) -> Iterator[str]:
    """The packages of others that are imported anywhere in a folder."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    result = [name.name for name in names]
                case ast.ImportFrom(module=str(module), level=0):
                    result = [module]
                case _:
                    continue
            tops = {name.partition(".")[0] for name in result}
            yield from tops - set(sys.stdlib_module_names) - {"azulejos"}


@pytest.mark.parametrize(
    ("lock", "extras", "group"),
    [
        ("check", ["compile", "server", "terminal"], "dev"),
        ("play", ["compile", "server", "terminal"], "build"),
        ("serve", ["pictures", "postgres", "push"], None),
    ],
)
def test_a_lock_file_names_all_that_is_asked_for(
    lock: str, extras: list[str], group: str | None
) -> None:
    """Else a fresh checkout lacks what was added: `./check lock`."""
    asked = [each for each in PROJECT["dependencies"] if "platform_machine" not in each]
    asked += GROUPS[group] if group else ()
    asked += [each for extra in extras for each in PROJECT["optional-dependencies"][extra]]
    names = {each.partition(">")[0] for each in asked if isinstance(each, str)}
    locked = (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")
    result = {line.partition("==")[0] for line in locked.splitlines() if "==" in line}
    assert {name for name in names if not name.startswith("azulejos[")} <= result
