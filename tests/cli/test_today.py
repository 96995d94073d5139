"""The game of the day in the terminal: played, kept, shared, compared."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from azulejos.bots import bot
from azulejos.bots.search.result import Budget
from azulejos.cli import today
from azulejos.play import daily as daily_module
from azulejos.play.daily import SEAT, DailyGame, read_link
from azulejos.play.match import Match

from .conftest import Run

DAY = "2026-11-14"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An opponent that needs nothing compiled, and a judge in a hurry."""
    monkeypatch.setattr(daily_module, "LEVEL", "easy")
    monkeypatch.setattr(today, "judge", lambda _: Budget(nodes=20))


def played(game: str, choice: int, day: str = DAY) -> tuple[DailyGame, Match]:
    """A whole game of a day, by the moves in a place of the list."""
    daily = DailyGame.of(game, day)
    match, opponent = daily.match(), bot(daily.opponent)
    while (seat := match.state.to_move) is not None:
        if seat == SEAT:
            moves = match.state.legal_moves
            match.play(seat, moves[min(choice, len(moves) - 1)])
        else:
            match.play(seat, opponent.choose(match.view(seat)))
    return daily, match


def typed(match: Match) -> list[str]:
    movers = zip(match.movers, match.events, strict=True)
    return [str(event) for mover, event in movers if mover == SEAT]


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_game_is_played_in_two_sittings_and_shared(run: Run, tmp_path: Path, game: str) -> None:
    daily, match = played(game, 0)
    moves, file = typed(match), tmp_path / "me.json"
    asked = ("today", game, "--date", DAY, "--progress", file, "--plain", "--moves", "-")
    first = run(*asked, stdin="\n".join([*moves[:3], "quit"]))
    assert first.exit_code == 0, first.output
    assert f"To go on: azulejos today {game}" in first.output
    second = run(*asked, stdin="\n".join(moves[3:]))
    assert second.exit_code == 0, second.output
    points = match.state.scores
    assert f" {points[0]} : {points[1]}\n" in second.output
    link = next(line for line in second.output.splitlines() if line.startswith("#day-"))
    shared, packed = read_link(link)
    assert shared == daily
    assert shared.unpack(packed).events == match.events
    assert "Days in a row: 0 now" in second.output  # it was played on another day
    again = run(*asked)
    assert link in again.output  # it is not played twice
    assert len(json.loads(file.read_text())[f"today {game}"]["results"]) == 1


def test_games_are_compared_once_one_has_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "me.json"
    daily, theirs = played("azul", 5)
    asked = ("today", "--link", f"https://example.org/#{daily.link(theirs)}", "--progress", file)
    before = run(*asked)
    assert before.exit_code == 1
    assert "play the game of that day first" in before.output
    assert str(theirs.state.scores[0]) not in before.output.replace(DAY, "")
    _, mine = played("azul", 0)
    assert (
        run(
            "today", "--date", DAY, "--progress", file, "--moves", "-", stdin="\n".join(typed(mine))
        ).exit_code
        == 0
    )
    after = run(*asked, "--plain")
    assert after.exit_code == 0, after.output
    assert f"{mine.state.scores[0]} : {mine.state.scores[1]}" in after.output
    assert f"{theirs.state.scores[0]} : {theirs.state.scores[1]}" in after.output
    assert "Your games part after" in after.output
    assert "costs" in after.output
    same = run("today", "--link", daily.link(mine), "--progress", file)
    assert "You made the same moves." in same.output


def test_hints_and_undoing_are_off(run: Run) -> None:
    for command in ("hint", "undo", "save"):
        result = run("today", "--date", DAY, "--moves", "-", stdin=f"{command}\n")
        assert result.exit_code == 1
        assert "error" in result.output
    output = run("today", "--date", DAY, "--moves", "-", stdin="help\n").output
    assert "  moves TEXT" in output
    assert "hint" not in output


def test_a_streak_of_days(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "me.json"
    file.write_text(json.dumps({"azul": {"tried": 3}}))
    day = datetime.now(UTC).date()
    for number in (1, 0):
        wanted = str(day - timedelta(number))
        _, match = played("azul", 0, wanted)
        result = run(
            "today",
            "--date",
            wanted,
            "--progress",
            file,
            "--moves",
            "-",
            stdin="\n".join(typed(match)),
        )
        assert result.exit_code == 0, result.output
    assert "Days in a row: 2 now, 2 at best." in result.output
    assert json.loads(file.read_text())["azul"] == {"tried": 3}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--date", "2020-01-01"), "no game of the day"),
        (("--date", "soon"), "no game of the day"),
        (("--date", str(datetime.now(UTC).date() + timedelta(9))), "has not begun"),
        (("--link", "day-azul"), "does not hold a finished game"),
        ((), "not a terminal"),
    ],
)
def test_wrong_usage(run: Run, arguments: tuple[str, ...], why: str) -> None:
    result = run("today", *arguments)
    assert result.exit_code == 2
    assert why in result.output.replace("\n", " ")


def test_a_file_of_something_else(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    for held in ([1], {"games of the day": 3}, {"games of the day": {f"azul {DAY}": ["x"]}}):
        file.write_text(json.dumps(held))
        result = run("today", "--date", DAY, "--progress", file, "--moves", "-")
        assert result.exit_code == 1
        assert str(file.name) in result.output.replace("\n", "")
