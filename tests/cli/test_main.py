"""The program as such: help, version, exit codes, a quick start."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from azulejos import __version__
from azulejos.cli.main import COMMANDS, GROUPS, azulejos
from azulejos.errors import MAX_MESSAGE_LENGTH
from azulejos.games import GAME_NAMES

from .conftest import Run, environment


def test_version(run: Run) -> None:
    assert run("--version").output == f"azulejos {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.output
    assert f"azulejos {command}" in result.output
    assert "\\b" not in result.output  # a mark for the layout, where it is written wrong


def test_every_option_is_explained() -> None:
    silent = [
        f"{path} {option.opts[0]}"
        for path, command in every_command(azulejos, "azulejos")
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert not silent


def every_command(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            result = command.get_command(context, name)
            assert result
            yield from every_command(result, f"{path} {name}")


def test_help_lists_every_command(run: Run) -> None:
    output = run("--help").output
    assert all(f"  {command} " in output for command in COMMANDS)
    assert re.findall(r"^(\w+):$", output, re.MULTILINE) == ["Options", *GROUPS]


def test_help_imports_nothing_slow() -> None:
    code = (
        "import sys\n"
        "from azulejos.cli.main import main\n"
        "sys.argv = ['azulejos', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'rich', 'msgspec'} & set(sys.modules)))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert ended.stdout.splitlines()[-1] == "[]"


def test_an_unknown_command_is_told_the_known_ones(run: Run) -> None:
    result = run("xyzzy")
    assert result.exit_code == 2
    assert "web, play, today, games" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "--games", "9" * 5000],
        ["play", "-o", "x" * 5000],
        ["play", "--" + "x" * 5000],
        ["play", "-l", "a " * 2500],
        ["--" + "x" * 5000],
        ["x" * 5000],
        ["replay", "x" * 5000],
    ],
)
def test_a_long_argument_is_not_repeated_whole(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code in (1, 2)
    error = result.stderr.splitlines()[-1]
    assert error.lower().startswith("error: ")
    assert len(error) <= len("Error: ") + MAX_MESSAGE_LENGTH


def test_an_unknown_game_is_told_the_known_ones(run: Run) -> None:
    result = run("play", "chess")
    assert result.exit_code == 2
    assert "azul" in result.stderr


def test_a_missing_record_is_one_line_and_exit_code_1(run: Run, tmp_path: Path) -> None:
    result = run("replay", tmp_path / "none.txt", "--all")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: cannot read ")
    assert result.stderr.count("\n") == 1


def test_games_lists_the_games_first_and_details_on_request(run: Run) -> None:
    lines = run("games").output.splitlines()
    assert [line.split()[0] for line in lines[1:5]] == list(GAME_NAMES)
    assert "greedy" not in "\n".join(lines)
    assert "allowed: coloured, grey; default: coloured" in run("games", "azul").output
    everything = run("games", "--all").output
    assert "allowed: coloured, grey; default: coloured" in everything
    assert "greedy" in everything


def test_ctrl_c_that_was_swallowed_is_no_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_badly(_: str) -> None:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr("azulejos.cli.games.game_named", compile_badly)
    result = run("games")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130
    assert "stopped" in result.stderr


@pytest.mark.parametrize(
    ("command", "meant"), [("azull", "'play azul'"), ("playy", "'play'"), ("play azull", "'azul'")]
)
def test_a_misspelt_name_is_answered_with_the_nearest(run: Run, command: str, meant: str) -> None:
    result = run(*command.split())
    assert result.exit_code == 2
    assert f"did you mean {meant}?" in result.output.lower()
