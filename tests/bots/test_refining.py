"""Refining weights: ends of rounds with what the next round brings, and weights fitted to that."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import azulejos
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights, widened
from azulejos.bots.training import boards
from azulejos.bots.training.boards import Lesson, lesson_of, refine
from azulejos.bots.training.positions import Plan, positions_of
from azulejos.cli import refine as command
from azulejos.core.state import State
from azulejos.core.turn import CHANCE

SHORT = Plan("sintra", nodes=10, deep_nodes=40, share=0.05, deals=2)


@pytest.mark.compiled
def test_ends_of_rounds_are_kept_before_the_next_is_dealt() -> None:
    rows = positions_of(SHORT, 3)
    assert np.array_equal(rows, positions_of(SHORT, 3))
    ends = rows[rows["tiles"] == 0]
    states = [State(azulejos.game("sintra"), row["key"].copy()) for row in ends]
    assert [state.table.rounds for state in states] == [1, 2, 3, 4, 5]
    assert {state.to_move for state in states} == {CHANCE}
    assert ends["value"].any()


@pytest.mark.compiled
def test_without_deals_no_ends_are_kept() -> None:
    rows = positions_of(Plan("sintra", nodes=10, deep_nodes=40, share=0.05), 3)
    assert (rows["tiles"] > 0).all()


def lesson(weights: list[float], positions: int) -> Lesson:
    """Positions of one period and stage that are off by what other weights would say."""
    features = np.random.default_rng(1).integers(-3, 4, (positions, len(weights))).astype(float)
    nothing = np.zeros(positions, int)
    return Lesson(features, nothing, nothing, features @ weights, np.arange(positions) % 5 == 4)


def test_weights_are_moved_to_where_values_are_right() -> None:
    present = np.full((1, 2, 3), 100)
    result, (fit,) = refine(lesson([30, 0, -20], 100), present, hold=0.01)
    assert result[0].tolist() == [[130, 100, 80], [100, 100, 100]]
    assert (fit.period, fit.stage, fit.positions) == (0, 0, 80)
    assert fit.after < 0.01 < fit.before


def test_weights_are_held_to_the_present_ones() -> None:
    present = np.full((1, 1, 3), 100)
    result, _ = refine(lesson([30, 0, -20], 100), present, hold=1e9)
    assert result[0, 0].tolist() == [100, 100, 100]


def test_nothing_is_learnt_from_a_few_positions() -> None:
    present = np.full((1, 1, 3), 100)
    result, fits = refine(lesson([30, 0, -20], 20), present, hold=1)
    assert result[0, 0].tolist() == [100, 100, 100]
    assert fits == []


@pytest.mark.compiled
def test_a_lesson_leaves_out_rounds_that_end_the_game() -> None:
    rows = positions_of(SHORT, 3)
    rows["is_decided"][0] = True
    result = lesson_of(KNOWLEDGE.of("sintra"), rows, np.zeros(len(rows)))
    assert len(result.off) == len(rows) - rows["is_decided"].sum()
    assert set(result.stages) >= {0}


def test_older_weights_get_room_for_newer_features() -> None:
    known = KNOWLEDGE.of("sintra")
    older = load_weights(find_version(known, 1).edition(2).weights)
    wide = widened(older, known.features)
    assert wide.shape == known.shape
    assert np.array_equal(wide[:, :, : older.shape[2]], older)
    assert not wide[:, :, older.shape[2] :].any()


@pytest.mark.compiled
def test_the_command_writes_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "FEWEST", 2)
    output = tmp_path / "weights.json"
    arguments = ["sintra", str(tmp_path), "--games", "5", "--nodes", "10", "--deep-nodes", "40"]
    arguments += ["--deals", "1", "--share", "0.02", "--processes", "1", "--output", str(output)]
    result = CliRunner().invoke(command.refine, arguments)
    assert result.exit_code == 0, result.output
    assert "held out: before  after" in result.stdout
    known = KNOWLEDGE.of("sintra")
    found = load_weights(output)
    assert found.shape == known.shape
    assert not np.array_equal(found, load_weights(find_version(known).edition(2).weights))
    assert json.loads(output.read_text())["provenance"]["games"] == 5


@pytest.mark.compiled
def test_the_command_says_if_there_is_too_little(tmp_path: Path) -> None:
    arguments = ["sintra", str(tmp_path), "--games", "1", "--nodes", "5", "--deep-nodes", "10"]
    arguments += ["--deals", "1", "--share", "0", "--processes", "1"]
    result = CliRunner().invoke(command.refine, [*arguments, "--output", str(tmp_path / "w.json")])
    assert result.exit_code != 0
    assert "too little to learn from in 1 games" in str(result.exception)
