"""Whether a move stays ahead of another when the game goes on, over many deals."""

from __future__ import annotations

import random

from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.core.move import Move
from azulejos.core.state import State, View
from azulejos.core.turn import CHANCE

ROUNDS = 2  # that are played to their end: this one and the next


def mean_ahead(
    search: Search, view: View, moves: tuple[Move, Move], *, deals: int, nodes: int
) -> float:
    """By how many points the first move leaves the seat better off than the second.

    Both are played on by a quick search, over the same deals as far as that is possible, and with
    the same guess of what the seat does not know.
    """
    gained = 0.0
    for deal in range(deals):
        state = view.sample(random.Random(f"imagined {deal}"))
        leads = [
            _lead(search, _played_on(search, state.play(move), deal, nodes), view.seat)
            for move in moves
        ]
        gained += leads[0] - leads[1]
    return gained / deals


def _played_on(search: Search, state: State, deal: int, nodes: int) -> State:
    source = random.Random(f"deal {deal}")
    last = state.table.rounds + ROUNDS
    while (seat := state.to_move) is not None and state.table.rounds < last:
        if seat == CHANCE:
            state = state.deal(state.sample(source))
        elif len(state.legal_codes) == 1:
            state = state.play(state.legal_moves[0])
        else:
            result = search.think(state.view(seat), Budget(nodes=nodes))
            state = state.play(result.moves[0].move)
    return state


def _lead(search: Search, state: State, seat: int) -> float:
    """How many points a seat is, or will be, ahead of the best of the others."""
    if state.to_move is not None:
        return search.value(state, seat)
    return float(
        state.scores[seat] - max(s for other, s in enumerate(state.scores) if other != seat)
    )
