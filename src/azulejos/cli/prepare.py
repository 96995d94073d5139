"""The first game on a machine compiles the rules, and the search if a bot needs it: say so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from azulejos.bots import Bot, needs_search
from azulejos.bots.search import engine
from azulejos.cli.screen import Screen
from azulejos.core import compiled
from azulejos.core.announcing import said_elsewhere
from azulejos.core.game import Game
from azulejos.play.kernels import are_cached, use_every_kernel


def prepare(game: Game, screen: Screen, players: Iterable[Bot] = ()) -> None:
    """Compile the rules of a game and what its bots need, unless that was done before."""
    if not is_prepared(game):
        with screen.busy(_notice("rules of", game)):
            use_every_kernel(game)
    if any(needs_search(player) for player in players):
        prepare_search(game, screen)


def prepare_search(game: Game, screen: Screen) -> None:
    """Compile the search for a game, unless that was done before."""
    if not engine.is_prepared(game):
        with screen.busy(_notice("search for", game)):
            engine.prepare(game)


def _notice(what: str, game: Game) -> str:
    said_elsewhere()
    when = "once per machine" if _cache(game) else "at every start: no cache can be written"
    return f"Preparing the {what} {game.title}, {when} (up to a minute)..."


def is_prepared(game: Game) -> bool:
    """Whether all kernels that a game needs are interpreted or in the cache."""
    return not compiled.COMPILES or are_cached(game.name)


def _cache(game: Game) -> Path | None:
    return compiled.cache_for(f"azulejos.games.{game.name}.rules")
