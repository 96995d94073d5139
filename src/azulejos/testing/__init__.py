"""The conformance suite: `check_game` holds every game to the same promises.

::

    from azulejos import AZUL
    from azulejos.testing import check_game

    check_game(AZUL, AZUL.options(players=3), games=5)

It plays random games and checks each promise at every position. A broken promise raises an
`AssertionError` that shows the options and the position.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.errors import AzulejosError
from azulejos.play.record import Event
from azulejos.testing import promises
from azulejos.testing.random_games import digest, random_event, random_game, random_record

__all__ = ["check_game", "digest", "random_event", "random_game", "random_record"]

VALUED = 0.1  # the share of positions in which moves are valued: interpreted, that is slow

PROMISES: tuple[Callable[[State], None], ...] = (
    promises.check_possible,
    promises.check_text,
    promises.check_end,
    promises.check_scores,
    promises.check_legal_moves,
    promises.check_observations,
)


def check_game(game: Game, options: Options, games: int = 3, seed: int = 0) -> None:
    """Play random games and check every promise at every position."""
    seen: set[int] = set()
    for each in range(seed, seed + games):
        try:
            seen |= check_random_game(game, options, each)
        except AssertionError as error:
            raise AssertionError(f"{game.name} {options}, seed {each}: {error}") from error
    promises.check_moves(game, seen)


def check_random_game(game: Game, options: Options, seed: int) -> set[int]:
    """Check one random game, and return the codes that were legal in it."""
    seen: set[int] = set()
    source = random.Random(f"promises {seed}")
    for step in random_game(game, options, seed):
        check_position(step.state, step.event, source)
        seen.update(step.state.legal_codes)
    promises.check_record(random_record(game, options, seed))
    return seen


def check_position(state: State, event: Event | None, source: random.Random) -> None:
    """Check all that must hold at one position; `event` is what will follow."""
    key = state.key
    for promise in PROMISES:
        _hold(promise, state)
    _hold(lambda s: promises.check_illegal_moves(s, source), state)
    _hold(lambda s: promises.check_views(s, source), state)
    if source.random() < VALUED:
        _hold(promises.check_values, state)
        _hold(promises.check_told_apart, state)
    if isinstance(event, Draw):
        _hold(lambda s: promises.check_draw(s, event), state)
    assert state.key == key, f"the checks changed the position\n{state}"


def _hold(promise: Callable[[State], None], state: State) -> None:
    """Keep a promise, or fail with the position it was broken at."""
    try:
        promise(state)
    except (AssertionError, AzulejosError) as error:
        raise AssertionError(f"{error}\nat the position\n{state}") from error
