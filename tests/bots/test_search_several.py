"""The search with three and four players: a tree in which everybody plays for themselves."""

from __future__ import annotations

import random

import pytest

import azulejos
from azulejos import AZUL, Match
from azulejos.bots.arena import Plan, count, play
from azulejos.bots.search import engine, tree
from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.knowledge import SEVERAL
from azulejos.bots.search.result import Budget
from azulejos.bots.search.versions import find_version
from azulejos.core.compiled import COMPILES
from patience import worked

WITH_TREES = [
    name
    for name in SEARCHED_GAMES
    if find_version(KNOWLEDGE.of(name)).edition(SEVERAL).searches_tree
]
NODES = 3000 if COMPILES else 300

every_table = pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in WITH_TREES for players in (3, 4)],
)


def opening(name, players, moves=2):
    """A position soon after the start of a game."""
    game, source = azulejos.game(name), random.Random(players)
    match = Match(game, game.options(players=players), source=source)
    for _ in range(moves):
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    return match.state


def think(state, budget, **asked):
    return Search(state.game).think(state.view(state.to_move), budget, **asked)


def test_nobody_is_expected_to_hurt_themselves():
    """Seats 2 and 3 could break the blue tiles that seat 1 needs, or fill a line of their own."""
    state = AZUL.position(
        "azul players=3; round 2 phase=offer turn=1 start=1 marker=3; displays K4 B4 Y4 R4 - - -;"
        "seat 1 score=20 lines=-/-/-/-/B;"
        "seat 2 score=20 lines=W/K/K/-/K wall=...../...../...../...B./.....;"
        "seat 3 score=20 lines=W/K/K/-/K wall=...../...../...../...B./....."
    )
    thought = think(state, Budget(nodes=5000 if COMPILES else 300), also=AZUL.parse_move("1K4"))
    taken = next(valued for valued in thought.moves if str(valued.move) == "1K4")
    assert {str(move) for move in taken.line[1:3]} == {"3Y4", "4R4"}


@every_table
def test_nodes_repeat_and_are_not_exceeded(name, players):
    state = opening(name, players)
    first, second = (think(state, Budget(nodes=NODES)) for _ in "ab")
    assert first.nodes == second.nodes <= NODES + 100  # a walk through the tree is finished
    assert (first.moves, first.line, first.depth) == (second.moves, second.line, second.depth)


@every_table
def test_there_is_always_a_move_and_its_line_can_be_played(name, players):
    state = opening(name, players)
    for nodes in (1, NODES):
        thought = think(state, Budget(nodes=nodes))
        assert thought.line[0] == thought.moves[0].move
        after = state
        for move in thought.line:
            after = after.play(move)


def test_several_moves_are_valued_and_none_is_better_than_the_best():
    state = opening("azul", 4)
    worst = state.legal_moves[-1]
    thought = think(state, Budget(nodes=NODES), multipv=3, also=worst)
    exact = {valued.move: valued for valued in thought.moves if valued.is_exact}
    assert worst in exact
    assert 3 <= len(exact) <= 4
    assert all(valued.line[0] == move for move, valued in exact.items())
    points = [valued.points for valued in thought.moves]
    assert points == sorted(points, reverse=True)
    assert exact[worst].points < points[0]


def test_every_move_is_valued_if_it_is_asked_for():
    state = opening("azul", 3)
    thought = think(state, Budget(depth=1), multipv=EVERY_MOVE)
    assert {valued.move for valued in thought.moves} == set(state.legal_moves)
    assert all(valued.is_exact for valued in thought.moves)
    search = Search(AZUL)
    for valued in thought.moves:
        assert valued.points == search.value(state.play(valued.move), state.to_move)


@every_table
def test_a_tree_has_room_for_its_budget_and_no_more(name, players, monkeypatch):
    """It finds what a larger one would; a larger budget has a larger tree."""
    state = opening(name, players)
    view = state.view(state.to_move)
    budgets = [Budget(nodes=nodes) for nodes in (1, NODES // 10, NODES)]
    search = Search(state.game)
    found, sizes = [], []
    for budget in budgets:
        found.append(search.think(view, budget, multipv=3))
        sizes.append(len(search._tree._tree.facts))
    assert sizes == sorted({*sizes})
    assert sizes[-1] < NODES + 3 * state.game.move_codes
    monkeypatch.setattr(engine, "room_for", lambda *_: tree.MOST_NODES)
    search = Search(state.game)
    for budget, each in zip(budgets, found, strict=True):
        other = search.think(view, budget, multipv=3)
        assert (each.moves, each.nodes, each.depth) == (other.moves, other.nodes, other.depth)


def test_a_tree_that_is_full_ends_the_search(monkeypatch):
    monkeypatch.setattr(tree, "MOST_NODES", 500)
    state = opening("azul", 4)
    thought = think(state, Budget(nodes=1_000_000))
    assert thought.nodes < 100_000
    assert not thought.is_complete
    assert state.is_legal(thought.moves[0].move)


def test_progress_is_reported_as_the_tree_grows():
    heard = []
    state = opening("azul", 3)
    last = Search(AZUL).think(state.view(state.to_move), Budget(nodes=NODES), heard.append)
    nodes = [thought.nodes for thought in heard]
    assert nodes == sorted(nodes)
    assert heard[-1] == last


@pytest.mark.compiled
@pytest.mark.parametrize("name", WITH_TREES)
def test_time_is_kept(name):
    state = opening(name, 4)
    search = Search(state.game)
    search.think(state.view(state.to_move), Budget(nodes=10))  # compiled or loaded now
    budget = Budget(seconds=0.05)
    assert worked(lambda: search.think(state.view(state.to_move), budget)) < 0.15


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4])
def test_it_beats_greedy(players):
    bots = ("search:nodes=1k", *["greedy"] * (players - 1))
    plan = Plan("azul", AZUL.options(players=players), bots, seed=1)
    assert count(plan, list(play(plan, 4))).standings[0].wins >= 0.5
