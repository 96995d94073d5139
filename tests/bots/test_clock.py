"""A clock for a whole game: never overdrawn, spent where it matters, and the same again."""

from __future__ import annotations

import random

import pytest

import azulejos
from azulejos import AZUL, GAME_NAMES, Game, Match, State, bot
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.clock import Clock, Progress, share_of
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.result import MoveValue, SearchResult
from azulejos.errors import BotError

NODES = 20_000
LATER = "azul players=2; round 2 phase=offer turn=1 start=1"


def play(game: Game, players: list[SearchBot]) -> Match:
    match = Match(game, game.options(players=len(players)), source=random.Random(3))
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat].choose(match.view(seat)))
    return match


def clocked(text: str) -> SearchBot:
    made = bot(text)
    assert isinstance(made, SearchBot)
    assert made.clock
    return made


def found(state: State, seconds: float, move: int = 0) -> SearchResult:
    return SearchResult(3, 1000, seconds, False, (MoveValue(state.legal_moves[move], 0.0),))


def opening() -> State:
    return Match(AZUL, source=random.Random(1)).state


@pytest.mark.compiled
def test_a_game_takes_most_of_its_nodes_and_hardly_more() -> None:
    players = [clocked(f"search:game_nodes={NODES}") for _ in range(2)]
    play(AZUL, players)
    for player in players:
        assert player.clock
        assert -0.05 * NODES < player.clock.left < 0.4 * NODES


def test_a_clock_of_nodes_repeats() -> None:
    first, second = (
        play(AZUL, [clocked("search:game_nodes=200") for _ in range(2)]).record for _ in "ab"
    )
    assert first == second


@pytest.mark.parametrize("name", SEARCHED_GAMES)
def test_every_game_has_a_pace_for_all_numbers_of_players(name: str) -> None:
    allowed = next(azulejos.game(name).options.each()).metadata["allowed"]
    pace = KNOWLEDGE.of(name).pace
    assert set(allowed) <= set(pace.rounds)
    assert set(allowed) <= set(pace.decisions)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_most_decisions_are_to_come_at_the_start_and_one_at_least_always(name: str) -> None:
    game = azulejos.game(name)
    match, player = Match(game, source=random.Random(1)), bot("random:seed=1")
    progress, expected = Progress(), []
    while (seat := match.state.to_move) is not None:
        if seat == 0:
            assert progress.see(match.view(0)) == (not expected)
            expected.append(progress.decisions_to_come())
        match.play(seat, player.choose(match.view(seat)))
    assert expected[0] == max(expected) > 5
    assert min(expected) >= 1


def test_an_empty_clock_still_moves_and_an_increment_is_used() -> None:
    view = opening().view(0)
    for counts_nodes in (False, True):
        clock = Clock(100.0, counts_nodes=counts_nodes)
        clock.budget(view)
        clock.left = -5.0
        budget = clock.budget(view)
        assert (budget.nodes or budget.seconds or 0) > 0
    assert 1.5 < share_of(0.0, 2.0, to_come=10) <= 2.0
    assert share_of(30.0, 0.0, to_come=1) < 15  # there may be more moves than were expected


def test_a_clock_runs() -> None:
    clock, state = Clock(60.0, 1.0), opening()
    clock.budget(state.view(0))
    clock.spend(found(state, 5.0))
    assert clock.left == 56.0
    clock.budget(state.view(0))  # the same game
    assert clock.left == 56.0
    clock.budget(AZUL.position(f"{LATER}; displays BBYR - - - -").view(0))
    assert clock.left == 56.0
    clock.budget(state.view(0))  # another one
    assert clock.left == 60.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("search:clock=60s,time=1s", "a clock is for the whole game"),
        ("search:clock=60s,game_nodes=5k", "give either clock= or game_nodes="),
        ("search:increment=1s", "increment= is for a bot with a clock="),
        ("search:clock=60", "it must be a time like 500ms or 2s"),
    ],
)
def test_what_makes_no_sense_together_is_refused(text: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        bot(text)
