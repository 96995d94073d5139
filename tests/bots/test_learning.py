"""Learning from rounds of self-play: what positions led to, and weights that fit it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import azulejos
from azulejos import AZUL, Match, State
from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.azul.evaluation import PERIODS
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.offer import STAGES
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights
from azulejos.bots.training import boards, network, positions, rounds
from azulejos.bots.training.rounds import RESULT, UNKNOWN, Lesson, Plan, positions_of
from azulejos.cli import learn as command
from azulejos.core.turn import CHANCE
from azulejos.games.azul.table import OFFER

SHORT = Plan("azul", ("players=3",), nodes=20)


@pytest.mark.compiled
def test_a_numbered_game_gives_the_same_positions_every_time() -> None:
    rows = positions_of(SHORT, 3)
    assert np.array_equal(rows, positions_of(SHORT, 3))
    ends = [State(AZUL, row["key"].copy()) for row in rows[rows["is_end"]]]
    assert {state.to_move for state in ends} == {CHANCE}
    assert [state.table.rounds for state in ends] == [*range(1, len(ends) + 1)]
    assert (rows["result"] == rows["result"][0]).all()
    assert not rows["result"][0, 3]  # there are three seats
    assert 0 < (~rows["is_clean"]).sum() < len(rows)


@pytest.mark.compiled
def test_a_refilled_supply_ends_no_round() -> None:
    """In Summer Pavilion chance also draws within a round (SP-12)."""
    rows = positions_of(Plan("pavilion", nodes=2), 1)
    assert rows["rounds"][rows["is_end"]].tolist() == [1, 2, 3, 4, 5]
    assert (np.diff(rows["rounds"]) == rows["is_end"][:-1]).all()


def test_positions_lead_to_the_ends_of_rounds() -> None:
    rows = np.zeros(9, rounds.record_of(1))
    rows["number"] = 7, 7, 7, 7, 7, 7, 8, 8, 8
    rows["rounds"] = 1, 1, 1, 2, 2, 3, 1, 1, 2
    rows["is_end"] = 0, 0, 1, 0, 1, 0, 0, 1, 0
    rows["is_clean"] = 0, 1, 1, 1, 1, 1, 1, 1, 0
    result = rounds.where_rounds_led(rows)
    # The first is followed by odd moves, and so is the end of round 1 of the game 8
    assert result.tolist() == [UNKNOWN, 2, 4, 4, RESULT, RESULT, 7, UNKNOWN, UNKNOWN]


def lesson(weights: list[list[float]], games: int) -> Lesson:
    """Games of two rounds of which the second brings what the weights say, and the first a mean.

    A position at the end of the first round (stage 0 of period 0) leads to one in the second
    (period 1), which ends the game.
    """
    features = np.random.default_rng(1).integers(-3, 4, (2 * games, 3, 2)).astype(np.float32)
    second = np.arange(2 * games) % 2 == 1
    features[~second] = features[second]  # all that changes is the round
    return Lesson(
        features=features,
        sure=np.zeros((2 * games, 3), np.float32),
        periods=second.astype(int),
        stages=np.zeros(2 * games, int),
        led_to=np.where(second, RESULT, np.arange(1, 2 * games + 1)),
        results=features @ np.array(weights[1], np.float32),
        held_out=np.arange(2 * games) // 2 % 5 == 4,
    )


def test_weights_learn_from_the_end_of_the_game_backwards() -> None:
    taught = lesson([[0, 0], [130, 80]], 200)
    present = np.full((2, 1, 2), 100)
    result, fits = rounds.learn(taught, present, hold=0.01)
    assert result[:, 0].tolist() == [[130, 80], [130, 80]]
    assert [(fit.period, fit.stage, fit.positions) for fit in fits] == [(0, 0, 160), (1, 0, 160)]
    assert fits[1].after < 0.01 < fits[1].before


def test_weights_are_held_to_the_present_ones() -> None:
    result, _ = rounds.learn(lesson([[0, 0], [130, 80]], 200), np.full((2, 1, 2), 100), hold=1e9)
    assert result[:, 0].tolist() == [[100, 100], [100, 100]]


def whole_weights(colour_rows: int, whole_rows: int) -> network.Weights:
    """Weights that lose nothing when they are rounded."""
    source = np.random.default_rng(2)
    colour = source.integers(-9, 10, (colour_rows, net.COLOUR_UNITS)) / 100
    whole = source.integers(-9, 10, (whole_rows, net.WHOLE_UNITS)) / 100
    return network.Weights(
        colour / network.COLOUR_SCALES[:colour_rows, None],
        whole / network.WHOLE_SCALES[:whole_rows, None],
        source.integers(-9, 10, (PERIODS, STAGES, KNOWLEDGE.of("azul").features)) / 100,
    )


def taught_by(state: State) -> network.Lesson:
    """What the network sees of a position: for each seat, with two players for the one to move."""
    key = np.frombuffer(state.key, np.uint8)[None]
    if state.players == 2:
        rows = np.zeros(1, positions.record_of(key.shape[1]))
        rows["key"], rows["seat"] = key, state.to_move
        return network.lesson_of(key, boards.lesson_of(KNOWLEDGE.of("azul"), rows, np.zeros(1)))
    rows = np.zeros(1, rounds.record_of(key.shape[1]))
    rows["key"] = key
    lesson = rounds.lesson_of(KNOWLEDGE.of("azul"), rows)
    features = network.BoardFeatures(lesson.features, lesson.periods, lesson.stages)
    return network.lesson_of_several(key, features, np.zeros((1, state.players)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_the_search_values_positions_as_the_network_was_taught(
    players: int, side: str, tmp_path: Path
) -> None:
    several = players > 2
    weights = whole_weights(
        net.COLOUR_ROWS_OF_SEVERAL if several else net.COLOUR_ROWS,
        net.WHOLE_ROWS_OF_SEVERAL if several else net.WHOLE_ROWS,
    )
    present = load_weights(find_version(KNOWLEDGE.of("azul")).edition(players).weights)
    learnt = {"weights": network.improved(present, weights)}
    learnt["correction"] = network.rounded(weights)
    files = tmp_path / "present.json", tmp_path / "learnt.json"
    files[0].write_text(json.dumps({"weights": present.tolist()}))
    files[1].write_text(json.dumps(learnt))
    searches = [Search(AZUL, file) for file in files]
    for state in some_positions(players, side):
        (told,) = network.corrections(taught_by(state), weights)
        seats = range(players) if several else [state.to_move]
        for seat, more in zip(seats, told, strict=True):
            assert seat is not None
            before, after = (search.value(state, seat) for search in searches)
            # Beside the mean of the others; what is told is beside the mean of all
            share = players / (players - 1) if several else 1
            assert after - before == pytest.approx(share * more, abs=0.03)


def some_positions(players: int, side: str) -> list[State]:
    """Positions of a random game, before the round that ends it."""
    source = random.Random(players)
    match = Match(AZUL, AZUL.options(players=players, side=side), source=source)
    result = []
    while (seat := match.state.to_move) is not None and len(result) < 12:
        if match.state.table.phase == OFFER and source.random() < 0.2:
            result.append(match.state)
        match.play(seat, source.choice(match.state.legal_moves))
    return result


@pytest.mark.compiled
def test_the_command_writes_weights_that_a_search_can_play_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(positions, "CHUNK", 2)
    monkeypatch.setattr(rounds, "FEWEST", 10)
    output = tmp_path / "learnt.json"
    arguments = ["azul", str(tmp_path / "once"), "--games", "6", "--nodes", "20"]
    arguments += ["--options", "players=3", "--processes", "1", "--output", str(output)]
    result = CliRunner().invoke(command.learn, arguments)
    assert result.exit_code == 0, result.output
    assert "held out: before  after" in result.output
    assert "corrected by the offer" in result.output
    learnt = json.loads(output.read_text())
    assert learnt["provenance"]["options"] == ["players=3"]
    more = [*arguments, "--also", str(tmp_path / "once"), "--weights", str(output)]
    more[1] = str(tmp_path / "twice")
    assert CliRunner().invoke(command.learn, more).exit_code == 0
    assert json.loads(output.read_text())["provenance"]["games"] == 12
    state = azulejos.Match(AZUL, AZUL.options(players=3), source=random.Random(1)).state
    assert Search(AZUL, output).value(state, 0) != Search(AZUL).value(state, 0)


def test_all_games_have_the_same_number_of_players(tmp_path: Path) -> None:
    arguments = ["azul", str(tmp_path), "--output", str(tmp_path / "learnt.json")]
    arguments += ["--options", "players=3", "--options", "players=4"]
    result = CliRunner().invoke(command.learn, arguments)
    assert result.exit_code == 2
    assert "all need the same number of players" in result.output
