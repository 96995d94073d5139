"""What can be edited in a position of Sintra."""

from __future__ import annotations

from functools import partial

from azulejos.core.displays import TILES_PER_DISPLAY
from azulejos.core.notation import NOTHING
from azulejos.core.offer import display_numbers
from azulejos.editing.places import (
    BEHIND,
    Editor,
    Place,
    Where,
    chosen,
    offered,
    round_places,
    score_place,
    turn_place,
)
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.game import SintraOptions
from azulejos.games.sintra.notation import PHASES, SIDE_TEXTS

TILES = chosen(sintra.LETTERS)
CELLS = 2  # of a window


def places(options: SintraOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    return [
        *round_places(options.players, range(sintra.ROUNDS + 1), PHASES),
        turn_place(options.players, ("turn", "keep")),
        Place("track", Where("round", "track"), "row", "track", TILES, sintra.ROUNDS),
        *offered(sintra.LETTERS, display_numbers(options.players), TILES_PER_DISPLAY),
        *(place for seat in range(options.players) for place in _palace(options, seat)),
    ]


def _palace(options: SintraOptions, seat: int) -> list[Place]:
    section, of = f"seat {seat + 1}", f"seat-{seat}"
    end = int(sintra.TRACK_ENDS[sintra.TRACKS.index(options.track)])
    windows = tuple(str(window + 1) for window in range(sintra.WINDOWS))
    columns = [
        place
        for window in range(sintra.WINDOWS)
        for place in _column(section, of, seat, window, options)
    ]
    glazier = Where(section, "glazier")
    broken, wraps = Where(section, "broken"), Where(section, "wraps")
    return [
        *columns,
        Place(f"{of}-glazier", glazier, "choice", "glazier", windows, seat=seat),
        Place(f"{of}-broken", broken, "number", "broken", numbers=range(end), seat=seat),
        Place(f"{of}-wraps", wraps, "number", "wraps", numbers=range(100), seat=seat),
        score_place(seat),
    ]


def _column(
    section: str, of: str, seat: int, window: int, options: SintraOptions
) -> tuple[Place, ...]:
    """A strip, the tiles on it, and those in the window below."""
    first = sintra.SIDES_OF_A_SET * seat if options.strips == "own" else 0
    sides = (NOTHING, *SIDE_TEXTS[first : first + sintra.SIDES_OF_A_SET])
    strip, number = Where(section, "strips").part(window), window + 1
    cells = Where(section, "windows").part(window)
    place = partial(Place, said=(number,), seat=seat)
    return (
        place(f"{of}-side-{number}", strip.part(0, BEHIND), "choice", "side", sides),
        place(
            f"{of}-strip-{number}",
            strip.part(1, BEHIND),
            *("tiles", "strip", TILES, sintra.STRIP_SPACES),
        ),
        place(f"{of}-window-{number}", cells, "row", "window", TILES, CELLS),
    )


EDITOR = Editor(
    places,
    fresh="round 1 phase=turn turn=1 start=1",
    dealt={"phase": "turn", "marker": "centre"},
)
