"""One search in several threads: what they find, that they share the table alone, and end."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import AZUL, Match, State, bot
from azulejos.bots.search import interruption
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.bots.search.parallel import ParallelSearch, merged, part_of
from azulejos.bots.search.result import Budget, SearchResult
from azulejos.bots.search.transposition_table import (
    NO_ENTRY,
    TranspositionTable,
    new_transposition_table,
    probe,
    store,
)
from azulejos.bots.search.tree_search import TreeSearch, Variation
from azulejos.bots.search.workspace import counters_of
from azulejos.core.compiled import IS_FAST
from azulejos.errors import BotError
from patience import PATIENCE

THREADS = 3
SOME = 3000 if IS_FAST else 150
ENDLESS = Budget(nodes=10**12)  # hours

both_kinds = pytest.mark.parametrize("players", [2, 3], ids=["alpha-beta", "tree"])
every_table = pytest.mark.parametrize(
    ("name", "players"),
    [
        (name, players)
        for name in SEARCHED_GAMES
        for players in next(azulejos.game(name).options.each()).metadata["allowed"]
    ],
)


def opening(name: str = "azul", players: int = 2) -> State:
    game = azulejos.game(name)
    return Match(game, game.options(players=players), source=random.Random(2)).state


def think(state: State, budget: Budget, **asked: Any) -> SearchResult:
    assert state.to_move is not None
    search = ParallelSearch(state.game, threads=THREADS)
    return search.think(state.view(state.to_move), budget, **asked)


def helpers() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name.startswith("search")]


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    interruption.allow()
    assert not helpers()


# The shared table


@pytest.mark.interpreted
def test_an_entry_that_two_threads_have_written_is_not_believed() -> None:
    one, other = 5, 5 + (1 << 40)  # in the same slot
    tables = [new_transposition_table(16) for _ in range(2)]
    store(tables[0], one, 77)
    store(tables[1], other, 99)
    for mixed in (mixture(tables[0], tables[1]), mixture(tables[1], tables[0])):
        assert probe(mixed, one) == NO_ENTRY == probe(mixed, other)
    assert (probe(tables[0], one), probe(tables[0], other)) == (77, NO_ENTRY)
    assert (probe(tables[1], one), probe(tables[1], other)) == (NO_ENTRY, 99)


def mixture(one: TranspositionTable, other: TranspositionTable) -> TranspositionTable:
    """A table with the first half of each entry from one and the second from the other."""
    return np.stack([one[:, 0], other[:, 1]], axis=1)


@every_table
def test_threads_share_the_transposition_table_and_nothing_else(name: str, players: int) -> None:
    search = ParallelSearch(azulejos.game(name), threads=2)
    [helper] = search._helpers_for(players)
    main = search._room_for(players)
    assert helper.transpositions is main.transpositions
    shared = (main.transpositions, main.settings, main.weights, main.interruption)
    for array, other in zip(arrays(main), arrays(helper), strict=True):
        if not any(array is each for each in shared):
            assert not np.shares_memory(array, other)


def arrays(record: tuple[Any, ...]) -> Iterator[np.ndarray[Any, Any]]:
    for part in record:
        if isinstance(part, np.ndarray):
            yield part
        else:
            yield from arrays(part)


# What is found


@pytest.mark.compiled
@every_table
def test_a_round_is_solved_as_by_one_thread(name: str, players: int) -> None:
    for state in solved_positions(name, players):
        view = state.view(state.to_move)
        alone, together = Search(state.game).think(view, Budget()), think(state, Budget())
        assert together.is_complete
        assert together.moves[0].points == alone.moves[0].points
        assert together.moves[0].is_won == alone.moves[0].is_won
        chosen = together.moves[0].move
        valued = Search(state.game).think(view, Budget(), also=chosen).moves
        assert next(v.points for v in valued if v.move == chosen) == alone.moves[0].points


def solved_positions(name: str, players: int, number: int = 3) -> list[State]:
    """Positions whose round takes some nodes to solve, but not too many."""
    game, result = azulejos.game(name), list[State]()
    match = Match(game, game.options(players=players), source=random.Random(3))
    player = bot("greedy:seed=3")
    while len(result) < number and (seat := match.state.to_move) is not None:
        if len(match.state.legal_codes) > 3:
            thought = Search(game).think(match.view(seat), Budget(nodes=20_000))
            if thought.is_complete and thought.nodes > 100:
                result.append(match.state)
        match.play(seat, player.choose(match.view(seat)))
    assert result
    return result


@every_table
def test_there_is_a_legal_move_and_its_line_can_be_played(name: str, players: int) -> None:
    state = opening(name, players)
    for nodes in (1, SOME):
        thought = think(state, Budget(nodes=nodes))
        assert thought.line[0] == thought.moves[0].move
        after = state
        for move in thought.line:
            after = after.play(move)


@both_kinds
def test_nodes_are_those_of_all_threads_and_not_exceeded(players: int) -> None:
    state = opening(players=players)
    search = ParallelSearch(AZUL, threads=THREADS)

    def wait_for_helpers(_: SearchResult) -> None:
        deadline = time.monotonic() + PATIENCE
        while not all(counters_of(room).nodes for room in search._helpers):
            assert time.monotonic() < deadline
            time.sleep(0.001)

    thought = search.think(state.view(state.to_move), Budget(nodes=SOME), wait_for_helpers)
    counts = [counters_of(room).nodes for room in (search._room, *search._helpers)]
    assert counts[0] < thought.nodes <= sum(counts)
    assert thought.nodes <= SOME + THREADS * 200  # no line is given up half-way


@pytest.mark.parametrize(("nodes", "part"), [(None, None), (1, 1), (9, 3), (10, 4)])
def test_each_thread_has_its_part_of_the_nodes_and_all_of_the_time(
    nodes: int | None, part: int | None
) -> None:
    assert part_of(Budget(2.0, nodes, 5), 3) == Budget(2.0, part, 5)


@both_kinds
def test_several_moves_are_valued_by_one_thread(players: int) -> None:
    state = opening(players=players)
    view, budget = state.view(state.to_move), Budget(nodes=SOME)
    together = think(state, budget, multipv=3)
    alone = Search(AZUL).think(view, budget, multipv=3)
    assert (together.moves, together.nodes) == (alone.moves, alone.nodes)


def test_the_best_of_several_trees_is_the_best() -> None:
    trees = [
        [Variation(1, 10, True, [1, 9]), Variation(4, -5, False, [])],
        [Variation(2, 30, True, [2]), Variation(3, 20, False, [])],
    ]
    assert merged(trees) == [
        Variation(2, 30, True, [2]),
        Variation(3, 20, False, []),
        Variation(1, 10, False, []),
        Variation(4, -5, False, []),
    ]


def test_more_threads_than_moves_are_no_harm() -> None:
    state = AZUL.position(
        "azul players=3; round 2 phase=offer turn=1 start=1; displays B4 Y4 - - - - -"
    )
    search = ParallelSearch(AZUL, threads=64)
    assert state.is_legal(search.think(state.view(0), Budget(nodes=SOME)).moves[0].move)


# How it ends


@both_kinds
def test_threads_run_while_it_thinks(players: int) -> None:
    seen: list[threading.Thread] = []
    think(opening(players=players), Budget(nodes=SOME), report=lambda _: seen.extend(helpers()))
    assert seen


@both_kinds
def test_an_interruption_ends_all_threads(players: int) -> None:
    def interrupt(_: SearchResult) -> None:
        interruption.interrupt()

    state = opening(players=players)
    thought = think(state, ENDLESS, report=interrupt)
    assert not thought.is_complete
    assert state.is_legal(thought.moves[0].move)


@both_kinds
def test_what_goes_wrong_in_the_main_thread_ends_the_others(players: int) -> None:
    def fail(_: SearchResult) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        think(opening(players=players), ENDLESS, report=fail)


@both_kinds
def test_what_goes_wrong_in_a_helper_is_raised(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(ParallelSearch, "_help", fail)
    monkeypatch.setattr(TreeSearch, "grow", fail)
    with pytest.raises(MemoryError):
        think(opening(players=players), Budget(nodes=SOME))


# The bot


def test_one_thread_is_the_default_and_loads_no_more() -> None:
    program = (
        "import sys; from azulejos import AZUL, bot;"
        "state = AZUL.position('azul; round 2 phase=offer turn=1 start=1; displays B4 - - - -');"
        "bot('search:nodes=1,threads=1').choose(state.view(0));"
        "sys.exit('azulejos.bots.search.parallel' in sys.modules)"
    )
    environment = {"AZULEJOS_INTERPRETED": "1", "PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    made = bot("search")
    assert isinstance(made, SearchBot)
    assert made.threads == 1


@pytest.mark.parametrize("threads", ["0", "65", "two"])
def test_threads_are_checked(threads: str) -> None:
    with pytest.raises(BotError, match="it must be a whole number from 1 to 64"):
        bot(f"search:threads={threads}")


def test_a_browser_has_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert bot("search:threads=1")
    with pytest.raises(BotError, match="one thread only"):
        bot("search:threads=2")


def test_it_ponders_in_one_thread() -> None:
    made = bot(f"search:nodes={SOME},threads=2,ponder=on")
    assert isinstance(made, SearchBot)
    state = opening()
    for _ in range(2):
        assert state.to_move is not None
        state = state.play(made.choose(state.view(state.to_move)))
        assert made._pondering
        assert made._pondering.is_running
        assert not helpers()
    made.close()
