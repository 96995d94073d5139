"""Everything that makes up a game can be sent to another process, and comes back equal."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from azulejos import GAME_NAMES, Match, Move, State, game
from azulejos.errors import NotationError
from azulejos.testing import random_game
from option_sets import option_sets, read_options

MAX_STATE_SIZE = 1000  # bytes, pickled


def travelled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - it is our own


@pytest.mark.parametrize("name", GAME_NAMES)
def test_all_that_a_game_is_made_of_travels(name: str) -> None:
    for number, options in enumerate(option_sets(name)):
        played = list(random_game(game(name), read_options(game(name), options), number))
        source = random.Random(number)
        for step in source.sample(played, 6):
            state = step.state
            _ = state.legal_codes, state.table  # what is worked out does not travel
            view = state.view(source.randrange(state.players))
            for value in (state, view, state.options, step.event):
                assert travelled(value) == value
                assert copy.deepcopy(value) == value
            assert len(pickle.dumps(state)) <= MAX_STATE_SIZE
            assert str(travelled(state)) == str(state)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_game_stays_itself(name: str) -> None:
    assert travelled(game(name)) is game(name)
    assert copy.deepcopy(game(name)) is game(name)
    assert copy.copy(game(name)) is game(name)


@pytest.mark.parametrize("source", [None, random.Random(3)])
def test_a_match_goes_on_where_it_was(source: random.Random | None) -> None:
    match = Match(game("pavilion"), names=("Ana", "Eva"), source=source)
    for _ in range(30):
        assert match.state.to_move is not None
        match.play(match.state.to_move, match.state.legal_moves[-1])
    other = travelled(match)
    assert isinstance(other, Match)
    assert travelled(match.record) == match.record == other.record
    assert other.state == match.state
    if source:  # the same chance, too
        for each in (match, other):
            while each.state.to_move is not None and each.state.table.rounds < 4:
                each.play(each.state.to_move, each.state.legal_moves[0])
        assert other.record == match.record


def test_another_process_plays_on() -> None:
    played = [list(random_game(game(name), game(name).options(), 1)) for name in GAME_NAMES]
    steps = [next(step for step in steps if isinstance(step.event, Move)) for steps in played]
    states, moves = [step.state for step in steps], [step.event for step in steps]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(State.play, states, moves)) == list(map(State.play, states, moves))


def test_a_pickle_of_other_tables_is_refused() -> None:
    state = game("azul").new()
    restore, (azul, table) = state.__reduce__()
    with pytest.raises(NotationError, match="another version"):
        restore(azul, table[:-1])
