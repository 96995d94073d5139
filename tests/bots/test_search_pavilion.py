"""The search in Summer Pavilion: plans, true results, budgets, and what it must not know."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import reduce
from itertools import islice

import numpy as np
import pytest

from azulejos import PAVILION, Match, bot
from azulejos.bots.arena import Plan, count, play
from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.pavilion import evaluation, plans, promise
from azulejos.bots.search.result import Budget
from azulejos.bots.search.weights import load_weights
from azulejos.core.compiled import IS_FAST
from azulejos.core.pile import count as count_tiles
from azulejos.core.pile import total
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from option_sets import option_sets, read_options
from patience import worked

NODES = 500 if IS_FAST else 20


def think(state, **budget):
    return Search(PAVILION).think(state.view(state.to_move), Budget(**budget))


def moves_of(state, **budget):
    """The texts of the moves that searches choose one after the other, until the turn ends."""
    seat, chosen = state.to_move, []
    while state.to_move == seat:
        move = think(state, **budget).moves[0].move
        chosen.append(str(move))
        state = state.play(move)
    return chosen


def positions(options, moves, seed=3):
    """Every position in which a seat is to move of a greedy game's beginning, then random ones."""
    match = Match(PAVILION, read_options(PAVILION, options), source=random.Random(seed))
    player, source = bot(f"greedy:seed={seed}"), random.Random(seed)
    while (seat := match.state.to_move) is not None:
        yield match.state
        if len(match.record.events) < moves:
            match.play(seat, player.choose(match.view(seat)))
        else:
            match.play(seat, source.choice(match.state.legal_moves))


# What it finds


LAST_ROUND = (
    "pavilion players=2; round 6 phase=placing turn=1 start=1 marker=1; supply P2G2O2Y2B2;"
    "displays - - - - -; centre -; "
)


def test_the_last_tiles_are_placed_for_the_true_result():
    """The star brings 6 points and 15, and its window three tiles, each good for a point."""
    state = PAVILION.position(
        LAST_ROUND + "seat 1 score=40 tiles=B6 stars=-/-/BBBBB./-/-/-/-;"
        "seat 2 score=60 passed=yes stars=-/-/-/-/-/-/-"
    )
    thought = think(state, nodes=2000)
    assert str(thought.moves[0].move) == "s36B"
    assert thought.moves[0].points == 40 + 6 + 15 + 3 - 60


def test_a_game_that_ends_with_the_move_is_decided():
    """Passing costs a point for each tile; the tile placed wins by one point."""
    state = PAVILION.position(
        LAST_ROUND + "seat 1 score=10 tiles=B stars=-/-/-/-/-/-/-;"
        "seat 2 score=10 passed=yes stars=-/-/-/-/-/-/-"
    )
    thought = think(state, nodes=1000)
    best = thought.moves[0]
    assert str(best.move) in ("s31B", "sc1B")
    assert (best.points, best.is_decided) == (1, True)


def test_number_bonuses_are_played_for_in_the_last_round():
    """A first 4 brings a point like any other space, but here it is the last of all fours."""
    fours = "...O../...R../...B../...Y../...G../-/...O.."
    state = PAVILION.position(
        LAST_ROUND + f"seat 1 score=40 tiles=P4 stars={fours};"
        "seat 2 score=60 passed=yes stars=-/-/-/-/-/-/-"
    )
    assert moves_of(state, nodes=500) == ["s64P"]


def plain_best(search, state, me):
    if state.to_move in (None, CHANCE):
        return search.value(state, me)
    values = [plain_best(search, state.play(move), me) for move in state.legal_moves]
    return max(values) if state.to_move == me else min(values)


@pytest.mark.compiled
def test_a_whole_search_finds_what_plain_minimax_finds():
    state = PAVILION.position(
        LAST_ROUND + "seat 1 score=40 tiles=B2G2 stars=-/-/-/-/G...../-/-;"
        "seat 2 score=40 tiles=Y2 stars=-/-/-/Y...../-/-/-"
    )
    search = Search(PAVILION)
    thought = search.think(state.view(0), Budget(nodes=200_000))
    assert thought.is_complete
    values = {str(m): plain_best(search, state.play(m), 0) for m in state.legal_moves}
    assert thought.moves[0].points == max(values.values())
    assert values[str(thought.moves[0].move)] == max(values.values())


@pytest.mark.compiled
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_it_beats_greedy(side):
    plan = Plan("pavilion", PAVILION.options(side=side), ("search:nodes=50", "greedy"), seed=1)
    assert count(plan, list(play(plan, 3))).standings[0].wins == 1


def payments(tiles, **asked):
    """What a first ply says of the moves of round 5, in which blue is the joker."""
    state = PAVILION.position(
        LAST_ROUND.replace("round 6", "round 5")
        + f"seat 1 score=40 tiles={tiles} stars=O...../R...../B...../-/-/-/O.....;"
        "seat 2 score=60 passed=yes stars=-/-/-/-/-/-/-"
    )
    thought = Search(PAVILION).think(state.view(0), Budget(depth=1), **asked)
    assert "best" not in asked or set(state.legal_moves) == {v.move for v in thought.moves}
    return {str(valued.move): valued for valued in thought.moves}


def test_jokers_are_spent_to_spare_those_of_the_next_round():
    result = payments("R2B", also=PAVILION.parse_move("s22R"))
    assert result["s22R+1"].points > result["s22R"].points


