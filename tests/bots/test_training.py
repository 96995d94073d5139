"""Training: positions with what a deep search finds, and how far values are off."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from inspect import isfunction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import azulejos
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.bots.training import positions
from azulejos.bots.training.accuracy import errors, is_held_out, static_values
from azulejos.bots.training.positions import Plan, collect, positions_of, record_of, tiles_left
from azulejos.cli.accuracy import accuracy
from azulejos.core.state import State

SHORT = Plan("azul", nodes=30, deep_nodes=300, share=0.2)


@pytest.mark.compiled
def test_a_numbered_game_gives_the_same_positions_every_time() -> None:
    rows = positions_of(SHORT, 3)
    assert len(rows)
    assert np.array_equal(rows, positions_of(SHORT, 3))
    assert (rows["tiles"] > 0).all()
    assert (rows["number"] == 3).all()


@pytest.mark.compiled
def test_a_position_is_kept_with_what_a_search_finds_in_it() -> None:
    game = azulejos.game("azul")
    row = positions_of(SHORT, 3)[-1]
    state = State(game, row["key"].copy())
    result = Search(game).think(state.view(int(row["seat"])), Budget(nodes=SHORT.deep_nodes))
    assert state.to_move == row["seat"]
    assert tiles_left(state) == row["tiles"]
    assert result.is_complete == row["is_complete"]
    if result.is_complete:  # else it depends on what was searched before
        assert round(result.moves[0].points * 100) == row["value"]


@pytest.mark.parametrize(
    ("name", "tiles"), [("azul", 20), ("sintra", 20), ("pavilion", 20), ("duel", 21)]
)
def test_tiles_left_are_those_dealt_at_first(name: str, tiles: int) -> None:
    match = azulejos.Match(azulejos.game(name))
    assert tiles_left(match.state) == tiles


@pytest.mark.compiled
def test_an_interrupted_collection_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "CHUNK", 1)
    first = [*collect(SHORT, tmp_path, 1)]
    again = [*collect(SHORT, tmp_path, 2)]
    assert np.array_equal(first[0], again[0])
    assert np.array_equal(again[1], positions_of(SHORT, 1))
    monkeypatch.setattr(positions, "positions_of", None)  # nothing is played any more
    assert len([*collect(SHORT, tmp_path, 2)]) == 2


def test_errors_are_those_of_solved_rounds_that_others_follow() -> None:
    rows = np.zeros(5, record_of(1))
    rows["tiles"] = 9, 10, 16, 12, 12
    rows["value"] = 300, 500, 700, 9900, 9900
    rows["is_complete"] = True, True, True, False, True
    rows["is_decided"][4] = True
    (result,) = errors(rows, np.array([1.0, 3.0, 8.0, 0.0, 0.0]), [range(9, 17), range(17, 21)])
    assert result.positions == 3
    assert result.bias == pytest.approx(1.0)
    assert result.deviation == pytest.approx(np.std([2.0, 2.0, -1.0]))


def test_every_fifth_game_is_held_out() -> None:
    rows = np.zeros(10, record_of(1))
    rows["number"] = range(10)
    assert rows["number"][is_held_out(rows)].tolist() == [4, 9]


@pytest.mark.compiled
def test_the_values_are_those_of_the_search_without_searching() -> None:
    game = azulejos.game("azul")
    rows = positions_of(SHORT, 3)[:2]
    search = Search(game)
    state = State(game, rows[1]["key"].copy())
    assert static_values(search, rows)[1] == search.value(state, int(rows[1]["seat"]))


@pytest.mark.compiled
def test_the_command_prints_the_errors(tmp_path: Path) -> None:
    arguments = ["azul", str(tmp_path), "--games", "2", "--nodes", "30", "--deep-nodes", "5000"]
    result = CliRunner().invoke(accuracy, [*arguments, "--processes", "1"])
    assert result.exit_code == 0
    assert "tiles left  solved  deviation" in result.stdout
    older = CliRunner().invoke(accuracy, [*arguments, "--processes", "1", "--version", "1"])
    assert older.exit_code == 0
    assert older.stdout != result.stdout  # the same positions, other values
    result = CliRunner().invoke(accuracy, [*arguments, "--options", "side=purple"])
    assert result.exit_code == 2


class Cluster:
    """As much of Ray as is asked of it: tasks are functions, and nothing else."""

    @staticmethod
    def remote(task: Any) -> SimpleNamespace:
        if not isfunction(task):
            raise TypeError("it must be a function or a class")
        return SimpleNamespace(remote=lambda *given: (task, given))

    @staticmethod
    def wait(running: list[Any]) -> tuple[list[Any], list[Any]]:
        return running[-1:], running[:-1]

    @staticmethod
    def get(running: Any) -> Any:
        task, given = running
        return task(*given)


def test_chunks_are_played_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "connected", lambda *_: nullcontext(Cluster))
    result = positions.side_by_side(partial(pow, 2), {0: 3, 20: 5}, 1, "local")
    assert [*result] == [(20, 32), (0, 8)]
