"""Tuning: weights come out of games, and an interrupted run goes on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import azulejos
from azulejos import Game, Match, State, bot
from azulejos.bots import tuning
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.knowledge import AFTER_FEATURES, PERIOD, POINT, STAGE, SURE_POINTS
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights
from azulejos.cli.tune import tune
from azulejos.errors import BotError

AZUL = KNOWLEDGE.of("azul")


def test_the_fit_finds_the_weights_that_made_the_samples() -> None:
    source = np.random.default_rng(1)
    number = AZUL.features
    truth = source.integers(-300, 300, number)
    seats = np.zeros((2, 4000, number + AFTER_FEATURES), np.int32)
    seats[:, :, :number] = source.integers(0, 5, (2, 4000, number))
    seats[:, :, number + SURE_POINTS] = source.integers(0, 60, (2, 4000))
    seats[:, :, number + PERIOD] = 2
    seats[:, :, number + STAGE] = 3
    first, second = seats
    promised = (first - second)[:, :number] @ truth / POINT
    won_by = promised + (first - second)[:, number + SURE_POINTS]
    following = np.zeros(4000)
    samples = np.column_stack([first, second, following, np.rint(won_by)]).astype(np.int32)
    present = np.zeros(AZUL.shape, np.int32)
    result = tuning.fit(AZUL, samples, present, tuning.Holds(stage=1))
    assert np.abs(result[2, 3] - truth).max() <= 2
    assert not result[1].any()  # nothing was seen there: nothing is changed


def test_a_horizon_learns_from_what_is_predicted_there() -> None:
    """Games of two positions: one tile leads to two, and two tiles are worth three points."""
    game = np.zeros((2, AZUL.features + AFTER_FEATURES), np.int32)
    game[:, 0] = 1, 2  # the first feature, in a position and in the next one
    game[:, AZUL.features + PERIOD] = 1, 2
    nothing = np.zeros_like(game)
    nothing[:, AZUL.features + PERIOD] = 1, 2
    lucky = np.column_stack([game, nothing, [1, 0], [9, 3]])
    samples = np.tile(lucky, (500, 1)).astype(np.int32)
    present = np.zeros(AZUL.shape, np.int32)
    holds = tuning.Holds(period=0.001, stage=0.001)
    assert tuning.fit(AZUL, samples, present, holds, horizon=1)[1, 0, 0] == 300
    assert tuning.fit(AZUL, samples, present, holds)[1, 0, 0] == 900


def test_weights_held_evenly_do_not_depend_on_the_size_of_features() -> None:
    source = np.random.default_rng(1)
    x, y, sizes = source.normal(size=(200, 3)), source.normal(size=200), np.array([1, 10, 100])
    plain = tuning.least_squares(x, y, np.zeros(3), 50, evenly=True)
    scaled = tuning.least_squares(x * sizes, y, np.zeros(3), 50, evenly=True)
    assert plain == pytest.approx(scaled * sizes)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.compiled] * (name != "azul"))
        for name in SEARCHED_GAMES
    ],
)
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_described_explains_the_value(name: str, players: int) -> None:
    """The weighted sum of a description is what the search takes a position to be worth."""
    game = azulejos.game(name)
    if players not in next(game.options.each()).metadata["allowed"]:
        pytest.skip(f"{game.title} is not for {players}")
    knowledge = KNOWLEDGE.of(name)
    file = find_version(knowledge).edition(players).weights
    weights = load_weights(file)
    # what corrects a value beside the weights was not there in the first version
    search = Search(game, file, version=1) if knowledge.load_correction else Search(game)
    number = knowledge.features
    for state in positions_of(game, players):
        seats = [tuning.describe(knowledge, state, seat) for seat in range(players)]
        worth = [
            POINT * seat[number + SURE_POINTS]
            + int(weights[seat[number + PERIOD], seat[number + STAGE]] @ seat[: weights.shape[2]])
            for seat in seats
        ]
        ahead = worth[0] - sum(worth[1:]) / (players - 1)
        assert search.value(state, 0) == pytest.approx(ahead / POINT, abs=0.02)


def positions_of(game: Game, players: int) -> Iterator[State]:
    """Positions of a game of greedy play in which a seat is to move."""
    match = Match(game, game.options.of({"players": players}), source=random.Random(3))
    player = bot("greedy:seed=3")
    while (seat := match.state.to_move) is not None:
        yield match.state
        match.play(seat, player.choose(match.view(seat)))


@pytest.mark.compiled
def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "CHUNK", 1)
    played = []
    play_game = tuning.play_game
    monkeypatch.setattr(
        tuning, "play_game", lambda *a, **k: played.append(a[1:3]) or play_game(*a, **k)
    )
    output = tmp_path / "weights.json"
    for games in ("1", "3"):
        words = ["azul", str(tmp_path / "games"), "--games", games, "--nodes", "30"]
        words += ["--options", "", "--options", "players=3 side=grey"]
        tuned(*words, "--output", str(output))
    assert [(str(options), number) for options, number in played] == [
        ("players=2", 0),
        ("players=3 side=grey", 1),
        ("players=2", 2),
    ]
    provenance = json.loads(output.read_text())["provenance"]
    assert provenance["games"] == 3
    assert provenance["options"] == ["players=2", "players=3 side=grey"]
    assert load_weights(output).shape == AZUL.shape


@pytest.mark.compiled
def test_a_folder_keeps_the_weights_that_play_its_games(tmp_path: Path) -> None:
    words = ["azul", str(tmp_path / "first"), "--games", "1", "--nodes", "30", "--hold", "0.1"]
    tuned(*words, "--afresh", "--output", str(tmp_path / "first.json"))
    nothing = load_weights(tmp_path / "first" / "start.json")
    assert nothing.shape == AZUL.shape
    assert not nothing.any()

    words[1] = str(tmp_path / "second")
    tuned(
        *words, "--start", str(tmp_path / "first.json"), "--output", str(tmp_path / "second.json")
    )
    start = tmp_path / "second" / "start.json"
    assert (load_weights(start) == load_weights(tmp_path / "first.json")).all()
    tuned(*words, "--afresh", "--output", str(tmp_path / "second.json"))  # goes on as it began
    provenance = json.loads((tmp_path / "second.json").read_text())["provenance"]
    assert provenance["start"]["games"] == 1
    assert provenance["start"]["start"] == {"how": "nothing"}


def tuned(*words: str) -> None:
    result = CliRunner().invoke(tune, words)
    assert result.exit_code == 0, result.output


def test_options_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    for text in ("players=7", "three"):
        result = CliRunner().invoke(tune, ["azul", str(tmp_path), "--options", text])
        assert result.exit_code == 2
        assert repr(text) in result.output


def test_weights_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "weights.json"
    broken.write_text("[]")
    with pytest.raises(BotError, match="cannot read the weights"):
        load_weights(broken)
