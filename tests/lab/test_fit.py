"""`lab.fit`: positions of self-play, what they turn out to be worth, and what is fitted to that."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from azulejos import AZUL, Match, State
from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.versions import find_version
from azulejos.bots.search.weights import load_weights
from azulejos.core.turn import CHANCE
from azulejos.games.azul.table import COLOURS, OFFER
from lab import linear, network, selfplay
from lab.dataset import OUTCOME, UNKNOWN, Dataset, dataset_of, values_by, where_rounds_lead
from lab.fit import fit
from lab.linear import fit_weights
from lab.selfplay import Plan, collect, play_game, position_dtype

SHORT = Plan("azul", ("players=3",), nodes=20)
AZULS = KNOWLEDGE.of("azul")


# Positions


@pytest.mark.compiled
def test_a_game_gives_the_same_positions_every_time() -> None:
    rows = play_game(SHORT, 3)
    assert np.array_equal(rows, play_game(SHORT, 3))
    ends = [State(AZUL, row["key"].copy()) for row in rows[rows["is_end"]]]
    assert {state.to_move for state in ends} == {CHANCE}
    assert [state.table.rounds for state in ends] == [*range(1, len(ends) + 1)]
    assert (rows["result"] == rows["result"][0]).all()
    assert not rows["result"][0, 3]  # there are three seats
    assert 0 < (~rows["is_clean"]).sum() < len(rows)


@pytest.mark.compiled
def test_a_refilled_supply_ends_no_round() -> None:
    """In Summer Pavilion chance also draws within a round (SP-12)."""
    rows = play_game(Plan("pavilion", nodes=2), 1)
    assert rows["round"][rows["is_end"]].tolist() == [1, 2, 3, 4, 5]
    assert (np.diff(rows["round"]) == rows["is_end"][:-1]).all()


@pytest.mark.compiled
def test_deeper_searches_value_ends_and_a_share_of_the_rest() -> None:
    rows = play_game(Plan("azul", nodes=20, deep_nodes=50, deals=2, share=0.3), 0)
    within = rows[~rows["is_end"]]
    assert 0.1 < within["is_searched"].mean() < 0.5
    assert rows["is_searched"][rows["is_end"]].any()
    row = within[within["is_searched"]][0]
    state = State(AZUL, row["key"].copy())
    assert state.to_move == row["seat"]
    other = -row["value"] if row["seat"] else row["value"]
    searched = dataset_of(AZULS, rows, searched=True)
    assert searched.outcomes[np.flatnonzero(~rows["is_end"] & rows["is_searched"])[0]] == other


@pytest.mark.compiled
def test_a_folder_is_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 1)
    once = collect(SHORT, tmp_path, 1)
    first = (tmp_path / "0000000.npy").stat().st_mtime_ns
    twice = collect(SHORT, tmp_path, 2)
    assert (tmp_path / "0000000.npy").stat().st_mtime_ns == first
    assert np.array_equal(twice[: len(once)], once)
    assert {*twice["game"]} == {0, 1}


# Targets


def test_positions_lead_to_the_ends_of_rounds() -> None:
    rows = np.zeros(9, position_dtype(AZUL))
    rows["game"] = 7, 7, 7, 7, 7, 7, 8, 8, 8
    rows["round"] = 1, 1, 1, 2, 2, 3, 1, 1, 2
    rows["is_end"] = 0, 0, 1, 0, 1, 0, 0, 1, 0
    rows["is_clean"] = 0, 1, 1, 1, 1, 1, 1, 1, 0
    # The first is followed by random plies, and so is the end of round 1 of game 8
    assert where_rounds_lead(rows).tolist() == [
        *(UNKNOWN, 2, 4, 4, OUTCOME, OUTCOME),
        *(7, UNKNOWN, UNKNOWN),
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_values_without_a_network_are_those_of_the_search(players: int, tmp_path: Path) -> None:
    present = load_weights(find_version(AZULS).edition(players).weights)
    file = tmp_path / "boards.json"
    file.write_text(json.dumps({"weights": present.tolist()}))
    rows = rows_of(some_positions(players, "coloured"))
    by_search = values_by(Search(AZUL, file), rows)
    assert dataset_of(AZULS, rows).values(present) == pytest.approx(by_search, abs=2)


# Linear weights


def dataset(weights: list[int], games: int) -> Dataset:
    """Games of two rounds of which the second brings what the weights say.

    A position at the end of the first round (period 0) leads to one in the second (period 1), which
    ends the game. All that changes is the round.
    """
    features = np.random.default_rng(1).integers(-3, 4, (2 * games, 3, 2)).astype(np.float32)
    second = np.arange(2 * games) % 2 == 1
    features[~second] = features[second]
    return Dataset(
        features=features,
        sure=np.zeros((2 * games, 3), np.float32),
        periods=second.astype(int),
        stages=np.zeros(2 * games, int),
        leads_to=np.where(second, OUTCOME, np.arange(1, 2 * games + 1)),
        outcomes=features @ np.array(weights, np.float32),
        held_out=np.arange(2 * games) // 2 % 5 == 4,
    )


@pytest.mark.parametrize(("l2", "expected"), [(0.01, [130, 80]), (1e9, [100, 100])])
def test_weights_learn_from_the_end_backwards_unless_held(l2: float, expected: list[int]) -> None:
    present = np.full((2, 1, 2), 100)
    weights = fit_weights(dataset([130, 80], 200), present, l2)
    assert weights[:, 0].tolist() == [expected, expected]


# The network


def some_positions(players: int, side: str) -> list[State]:
    """Positions of a random game, before the round that ends it."""
    source = random.Random(players)
    match = Match(AZUL, AZUL.options(players=players, side=side), source=source)
    states: list[State] = []
    while (seat := match.state.to_move) is not None and len(states) < 12:
        if match.state.table.phase == OFFER and source.random() < 0.2:
            states.append(match.state)
        match.play(seat, source.choice(match.state.legal_moves))
    return states


def rows_of(states: list[State]) -> selfplay.Rows:
    rows = np.zeros(len(states), position_dtype(AZUL))
    rows["seat"] = [state.to_move for state in states]
    rows["key"] = [np.frombuffer(state.key, np.uint8) for state in states]
    return rows


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_the_search_corrects_values_as_the_network_was_fitted(
    players: int, side: str, tmp_path: Path
) -> None:
    present = load_weights(find_version(AZULS).edition(players).weights)
    rows = rows_of(some_positions(players, side))
    every = np.full(len(rows), fill_value=True)
    examples = network.examples_of(dataset_of(AZULS, rows), rows, present, every)
    params = whole_params(examples, present.shape)
    files = tmp_path / "present.json", tmp_path / "fitted.json"
    files[0].write_text(json.dumps({"weights": present.tolist()}))
    files[1].write_text(json.dumps(network.as_file(params, present)))
    before, after = (values_by(Search(AZUL, file), rows) for file in files)
    expected = 100 * np.asarray(network.corrections(params, examples))
    if players == 2:  # told for the seat to move
        expected *= np.where(rows["seat"] == 0, 1, -1)[:, None]
    assert after - before == pytest.approx(expected, abs=3)


def whole_params(examples: network.Examples, shape: tuple[int, ...]) -> network.Params:
    """Parameters that lose nothing when they are rounded."""
    source = np.random.default_rng(2)
    rows = examples.colour.shape[-1], examples.whole.shape[-1]
    colour = source.integers(-9, 10, (rows[0], net.COLOUR_UNITS)) / 100
    whole = source.integers(-9, 10, (rows[1], net.WHOLE_UNITS)) / 100
    return {
        "colour": colour / network.COLOUR_SCALES[: rows[0], None],
        "whole": whole / network.WHOLE_SCALES[: rows[1], None],
        "boards": source.integers(-9, 10, shape) / 100,
    }


def test_a_network_and_weights_of_boards_learn_what_explains_the_positions() -> None:
    """One input makes positions worth three points more, one feature of boards 0.2 each."""
    source = np.random.default_rng(1)
    whole = np.zeros((400, 1, net.WHOLE_ROWS), np.int8)
    whole[:, 0, 0] = source.integers(0, 2, 400)
    features = source.integers(-20, 21, (400, 1, 2)).astype(np.float32)
    examples = network.Examples(
        np.zeros((400, 1, COLOURS, net.COLOUR_ROWS), np.int8),
        whole,
        features,
        np.zeros(400, int),
        np.full(400, 2),
        (3.0 * whole[:, :, 0] + 0.2 * features[:, :, 1]).astype(np.float32),
    )
    config = network.TrainConfig(epochs=250, decay=0.01, batch=64)
    params = network.fit_network(examples, (2, 3, 2), config)
    assert np.abs(network.corrections(params, examples) - examples.wanted).max() < 0.3
    assert params["boards"][0, 2] == pytest.approx([0, 0.2], abs=0.02)
    assert not params["boards"][1:].any()  # nothing was seen of other rounds


# The program


@pytest.mark.compiled
def test_the_program_writes_weights_that_a_search_can_play_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 2)
    monkeypatch.setattr(linear, "MIN_POSITIONS", 10)
    once, output = tmp_path / "once", tmp_path / "fitted.json"
    arguments = ["--games", "6", "--nodes", "20", "--options", "players=3", "--epochs", "1"]
    arguments += ["--processes", "1", "--output", str(output)]
    result = CliRunner().invoke(fit, ["azul", str(once), *arguments])
    assert result.exit_code == 0, result.output
    assert "before" in result.output
    assert "after" in result.output
    more = [*arguments, "--also", str(once), "--weights", str(output)]
    assert CliRunner().invoke(fit, ["azul", str(tmp_path / "more"), *more]).exit_code == 0
    assert json.loads(output.read_text())["provenance"]["games"] == 12
    state = Match(AZUL, AZUL.options(players=3), source=random.Random(1)).state
    assert Search(AZUL, output).value(state, 0) != Search(AZUL).value(state, 0)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--options", "players=3", "--options", "players=4"], "the same number of players"),
        (["--options", "players=3", "--deep-nodes", "100"], "need two players"),
        (["--options", "players=5"], "players=5"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], complaint: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(fit, ["azul", str(tmp_path), *arguments])
    assert result.exit_code == 2
    assert complaint in result.output
