"""The search with three and four players: a tree in which everybody plays for themselves."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import azulejos
from azulejos import AZUL, Match
from azulejos.bots.arena import Plan, count, play
from azulejos.bots.search import engine, tree
from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.knowledge import SEVERAL
from azulejos.bots.search.result import Budget
from azulejos.bots.search.settings import SETTINGS
from azulejos.bots.search.tree_search import TreeSearch
from azulejos.bots.search.versions import find_version
from azulejos.core.compiled import IS_FAST
from azulejos.core.interpreted import record
from patience import worked

WITH_TREES = [
    name
    for name in SEARCHED_GAMES
    if find_version(KNOWLEDGE.of(name)).edition(SEVERAL).searches_tree
]
NODES = 3000 if IS_FAST else 300

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


def late(name, players, seed, groups):
    """A position late in a round, with so many groups of tiles to take, or fewer."""
    game, source = azulejos.game(name), random.Random(seed)
    match = Match(game, game.options(players=players), source=source)
    rounds = source.randrange(1, 4)
    while match.state.table.rounds <= rounds or len(groups_in(match.state)) > groups:
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    return match.state


def groups_in(state):
    return {str(move)[:2] for move in state.legal_moves}


def searching(name, **switched):
    """The newest search, with settings of the tree switched on or off."""
    search = Search(azulejos.game(name))
    editions = {}
    for least, edition in search._version.editions.items():
        settings = edition.settings.copy()
        for setting, value in switched.items():
            setattr(record(settings, SETTINGS), setting, value)
        editions[least] = replace(edition, settings=settings)
    search._version = replace(search._version, editions=editions)
    search._rooms.clear()
    return search


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
    thought = think(state, Budget(nodes=5000 if IS_FAST else 300), also=AZUL.parse_move("1K4"))
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
    result, sizes = [], []
    for budget in budgets:
        result.append(search.think(view, budget, multipv=3))
        sizes.append(len(search._tree._tree.nodes))
    assert sizes == sorted({*sizes})
    assert sizes[-1] < NODES + 3 * state.game.move_codes
    monkeypatch.setattr(engine, "nodes_for", lambda *_: tree.MAX_NODES)
    search = Search(state.game)
    for budget, each in zip(budgets, result, strict=True):
        other = search.think(view, budget, multipv=3)
        assert (each.moves, each.nodes, each.depth) == (other.moves, other.nodes, other.depth)


def test_a_tree_that_is_full_ends_the_search(monkeypatch):
    monkeypatch.setattr(tree, "MAX_NODES", 500)
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
@pytest.mark.parametrize("switched", [(1, 0), (0, 1), (1, 1)], ids=["shared", "ends", "both"])
@every_table
def test_a_round_that_is_solved_sooner_is_worth_the_same(name, players, switched):
    plain = searching(name, transpositions=0, prove_ends=0)
    other = searching(name, transpositions=switched[0], prove_ends=switched[1])
    budget = Budget(nodes=100_000)
    nodes = [0, 0]
    for seed in range(12):
        state = late(name, players, seed, groups=5)
        view = state.view(state.to_move)
        for multipv in (1, 3):
            result = [search.think(view, budget, multipv=multipv) for search in (plain, other)]
            if all(each.is_complete for each in result):
                exact = [
                    {v.move: v.points for v in each.moves if v.is_exact and multipv > 1}
                    for each in result
                ]
                assert exact[0] == exact[1]
                assert result[0].moves[0].points == result[1].moves[0].points
                nodes = [nodes[0] + result[0].nodes, nodes[1] + result[1].nodes]
            assert result[1].is_complete or not result[0].is_complete
    assert 0 < nodes[1] < nodes[0]


@pytest.mark.compiled
@every_table
def test_nodes_with_the_same_position_share_their_children(name, players):
    state = late(name, players, seed=3, groups=9)
    search = searching(name, transpositions=1, prove_ends=0)
    search.think(state.view(state.to_move), Budget(nodes=20_000))
    nodes = [record(row, tree.NODE) for row in search._tree._tree.nodes]
    shared = [node for node in nodes if node.same_as]
    assert shared
    for node in shared:
        owner = nodes[node.same_as]
        assert node.children == 0 < owner.children
        assert node.turn == owner.turn


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


# The tiling on grey walls


def best_play(state, root):
    """What every seat gets if everybody does what is best for itself: by trying everything.

    A seat is ahead, level or behind, and by how many points; ties are broken against the root.
    """
    if state.to_move is None:
        places, scores = state.outcome.places, state.scores
        return [
            (
                (place > 1) * -1 + (places.count(1) == 1) * (place == 1),
                scores[seat] - max(scores[:seat] + scores[seat + 1 :]),
            )
            for seat, place in enumerate(places)
        ]
    result = [best_play(state.play(move), root) for move in state.legal_moves]
    return min(
        result, key=lambda values: (*(-part for part in values[state.to_move]), values[root])
    )


LAST_TILES = """azul players=4 side=grey
round 5 phase=offer turn=4 start=3 marker=4 quiet=1
displays - - - - - - - - -
centre Y
seat 1 score=35 lines=B/-/B3/R/R5 floor=- wall=YKWR./KWB../.RK../.BY../...Y.
seat 2 score=51 lines=-/R2/B2/K3/Y5 floor=R2 wall=YKBR./.BYWK/..KYW/...BY/...K.
seat 3 score=25 lines=R/W2/B/W4/Y2 floor=W3 wall=.BKWY/YRBK./.KR../...R./.....
seat 4 score=33 lines=B/B2/-/K4/B floor=* wall=WR..K/.YRW./RWBK./.BW../....W"""


def test_the_end_of_a_last_round_on_grey_walls_is_what_best_play_leads_to():
    state = AZUL.position(LAST_TILES)
    thought = think(state, Budget(nodes=100))
    assert thought.is_complete
    result, ahead = best_play(state, state.to_move)[state.to_move]
    best = thought.moves[0]
    assert (best.is_decided, best.is_won, best.points) == (result != 0, result > 0, ahead)


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4])
def test_a_round_on_grey_walls_is_solved_sooner_and_worth_the_same(players):
    before, now = searching("azul", resolve_tiling=0), Search(AZUL)
    compared = 0
    for seed in range(30):
        source = random.Random(seed)
        match = Match(AZUL, AZUL.options(players=players, side="grey"), source=source)
        while match.state.table.rounds < 4 or len(groups_in(match.state)) > 2:
            match.play(match.state.to_move, source.choice(match.state.legal_moves))
        view = match.view(match.state.to_move)
        result = now.think(view, Budget(nodes=1000))
        assert result.is_complete
        earlier = before.think(view, Budget(nodes=50_000))
        if earlier.is_complete:
            compared += 1
            assert earlier.moves[0].points == result.moves[0].points
            assert earlier.moves[0].is_won == result.moves[0].is_won
    assert compared > 10


@pytest.mark.compiled
def test_a_last_round_of_four_on_grey_walls_is_solved_at_once():
    state = AZUL.position(
        "azul players=4 side=grey; round 5 phase=offer turn=2 start=4 marker=2 quiet=1;"
        "centre RK2;"
        "seat 1 score=26 lines=B/W2/-/B/W5 wall=RKY../.YK.B/.RWY./Y..R./....Y;"
        "seat 2 score=39 lines=K/Y2/R3/K4/- floor=Y* wall=RBW../WRKB./YWB../B..../K....;"
        "seat 3 score=25 lines=-/K2/Y3/B4/B2 wall=YRB../BYR../.BK.R/..Y../...R.;"
        "seat 4 score=44 lines=B/R2/Y3/R/W5 wall=KRY../BKWY./.WKR./...W./..BK."
    )
    view = state.view(state.to_move)
    result = Search(AZUL).think(view, Budget(nodes=200))
    assert result.is_complete
    assert result.moves[0].points == -7
    plain = searching("azul", resolve_tiling=0, transpositions=0, prove_ends=0)
    earlier = plain.think(view, Budget(nodes=200_000))
    assert earlier.is_complete
    assert earlier.nodes > 500 * result.nodes
    assert earlier.moves[0].points == result.moves[0].points


@pytest.mark.compiled
def test_a_seat_that_can_choose_whether_the_game_ends_is_left_to_the_search():
    """Seat 2 is behind: its first black tile keeps the second from ending the game."""
    state = AZUL.position(
        "azul players=3 side=grey; round 5 phase=offer turn=2 start=2 marker=1 quiet=1;"
        "centre KW3; bag B2Y2R2K3W3; discard B3Y4K3W2;"
        "seat 1 score=27 lines=B/R2/B3/-/R5 floor=B2* wall=Y.KR./WYB../.RY../.BW../...B.;"
        "seat 2 score=23 lines=K/K2/R3/-/W5 wall=.BWY./.YBRW/.WYK./YR.../.....;"
        "seat 3 score=18 lines=R/Y2/B2/K4/Y5 floor=R wall=BK.W./.BKR./KW.../.R.../....K"
    )
    view = state.view(state.to_move)
    plain = searching("azul", resolve_tiling=0, transpositions=0, prove_ends=0)
    result, earlier = (search.think(view, Budget(nodes=50_000)) for search in (Search(AZUL), plain))
    assert result.is_complete
    assert earlier.is_complete
    assert result.nodes < earlier.nodes
    assert result.moves[0].points == earlier.moves[0].points
    assert not result.moves[0].is_decided


@pytest.mark.parametrize("players", [3, 4])
def test_spaces_on_a_grey_wall_are_chosen_at_once(players):
    """At the root every space has its value, and the best of a version that searches is best."""
    source = random.Random(players)
    match = Match(AZUL, AZUL.options(players=players, side="grey"), source=source)
    while not str(match.state.legal_moves[0]).startswith("w"):
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    view = match.view(match.state.to_move)
    result = Search(AZUL).think(view, Budget(nodes=100))
    assert result.is_complete
    assert {valued.move for valued in result.moves} == set(match.state.legal_moves)


@every_table
def test_a_search_finds_the_same_in_the_memory_of_a_larger_one(name, players):
    state = opening(name, players)
    view = state.view(state.to_move)
    used = Search(state.game)
    used.think(view, Budget(nodes=4 * NODES))
    again, fresh = (
        search.think(view, Budget(nodes=NODES)) for search in (used, Search(state.game))
    )
    assert (again.nodes, again.moves, again.line) == (fresh.nodes, fresh.moves, fresh.line)


def test_what_a_tree_finds_is_told_only_to_who_listens(monkeypatch):
    """To describe all moves at the root takes as long as thousands of nodes."""
    told, reports = [], []
    result = TreeSearch.result
    monkeypatch.setattr(TreeSearch, "result", lambda tree: told.append(tree) or result(tree))
    state = opening("azul", 3)
    silent = think(state, Budget(nodes=NODES))
    assert len(told) == 1
    heard = think(state, Budget(nodes=NODES), report=reports.append)
    assert len(told) - 1 == len(reports) > 1
    assert heard.moves == silent.moves == reports[-1].moves
