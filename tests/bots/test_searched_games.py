"""What the search does for every game that it plays."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest

import azulejos
from azulejos import SINTRA, Game, Match, Options, State, bot
from azulejos.bots.search import interruption
from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.result import Budget
from azulejos.bots.search.versions import find_version
from azulejos.core.compiled import IS_FAST
from azulejos.core.state import Outcome
from azulejos.core.turn import CHANCE
from option_sets import option_sets, read_options

NODES = 1000 if IS_FAST else 100

every_searched_game = pytest.mark.parametrize("name", SEARCHED_GAMES)

every_option_set = pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(
            game,
            read_options(game, text),
            id=f"{game.name} {text}",
            marks=[pytest.mark.compiled] * (number > 0),  # interpreted with one of each game
        )
        for game in map(azulejos.game, SEARCHED_GAMES)
        for number, text in enumerate(option_sets(game.name))
    ],
)


def greedy_game(game: Game, options: Options, seed: int) -> list[State]:
    """The positions of a game of greedy play, from the first move on."""
    match = Match(game, options, source=random.Random(seed))
    player = bot(f"greedy:seed={seed}")
    states = [match.state]
    while (seat := match.state.to_move) is not None:
        match.play(seat, player.choose(match.view(seat)))
        states.append(match.state)
    return states


def sample_of(states: list[State]) -> list[State]:
    """A few positions of a game, all along it."""
    return states[:: len(states) // 8]


def before_the_end(game: Game, options: Options, seed: int, paths: int) -> State:
    """The earliest position of a game from which few lines lead to its end, none by chance."""
    states = greedy_game(game, options, seed)
    chosen, product = states[-2], 1
    for state in reversed(states[:-1]):
        product *= len(state.legal_moves)
        if product > paths or may_need_chance(state):
            break
        chosen = state
    return chosen


def may_need_chance(state: State) -> bool:
    after = (state.play(move) for move in state.legal_moves)
    return state.to_move == CHANCE or any(may_need_chance(each) for each in after)


# The result for a seat: whether it wins, and by how many points it is ahead of the best other
Result = tuple[int, int]


def true_result(state: State, me: int) -> Result:
    return true_results(state, me)[me]


def true_results(state: State, me: int) -> list[Result]:
    """The results of all seats if each plays for itself, and if in doubt against `me`.

    Without a tree all others play against `me`.
    """
    if state.outcome is not None:
        return [result_of(state.outcome, seat) for seat in range(state.players)]
    mover = state.to_move
    assert mover is not None
    after = [true_results(state.play(move), me) for move in state.legal_moves]
    version = find_version(KNOWLEDGE.of(state.game.name))
    if mover != me and not version.edition(state.players).searches_tree:
        return min(after, key=lambda results: results[me])
    return max(after, key=lambda results: (results[mover], -results[me][0], -results[me][1]))


def result_of(outcome: Outcome, seat: int) -> Result:
    others = [other for other in range(len(outcome.scores)) if other != seat]
    beaten = min(outcome.places[other] for other in others)
    best = max(outcome.scores[other] for other in others)
    mine = outcome.places[seat]
    return (mine < beaten) - (mine > beaten), outcome.scores[seat] - best


@pytest.mark.compiled
@every_option_set
@pytest.mark.parametrize("seed", [1, 2])
def test_the_end_is_searched_to_the_true_result(game: Game, options: Options, seed: int) -> None:
    state = before_the_end(game, options, seed, paths=500)
    me = state.to_move
    assert me is not None
    thought = Search(game).think(state.view(me), Budget(nodes=1_000_000))
    won, ahead = true_result(state, me)
    assert thought.is_complete
    assert true_result(state.play(thought.moves[0].move), me) == (won, ahead)
    assert thought.moves[0].points == ahead
    assert thought.moves[0].is_decided == (won != 0)


@every_option_set
def test_there_is_a_move_in_any_position(game: Game, options: Options) -> None:
    """Odd positions, too: half of the moves are random."""
    source = random.Random(4)
    match = Match(game, options, source=source)
    search = Search(game)
    while (seat := match.state.to_move) is not None:
        move = source.choice(match.state.legal_moves)
        if source.random() < (0.5 if IS_FAST else 0.05):
            thought = search.think(match.view(seat), Budget(nodes=40 if IS_FAST else 5))
            assert match.state.is_legal(thought.moves[0].move)
            move = thought.moves[0].move
        match.play(seat, move)


@every_searched_game
def test_nodes_repeat_and_are_not_exceeded(name: str) -> None:
    game = azulejos.game(name)
    state = greedy_game(game, game.options(), seed=1)[4]
    first, second = (
        Search(game).think(state.view(state.to_move), Budget(nodes=NODES)) for _ in "ab"
    )
    assert first.nodes == second.nodes <= NODES + 200  # no line is given up half-way
    assert (first.moves, first.line, first.depth) == (second.moves, second.line, second.depth)


@every_searched_game
def test_the_line_can_be_played(name: str) -> None:
    game = azulejos.game(name)
    for start in sample_of(greedy_game(game, game.options(), seed=2)[:-1]):
        state = start
        for move in Search(game).think(start.view(start.to_move), Budget(nodes=NODES)).line:
            assert state.is_legal(move)
            state = state.play(move)


@pytest.mark.compiled
@every_searched_game
def test_every_move_is_valued_if_it_is_asked_for(name: str) -> None:
    """Those that the search leaves out, too."""
    game = azulejos.game(name)
    search = Search(game)
    for state in sample_of(greedy_game(game, game.options(), seed=2)[:-1]):
        view, budget = state.view(state.to_move), Budget(depth=1)
        every = search.think(view, budget, multipv=EVERY_MOVE).moves
        assert sorted(str(v.move) for v in every) == sorted(map(str, state.legal_moves))
        assert all(valued.is_exact for valued in every)
        last = every[-1]
        named = search.think(view, budget, also=last.move).moves
        assert last.points == next(v.points for v in named if v.move == last.move)


@pytest.fixture
def _afterwards_searches_run() -> Iterator[None]:
    yield
    interruption.allow()


@pytest.mark.compiled
@pytest.mark.usefixtures("_afterwards_searches_run")
@pytest.mark.parametrize("multipv", [1, 3])
@pytest.mark.parametrize("most", [False, True], ids=["two", "most"])
@every_searched_game
def test_a_search_can_be_interrupted(name: str, most: bool, multipv: int) -> None:
    """Both while it runs and before it has begun; there is a move all the same."""
    game = azulejos.game(name)
    players = next(game.options.each()).metadata["allowed"][-1 if most else 0]
    states = greedy_game(game, game.options(players=players), seed=1)
    state = max(states, key=lambda each: len(each.legal_codes))  # with enough to think about
    view, search = state.view(state.to_move), Search(game)
    search.think(view, Budget(nodes=10), multipv=multipv)  # compiled or loaded now
    threading.Timer(0.05, interruption.interrupt).start()
    for _ in range(2):
        begun = time.perf_counter()
        thought = search.think(view, Budget(seconds=30), multipv=multipv)
        assert time.perf_counter() - begun < 20  # other programs may hold the processor
        assert not thought.is_complete
        assert state.is_legal(thought.moves[0].move)
    interruption.allow()
    spent = search.think(view, Budget(nodes=5000), multipv=multipv)
    assert spent.is_complete or spent.nodes >= 5000


VALUES = """
import json, sys, azulejos
from azulejos.bots.search.engine import Search
game = azulejos.game(sys.argv[1])
search = Search(game)
states = [game.position(text) for text in json.load(sys.stdin)]
json.dump([search.value(state, seat) for state in states for seat in (0, 1)], sys.stdout)
"""


@pytest.mark.compiled
@every_searched_game
def test_positions_are_worth_the_same_compiled_and_interpreted(name: str) -> None:
    """Of all option sets at once: to start a process that interprets takes longest."""
    game = azulejos.game(name)
    every = [read_options(game, text) for text in option_sets(name)]
    states = [each for o in every for each in sample_of(greedy_game(game, o, seed=3)[1:])]
    search = Search(game)
    result = subprocess.run(
        [sys.executable, "-c", VALUES, game.name],
        input=json.dumps([str(state) for state in states]),
        env=os.environ | {"AZULEJOS_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    worth = [search.value(state, seat) for state in states for seat in (0, 1)]
    assert json.loads(result.stdout) == worth


# Sintra


def test_sg_12_a_leaf_counts_the_window_of_a_finished_strip() -> None:
    """On side A the choice makes no difference: a position is worth as much before it as after."""
    states = greedy_game(SINTRA, SINTRA.options(), seed=5)
    search = Search(SINTRA)
    kept = [(now, after) for now, after in pairwise(states) if now.phase == "keep"]
    assert len(kept) > 5
    for now, after in kept:
        if after.to_move not in (None, CHANCE) and after.table.rounds == now.table.rounds:
            assert search.value(now, 0) == search.value(after, 0)


@pytest.mark.parametrize(("score", "broken", "decided"), [(12, 2, True), (10, 0, False)])
def test_sg_23_a_tie_is_won_by_losing_less_to_glass(score: int, broken: int, decided: bool) -> None:
    """Both end with 10 points; seat 2 may have lost two on the way."""
    state = SINTRA.position(
        "sintra players=2; round 6 phase=turn turn=1 start=1 marker=2 track=B; centre B;"
        f"seat 1 score=10; seat 2 score={score} broken={broken}"
    )
    best = Search(SINTRA).think(state.view(0), Budget(nodes=1000)).moves[0]
    assert best.points == 0
    assert best.is_decided == decided
