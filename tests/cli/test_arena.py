"""The command `arena`."""

from __future__ import annotations

import errno
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from azulejos.bots import arena
from azulejos.bots.arena.results import ResultsFile
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
    result = []
    for name in ("a.json", "b.json"):
        run("--players", "greedy", "random", "--games", "4", "--json", str(tmp_path / name))
        results = json.loads((tmp_path / name).read_text())
        for player in results["players"]:
            assert player.pop("mean_time") > 0
            assert player.pop("max_time") > 0
        result.append(results)
    first, second = result
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


def test_a_test_of_points_stops_and_says_what_it_found(tmp_path):
    file, page = tmp_path / "found.json", tmp_path / "found.html"
    words = ("--sprt-points", "0,10", "--games", "200", "--json", str(file), "--report", str(page))
    result = run("--players", "greedy", "random", *words)
    assert result.exit_code == 0
    assert "stronger by +10 points than by +0? yes, rather +10" in result.stdout
    assert "ahead (95 %)" in result.stdout
    report = json.loads(file.read_text())
    assert report["sprt"]["points1"] == 10
    assert report["sprt"]["answer"] == "points1"
    first, second = (player["ahead"] for player in report["players"])
    assert 10 < first["low"] < first["value"] < first["high"]
    assert first["value"] == -second["value"]
    assert "points ahead (95 %)" in page.read_text()
    assert "yes, rather +10" in page.read_text()


@pytest.mark.parametrize(
    ("words", "text"),
    [(("--sprt", "0,100"), "yes, rather +100"), (("--sprt-points", "0,10"), "yes, rather +10 (")],
)
def test_a_bot_is_tested_among_several_of_another(words, text):
    result = run("--players", "greedy", "random", "random", *words, "--games", "300")
    assert result.exit_code == 0
    assert text in result.stdout
    assert "300 games" not in result.stdout


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
        (["--players", "greedy", "easy", "random", "--sprt", "0,5"], "compare two bots"),
        (["--players", "easy", "greedy", "greedy", "--gauntlet", "--sprt", "0,5"], "compare two"),
        (["--players", "greedy", "greedy", "--sprt-points", "x"], "two numbers, like 0,2"),
        (
            ["--players", "greedy", "easy", "--sprt", "0,5", "--sprt-points", "0,2"],
            "not both",
        ),
        (["--players", "greedy", "greedy", "--games", "0"], "0 is not in the range"),
        (["--players", "greedy", "--round-robin"], "1 bots for 2 players"),
        (["--players", "greedy", "random", "--gauntlet", "-o", "players=3"], "2 bots for 3"),
        (["--players", "greedy", "random", "--anchor", "easy"], "easy is not one of the players"),
        (["--players", "greedy", "random", "--move-time", "fast"], "'fast' is not a time"),
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


def test_two_equal_bots_differ_by_zero_without_a_sign():
    result = run("--players", "greedy", "greedy", "--games", "2")
    assert result.stdout.count("0 (0 to 0)") == 2
    assert "-0" not in result.stdout


def test_a_round_robin_rates_every_bot_against_every_other(tmp_path):
    report = tmp_path / "a.json"
    result = run(
        *("--players", "random", "greedy", "easy", "--round-robin", "--games", "2"),
        *("--anchor", "random", "--json", str(report)),
    )
    assert result.exit_code == 0
    assert "6 games in 3 deals" in result.stdout
    assert "score against" in result.stdout
    results = json.loads(report.read_text())
    assert [game["bots"] for game in results["games"][::2]] == [[1, 2], [1, 3], [2, 3]]
    assert results["players"][0]["rating"] == {"value": 0, "low": 0, "high": 0}
    assert [player["games"] for player in results["players"]] == [4, 4, 4]
    assert len(results["crosstable"]) == 6


def test_a_gauntlet_is_the_first_bot_against_the_others():
    result = run("--players", "greedy", "random", "easy", "--gauntlet", "--games", "2")
    assert "4 games in 2 deals" in result.stdout
    assert re.search(r"greedy +4 ", result.stdout)
    assert re.search(r"easy +2 ", result.stdout)


def misbehaving(name):
    return f"{Path(__file__).parent.parent / 'bots' / 'misbehaving.py'}:{name}"


def test_forfeits_are_told_and_leave_the_others_alone(tmp_path):
    report, page = tmp_path / "a.json", tmp_path / "a.html"
    result = run(
        *("--players", "greedy", misbehaving("Raises"), misbehaving("Nonsense"), "--gauntlet"),
        *("--games", "2", "--json", str(report), "--report", str(page)),
    )
    assert result.exit_code == 0
    assert re.search(r"Raises forfeited 2 games: it failed \(.*ZeroDivisionError", result.stdout)
    assert re.search(r"Nonsense forfeited 2 games: it played an illegal move", result.stdout)
    results = json.loads(report.read_text())
    assert [player["forfeits"] for player in results["players"]] == [0, 2, 2]
    assert {game["forfeit"]["kind"] for game in results["games"]} == {"error", "illegal"}
    assert "ZeroDivisionError" in page.read_text(encoding="utf-8")


def test_the_same_command_goes_on_where_it_was_broken_off(tmp_path):
    file = tmp_path / "games.jsonl"
    words = ("--players", "greedy", "random", "--results", str(file), "--seed", "4")
    short = run(*words, "--games", "2")
    assert "going on" not in short.stderr
    whole = run(*words, "--games", "6")
    assert f"resuming after 2 games of {file}" in whole.stderr
    assert "6 games in 3 deals" in whole.stdout
    assert len(file.read_text().splitlines()) == 7
    other = run(*words[:-1], "5")
    assert other.exit_code == 1
    assert "holds games of another plan: seed was 4, now 5" in other.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize("option", ["--results", "--json", "--report"])
def test_a_full_disk_is_an_error_of_one_line_and_devices_stay_what_they_are(option):
    result = run("--players", "random", "random", "--games", "2", option, "/dev/full")
    assert result.exit_code == 1
    assert result.stderr.endswith("error: cannot write /dev/full: No space left on device\n")
    assert Path("/dev/full").is_char_device()


def test_what_was_played_is_shown_when_the_disk_fills_up(tmp_path, monkeypatch):
    def is_full(self, game):
        if self.games_written == 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.games_written += 1

    monkeypatch.setattr(ResultsFile, "games_written", 0, raising=False)
    monkeypatch.setattr(ResultsFile, "_write", is_full)
    words = ("--players", "random", "random", "--games", "8")
    result = run(*words, "--results", str(tmp_path / "games.jsonl"))
    assert result.exit_code == 1
    assert "2 games in 1 deals" in result.stdout
    assert "No space left on device" in result.stderr


def test_ctrl_c_tells_what_was_played_and_how_to_go_on(tmp_path, monkeypatch):
    def interrupted(plan, wanted, processes):
        for number, task in enumerate(wanted):
            if number == 5:
                raise KeyboardInterrupt
            yield arena.play_game(plan, task)

    monkeypatch.setattr(arena, "play_games", interrupted)
    file = tmp_path / "games.jsonl"
    result = run("--players", "random", "random", "--games", "20", "--results", str(file))
    assert result.exit_code == 130
    assert "4 games in 2 deals" in result.stdout
    assert "stopped after 4 games; the same command resumes from there" in result.stderr
    assert len(file.read_text().splitlines()) == 6  # also the game of a deal that is not complete
