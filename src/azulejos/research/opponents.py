"""Kernels that play against bots without Python: one seat of a game learns, bots have the others.

`random` and `greedy` are simple enough to be kernels; they choose as the bots of these names do. A
game that is over is restarted by the next step, whatever its action, as in Gymnasium's vectors.
"""

from __future__ import annotations

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled, exported
from azulejos.core.kernels import Tables, for_each_game, make_move, observe, value_moves
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table
from azulejos.core.turn import NOBODY
from azulejos.research.stepping import (
    BEGIN,
    Actions,
    Masks,
    Observations,
    Rngs,
    Rows,
    is_open,
    let_chance_answer,
    write_mask,
    write_result,
)

LEARNER, RANDOM, GREEDY = range(3)
KINDS = {"random": RANDOM, "greedy": GREEDY}
"""The bots that are kernels, as `kinds` says which seat is whose."""

PLAYING, OVER, LOST = range(3)
"""How a game stands; it is lost by an action that is masked."""

ANY_SEAT = -1


@compiled
def best_place(values: Codes, count: int, rng: Rng) -> int:
    """The index of the highest value; a random one of several."""
    best = values[0]
    ties = 0
    for place in range(count):
        if values[place] > best:
            best = values[place]
            ties = 0
        ties += values[place] == best
    chosen = below(rng, ties)
    for place in range(count):
        if values[place] == best:
            if chosen == 0:
                return place
            chosen -= 1
    return 0


@exported
@for_each_game
def step_against_bots(
    fresh: Raw,
    kinds: Codes,
    seat: int,
    scratch: Raw,
    listed: Rows,
    pieces: Codes,
    keys: Rows,
    tables: Tables,
    seats: Codes,
    standings: Codes,
    actions: Actions,
    rngs: Rngs,
    masks: Masks,
    observations: Observations,
    scores: Rows,
    places: Rows,
) -> None:
    """Play the learner's action in every game, and what bots answer; restart games that were over.

    Arrays from `tables` on have a row for each game; `kinds` counts the seats from the learner's.
    `scores` and `places` are written at the end of a game. Every rule is called in one place, since
    it is compiled again for each.
    """
    for game in range(len(tables)):
        raw, rng = tables[game], rngs[game]
        action = int(actions[game])
        has_moved = standings[game] == PLAYING
        if not has_moved:
            standings[game] = PLAYING
            action = BEGIN
        elif not is_open(masks[game], action):
            standings[game] = LOST
            continue
        while True:
            if action == BEGIN:
                copy_table(fresh, raw)
                seats[game] = below(rng, len(kinds)) if seat == ANY_SEAT else seat
            else:
                make_move(raw, action)
            turn = let_chance_answer(raw, rng, pieces)
            count = write_mask(raw, listed[0], masks[game])
            if turn == seats[game]:
                break
            if turn == NOBODY and has_moved:
                standings[game] = OVER
                write_result(raw, keys, scores[game], places[game])
                break
            if turn == NOBODY:  # the learner was never to move
                action = BEGIN
            elif kinds[turn - seats[game] + (len(kinds) if turn < seats[game] else 0)] == GREEDY:
                count = value_moves(raw, scratch, listed[0], listed[1])
                action = int(listed[0][best_place(listed[1], count, rng)])
            else:
                action = int(listed[0][below(rng, count)])
        observe(raw, seats[game], observations[game])
