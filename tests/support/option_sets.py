"""The option sets that every generic test runs with: a new game is tested by adding its line."""

from __future__ import annotations

import pytest

import azulejos
from azulejos import Game, Options
from azulejos.testing import digest

OPTION_SETS = {
    "azul": (
        "players=2",
        "players=3",
        "players=4",
        "players=2 side=grey",
        "players=3 side=grey",
        "players=4 side=grey",
        "players=3 start=2 quiet_rounds=1",
    ),
    "sintra": (
        "players=2",
        "players=3",
        "players=4",
        "players=2 side=B",
        "players=3 side=B",
        "players=4 side=B",
        "players=3 start=2 floor_at_zero=yes",
        "players=4 strips=own track=short",
    ),
    "pavilion": (
        "players=2",
        "players=3",
        "players=4",
        "players=2 side=grey",
        "players=3 side=grey",
        "players=4 side=grey",
        "players=3 start=2",
    ),
    "duel": (
        "players=2",
        "players=2 scoring=random3",
        "players=2 scoring=1B2B3B4B start=2 special_counts_as_colour=no",
        "players=2 scoring=random4 stack_draw_at_zero=free",
    ),
}

PLAYTHROUGHS = {
    "azul": "players=2 side=grey",
    "duel": "players=2 scoring=random4 stack_draw_at_zero=free",
}
"""The options of each game's playthrough; else its first option set."""


def option_sets(name: str) -> tuple[str, ...]:
    """The option sets of a game; one that is not listed is tested with each number of players."""
    players = next(azulejos.game(name).options.each()).metadata["allowed"]
    return OPTION_SETS.get(name, tuple(f"players={number}" for number in players))


def read_options(game: Game, text: str) -> Options:
    """Options from their text."""
    return game.options.of(dict(word.split("=") for word in text.split()))


def digests(game: Game) -> dict[str, str]:
    """How a game behaves, for each of its option sets."""
    return {text: digest(game, read_options(game, text)) for text in option_sets(game.name)}


def every_game(*, compiled: bool = True) -> pytest.MarkDecorator:
    """Run a test for each game, as `game`.

    Unless it is to be `compiled` with all of them, it runs with the first alone where kernels are:
    for tests that need kernels which no other test calls.
    """
    cases = [
        pytest.param(
            azulejos.game(name),
            id=name,
            marks=[] if compiled or number == 0 else [pytest.mark.interpreted],
        )
        for number, name in enumerate(azulejos.GAME_NAMES)
    ]
    return pytest.mark.parametrize("game", cases)


def every_option_set(*, interpreted: bool = True) -> pytest.MarkDecorator:
    """Run a test for each game and option set, as `game` and `options`.

    Unless it is to be `interpreted` with all of them, it runs with one of each game where kernels
    are: that they do the same with all others is pinned (`test_behaviour_is_pinned`).
    """
    cases = [
        pytest.param(
            game,
            read_options(game, text),
            id=f"{game.name} {text}",
            marks=[] if interpreted or number == 0 else [pytest.mark.compiled],
        )
        for game in map(azulejos.game, azulejos.GAME_NAMES)
        for number, text in enumerate(option_sets(game.name))
    ]
    return pytest.mark.parametrize(("game", "options"), cases)
