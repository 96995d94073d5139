"""Kernels of environments: a move, what chance answers to it, and what is legal then, in one call.

Written once for all games (`core/kernels.py`). An action is checked against the mask that the last
step has written, so finding a wrong one costs no more than reading a byte.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled, exported, record
from azulejos.core.kernels import (
    TABLE,
    Tables,
    deal,
    for_each_game,
    list_moves,
    make_move,
    observe,
    rank_keys,
    sample,
)
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table
from azulejos.core.turn import CHANCE, NOBODY

Mask = NDArray[np.uint8]
"""A byte for each action: 1 where it is legal."""

BEGIN = -1
"""In place of an action: restart the game. One kernel for both compiles in half the time."""

ILLEGAL = -3
"""Whose turn it is after an action that is masked: nothing has happened."""

NO_GAME = -1

BLOCK = 32
"""So many games go through one stage after the other: the code of a stage stays in the cache."""

# With a row for each game, or for each of something else
Rngs = NDArray[np.int64]
Masks = NDArray[np.uint8]
Rows = NDArray[np.int32]
Observations = NDArray[np.int16]

Actions = NDArray[np.int64]
"""An action for each game."""


@for_each_game
def let_chance_answer(raw: Raw, rng: Rng, pieces: Codes) -> int:
    """Deal until a seat is to move or the game is over, and say which."""
    table = record(raw, TABLE)
    while table.turn == CHANCE:
        deal(raw, pieces, sample(raw, rng, pieces))
    turn: int = table.turn
    return turn


@for_each_game
def write_mask(raw: Raw, codes: Codes, mask: Mask) -> int:
    """Say which actions are legal, list them, too, and return how many they are."""
    for action in range(len(mask)):
        mask[action] = 0
    count = list_moves(raw, codes)
    for place in range(count):
        mask[codes[place]] = 1
    return count


# One game


@exported
@for_each_game
def step_game(
    action: int,
    fresh: Raw,
    raw: Raw,
    rng: Rng,
    pieces: Codes,
    codes: Codes,
    mask: Mask,
) -> int:
    """Play an action, or BEGIN again, and return who is to move then.

    If the action is masked, nothing happens, and that is ILLEGAL.
    """
    if action == BEGIN:
        copy_table(fresh, raw)
    elif is_open(mask, action):
        make_move(raw, action)
    else:
        return ILLEGAL
    turn = let_chance_answer(raw, rng, pieces)
    write_mask(raw, codes, mask)
    return turn


@compiled
def is_open(mask: Mask, action: int) -> bool:
    """Whether an action exists and is not masked."""
    return 0 <= action < len(mask) and mask[action] != 0


@exported
@for_each_game
def write_result(raw: Raw, keys: Rows, scores: Codes, places: Codes) -> None:
    """Write the points and the place of every seat of a game that is over.

    `keys` has room for what ranks two seats.
    """
    table = record(raw, TABLE)
    for seat in range(table.players):
        scores[seat] = table.seats[seat].score
        places[seat] = 1
        rank_keys(raw, seat, keys[0])
        for other in range(table.players):
            rank_keys(raw, other, keys[1])
            places[seat] += comes_before(keys[1], keys[0])


@compiled
def comes_before(keys: Codes, others: Codes) -> int:
    """Whether keys rank higher than others: 1 or 0."""
    for place in range(len(keys)):
        if keys[place] != others[place]:
            return 1 if keys[place] > others[place] else 0
    return 0


# Many games: all arrays have a row for each, and a call plays those from `first` to `last`


@exported
@for_each_game
def step_games(
    first: int,
    last: int,
    fresh: Raw,
    tables: Tables,
    rngs: Rngs,
    pieces: Codes,
    codes: Codes,
    masks: Masks,
    seats: Codes,
    observations: Observations,
    actions: Actions,
    keys: Rows,
    terminations: Mask,
    scores: Rows,
    places: Rows,
) -> None:
    """Play an action in each game, or BEGIN it again.

    A game that is over leaves its result, and restarts.
    """
    for start in range(first, last, BLOCK):
        end = min(start + BLOCK, last)
        for game in range(start, end):
            raw = tables[game]
            if actions[game] == BEGIN:
                copy_table(fresh, raw)
            else:
                make_move(raw, actions[game])
            turn = let_chance_answer(raw, rngs[game], pieces)
            terminations[game] = turn == NOBODY
            if turn == NOBODY:
                write_result(raw, keys, scores[game], places[game])
                copy_table(fresh, raw)
                turn = let_chance_answer(raw, rngs[game], pieces)
            seats[game] = turn
        for game in range(start, end):
            write_mask(tables[game], codes, masks[game])
        for game in range(start, end):
            observe(tables[game], seats[game], observations[game])


@exported
@compiled
def first_illegal(actions: Actions, masks: Masks) -> int:
    """The first game whose action is masked or does not exist; NO_GAME if there is none."""
    for game in range(len(actions)):
        if not is_open(masks[game], actions[game]):
            return game
    return NO_GAME


@exported
@for_each_game
def choose_randomly(tables: Tables, rngs: Rngs, codes: Codes, actions: Actions) -> None:
    """Choose a legal action in each game, uniformly."""
    for game in range(len(actions)):
        count = list_moves(tables[game], codes)
        actions[game] = codes[below(rngs[game], count)]


# Threads that each process their own part of some arrays: kernels release the GIL, so they run in
# parallel. The calling thread does a part itself; waking another takes some microseconds.

Work = Callable[[Any], None]
"""What is done to a part."""


class Threads:
    """A thread for each part."""

    def __init__(self, parts: Sequence[Any]) -> None:
        self._first, *rest = parts
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        self._orders: list[SimpleQueue[Work | None]] = [SimpleQueue() for _ in rest]
        for part, orders in zip(rest, self._orders, strict=True):
            Thread(target=_obey, args=(part, orders, self._done), daemon=True).start()
        self.stop = weakref.finalize(self, _stop, self._orders)
        """End the threads; also called when this object is garbage-collected."""

    def run(self, work: Work) -> None:
        """Do something to every part, and return when all is done."""
        for orders in self._orders:
            orders.put(work)
        try:
            work(self._first)
        finally:
            failures = [self._done.get() for _ in self._orders]
        for failure in failures:
            if failure is not None:
                raise failure


def _obey(
    part: Any, orders: SimpleQueue[Work | None], done: SimpleQueue[BaseException | None]
) -> None:
    while (work := orders.get()) is not None:
        try:
            work(part)
        except BaseException as error:  # whoever waits is told
            done.put(error)
        else:
            done.put(None)
        del work


def _stop(orders: Sequence[SimpleQueue[Work | None]]) -> None:
    for each in orders:
        each.put(None)