def test_a_payment_with_more_jokers_than_needed_is_valued_if_it_is_asked_for():
    dearer = "s12O+1"
    assert dearer not in payments("O2B", also=PAVILION.parse_move("s12O"))
    named = payments("O2B", also=PAVILION.parse_move(dearer))
    every = payments("O2B", multipv=EVERY_MOVE)
    assert named[dearer].is_exact
    assert named[dearer] == every[dearer]
    assert all(valued.is_exact for valued in every.values())


# Plans


@pytest.mark.parametrize("options", ["players=2 side=grey", "players=4 side=grey"])
def test_a_plan_is_worth_its_points_and_features(options):
    """The values that are computed once for stars are the sums of the features used in tuning."""
    weights = load_weights(evaluation.WEIGHTS)
    memory = evaluation.new_memory()
    amounts = np.zeros(evaluation.FEATURES + 3, np.int32)
    for place, state in enumerate(positions(options, moves=100)):
        if place % (5 if IS_FAST else 40):
            continue
        raw = np.frombuffer(state.key, np.uint8).copy()
        value = evaluation.plan_of(raw, 0, memory.plans, weights)
        evaluation.describe(raw, 0, raw, amounts)
        sure, period, stage = amounts[evaluation.FEATURES :]
        board = slice(0, promise.BOARD_FEATURES)
        promised = int(amounts[board] @ weights[period, stage, board])
        assert value == 100 * sure + promised


@pytest.mark.skipif(IS_FAST, reason="looks into kernels")
@pytest.mark.parametrize("options", ["players=2", "players=2 side=grey"])
def test_what_a_move_gains_is_what_it_changes(options):
    """Plans are compared by adding up gains: they must come to the change of board and hand."""
    weights = load_weights(evaluation.WEIGHTS).reshape(-1, evaluation.FEATURES)
    room = evaluation.new_memory().plans
    guide = 7
    promise.find_values(room.values, guide, weights[guide], room.amounts)

    def reached(state, number):
        table, row = state.table, weights[guide]
        seat = table.seats[number]
        jokers = count_tiles(seat.tiles, table.rounds - 1)
        others = total(seat.tiles) - jokers + table.bonus_tiles
        hand = others * row[promise.TILE] + jokers * row[promise.JOKER]
        board = promise.board_value(table.side, seat, room.values, guide, row)
        return 100 * seat.score + board + hand

    checked = 0
    for state in islice(positions(options, moves=200), 20, 120):
        seat = state.to_move
        if state.phase != "placing":
            continue
        plans.count_missing(state.table.side, state.table.seats[seat], room.missing)
        for move in state.legal_moves[:-1]:  # the last is to pass
            code = PAVILION.encode(move)
            gain = plans.gain(state.table, seat, code, room, guide, weights[guide])
            assert gain == reached(state.play(move), seat) - reached(state, seat)
            checked += 1
    assert checked > 50


# What it spends


@pytest.mark.parametrize("phase", ["taking", "placing"])
def test_nodes_repeat_and_are_not_exceeded(phase):
    state = next(s for s in positions("players=2", moves=60) if s.phase == phase)
    first, second = (think(state, nodes=NODES) for _ in range(2))
    assert first.nodes == second.nodes <= NODES + 100
    assert (first.moves, first.line, first.depth) == (second.moves, second.line, second.depth)


@pytest.mark.compiled
@pytest.mark.parametrize("phase", ["taking", "placing"])
def test_time_is_kept(phase):
    state = next(s for s in positions("players=4", moves=60) if s.phase == phase)
    search = Search(PAVILION)
    search.think(state.view(state.to_move), Budget(nodes=10))  # compiled or loaded now
    budget = Budget(seconds=0.05)
    assert worked(lambda: search.think(state.view(state.to_move), budget)) < 0.15


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(text, marks=[] if text.startswith("players=2") else [pytest.mark.compiled])
        for text in option_sets("pavilion")
    ],
)
def test_there_is_always_a_move_and_its_line_can_be_played(options):
    search = Search(PAVILION)
    seen = set()
    for place, state in enumerate(positions(options, moves=80)):
        if not IS_FAST and place % 60 and state.phase in seen:
            continue
        seen.add(state.phase)
        for nodes in (1, 30) if IS_FAST else (1,):
            thought = search.think(state.view(state.to_move), Budget(nodes=nodes))
            assert thought.line[0] == thought.moves[0].move
            reduce(State.play, thought.line, state)  # refuses what is illegal
    assert {"taking", "placing", "bonus", "keeping"} <= seen


# What it must not know


def test_it_depends_on_nothing_but_the_position_that_is_seen():
    """What will be drawn does not exist yet: the same position gives the same thought."""
    state = next(s for s in positions("players=2", moves=60) if s.phase == "placing")
    again = PAVILION.position(str(state))
    assert think(again, nodes=NODES).moves == think(state, nodes=NODES).moves


@pytest.mark.compiled
def test_interpreted_it_finds_the_same():
    state = next(s for s in positions("players=2", moves=40) if s.phase == "placing")
    result = [str(valued) for valued in think(state, nodes=30).moves]
    program = (
        "import json, sys; from azulejos import PAVILION;"
        "from azulejos.bots.search.engine import Search;"
        "from azulejos.bots.search.result import Budget;"
        "state = PAVILION.position(sys.stdin.read());"
        "thought = Search(PAVILION).think(state.view(state.to_move), Budget(nodes=30));"
        "print(json.dumps([str(valued) for valued in thought.moves]))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        input=str(state),
        env={**os.environ, "AZULEJOS_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout) == result
