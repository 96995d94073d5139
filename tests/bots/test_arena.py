"""The arena: pairing, repeatability, counting."""

from __future__ import annotations

import socket
import sys
from types import SimpleNamespace

import pytest

from azulejos import AZUL
from azulejos.bots import arena
from azulejos.bots.arena import (
    GamePlayed,
    Plan,
    Task,
    cluster,
    count,
    deal_scores,
    play,
    until_known,
)
from azulejos.bots.arena.elo import Sprt
from azulejos.errors import BotError, NotInstalled, OptionError, UnknownName
from azulejos.play.record import Record


def plan(*bots, seed=3, keeps_records=False, **options):
    settled = AZUL.options.of({"players": len(bots), **options})
    return Plan("azul", settled, bots, seed, keeps_records=keeps_records)


def test_bots_that_play_alike_come_out_even_in_every_deal():
    deals = list(play(plan("greedy", "greedy"), 3))
    assert deal_scores(deals, 0) == [0.5, 0.5, 0.5]


def test_a_deal_is_the_same_luck_from_every_seat():
    for deal in play(plan("greedy", "random", "random", keeps_records=True), 2):
        records = [Record.from_text(game.record) for game in deal]
        assert len(records) == 3
        assert len({record.events[:2] for record in records}) == 1
        assert [record.names.index("greedy") for record in records] == [0, 2, 1]


def test_deals_differ():
    first, second = play(plan("greedy", "random", keeps_records=True), 2)
    assert (
        Record.from_text(first[0].record).events[1] != Record.from_text(second[0].record).events[1]
    )


def test_results_repeat_whatever_the_number_of_processes():
    what = plan("greedy", "random")
    assert list(play(what, 3)) == list(play(what, 3, processes=2))


def test_another_seed_gives_other_games():
    assert list(play(plan("greedy", "random", seed=1), 1)) != list(
        play(plan("greedy", "random", seed=2), 1)
    )


def game(places, scores=(10, 20, 30), first=0, rotation=0):
    thinking = tuple(arena.Thinking(2, 0.2, 0.15) for _ in places)
    return GamePlayed(0, rotation, (0, 1, 2), scores, places, first, 40, 5, thinking)


def test_a_shared_victory_counts_its_share():
    shared = game((1, 1, 3))
    assert [shared.win_share(player) for player in range(3)] == [0.5, 0.5, 0]
    assert [shared.score_of(player) for player in range(3)] == [0.75, 0.75, 0]


def test_places_are_counted_over_all_rotations():
    deal = (
        game((1, 2, 3)),
        game((2, 1, 3), rotation=1, first=1),
        game((1, 3, 2), rotation=2, first=2),
    )
    results = count(plan("greedy", "random", "random"), [deal])
    first, second, third = results.standings
    assert (first.places, second.places, third.places) == ((2, 1, 0), (1, 1, 1), (0, 1, 2))
    assert first.wins == 2 / 3
    assert first.beaten.value == pytest.approx(5 / 6)
    assert results.first_player == 2 / 3  # the first two games
    assert first.mean_time == pytest.approx(0.1)
    assert first.max_time == 0.15
    assert (results.games, results.moves, results.rounds) == (3, 40, 5)


def tournament(pairing, bots, **options):
    names = tuple(f"random:seed={number}" for number in range(bots))
    return Plan("azul", AZUL.options.of(options), names, 3, pairing)


def test_in_a_round_robin_all_meet_and_in_a_gauntlet_the_first_meets_the_others():
    assert tournament("round-robin", 3).lineups == [(0, 1), (0, 2), (1, 2)]
    assert tournament("gauntlet", 3).lineups == [(0, 1), (0, 2)]
    assert tournament("ladder", 3).lineups == [(0, 1), (1, 2)]


@pytest.mark.parametrize(("pairing", "sets"), [("round-robin", 10), ("gauntlet", 6)])
def test_three_of_five_meet_in_every_order_round_the_table(pairing, sets):
    plan = tournament(pairing, 5, players=3)
    first, second = plan.lineups[:sets], plan.lineups[sets:]
    assert len({frozenset(lineup) for lineup in first}) == len(first) == len(second) == sets
    assert [(a, c, b) for a, b, c in first] == second
    assert plan.lineup(2 * sets) == first[0]
    assert plan.deals(games=7) == 3 * sets


def test_in_a_tournament_every_game_says_who_played():
    plan = tournament("round-robin", 3)
    deals = list(play(plan, plan.deals(2)))
    assert [deal[0].bots for deal in deals] == plan.lineups
    assert [standing.games for standing in count(plan, deals).standings] == [4, 4, 4]


def test_equal_bots_are_told_apart_by_numbers():
    assert plan("random", "random", "greedy").labels == ("random", "random #2", "greedy")


def test_a_sequential_test_ends_the_arena():
    deals = list(until_known(play(plan("greedy", "random"), 100), Sprt(0, 200)))
    assert len(deals) < 30


def test_a_task_of_a_cluster_has_enough_games_and_every_core_enough_tasks():
    assert cluster.games_per_task(games=20_000, cores=2) == 200
    assert cluster.games_per_task(games=160, cores=4) == 10
    assert cluster.games_per_task(games=6, cores=8) == 1


def test_without_ray_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NotInstalled, match=r"pip install 'azulejos\[ray\]'"):
        next(cluster.play(plan("greedy", "random"), [Task(0, 0)], cluster.LOCAL))


@pytest.mark.parametrize("address", ["127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_a_cluster_where_nobody_listens_is_refused_without_asking_ray(monkeypatch, address):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = address.format(unused.getsockname()[1])
        with pytest.raises(BotError, match=f"no Ray cluster at {address}: "):
            next(cluster.play(plan("greedy", "random"), [Task(0, 0)], address))


def test_an_address_that_cannot_be_one_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))
    with pytest.raises(BotError, match="no Ray cluster at host:70000: "):
        next(cluster.play(plan("greedy", "random"), [Task(0, 0)], "host:70000"))


def test_a_plan_refuses_what_cannot_be_played():
    with pytest.raises(UnknownName, match="no bot is called 'nobody'"):
        plan("greedy", "nobody")
    with pytest.raises(OptionError, match="2 bots for 3 players"):
        plan("greedy", "random", players=3)
