"""What a seat may know of a position of Sintra as numbers: all of it, there are no secrets."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.observing import TURN, Observed, offer
from azulejos.core.position import Choice, Number, Pile
from azulejos.games.sintra.scoring import has_tile
from azulejos.games.sintra.strips import other_side
from azulejos.games.sintra.table import (
    COLOURS,
    JOKER,
    MAX_BONUS,
    MAX_BROKEN,
    MAX_LOSS,
    MAX_POINTS,
    MAX_TRACK,
    NONE,
    OVER,
    ROUNDS,
    SPACES,
    STRIP_SPACES,
    TILES_OF_A_COLOUR,
    TRACK_ENDS,
    WINDOWS,
    Seat,
    Table,
)

MAX_WRAPS = MAX_BROKEN // int(TRACK_ENDS.min())
STRIP_COLOURS = JOKER + 1  # of spaces
WINDOW = {"window": WINDOWS}


@compiled
def spaces_up(seat: Seat, window: int) -> int:
    """The spaces of a strip."""
    return int(SPACES[seat.strips[window]]) if seat.strips[window] != NONE else 0


@compiled
def spaces_down(seat: Seat, window: int) -> int:
    """The spaces of its other side: it is flipped with the first tile (SG-13)."""
    if seat.strips[window] == NONE or has_tile(seat, window):
        return 0
    return int(SPACES[other_side(seat.strips[window])])


OBSERVED = Observed(
    __name__,
    Table,
    {
        **offer(COLOURS, TILES_OF_A_COLOUR),
        **TURN,
        "seats": {
            "score": Number(
                "points",
                2 * WINDOWS * MAX_POINTS + MAX_BONUS,
                least=-(MAX_WRAPS + 1) * MAX_LOSS,
                usual=100,
            ),
            "strips": Pile(
                "spaces of each colour on the strip above each window; jokers are a sixth colour",
                STRIP_COLOURS,
                STRIP_SPACES,
                each=WINDOW,
                by=spaces_up,
            ),
            "backs": Pile(
                "the same of its other side, while that is still to be filled",
                STRIP_COLOURS,
                STRIP_SPACES,
                each=WINDOW,
                by=spaces_down,
            ),
            "tiles": Pile(
                "tiles on the strip above each window", COLOURS, STRIP_SPACES, each=WINDOW
            ),
            "cells": Choice(
                "1 where a tile of that colour is in the upper (0) or lower (1) cell of a window",
                "colour",
                COLOURS,
                each={**WINDOW, "cell": 2},
            ),
            "glazier": Choice("the window above which the glazier stands", "window", WINDOWS),
            "broken": Number("the space on the broken-glass track, from 0", MAX_TRACK - 1),
            "wraps": Number(
                "how often the last space of that track was reached", MAX_WRAPS, usual=4
            ),
        },
        "round_tiles": Choice(
            "colours on the round track; nothing on a space that was used",
            "colour",
            COLOURS,
            name="track",
            each={"round": ROUNDS},
        ),
        "phase": Choice(
            "choose-start, strips, round-tiles, deal, turn, keep, over", "phase", OVER + 1
        ),
        "rounds": Number("the round being played, from 1", ROUNDS),
        "side": Number("1 on side B of the palaces", 1, name="side_b"),
        "floor_at_zero": Number("option `floor_at_zero`: 1 for yes", 1),
        "own_strips": Number("option `strips`: 1 for own", 1),
        "track": Number("option `track`: 1 for short", 1, name="short_track"),
    },
    apart=("ending", "accepts"),
)
observe = OBSERVED.observe
