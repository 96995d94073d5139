"""The file of games: written as they end, read again, and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from azulejos import AZUL
from azulejos.bots.arena import Forfeit, GamePlayed, Limits, Plan, Task, in_deals, play_games, tasks
from azulejos.bots.arena.results import GameLine, ResultsError, ResultsFile


def plan(*bots: str, **changed) -> Plan:
    return Plan("azul", AZUL.options(), bots or ("greedy", "random"), **{"seed": 3, **changed})


def played(what: Plan, deals: int) -> list[GamePlayed]:
    return list(play_games(what, tasks(what, deals)))


def write(path: Path, what: Plan, games: list[GamePlayed]) -> None:
    with ResultsFile(path, what) as file:
        for _ in file.keep(each for each in games):
            pass


def test_a_broken_run_goes_on_and_ends_as_if_it_had_not_been_broken(tmp_path):
    """After every game, and within a line."""
    what, path = plan(), tmp_path / "games.jsonl"
    games = played(what, 2)
    for kept in range(len(games) + 1):
        path.unlink(missing_ok=True)
        write(path, what, games[:kept])
        with path.open("ab") as file:
            file.write(b'{"deal":2,"rot')  # the program was killed here
        with ResultsFile(path, what) as again:
            assert [*again.games.values()] == games[:kept]
            rest = play_games(what, tasks(what, 2, again.games))
            whole = list(in_deals(what, again.keep(rest), again.games.values()))
        assert [game for deal in whole for game in deal] == games
        with ResultsFile(path, what) as complete:
            assert [*complete.games] == [Task(0, 0), Task(0, 1), Task(1, 0), Task(1, 1)]


def test_a_line_holds_all_of_a_game(tmp_path):
    game = played(plan(), 1)[1]
    lost = GamePlayed(**{**vars(game), "forfeit": Forfeit(1, "time", "9 s for a move")})
    for each in (game, lost):
        assert GameLine.of(each).game() == each
    assert GameLine.of(lost).forfeit.player == 2  # numbers in files count from 1


def test_the_first_line_says_what_is_played(tmp_path):
    path = tmp_path / "games.jsonl"
    write(path, plan(limits=Limits(float("inf"))), [])
    header = json.loads(path.read_text())
    assert header["format"] == "azulejos-arena-games"
    assert (header["game"], header["bots"], header["seed"]) == ("azul", ["greedy", "random"], 3)
    assert (header["move_time"], header["grace"]) == ("forever", 5)


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"seed": 4}, "seed was 3, now 4"),
        ({"limits": Limits(2.0)}, "move_time was None, now 2.0"),
        ({"pairing": "round-robin"}, "pairing was all, now round-robin"),
    ],
)
def test_games_of_another_plan_are_refused(tmp_path, changed, what):
    path = tmp_path / "games.jsonl"
    write(path, plan(), played(plan(), 1))
    before = path.read_bytes()
    with pytest.raises(ResultsError, match=f"holds games of another plan: {what}"):
        ResultsFile(path, plan(**changed))
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["notes", "notes\n", '{"format":"other"}\n', "\n", "\ufeff{"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResultsError, match="is not an arena results file"):
        ResultsFile(path, plan())
    assert path.read_text(encoding="utf-8") == text


def test_an_empty_file_and_a_torn_first_line_are_written_anew(tmp_path):
    path = tmp_path / "games.jsonl"
    for start in ("", '{"format":"azulejos-arena-ga'):
        path.write_text(start)
        write(path, plan(), [])
        assert len(path.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"deal":1', '"deal":0'),
        ('"deal":1', '"deal":"x"'),
        ('"bots":[1,2]', '"bots":[2,1]'),
        ('"first":', '"first":9'),
        ('"places":[', '"places":[7,'),
    ],
)
def test_a_damaged_line_is_named(tmp_path, old, new):
    path = tmp_path / "games.jsonl"
    write(path, plan(), played(plan(), 1))
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(ResultsError, match="line 2: "):
        ResultsFile(path, plan())


def test_two_arenas_do_not_write_one_file(tmp_path):
    pytest.importorskip("fcntl")
    path = tmp_path / "games.jsonl"
    with ResultsFile(path, plan()), pytest.raises(ResultsError, match="another arena is writing"):
        ResultsFile(path, plan())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_a_full_disk_is_an_error_of_one_line():
    with pytest.raises(ResultsError, match="cannot write /dev/full: No space left"):
        ResultsFile(Path("/dev/full"), plan())
