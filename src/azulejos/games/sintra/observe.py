"""What a seat may know of a position of Sintra as numbers: all of it, there are no secrets."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.observing import TURN, Observed, offer
from azulejos.core.position import Choice, Number, Pile
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.scoring import has_tile
from azulejos.games.sintra.strips import other_side
from azulejos.games.sintra.table import Seat, Table

MAX_WRAPS = sintra.MAX_BROKEN // int(sintra.TRACK_ENDS.min())
STRIP_COLOURS = sintra.JOKER + 1  # of spaces
WINDOW = {"window": sintra.WINDOWS}


@compiled
def spaces_up(seat: Seat, window: int) -> int:
    """The spaces of a strip."""
    return int(sintra.SPACES[seat.strips[window]]) if seat.strips[window] != sintra.NONE else 0


@compiled
def spaces_down(seat: Seat, window: int) -> int:
    """The spaces of its other side: it is flipped with the first tile (SG-13)."""
    if seat.strips[window] == sintra.NONE or has_tile(seat, window):
        return 0
    return int(sintra.SPACES[other_side(seat.strips[window])])


OBSERVED = Observed(
    __name__,
    Table,
    {
        **offer(sintra.COLOURS, sintra.TILES_OF_A_COLOUR),
        **TURN,
        "seats": {
            "score": Number(
                "points",
                2 * sintra.WINDOWS * sintra.MAX_POINTS + sintra.MAX_BONUS,
                least=-(MAX_WRAPS + 1) * sintra.MAX_LOSS,
                usual=100,
            ),
            "strips": Pile(
                "spaces of each colour on the strip above each window; jokers are a sixth colour",
                STRIP_COLOURS,
                sintra.STRIP_SPACES,
                each=WINDOW,
                by=spaces_up,
            ),
            "backs": Pile(
                "the same of its other side, while that is still to be filled",
                STRIP_COLOURS,
                sintra.STRIP_SPACES,
                each=WINDOW,
                by=spaces_down,
            ),
            "tiles": Pile(
                "tiles on the strip above each window",
                sintra.COLOURS,
                sintra.STRIP_SPACES,
                each=WINDOW,
            ),
            "cells": Choice(
                "1 where a tile of that colour is in the upper (0) or lower (1) cell of a window",
                "colour",
                sintra.COLOURS,
                each={**WINDOW, "cell": 2},
            ),
            "glazier": Choice(
                "the window above which the glazier stands", "window", sintra.WINDOWS
            ),
            "broken": Number("the space on the broken-glass track, from 0", sintra.MAX_TRACK - 1),
            "wraps": Number(
                "how often the last space of that track was reached", MAX_WRAPS, usual=4
            ),
        },
        "round_tiles": Choice(
            "colours on the round track; nothing on a space that was used",
            "colour",
            sintra.COLOURS,
            name="track",
            each={"round": sintra.ROUNDS},
        ),
        "phase": Choice(
            "choose-start, strips, round-tiles, deal, turn, keep, over", "phase", sintra.OVER + 1
        ),
        "rounds": Number("the round being played, from 1", sintra.ROUNDS),
        "side": Number("1 on side B of the palaces", 1, name="side_b"),
        "floor_at_zero": Number("option `floor_at_zero`: 1 for yes", 1),
        "own_strips": Number("option `strips`: 1 for own", 1),
        "track": Number("option `track`: 1 for short", 1, name="short_track"),
    },
    apart=("ending", "accepts"),
)
observe = OBSERVED.observe
