"""The sources of tiles: `sources` of a table, a pile each, first the centre, then the displays."""

from __future__ import annotations

from typing import Protocol

from azulejos.core.bag import WithBag, draw
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes, Int32s
from azulejos.core.pile import colours_in, count, tiles

CENTRE = 0
MAX_DISPLAYS = 9
SOURCES = 1 + MAX_DISPLAYS
SOURCE_TEXTS = "c123456789"  # in the texts of moves
TILES_PER_DISPLAY = 4
IN_CENTRE = -1


class WithSources(WithBag, Protocol):
    """A table with displays and a bag."""

    sources: Int32s


class WithMarker(Protocol):
    """A table with a first-player marker."""

    marker_seat: int  # who took it in this round; IN_CENTRE while it lies there


@compiled
def displays_for(players: int) -> int:
    """5, 7 or 9 displays with 2, 3 or 4 players."""
    return 2 * players + 1


@compiled
def sources_for(players: int) -> int:
    """The centre and the displays."""
    return 1 + displays_for(players)


@compiled
def tiles_to_deal(players: int) -> int:
    """Four for each display."""
    return displays_for(players) * TILES_PER_DISPLAY


@compiled
def fill_displays(table: WithSources, pieces: Codes, count: int) -> None:
    """Draw tiles, four to each display as far as they go."""
    for place in range(count):
        colour = int(pieces[place])
        draw(table, colour)
        table.sources[1 + place // TILES_PER_DISPLAY] += tiles(colour, 1)


@compiled
def colours_on_offer(sources: Int32s, players: int, colours: int) -> int:
    """The offers: a bit for every source and colour, so many of them for each source."""
    offers = 0
    for source in range(sources_for(players)):
        offers |= colours_in(sources[source]) << (colours * source)
    return offers


@compiled
def takes_marker(table: WithMarker, source: int) -> bool:
    """Whether taking from a source also brings the marker: the first take from the centre does."""
    return source == CENTRE and table.marker_seat == IN_CENTRE


@compiled
def lift(sources: Int32s, source: int, colour: int) -> int:
    """Pick up all tiles of a colour from a source and say how many they are."""
    lifted = count(sources[source], colour)
    sources[source] -= tiles(colour, lifted)
    return lifted


@compiled
def sweep(sources: Int32s, source: int) -> None:
    """Push what is left on a display into the centre; what is left in the centre stays there."""
    rest = sources[source]
    sources[source] = 0
    sources[CENTRE] += rest


@compiled
def is_empty(sources: Int32s) -> bool:
    """Whether no source holds a tile."""
    held = 0
    for source in range(SOURCES):
        held |= sources[source]
    return held == 0
