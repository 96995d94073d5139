"""Duplicate deals: the same luck for everybody who plays from the same seed.

Each tile, chip and plate has a rank for each place that is filled, which follows from the seed
alone; of what is in the bag, the piece with the lowest rank comes. So every draw is as likely as
ever, equal bags give equal draws, and bags that differ by a few tiles give draws that differ in a
few places. Places are counted through the game, phase by phase: the fifth tile that fills the
supply is ranked as the fifth, whoever caused it. In Azul with two players nothing returns to the
bag before it is empty, so all five deals are fixed, whatever anybody plays.

Ranks are SHA-256 digests: the same on every machine, and in a browser.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.games.duel.plates import BACK, kind_of, plates_to_turn
from azulejos.games.duel.table import NONE, PLATES

TILES = ("bag", "large", "small")
CHIPS = "chips"


class DuplicateDeals:
    """A source of deals for a `Match`, in place of `random.Random`."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def answers(self, state: State, drawn: Counter[str]) -> Iterator[tuple[Draw, State]]:
        """Draws until a seat is to move, each with the position after it.

        `drawn` says how many pieces were drawn before, by phase.
        """
        while state.to_move == CHANCE:
            draw = self.draw(state, drawn[state.phase])
            drawn[state.phase] += len(draw.pieces)
            state = state.deal(draw)
            yield draw, state

    def draw(self, state: State, before: int) -> Draw:
        """What is drawn in a position, after so many pieces in its phase."""
        pool = state.game.phases[state.table.phase].pool
        if pool in PLATES_OF:
            order = sorted(range(PLATES), key=lambda plate: self._rank("plate", plate))
            stack = Stack([plate for plate in order if state.table.unseen_plates >> plate & 1])
            return Draw(pool, tuple(PLATES_OF[pool](state.table, stack)))
        sampled = state.sample(random.Random(self._rank(state.phase, before)))
        wanted = range(before, before + len(sampled.pieces))
        if pool in TILES:
            bag, discard = counts(state.table.bag), counts(state.table.discard)
            return Draw(pool, tuple(self._ranked(state.phase, wanted, bag, discard)))
        if pool == CHIPS:
            return Draw(pool, tuple(self._ranked(state.phase, wanted, state.table.unseen_chips)))
        return sampled  # before anybody moves, when the table is the same for everybody

    def _ranked(
        self, phase: str, places: range, first: Sequence[int], then: Sequence[int] = ()
    ) -> Iterator[int]:
        """Fill places with pieces, of which there are so many of each kind; then of others."""
        left = [(kind, copy) for kind, count in enumerate(first) for copy in range(count)]
        for place in places:
            if not left:
                left = [(kind, copy) for kind, count in enumerate(then) for copy in range(count)]
            piece = min(left, key=lambda piece: self._rank(phase, place, *piece))
            left.remove(piece)
            yield piece[0]

    def _rank(self, *what: object) -> bytes:
        return hashlib.sha256("/".join(map(str, (self.seed, *what))).encode()).digest()


# Plates of Azul Duel: those that nobody has seen lie in the stack in the order of their ranks


class Stack:
    """The plates that nobody has seen, the first to be drawn first."""

    def __init__(self, unseen: list[int]) -> None:
        self._unseen = unseen

    def draw(self, front: int, kind: int) -> int:
        """What a plate shows: its front, if it has one, else the next of its kind."""
        if front != NONE:
            return front
        plate = next(each for each in self._unseen if kind in (NONE, ask(kind_of, each)))
        self._unseen.remove(plate)
        return plate


def _turned(table: Any, stack: Stack) -> list[int]:
    """The plates that are turned up, then the back of the next (DU-2)."""
    count = ask(plates_to_turn, table)
    fronts = [
        stack.draw(table.stack_front[place], table.top_kind if place == 0 else NONE)
        for place in range(min(count + 1, table.stack_height))
    ]
    return fronts[:count] + [BACK + ask(kind_of, front) for front in fronts[count:]]


def _hand(table: Any, stack: Stack) -> list[int]:
    """The fronts of the plates drawn that their drawer does not know (DU-6)."""
    places = range(table.hand_count)
    fronts = [stack.draw(table.hand_front[place], table.hand_kind[place]) for place in places]
    return [fronts[place] for place in places if not table.hand_known[place]]


def _back(table: Any, stack: Stack) -> list[int]:
    """The back of the plate below those drawn (DU-2)."""
    _hand(table, stack)
    return [BACK + ask(kind_of, stack.draw(table.stack_front[0], NONE))]


PLATES_OF = {"plates": _turned, "look": _hand, "back": _back}
