"""`azulejos analyse`: tables, sentences, JSON, and errors that say what to do."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from azulejos import AZUL, GAME_NAMES
from azulejos.bots.search.result import MoveValue, SearchResult
from azulejos.cli.rating import RatedPlayer, luck_text, rating_text
from azulejos.cli.report import effort, graph, worth
from azulejos.skill.judging import NODES, VERSIONS, calibration_for
from azulejos.skill.summary import GameSummary

from .conftest import Run

POSITION = "azul; round 2 phase=offer turn=1 start=1; displays B4 YYYK - - -"


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    run(
        "play",
        "-p",
        "Ana",
        "-p",
        "Ben",
        "--seed",
        "1",
        "--moves",
        "-",
        "--save",
        file,
        stdin="1\n" * 3,
    )
    return file


def test_a_position_gets_its_best_moves(run: Run) -> None:
    result = run("analyse", POSITION, "--nodes", "1000", "--moves", "2")
    assert result.exit_code == 0
    assert "Azul, round 2, Seat 1 to move" in result.stdout
    assert "1B4" in result.stdout
    assert "Looked " in result.stdout


def test_how_far_was_looked_is_said_in_what_the_depth_counts() -> None:
    thought = SearchResult(2, 1234, 0.5, False, ())
    assert effort(thought) == "Looked 2 moves ahead: 1,234 nodes in 0.50 s."
    turn = replace(thought, depth=1, depth_unit="turn")
    assert effort(turn) == "Looked 1 turn ahead: 1,234 nodes in 0.50 s."
    whole = replace(turn, is_complete=True)
    assert effort(whole) == "Looked to the end of the round: 1,234 nodes in 0.50 s."


def test_a_position_may_come_from_a_file_or_the_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(POSITION.replace(";", "\n"), encoding="utf-8")
    here = run("analyse", POSITION, "--nodes", "100", "--json").stdout
    assert run("analyse", file, "--nodes", "100", "--json").stdout == here
    assert run("analyse", "-", "--nodes", "100", "--json", stdin=POSITION).stdout == here


def test_a_record_is_reviewed(run: Run, record: Path) -> None:
    result = run("analyse", record, "--nodes", "50", "--every")
    assert result.exit_code == 0
    for text in ("Expected points lost", "Ana", "Ben", "ahead", "Every move"):
        assert text in result.stdout


@pytest.mark.parametrize("name", GAME_NAMES)
def test_records_of_every_game_are_reviewed(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.txt"
    people = ("-p", "Ana", "-p", "Ben")
    run("play", name, *people, "--seed", "1", "--moves", "-", "--save", file, stdin="1\n" * 2)
    result = run("analyse", file, "--nodes", "5", "--every")
    assert result.exit_code == 0
    assert "Every move" in result.stdout
    output = run("analyse", file, "--nodes", "5", "--json").stdout
    assert output.count('"cost"') == 2
    assert f'"depth_unit": "{"turn" if name == "duel" else "move"}"' in output


def test_plain_is_sentences_of_ascii(run: Run, record: Path) -> None:
    result = run("analyse", record, "--nodes", "50", "--plain", "--every")
    assert result.output.isascii()
    assert "Ana: decisions 1, mistakes 0, " in result.output


def test_one_move_and_one_seat(run: Run, record: Path) -> None:
    one = json.loads(run("analyse", record, "--move", "4", "--nodes", "50", "--json").stdout)
    (move,) = one["moves"]
    assert (one["format"], move["event"]) == ("azulejos-analysis", 4)
    assert move["cost"] == pytest.approx(move["best"][0]["points"] - move["played"]["points"])
    output = run("analyse", record, "--move", "4", "--nodes", "50").stdout
    assert "Event 4, round 1: " in output
    seat = json.loads(run("analyse", record, "--seat", "2", "--nodes", "50", "--json").stdout)
    assert {move["seat"] for move in seat["moves"]} == {2}


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("nothing.txt",), 1, "a position begins with the name of its game"),
        (("azul",), 1, "chance is to deal"),
        (("azul players=9",), 1, "one of 2, 3, 4"),
        ((POSITION, "--time", "long"), 2, "it must be a time like 500ms or 2s"),
        ((POSITION, "--seat", "1"), 2, "among the moves of a record"),
    ],
)
def test_errors_say_what_to_do(run: Run, words: tuple[str, ...], code: int, error: str) -> None:
    result = run("analyse", *words)
    assert result.exit_code == code
    assert error in result.stderr


def test_moves_and_seats_that_are_not_there(run: Run, record: Path) -> None:
    for words, error in (
        (("--move", "1"), "no move with a choice"),
        (("--seat", "3"), "seats go from 1 to 2"),
    ):
        result = run("analyse", record, *words)
        assert result.exit_code == 2
        assert error in result.stderr


def test_a_graph_has_a_bar_for_each_number_and_divides_rounds() -> None:
    assert graph([-1, 0, 1], [1, 1, 2], -1, 1) == "▁▅│█"
    assert len(graph([0.5] * 150, [1] * 150, 0, 1)) == 50


def test_a_value_that_rounds_to_zero_is_not_negative() -> None:
    assert worth(MoveValue(AZUL.parse_move("1B2"), -0.04)) == "+0.0"


def test_a_rating_tells_the_level_of_every_player(run: Run, record: Path) -> None:
    result = run("analyse", "--rating", record, record, "--plain")
    assert result.exit_code == 0, result.stderr
    assert "Ana, Azul with 2 players, 2 games:" in result.stdout
    assert "a game needs 8 decisions" in result.stdout  # of a game that was just begun
    assert "Points lost a move by part of the round: opening" in result.stdout
    report = json.loads(run("analyse", "--rating", record, "--json").stdout)
    ana, ben = report["players"]
    assert (ana["name"], ben["name"]) == ("Ana", "Ben")
    assert ana["games"][0]["luck"] == -ben["games"][0]["luck"]
    assert ana["rating"] is None


def test_a_level_is_told_with_its_interval_and_number_of_games() -> None:
    losses = calibration_for("azul", 2).levels[3].lost  # type: ignore[union-attr]
    judge = NODES["azul"], VERSIONS["azul"]
    summary = GameSummary("azul", 2, 0, judge[0], 25, 25 * losses, 9, {}, {}, [], version=judge[1])
    text = rating_text(RatedPlayer("Ana", AZUL, 2, [summary]))
    assert re.match(r"Plays like \w+: Elo \d+ \(\d+.* to \d+.*, \w+ to \w+; ", text)
    assert "That rests on 1: 3 games or more say something." in text
    assert "not measured with 4 players" in rating_text(RatedPlayer("Ana", AZUL, 4, [summary]))
    grey = msgspec.structs.replace(summary, is_usual=False)
    assert "the usual options only" in rating_text(RatedPlayer("Ana", AZUL, 2, [grey]))
    both = RatedPlayer("Ana", AZUL, 2, [summary, grey])
    assert "That rests on 1:" in rating_text(both)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--rating", "--seat", "1"], "--rating reviews whole games"),
        (["x.txt"], "only --rating takes several"),
    ],
)
def test_what_does_not_go_with_several_games_is_said(
    run: Run, record: Path, words: list[str], complaint: str
) -> None:
    result = run("analyse", record, *words)
    assert result.exit_code == 2
    assert complaint in result.stderr


def test_luck_is_told_in_whole_points_of_two_players(run: Run, record: Path) -> None:
    assert "Luck: the deals " in run("analyse", record, "--nodes", "100").stdout
    assert luck_text([0, 0], ["Ana", "Ben"]) == "Luck: the deals were about even."
    assert luck_text([-1, 1], ["Ana", "Ben"]) == "Luck: the deals gave Ben about 1 point more."
    assert "needs records" in run("analyse", "--rating", POSITION).stderr
