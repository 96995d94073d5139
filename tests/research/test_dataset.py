"""Positions of self-play: what is in them, files, batches, broken runs, and wrong use."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from azulejos import game as game_named
from azulejos.cli.main import azulejos
from azulejos.errors import BotError, DatasetError, OptionError, UnknownName
from azulejos.research.dataset import about, batches, files_of, load, shards, write
from azulejos.research.packing import Packing
from azulejos.research.selfplay import COLUMNS, Plan, play_games, play_randomly
from option_sets import every_game


def plan_of(game, bots=("random", "random"), **changes):
    return Plan(game.name, game.options(), bots, **changes)


def masks_of(positions, game):
    return np.unpackbits(positions["mask"], axis=1, count=game.move_codes)


def observations_of(positions, game):
    return Packing.of(game.observation(2)).unpack(positions["observation"])


@every_game()
@pytest.mark.parametrize("bots", [("random", "random"), ("random:seed=1", "random")])
@pytest.mark.interpreted
def test_positions_are_those_of_the_games(game, bots):
    positions = play_games(plan_of(game, bots, seed=3), range(5, 7))
    rows = len(positions["action"])
    masks = masks_of(positions, game)
    assert set(positions) == set(COLUMNS)
    assert {len(column) for column in positions.values()} == {rows}
    assert set(positions["game"].tolist()) == {5, 6}
    assert masks[np.arange(rows), positions["action"]].all()
    fields = game.observation(2).read(observations_of(positions, game))
    assert fields["turn"][:, 0].all()  # the mover is the first seat of its own observation
    for number in (5, 6):
        rows_of = positions["game"] == number
        assert positions["ply"][rows_of].tolist() == list(range(rows_of.sum()))
        results = {seat: set() for seat in (0, 1)}
        for seat, *result in zip(
            *(
                positions[name][rows_of].tolist()
                for name in ("seat", "reward", "score", "place", "bot")
            ),
            strict=True,
        ):
            results[seat].add(tuple(result))
        (first,), (second,) = results.values()
        assert first[0] == -second[0]
        assert {first[2], second[2]} in ({1, 2}, {1})
        assert (first[1] >= second[1]) or second[2] == 1
        assert (first[3], second[3]) == (number % 2, 1 - number % 2)


def test_dataset_made_again_from_its_seed_is_the_same():
    azul = game_named("azul")
    result = play_randomly(plan_of(azul, seed=1), range(3))
    assert len(result["action"]) == 232
    assert int(observations_of(result, azul).astype(np.int64).sum()) == 27_788


@pytest.mark.interpreted
def test_games_do_not_depend_on_what_is_played_with_them():
    azul = game_named("azul")
    plan = plan_of(azul, seed=1)
    together, alone = play_games(plan, range(3)), play_games(plan, range(2, 3))
    chosen = together["game"] == 2
    for name in set(COLUMNS) - {"value"}:
        assert np.array_equal(together[name][chosen], alone[name])


@pytest.mark.compiled
def test_values_of_the_search_are_kept():
    result = play_games(plan_of(game_named("azul"), ("search:nodes=50", "random")), range(1))
    by_search = result["bot"] == 0
    legal = masks_of(result, game_named("azul")).sum(axis=1)
    assert np.isnan(result["value"][~by_search]).all()
    assert np.array_equal(np.isnan(result["value"][by_search]), legal[by_search] == 1)


@pytest.mark.interpreted
def test_values_of_bots_from_outside_are_kept(tmp_path):
    file = tmp_path / "sure.py"
    file.write_text(
        "class Sure:\n"
        "    value = 2.5\n"
        "    def choose(self, view):\n"
        "        return view.state.legal_moves[0]\n"
    )
    result = play_games(plan_of(game_named("azul"), (f"{file}:Sure", "random")), range(1))
    assert set(result["value"][result["bot"] == 0].tolist()) == {2.5}
    assert np.isnan(result["value"][result["bot"] == 1]).all()


# Files


@pytest.mark.parametrize("kind", ["parquet", "npz"])
@pytest.mark.interpreted
def test_written_and_read_back(kind, tmp_path):
    azul = game_named("azul")
    plan = plan_of(azul, seed=2, reward="points")
    number = write(plan, tmp_path, 5, games_a_shard=2, kind=kind)
    files = files_of(str(tmp_path))
    assert [file.name for file in files] == [f"azul-0000{n}.{kind}" for n in range(3)]
    expected = play_games(plan, range(5))
    expected["mask"] = masks_of(expected, azul)
    expected["observation"] = observations_of(expected, azul)
    assert number == len(expected["action"])
    read = [load(file) for file in files]
    for name in COLUMNS:
        joined = np.concatenate([part[name] for part in read])
        assert joined.dtype == expected[name].dtype
        assert np.array_equal(joined, expected[name], equal_nan=name == "value")
    facts = about(files[1])
    assert (facts["game"], facts["rules"], facts["seed"]) == ("azul", azul.rules_version, 2)
    assert (facts["options"], facts["bots"]) == (azul.options().as_dict(), ["random", "random"])
    assert (facts["first_game"], facts["games"], facts["reward"]) == (2, 2, "points")
    assert [field["name"] for field in facts["observation"]] == [
        field.name for field in azul.observation(2).fields
    ]


@pytest.mark.parametrize("seed", [None, 3])
@pytest.mark.interpreted
def test_batches_hold_every_position_once(seed, tmp_path):
    plan = plan_of(game_named("azul"))
    write(plan, tmp_path, 4, games_a_shard=1, kind="npz")
    sizes, seen = [], []
    for batch in batches(tmp_path, 50, seed=seed, columns=("game", "ply", "mask")):
        sizes.append(len(batch["mask"]))
        seen += list(zip(batch["game"].tolist(), batch["ply"].tolist(), strict=True))
    assert set(sizes[:-1]) == {50}
    assert 0 < sizes[-1] <= 50
    assert len(set(seen)) == len(seen) == sum(sizes)
    assert (seen == sorted(seen)) == (seed is None)


@pytest.mark.interpreted
def test_broken_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    plan = plan_of(game_named("azul"))
    wanted = shards(plan, tmp_path, 3, games_a_shard=1)
    wanted[0].write()
    first = wanted[0].file.read_bytes()

    def fails(*_arguments):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("azulejos.research.dataset._save_parquet", fails)
        with pytest.raises(DatasetError, match="No space left"):
            wanted[1].write()
    assert [file.name for file in tmp_path.iterdir()] == [wanted[0].file.name]
    monkeypatch.setattr(
        "azulejos.research.dataset.play_games",
        lambda plan, games: play_games(plan, games) if games.start else pytest.fail("played again"),
    )
    write(plan, tmp_path, 3, games_a_shard=1)
    assert len(files_of(tmp_path)) == 3
    assert wanted[0].file.read_bytes() == first


@pytest.mark.interpreted
def test_directory_with_something_else_is_left_alone(tmp_path):
    azul = game_named("azul")
    write(plan_of(azul, seed=1), tmp_path, 1)
    with pytest.raises(DatasetError, match="holds something else: other seed"):
        write(plan_of(azul, seed=2), tmp_path, 1)


@pytest.mark.interpreted
def test_more_games_than_before_fill_the_last_shard(tmp_path):
    plan = plan_of(game_named("azul"))
    for games in (3, 5):
        write(plan, tmp_path, games, games_a_shard=2)
    result = [set(load(file, ("game",))["game"].tolist()) for file in files_of(tmp_path)]
    assert result == [{0, 1}, {2, 3}, {4}]


@pytest.mark.interpreted
def test_what_is_no_dataset_is_refused(tmp_path):
    with pytest.raises(DatasetError, match="holds no dataset"):
        next(batches(tmp_path, 10))
    for name in ("broken.parquet", "broken.npz"):
        (tmp_path / name).write_bytes(b"nonsense")
        with pytest.raises(DatasetError, match="cannot read"):
            load(tmp_path / name)
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    with pytest.raises(DatasetError, match="cannot read"):
        about(tmp_path / "other.npz")
    write(plan_of(game_named("azul")), tmp_path / "good", 1)
    with pytest.raises(UnknownName, match="colour"):
        next(batches(tmp_path / "good", 10, columns=("colour",)))
    with pytest.raises(DatasetError, match="a batch of 0 positions"):
        next(batches(tmp_path / "good", 0))


def test_plans_that_cannot_be_played_are_refused():
    azul = game_named("azul")
    with pytest.raises(OptionError, match="3 bots for 2 players"):
        plan_of(azul, ("random",) * 3)
    with pytest.raises(UnknownName, match="nobody"):
        plan_of(azul, ("nobody", "random"))
    with pytest.raises(BotError, match="seed"):
        plan_of(azul, ("random:seed=x", "random"))
    with pytest.raises(UnknownName, match="glory"):
        plan_of(azul, reward="glory")


# The command


def run(*arguments):
    return CliRunner().invoke(azulejos, ["dataset", *map(str, arguments)])


@pytest.mark.interpreted
def test_command_writes_a_dataset_and_goes_on(tmp_path):
    arguments = ("azul", tmp_path / "data", "--shard", 1, "--processes", 1, "-o", "players=3")
    result = run(*arguments, "--games", 1)
    assert result.exit_code == 0, result.output
    assert "of 1 games in 1 files" in result.output
    result = run(*arguments, "--games", 2)
    assert "of 1 games in 1 files" in result.output
    assert "1 files were there" in result.output
    facts = about(files_of(tmp_path / "data")[0])
    assert json.dumps(facts["bots"]) == '["random", "random", "random"]'


def test_command_says_what_is_wrong(tmp_path):
    assert "no bot is called 'nobody'" in run("azul", tmp_path, "-p", "nobody").output
    assert (
        "3 bots for 2 players"
        in run("azul", tmp_path, *("-p", "random") * 3, "-o", "players=2").output
    )
    (tmp_path / "file").write_text("")
    assert run("azul", tmp_path / "file").exit_code == 2
    result = run("azul", tmp_path / "file" / "below", "--games", 1)
    assert (result.exit_code, "cannot write to" in result.output) == (1, True)
