"""The search: what it finds, what it spends, and that it repeats."""

from __future__ import annotations

import random

import pytest

from azulejos import AZUL, Match, bot
from azulejos.bots.arena import Plan, count, play
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.result import Budget
from azulejos.core.compiled import IS_FAST
from azulejos.core.turn import CHANCE
from azulejos.errors import BotError
from patience import worked

NODES = 3000 if IS_FAST else 100


def late_position(seed, tiles, **options):
    """A position of greedy play in which only some tiles of the second round lie out."""
    match = Match(AZUL, AZUL.options.of(options), source=random.Random(seed))
    player = bot(f"greedy:seed={seed}")
    while match.state.table.rounds < 2 or tiles_out(match.state) > tiles:
        match.play(match.state.to_move, player.choose(match.view(match.state.to_move)))
    return match.state


def tiles_out(state):
    return sum((pile >> (5 * colour)) & 31 for pile in state.table.sources for colour in range(5))


def plain_value(search, state, me):
    return plain_values(search, state, me)[me]


def plain_values(search, state, me):
    """What best play leads to for every seat: each plays for itself, in doubt against `me`."""
    if state.to_move in (None, CHANCE):
        return [search.value(state, seat) for seat in range(state.players)]
    after = [plain_values(search, state.play(move), me) for move in state.legal_moves]
    return max(after, key=lambda values: (values[state.to_move], -values[me]))


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "seed", "tiles"),
    [
        ({}, 0, 3),
        ({}, 1, 3),
        ({"players": 3}, 0, 5),
        ({"players": 3}, 3, 4),
        ({"players": 4}, 1, 4),
        ({"side": "grey"}, 5, 2),
    ],
)
def test_a_whole_search_finds_what_plain_search_finds(options, seed, tiles):
    state = late_position(seed, tiles, **options)
    me = state.to_move
    search = Search(AZUL)
    thought = search.think(state.view(state.to_move), Budget(nodes=1_000_000))
    assert thought.is_complete
    best = max(plain_value(search, state.play(move), me) for move in state.legal_moves)
    assert plain_value(search, state.play(thought.moves[0].move), me) == best
    assert thought.moves[0].points == best


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "seed", "tiles"),
    [({}, 0, 3), ({"players": 3}, 3, 4), ({"players": 4}, 1, 4), ({"side": "grey"}, 5, 2)],
)
def test_every_move_is_valued_like_plain_search_values_it(options, seed, tiles):
    state = late_position(seed, tiles, **options)
    search = Search(AZUL)
    thought = search.think(state.view(state.to_move), Budget(nodes=1_000_000), multipv=EVERY_MOVE)
    assert thought.is_complete
    assert all(valued.is_exact for valued in thought.moves)
    assert [valued.points for valued in thought.moves] == [
        plain_value(search, state.play(valued.move), state.to_move) for valued in thought.moves
    ]
    assert [v.points for v in thought.moves] == sorted(v.points for v in thought.moves)[::-1]


def test_moves_that_come_to_the_same_are_listed_once_unless_all_are_asked_for():
    state = AZUL.position("azul; round 2 phase=offer turn=1 start=1; displays BY3 BY3 K4 - -")
    legal = {str(move) for move in state.legal_moves}
    different = {move for move in legal if not move.startswith("2")}
    for multipv, expected in ((2, different), (EVERY_MOVE, legal)):
        thought = Search(AZUL).think(state.view(0), Budget(depth=1), multipv=multipv)
        assert {str(valued.move) for valued in thought.moves} == expected


@pytest.mark.compiled
def test_the_best_few_are_exact_and_the_rest_bounds():
    state = late_position(1, 8)
    view, budget = state.view(state.to_move), Budget(nodes=1_000_000)
    every = Search(AZUL).think(view, budget, multipv=EVERY_MOVE)
    few = Search(AZUL).think(view, budget, multipv=3)
    assert every.is_complete
    assert few.is_complete
    assert few.nodes < every.nodes
    true = {valued.move: valued.points for valued in every.moves}
    assert [v.points for v in few.moves[:3]] == [v.points for v in every.moves[:3]]
    assert all(valued.is_exact for valued in few.moves[:3])
    assert not all(valued.is_exact for valued in few.moves)
    for valued in few.moves:
        if valued.is_exact:
            assert valued.points == true[valued.move]
        else:
            assert true[valued.move] <= valued.points <= few.moves[2].points


def test_a_named_move_is_valued_exactly_even_if_it_comes_to_the_same_as_another():
    state = AZUL.position("azul; round 2 phase=offer turn=1 start=1; displays B4 B4 - - -")
    twin, bad = AZUL.parse_move("2B4"), AZUL.parse_move("1Bf")
    for named in (twin, bad):
        thought = Search(AZUL).think(state.view(0), Budget(nodes=NODES), also=named)
        result = {valued.move: valued for valued in thought.moves}
        assert result[named].is_exact
    assert result[bad].points < thought.moves[0].points - 5


