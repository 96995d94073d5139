"""Bots: found by name, repeatable by seed, and as good as they claim."""

from __future__ import annotations

import random

import pytest

from azulejos import AZUL, BOTS, Game, Match, Options, bot
from azulejos.errors import BotError, UnknownName
from option_sets import every_option_set

SEEDED = ("random", "greedy")


def play(game: Game, options: Options, names: list[str], seed: int) -> Match:
    match = Match(game, options, source=random.Random(seed))
    seats = [bot(name) for name in names]
    while match.state.to_move is not None:
        seat = match.state.to_move
        match.play(seat, seats[seat].choose(match.view(seat)))
    return match


def test_unknown_bots_are_answered_with_the_known_ones() -> None:
    for name in ("", "deepblue", "Random"):
        with pytest.raises(UnknownName, match=rf"there are: {', '.join(BOTS)}"):
            bot(name)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("random:7", "'7' should be name=value; it takes seed=, a whole number from 0 to 9+"),
        ("random:seed=x", "seed='x': it must be a whole number from 0 to 9+"),
        ("random:seed=-1", "seed='-1': it must be a whole number from 0 to 9+"),
        ("random:depth=3", "no parameter 'depth'; it takes seed=, a whole number from 0 to 9+"),
        ("greedy:seed=", "seed='': it must be a whole number from 0 to 9+"),
        ("random:seed=1,seed=2", "seed is given twice"),
    ],
)
def test_wrong_parameters_are_answered_with_what_is_allowed(text: str, problem: str) -> None:
    with pytest.raises(BotError, match=rf"^{text}: {problem}$"):
        bot(text)


def test_endless_seeds_are_refused() -> None:
    with pytest.raises(BotError, match="a whole number"):
        bot("random:seed=" + "9" * 5000)


@pytest.mark.parametrize("name", SEEDED)
def test_seeds_repeat_the_game(name: str) -> None:
    options = AZUL.options()
    one, two = (play(AZUL, options, [f"{name}:seed=1"] * 2, seed=5).record for _ in range(2))
    assert one == two
    other = play(AZUL, options, [f"{name}:seed=2"] * 2, seed=5).record
    assert one != other


@every_option_set(interpreted=False)
@pytest.mark.parametrize("name", SEEDED)
def test_bots_play_every_game_to_its_end(game: Game, options: Options, name: str) -> None:
    match = play(game, options, [f"{name}:seed=1"] * options.players, seed=1)
    match.record.check()


def test_greedy_takes_what_scores_most_by_the_end_of_the_round() -> None:
    """Line 2 completes a row of three; all else scores less or falls."""
    state = AZUL.position(
        "azul; round 2 phase=offer turn=1 start=1; displays B2Y2 K4 - - -;"
        "seat 1 wall=...../W.Y../...../...../....."
    )
    assert str(bot("greedy:seed=1").choose(state.view(0))) == "1B2"


def test_greedy_avoids_the_floor_line() -> None:
    state = AZUL.position(
        "azul; round 2 phase=offer turn=1 start=1; displays B4 - - - -; seat 1 score=10"
    )
    chosen = {str(bot(f"greedy:seed={n}").choose(state.view(0))) for n in range(10)}
    assert chosen == {"1B4"}, "line 4 is completed and nothing falls"


def test_greedy_breaks_ties_at_random() -> None:
    state = AZUL.position("azul; round 2 phase=offer turn=1 start=1; displays B3Y - - - -")
    values = dict(zip(map(str, state.legal_moves), state.move_values, strict=True))
    best = {move for move, value in values.items() if value == max(values.values())}
    chosen = {str(bot(f"greedy:seed={n}").choose(state.view(0))) for n in range(60)}
    assert len(best) > 1
    assert chosen == best


@pytest.mark.compiled
@every_option_set(interpreted=False)
def test_greedy_beats_random(game: Game, options: Options) -> None:
    """In nine of ten games or better, from the first seat and from the last."""
    won = 0
    for seed in range(10):
        seat = seed % options.players
        names = [f"random:seed={seed}"] * options.players
        names[seat] = f"greedy:seed={seed}"
        outcome = play(game, options, names, seed).state.outcome
        assert outcome is not None
        won += outcome.winners == (seat,)
    assert won >= 8
