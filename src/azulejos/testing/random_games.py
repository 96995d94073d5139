"""Random games, decided by a seed, and a digest of how a game behaves in them."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.play.record import Event, Record, after

MAX_GAME = 20_000  # events; no game may go on forever


@dataclass(frozen=True)
class Ply:
    """A position of a random game and the event that follows; None after the last position."""

    state: State
    event: Event | None


def random_game(game: Game, options: Options, seed: int) -> Iterator[Ply]:
    """Play uniformly random moves; the seed decides everything, the draws included."""
    source = random.Random(seed)
    state = game.new(options)
    for _ in range(MAX_GAME):
        event = random_event(state, source)
        yield Ply(state, event)
        if event is None:
            return
        state = after(state, event)
    raise AssertionError(f"{game.name} {options}: seed {seed} does not end")


def random_event(state: State, source: random.Random) -> Event | None:
    """A draw where chance is due, a legal move where a seat is, None when the game is over."""
    if state.to_move is None:
        return None
    if state.to_move == CHANCE:
        return state.sample(source)
    codes = state.legal_codes
    # random() is the one method whose sequence Python keeps the same forever
    return state.game.decode(codes[int(source.random() * len(codes))])


def random_record(game: Game, options: Options, seed: int) -> Record:
    """A whole random game as a record."""
    steps = list(random_game(game, options, seed))
    events = tuple(step.event for step in steps if step.event is not None)
    names = tuple(f"Seat {seat + 1}" for seat in range(options.players))
    return Record(game, options, names, events, steps[-1].state.outcome)


def digest(game: Game, options: Options, seed: int = 0, games: int = 3) -> str:
    """A short name for how a game behaves: every event and position of fixed random games.

    Compiled and interpreted kernels have the same digest; a change of behaviour changes it.
    Positions count by their texts, so that the layout of a table may change without a new digest.
    """
    result = hashlib.sha256()
    for each in range(seed, seed + games):
        for step in random_game(game, options, each):
            result.update(f"{step.state}\n{event_text(game, step.event)}\n".encode())
    return result.hexdigest()[:16]


def event_text(game: Game, event: Event | None) -> str:
    """An event as records write it; nothing after the last position."""
    if event is None:
        return ""
    return game.draw_text(event) if isinstance(event, Draw) else str(event)
