"""The command `arena`."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from azulejos.cli.main import azulejos
from azulejos.play.record import Record


def run(*words):
    return CliRunner().invoke(
        azulejos, ["arena", *words, "--processes", "1"], catch_exceptions=False
    )


def test_the_table_names_bots_and_figures():
    result = run("--game", "azul", "--players", "greedy", "random", "--games", "3")
    assert result.exit_code == 0
    assert re.search(r"greedy +100\.0%", result.output)
    assert "4 games in 2 deals" in result.output
    assert re.search(r"\d moves and \d\.\d\d rounds a game", result.output)


def test_players_may_be_named_in_either_way():
    once = run("--players", "greedy", "random", "--games", "2", "--seed", "5")
    each = run("--seed", "5", "--players", "greedy", "--players", "random", "--games", "2")
    times = re.compile(r" +[\d.]+ [mµ]?s|[ ─]+")  # and what is as wide as they are
    assert times.sub("", once.stdout) == times.sub("", each.stdout)


def test_three_players_get_their_places_counted():
    result = run("--players", "greedy", "random", "random", "--games", "3", "-o", "side=grey")
    assert result.exit_code == 0
    assert "3rd" in result.output


def test_json_holds_everything_and_repeats(tmp_path):
    found = []
    for name in ("a.json", "b.json"):
        run("--players", "greedy", "random", "--games", "4", "--json", str(tmp_path / name))
        results = json.loads((tmp_path / name).read_text())
        for player in results["players"]:
            assert player.pop("mean_time") > 0
            assert player.pop("longest_time") > 0
        found.append(results)
    first, second = found
    assert first == second
    assert (first["format"], first["version"]) == ("azulejos-arena", 1)
    assert first["options"]["players"] == 2
    assert [player["name"] for player in first["players"]] == ["greedy", "random"]
    assert first["players"][0]["elo"]["value"] is None  # infinite
    assert [(game["deal"], game["rotation"]) for game in first["games"]] == [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    ]


def test_records_are_those_of_the_games(tmp_path):
    results, records = tmp_path / "a.json", tmp_path / "games"
    run(
        *("--players", "greedy", "random", "--games", "2"),
        *("--json", str(results), "--records", str(records)),
    )
    swapped = Record.load(records / "00001-2.txt")
    assert swapped.names == ("random", "greedy")
    assert swapped.outcome.scores[::-1] == tuple(
        json.loads(results.read_text())["games"][1]["scores"]
    )


def test_sprt_stops_and_says_what_it_found():
    result = run("--players", "greedy", "random", "--sprt", "0,200", "--games", "200")
    assert result.exit_code == 0
    assert "yes, rather +200" in result.stdout
    assert "200 games" not in result.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "greedy", "nobody"], "no bot is called 'nobody'"),
        (["--players", "greedy"], "option players=1"),
        (["--players", "greedy", "random:speed=3"], "random:speed=3: no parameter 'speed'"),
        (["--players", "greedy", "greedy", "-o", "side=blue"], "option side=blue"),
        (["--players", "greedy", "greedy", "-o", "side"], "'side' should be name=value"),
        (["--players", "greedy", "greedy", "-o", "players=3"], "2 bots for 3 players"),
        (["--players", "greedy", "greedy", "--sprt", "5"], "should be two numbers"),
        (["--players", "greedy", "greedy", "--sprt", "5,0"], "the first number is the smaller"),
        (["--players", "greedy", "greedy", "greedy", "--sprt", "0,5"], "compares two bots"),
        (["--players", "greedy", "greedy", "--games", "0"], "0 is not in the range"),
        (["--game", "chess", "--players", "greedy", "greedy"], "'chess' is not"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(words, complaint):
    result = run(*words)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert len([line for line in result.stderr.splitlines() if "Error" in line]) == 1


def test_a_place_that_cannot_be_written_is_found_out_before_the_games(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    for words in (["--json", str(tmp_path / "no" / "a.json")], ["--records", str(blocked / "x")]):
        result = run("--players", "greedy", "greedy", "--games", "100000", *words)
        assert result.exit_code == 1
        assert "cannot write" in result.stderr
