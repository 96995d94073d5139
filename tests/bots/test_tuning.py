"""Tuning: weights come out of games, and an interrupted run goes on."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from azulejos.bots import tuning
from azulejos.bots.search import azul
from azulejos.bots.search.engine import load_weights
from azulejos.errors import BotError


def test_the_fit_finds_the_weights_that_made_the_samples() -> None:
    source = np.random.default_rng(1)
    truth = source.integers(-300, 300, azul.FEATURES)
    seats = np.zeros((2, 4000, azul.DESCRIBED), np.int32)
    seats[:, :, : azul.FEATURES] = source.integers(0, 5, (2, 4000, azul.FEATURES))
    seats[:, :, azul.THE_SCORE] = source.integers(0, 60, (2, 4000))
    seats[:, :, azul.THE_PERIOD] = 2
    seats[:, :, azul.THE_STAGE] = 3
    first, second = seats
    promised = (first - second)[:, : azul.FEATURES] @ truth / tuning.POINT
    won_by = promised + first[:, azul.THE_SCORE] - second[:, azul.THE_SCORE]
    samples = np.column_stack([first, second, np.rint(won_by)]).astype(np.int32)
    present = np.zeros((azul.PERIODS, azul.STAGES, azul.FEATURES), np.int32)
    found = tuning.fit(azul, samples, present, hold=1)
    assert np.abs(found[2, 3] - truth).max() <= 2
    assert not found[1].any()  # nothing was seen there: nothing is changed


@pytest.mark.compiled
def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "CHUNK", 1)
    played = []
    play_game = tuning.play_game
    monkeypatch.setattr(
        tuning, "play_game", lambda *a, **k: played.append(a[1]) or play_game(*a, **k)
    )
    output = tmp_path / "weights.json"
    for games in ("1", "3"):
        words = ["azul", str(tmp_path / "games"), "--games", games, "--nodes", "30"]
        result = CliRunner().invoke(tuning.tune, [*words, "--output", str(output)])
        assert result.exit_code == 0, result.output
    assert played == [0, 1, 2]
    assert json.loads(output.read_text())["provenance"]["games"] == 3
    assert load_weights(output).shape == (azul.PERIODS, azul.STAGES, azul.FEATURES)


def test_weights_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "weights.json"
    broken.write_text("[]")
    with pytest.raises(BotError, match="cannot read the weights"):
        load_weights(broken)


def test_the_package_says_where_its_weights_come_from() -> None:
    assert load_weights(azul.WEIGHTS).shape == (azul.PERIODS, azul.STAGES, azul.FEATURES)
    assert json.loads(azul.WEIGHTS.read_text())["provenance"]["games"] > 0
