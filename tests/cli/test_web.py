"""`azulejos web` and `azulejos serve`, as real processes."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from azulejos.cli.web import data_folder
from patience import PATIENCE

from .conftest import Run, environment

Start = Callable[..., tuple[subprocess.Popen[str], str]]


@pytest.fixture
def program() -> Iterator[Start]:
    """Start a command and wait for the address that it prints."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str | Path) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
        )
        started.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        result = re.search(r"http://\S+", line)
        assert result, line
        return process, result[0]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def end(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    process.send_signal(number)
    output, _ = process.communicate(timeout=PATIENCE)
    return process.returncode, output


def test_web_opens_a_table_against_a_bot_once_and_keeps_the_game(
    program: Start, tmp_path: Path
) -> None:
    store = tmp_path / "games.db"
    process, address = program("web", "sintra", "--no-browser", "--store", store)
    with httpx.Client(timeout=PATIENCE) as browser:
        begun = browser.get(address)
        assert begun.status_code == 302
        table = begun.headers["location"]
        assert re.fullmatch(r"/t/[\w-]{16}", table)
        assert browser.get(address).headers["location"] == "/", "the address works once"
        base = address.partition("/start/")[0]
        described = browser.get(f"{base}/api/tables/{table.removeprefix('/t/')}").json()
        assert described["game"] == "sintra"
        assert [seat["kind"] for seat in described["seats"]] == ["person", "bot"]
        code, output = end(process, signal.SIGINT)
        assert code == 0, output
        assert "Traceback" not in output

        _, again = program("web", "sintra", "--no-browser", "--store", store)
        assert browser.get(again).headers["location"] == table, "the game goes on"


def test_serve_tells_its_address_and_ends_when_it_is_told_to(
    program: Start, tmp_path: Path
) -> None:
    store = tmp_path / "games.db"
    bot = "The 1st one=random:seed=1"
    process, address = program("serve", "--port", "0", "--store", store, "--bot", bot)
    games = httpx.get(f"{address}api/games", timeout=PATIENCE).json()
    assert [each["name"] for each in games[0]["bots"]] == ["The 1st one"]
    made = httpx.post(f"{address}api/tables", json={"game": "azul"}, timeout=PATIENCE)
    assert made.status_code == 201
    begun = time.monotonic()
    code, output = end(process, signal.SIGTERM)
    assert time.monotonic() - begun < PATIENCE / 2
    assert code in (0, -signal.SIGTERM)
    assert "Traceback" not in output
    assert '"what": "request"' in output
    with sqlite3.connect(store) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    connection.close()


def test_serve_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    missing = run("serve", "--public-url", "azul.example")
    assert missing.exit_code == 2
    assert "https://azul.example.org" in missing.output
    assert "--behind-proxy" in run("serve", "--help").output
    assert os.environ.get("AZULEJOS_STORE") is None
    unnamed = run("serve", "--port", "0", "--bot", "Ada")
    assert (unnamed.exit_code, "should be like" in unnamed.output) == (2, True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AZULEJOS_BOTS", "Eve the 1st=greedy\n\nAda=exec:false --fast\n")
        broken = run("serve", "--port", "0")
    assert broken.exit_code == 2
    assert "Ada: exec:false --fast: it ended with exit code 1" in " ".join(broken.output.split())
    nowhere = run("serve", "--port", "0", "--unlimited", "127.0.0.1, home")
    assert (nowhere.exit_code, "'home' is not an address" in nowhere.output) == (2, True)
    mistyped = run("serve", "--port", "0", "--store", "postgressql://ana:s3cret@db/azul")
    assert mistyped.exit_code != 0
    assert "postgressql://ana:***@db/azul" in mistyped.output
    assert "s3cret" not in mistyped.output

    several = run("serve", "--processes", "2", "--store", tmp_path / "games.db")
    assert several.exit_code == 2
    assert "PostgreSQL" in several.output


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="they have no such variable")
def test_games_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_folder() == Path("/somewhere/azulejos")
