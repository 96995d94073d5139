"""The search of Azul Duel: what it finds, what it spends, and that it knows no secrets."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import DUEL, Match, bot
from azulejos.bots.arena import Plan, count, play
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.duel.expectimax import moves_to_search
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.bots.search.settings import SETTINGS, settings_of
from azulejos.core.asking import ask
from azulejos.core.compiled import IS_FAST
from azulejos.core.interpreted import record
from azulejos.core.turn import CHANCE
from azulejos.games.duel.table import LAYING
from option_sets import option_sets, read_options
from patience import worked

NODES = 1000 if IS_FAST else 300


def position_of_play(seed, moves, options=None):
    """The position after so many moves of random play, or the last one that has a choice."""
    match = Match(DUEL, options, source=random.Random(seed))
    player = bot(f"random:seed={seed}")
    last = match.state
    for _ in range(moves):
        if match.state.to_move is None:
            break
        last = match.state
        match.play(last.to_move, player.choose(match.view(last.to_move)))
    return last


def view_of(state):
    return state.view(state.to_move)


# The true result


def endings(seed):
    """The positions at the end of a greedy game in which only the players decide."""
    match = Match(DUEL, source=random.Random(seed))
    player = bot(f"greedy:seed={seed}")
    states = []
    while match.state.to_move is not None:
        states.append(match.state)
        match.play(match.state.to_move, player.choose(match.view(match.state.to_move)))
    return states[-4:]


def result(state, me):
    """By how much the best play of both wins, and whether it does; None where chance decides."""
    if state.to_move is None:
        ahead = state.scores[me] - state.scores[1 - me]
        return (ahead if me in state.outcome.winners else ahead - 1000), ahead
    assert state.to_move != CHANCE
    results = [result(state.play(move), me) for move in state.legal_moves]
    return max(results) if state.to_move == me else min(results)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(2))
def test_du_24_the_end_is_searched_to_the_true_result(seed):
    search = Search(DUEL)
    for state in endings(seed):
        if len(state.legal_codes) == 1:
            continue
        thought = search.think(view_of(state), Budget(nodes=200_000))
        best = thought.moves[0]
        assert best.is_decided
        after = result(state.play(best.move), state.to_move)
        assert after == result(state, state.to_move)
        assert best.points == after[1]


# Budgets


def test_nodes_repeat_and_are_not_exceeded():
    view = view_of(position_of_play(1, 12))
    first, second = (Search(DUEL).think(view, Budget(nodes=NODES)) for _ in range(2))
    assert first.nodes == second.nodes <= NODES + 200  # what was begun to be listed is listed
    assert (first.moves, first.line, first.depth) == (second.moves, second.line, second.depth)


@pytest.mark.compiled
def test_time_is_kept():
    view = view_of(position_of_play(1, 5))
    search = Search(DUEL)
    search.think(view, Budget(nodes=10))  # compiled or loaded now
    budget = Budget(seconds=0.05)
    assert search.think(view, budget).seconds > 0.04
    assert worked(lambda: search.think(view, budget)) < 0.15


# Moves


@pytest.mark.parametrize("options", option_sets("duel"))
def test_there_is_always_a_move(options):
    """Also with next to no budget, in positions that only odd play leads to."""
    search = Search(DUEL)
    for seed in range(12 if IS_FAST else 3):
        state = position_of_play(seed, 13 * seed + 1, read_options(DUEL, options))
        for nodes in (1, 100):
            thought = search.think(view_of(state), Budget(nodes=nodes))
            assert state.is_legal(thought.moves[0].move)


@pytest.mark.compiled
@pytest.mark.parametrize("options", option_sets("duel"))
def test_it_plays_whole_games(options):
    match = Match(DUEL, read_options(DUEL, options), source=random.Random(8))
    players = [SearchBot(Budget(nodes=200)), SearchBot(Budget(nodes=20))]
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat].choose(match.view(seat)))
    match.record.check()


@pytest.mark.compiled
def test_it_beats_greedy():
    plan = Plan("duel", DUEL.options(), ("search:nodes=300", "greedy"), seed=1)
    assert count(plan, list(play(plan, 4))).standings[0].wins >= 7 / 8


def test_the_line_can_be_played_until_chance_has_a_say():
    for seed in range(4 if IS_FAST else 2):
        state = position_of_play(seed, 10 + 9 * seed)
        for move in Search(DUEL).think(view_of(state), Budget(nodes=NODES)).line:
            state = state.play(move)


# Secrets


BEFORE_DRAWING = (
    "duel; round 1 phase=action turn=1 start=1; plates 1 2 3; stack ?13 top=J;"
    "factories B2YR/-/? K2T2/-/? Y4/-/? RKBT/-/?; large B2YRK/-;"
    "seat 1 plates=17n/-/-/-/-/-/-/-/- score=5 tokens=2;"
    "seat 2 plates=18n/-/-/-/-/-/-/-/- score=5 tokens=2"
)


def after_drawing(plates):
    """Seat 1 draws two plates, keeps plate 4 and lays it; seat 2 is to move."""
    state = DUEL.position(BEFORE_DRAWING)
    for happens in ("draw", "back S", "draw", "back J", "look", f"look {plates}", "k4", "@5n"):
        if state.to_move == CHANCE:
            state = state.deal(DUEL.parse_draw(happens))
        else:
            state = state.play(happens)
    return state


def test_du_25_what_the_other_seat_put_back_makes_no_difference():
    states = [after_drawing(plates) for plates in ("4 5", "4 7", "4 9")]
    assert len(set(states)) == 3
    thoughts = [Search(DUEL).think(view_of(state), Budget(nodes=NODES)) for state in states]
    assert len({(thought.moves, thought.line) for thought in thoughts}) == 1


# Interpreted


def thoughts():
    """What is found in some positions with little effort."""
    search = Search(DUEL)
    result = []
    for seed in range(5):
        state = position_of_play(seed, 3 + 31 * seed)
        thought = search.think(view_of(state), Budget(nodes=300))
        result.append(f"{thought.nodes} {thought.line} {thought.moves}")
    return result


@pytest.mark.compiled
def test_interpreted_kernels_find_the_same():
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[1]), *sys.path])
    answer = subprocess.run(
        [sys.executable, "-c", "import test_search_duel as t; print(*t.thoughts(), sep='\\n')"],
        env={**os.environ, "AZULEJOS_INTERPRETED": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == thoughts()


# What plates cost


def test_below_the_first_turn_a_plate_is_laid_in_fewer_ways():
    """One slot, and one more for every so many turns of depth."""
    settings = record(settings_of({"turns_for_a_slot": 4}), SETTINGS)
    deeper, root = (
        [ask(moves_to_search, LAYING, d, p, settings) for d in range(9)] for p in (2, 1)
    )
    assert deeper == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert root == [1 + depth for depth in range(9)]


@pytest.mark.compiled
def test_version_2_looks_as_far_as_version_1_with_fewer_nodes():
    nodes = {1: 0, 2: 0}
    for seed in range(4):
        view = view_of(position_of_play(seed, 20))
        for number in nodes:
            result = Search(DUEL, version=number).think(view, Budget(depth=3))
            nodes[number] += result.nodes
            assert result.depth == 3
    assert nodes[2] < 0.8 * nodes[1]