def test_a_search_sees_no_further_than_its_depth():
    state = Match(AZUL, source=random.Random(1)).state
    for multipv in (1, 2):
        thought = Search(AZUL).think(state.view(state.to_move), Budget(depth=2), multipv=multipv)
        assert thought.depth == 2
        assert not thought.is_complete


@pytest.mark.compiled
def test_values_of_an_interrupted_search_are_all_of_one_depth():
    view = Match(AZUL, source=random.Random(1)).view(0)
    cut = Search(AZUL).think(view, Budget(nodes=20_000), multipv=5)
    whole = Search(AZUL).think(view, Budget(depth=cut.depth), multipv=5)
    assert not cut.is_complete
    assert cut.nodes > whole.nodes
    assert [(v.move, v.points) for v in cut.moves] == [(v.move, v.points) for v in whole.moves]


def test_the_last_round_is_played_for_the_result():
    """Seat 1 can complete its row now and win, or wait for more points and lose the lead."""
    state = AZUL.position(
        "azul players=2; round 5 phase=offer turn=1 start=1 marker=2; displays - - - - -;"
        "centre W; seat 1 score=30 lines=-/-/-/-/- wall=BYRK./...../...../...../.....;"
        "seat 2 score=31 wall=BYRK./...../...../...../....."
    )
    thought = Search(AZUL).think(state.view(state.to_move), Budget(nodes=10_000))
    assert str(thought.moves[0].move) == "cW1"
    assert thought.moves[0].is_decided
    assert thought.moves[0].is_won
    assert thought.moves[0].points == pytest.approx(30 + 5 + 2 - 31)


def test_nodes_repeat_and_are_not_exceeded():
    state = Match(AZUL, source=random.Random(1)).state
    first, second = (
        Search(AZUL).think(state.view(state.to_move), Budget(nodes=NODES)) for _ in range(2)
    )
    assert first.nodes == second.nodes <= NODES + 100  # no line is given up half-way
    assert (first.moves, first.line, first.depth) == (second.moves, second.line, second.depth)


def test_progress_is_reported_depth_by_depth():
    heard = []
    state = Match(AZUL, source=random.Random(1)).state
    last = Search(AZUL).think(state.view(state.to_move), Budget(nodes=NODES), heard.append)
    assert [thought.depth for thought in heard] == list(range(1, last.depth + 1))
    assert [thought.nodes for thought in heard] == sorted(thought.nodes for thought in heard)
    for thought in heard:
        assert thought.line[0] == thought.moves[0].move


def test_the_line_can_be_played():
    state = Match(AZUL, source=random.Random(2)).state
    for move in Search(AZUL).think(state.view(state.to_move), Budget(nodes=NODES)).line:
        state = state.play(move)


@pytest.mark.compiled
def test_time_is_kept():
    match = Match(AZUL, source=random.Random(1))
    search = Search(AZUL)
    search.think(match.view(match.state.to_move), Budget(nodes=10))  # compiled or loaded now
    view, budget = match.view(match.state.to_move), Budget(seconds=0.05)
    assert search.think(view, budget).seconds > 0.04
    assert worked(lambda: search.think(view, budget)) < 0.15


def test_there_is_always_a_move():
    match = Match(AZUL, source=random.Random(1))
    thought = Search(AZUL).think(match.view(match.state.to_move), Budget(nodes=1))
    assert match.state.is_legal(thought.moves[0].move)


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"side": "grey"}, {"players": 3}, {"players": 4}], ids=str)
def test_it_plays_whole_games(options):
    match = Match(AZUL, AZUL.options.of(options), source=random.Random(8))
    players = [SearchBot(Budget(nodes=1000)), *(bot(f"greedy:seed={n}") for n in range(3))]
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat].choose(match.view(seat)))
    match.record.check()


@pytest.mark.compiled
def test_it_beats_greedy():
    plan = Plan("azul", AZUL.options(), ("search:nodes=500", "greedy"), seed=1)
    assert count(plan, list(play(plan, 6))).standings[0].wins >= 10 / 12


def test_budgets_are_read():
    assert bot("search").budget == Budget(seconds=0.5)
    assert bot("search:500ms").budget == Budget(seconds=0.5)
    assert bot("search:2s,nodes=200k").budget == Budget(2, 200_000)
    assert bot("search:nodes=1.5M").budget == Budget(nodes=1_500_000)


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("search:fast", "time='fast': it must be a time like 500ms or 2s from 1ms"),
        ("search:0ms", "time='0ms': it must be a time like 500ms"),
        ("search:nodes=many", "nodes='many': it must be a number like 500, 200k or 1.5M"),
        ("search:ms=3", "no parameter 'ms'; it takes time= or plain, a time like .*; nodes=, a"),
        ("search:1s,time=2s", "time is given twice"),
    ],
)
def test_budgets_that_make_no_sense_are_refused(name, allowed):
    with pytest.raises(BotError, match=f"^{name}: {allowed}"):
        bot(name)
