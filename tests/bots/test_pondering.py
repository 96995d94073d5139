"""Thinking while others think: it helps the next search, is bounded, and ends when it is told."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from azulejos import AZUL, DUEL, SINTRA, Match, View, bot
from azulejos.bots.search import pondering
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.pondering import AT_ONCE, Pondering
from azulejos.bots.search.result import Budget
from azulejos.core.compiled import IS_FAST
from azulejos.core.turn import CHANCE

NODES = 3000 if IS_FAST else 150


def opening(game=AZUL, players=2) -> View:
    match = Match(game, game.options(players=players), source=random.Random(2))
    assert match.state.to_move is not None
    return match.view(match.state.to_move)


@pytest.fixture
def ponderer() -> Iterator[SearchBot]:
    made = bot(f"search:nodes={NODES},ponder=on")
    assert isinstance(made, SearchBot)
    yield made
    made.close()
    assert AT_ONCE.acquire(blocking=False)
    AT_ONCE.release()


def test_what_was_pondered_need_not_be_searched_again() -> None:
    view = opening()
    search = Search(AZUL)
    after = view.state.play(search.think(view, Budget(nodes=NODES)).moves[0].move)
    search.ponder(after.view(view.seat), Budget(nodes=10 * NODES), np.zeros(1, np.int64))
    answer = Search(AZUL).think(after.view(after.to_move), Budget(nodes=NODES)).moves[0].move
    now = after.play(answer).view(view.seat)
    depth = Budget(depth=4 if IS_FAST else 2)
    assert search.think(now, depth).nodes < Search(AZUL).think(now, depth).nodes


def test_it_goes_on_after_a_move_until_the_next_and_one_at_a_time(ponderer: SearchBot) -> None:
    view = opening()
    ponderer.choose(view)
    assert ponderer._pondering
    assert ponderer._pondering.is_running  # a round of Azul is not solved in a moment
    other = Pondering()
    other.begin(Search(AZUL), view, view.state.legal_moves[0])
    assert not other.is_running
    ponderer.close()
    assert not ponderer._pondering.is_running
    other.begin(Search(AZUL), view, view.state.legal_moves[0])
    assert other.is_running
    other.end()


def test_it_ends_by_itself(monkeypatch: pytest.MonkeyPatch, ponderer: SearchBot) -> None:
    monkeypatch.setattr(pondering, "MOST", Budget(nodes=NODES))
    ponderer.choose(opening())
    assert ponderer._pondering
    thread = ponderer._pondering._thread
    assert thread
    thread.join()


def test_it_is_off_unless_it_is_asked_for() -> None:
    made = bot("search:nodes=50")
    assert isinstance(made, SearchBot)
    made.choose(opening())
    assert made._pondering is None


@pytest.mark.parametrize(("game", "players"), [(AZUL, 3), (SINTRA, 4)])
def test_a_tree_remembers_nothing_so_nothing_is_pondered(game, players) -> None:
    view = opening(game, players)
    after = view.state.play(view.state.legal_moves[0])
    search = Search(game)
    search.ponder(after.view(view.seat), Budget(nodes=NODES), np.zeros(1, np.int64))
    assert search.think(view, Budget(nodes=100)).nodes >= 100


def test_nothing_is_pondered_before_chance_or_in_the_middle_of_a_turn() -> None:
    view = opening(DUEL)
    idle = Pondering()
    for move in view.state.legal_moves[:3]:
        assert view.state.play(move).to_move in (CHANCE, view.seat)
        idle.begin(Search(DUEL), view, move)
        assert not idle.is_running
