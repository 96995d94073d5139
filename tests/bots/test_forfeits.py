"""Bots that misbehave forfeit their game, and nothing else happens."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from azulejos import AZUL
from azulejos import bots as all_bots
from azulejos.bots.arena import Limits, Plan, Task, play, play_game, play_games, processes
from azulejos.bots.arena.journal import SharedJournal, new_page
from azulejos.bots.protocol import BotKind
from azulejos.bots.simple import RandomBot
from azulejos.play.record import Record
from patience import PATIENCE

UNLIMITED = Limits(float("inf"))
FILE = Path(__file__).with_name("misbehaving.py")


def named(name: str) -> str:
    return f"{FILE}:{name}"


def plan(*bots: str, limits: Limits = UNLIMITED, keeps_records: bool = False) -> Plan:
    options = AZUL.options.of({"players": len(bots)})
    return Plan("azul", options, bots, 3, limits=limits, keeps_records=keeps_records)


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [("Raises", "error", "ZeroDivisionError"), ("Leaves", "error", "SystemExit: 4")],
)
def test_a_bot_that_raises_is_last_and_the_others_are_placed_by_their_points(name, kind, reason):
    game = play_game(plan("greedy", named(name), "greedy"), Task(0, 0))
    assert (game.forfeit.player, game.forfeit.kind) == (1, kind)
    assert reason in game.forfeit.reason
    assert game.places == (1, 3, 1)  # nothing is scored before the first round ends
    assert game.scores == (0, 0, 0)
    assert game.thinking[1].moves == 2
    assert game.moves == sum(each.moves for each in game.thinking)


def test_a_move_that_is_none_forfeits_the_game(monkeypatch):
    class Backwards(RandomBot):
        def choose(self, view):
            return AZUL.parse_move("5W5") if view.state.table.seats[0].score else None

    kind = BotKind("backwards", "", lambda given, source: Backwards(source))
    monkeypatch.setitem(all_bots.BOTS, "backwards", kind)
    game = play_game(plan("greedy", "backwards"), Task(0, 0))
    assert (game.forfeit.kind, game.forfeit.reason) == ("illegal", "None is not a move")
    assert game.places == (1, 2)


def test_a_move_that_the_rules_forbid_forfeits_the_game(monkeypatch):
    class Repeats(RandomBot):
        last = None

        def choose(self, view):
            self.last = self.last or super().choose(view)
            return self.last

    kind = BotKind("repeats", "", lambda given, source: Repeats(source))
    monkeypatch.setitem(all_bots.BOTS, "repeats", kind)
    game = play_game(plan("repeats", "random", keeps_records=True), Task(0, 0))
    assert game.forfeit.kind == "illegal"
    assert "AZ-" in game.forfeit.reason
    assert Record.from_text(game.record).outcome is None  # it can be read up to there


def test_who_takes_too_long_has_forfeited_even_if_it_comes_back(monkeypatch):
    class Slow(RandomBot):
        def choose(self, view):
            time.sleep(0.01)
            return super().choose(view)

    monkeypatch.setitem(all_bots.BOTS, "slow", BotKind("slow", "", lambda g, source: Slow(source)))
    game = play_game(plan("random", "slow", limits=Limits(0.001, 0.0)), Task(0, 0))
    assert game.forfeit.kind == "time"


def test_time_is_what_a_bot_names_unless_the_arena_sets_it():
    def allowed(name: str, limits: Limits) -> float:
        from azulejos.bots.arena.game import time_allowed  # noqa: PLC0415 - used here alone

        return time_allowed(name, all_bots.bot(name, random.Random(1)), limits)

    assert allowed("search:100ms", Limits()) == pytest.approx(5.1)
    assert allowed("search:nodes=9", Limits()) == float("inf")
    assert allowed(named("Raises"), Limits(grace=2.0)) == 62
    assert allowed("search:100ms", Limits(1.0, 2.0)) == 3


def test_a_journal_tells_how_a_game_stood():
    """What a process wrote before it died is played again, to the same position."""
    what, page = plan("greedy", named("Raises"), limits=Limits()), new_page()
    game = play_game(what, Task(1, 1), SharedJournal(page))
    assert processes.replayed(what, Task(1, 1), page, game.forfeit) == game


DEATHS = [
    ("Dies", "died", "exit code 3"),
    ("Segfault", "died", "killed by SIGSEGV"),
    ("Interrupts", "died", "exit code 1"),
    ("Stubborn", "time", "more than 4.0 s for a move"),
]


def test_processes_that_die_or_hang_are_replaced_and_each_game_is_blamed_on_one(tmp_path):
    """One that hangs is killed with all that it started."""
    note = tmp_path / "number of the process that it started"
    others = [named(name) for name, _, _ in DEATHS]
    others[-1] += f":note={note}"
    what = Plan("azul", AZUL.options(), ("greedy", *others), 3, "gauntlet", Limits(3.0, 1.0))
    games = play_games(what, [Task(deal, 0) for deal in range(len(DEATHS))], 2)
    result = {game.bots[1]: game for game in games}
    for number, (_, kind, reason) in enumerate(DEATHS, 1):
        game = result[number]
        assert (game.forfeit.player, game.forfeit.kind, game.places) == (1, kind, (1, 2))
        assert game.forfeit.reason == reason
        assert game.thinking[1].moves == 2
    deadline = time.monotonic() + PATIENCE
    while _is_running(int(note.read_text())):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{number}/stat").read_text().split()[2] != "Z"


def test_a_bot_that_does_not_close_has_played_its_game(monkeypatch):
    """The process is killed, and what its journal says is the result."""
    what = plan(named("NeverCloses"), "random", limits=Limits())
    page = new_page()
    journal = SharedJournal(page)
    worker = processes.Worker.__new__(processes.Worker)
    worker.journal, worker.tasks = journal, processes.deque([Task(0, 0)])
    peaceful = plan(named("Misbehaving"), "random", limits=Limits())
    game = play_game(peaceful, Task(0, 0), journal)
    journal.closing(0, None)
    result = worker.last_game(what, is_overdue=True)
    assert result is not None
    assert (result.forfeit, result.scores, result.places) == (None, game.scores, game.places)


def test_a_game_that_was_not_begun_is_nobodys_fault():
    worker = processes.Worker.__new__(processes.Worker)
    worker.journal, worker.tasks = SharedJournal(new_page()), processes.deque([Task(0, 0)])
    assert worker.last_game(plan("random", "random"), is_overdue=False) is None


def test_well_behaved_bots_play_the_same_games_watched_or_not():
    alone = plan("greedy", "random", limits=Limits())
    watched = plan("greedy", "random", limits=Limits(60.0))
    assert not alone.needs_watching
    assert watched.needs_watching
    assert list(play(alone, 2)) == list(play(watched, 2))
