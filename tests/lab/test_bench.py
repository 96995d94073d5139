"""`lab.bench`: what it prints, never how fast anything is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from azulejos.games import GAME_NAMES
from lab.bench import bench


def run(*arguments: str) -> Result:
    return CliRunner().invoke(bench, ["--seconds", "0.01", *arguments])


def objects(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("game", GAME_NAMES)
def test_json_has_the_figures_of_every_game(game: str) -> None:
    (result,) = objects(run("--game", game, "--players", "2", "--json"))
    assert (result["game"], result["players"]) == (game, 2)
    for figure in ("games_per_second", "legal_ns", "apply_ns", "copy_ns", "python_call_us"):
        assert result[figure] > 0
    assert result["moves_per_second"] == pytest.approx(
        result["games_per_second"] * result["mean_moves"]
    )
    assert result["mean_legal"] > 1
    assert set(result["versions"]) == {"azulejos", "python", "numpy", "numba"}


def test_every_number_of_players_is_measured_unless_one_is_chosen() -> None:
    assert [result["players"] for result in objects(run("--json"))] == [2, 3, 4]
    assert [result["players"] for result in objects(run("--json", "-o", "players=3"))] == [3]


def test_options_reach_the_game() -> None:
    coloured, grey = (
        objects(run("--players", "2", "--json", "-o", f"side={side}"))[0]
        for side in ("coloured", "grey")
    )
    assert "side=grey" in grey["options"]
    assert grey["mean_moves"] > coloured["mean_moves"]  # choosing spaces is a move


def test_people_get_a_table_and_progress_apart_from_it() -> None:
    result = run("--players", "2")
    assert "games a second" in result.stdout
    assert "2 players" in result.stdout
    assert "cold start" not in result.stdout
    assert "measuring" in result.stderr
    assert "measuring" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--option", "side"], "name=value"),
        (["--option", "side=blue"], "side=blue"),
        (["--players", "5"], "players=5"),
        (["--game", "chess"], "chess"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], complaint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
