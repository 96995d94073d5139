"""What can be edited in a position of Sintra."""

from __future__ import annotations

from functools import partial

from azulejos.core.displays import TILES_PER_DISPLAY
from azulejos.core.notation import NOTHING
from azulejos.core.offer import display_numbers
from azulejos.editing import places
from azulejos.editing.places import BEHIND, Place, Where, seat_value
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.game import SintraOptions
from azulejos.games.sintra.notation import PHASES, SIDE_TEXTS

TILES = tuple(sintra.LETTERS)
CELLS = 2  # of a window


def everything(options: SintraOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    rounds = range(sintra.ROUNDS + 1)
    track = Place("track", Where("round", "track"), "row", "track", TILES, sintra.ROUNDS)
    return [
        *places.round_places(options.players, rounds, PHASES, ("turn", "keep")),
        track,
        *places.offered(sintra.LETTERS, display_numbers(options.players), TILES_PER_DISPLAY),
        *(place for seat in range(options.players) for place in _palace(options, seat)),
    ]


def _palace(options: SintraOptions, seat: int) -> list[Place]:
    end = int(sintra.TRACK_ENDS[sintra.TRACKS.index(options.track)])
    windows = range(sintra.WINDOWS)
    return [
        *(place for window in windows for place in _column(seat, window, options)),
        seat_value(seat, "glazier", "choice", places.seats(sintra.WINDOWS)),
        seat_value(seat, "broken", "number", numbers=range(end)),
        seat_value(seat, "wraps", "number", numbers=range(100)),
        places.score_place(seat),
    ]


def _column(seat: int, window: int, options: SintraOptions) -> tuple[Place, ...]:
    """A strip, the tiles on it, and those in the window below."""
    first = sintra.SIDES_OF_A_SET * seat if options.strips == "own" else 0
    sides = (NOTHING, *SIDE_TEXTS[first : first + sintra.SIDES_OF_A_SET])
    section, of, n = f"seat {seat + 1}", f"seat-{seat}", window + 1
    strip, cells = Where(section, "strips").part(window), Where(section, "windows").part(window)
    side, tiles = strip.part(0, BEHIND), strip.part(1, BEHIND)
    place = partial(Place, said=(n,), seat=seat)
    return (
        place(f"{of}-side-{n}", side, "choice", "side", sides),
        place(f"{of}-strip-{n}", tiles, "tiles", "strip", TILES, sintra.STRIP_SPACES),
        place(f"{of}-window-{n}", cells, "row", "window", TILES, CELLS),
    )


EDITOR = places.Editor(
    everything,
    fresh="round 1 phase=turn turn=1 start=1",
    dealt={"phase": "turn", "marker": "centre"},
)
