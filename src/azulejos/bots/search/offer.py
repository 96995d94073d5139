"""What searches of games with displays share: displays that are alike, and the tiles on offer."""

from __future__ import annotations

from typing import Protocol

from azulejos.core.compiled import compiled
from azulejos.core.displays import SOURCES, displays_for, tiles_to_deal
from azulejos.core.layout import Numbers
from azulejos.core.pile import count, total

STAGES = 5  # of a round: 0 when no tile lies out, else by how many there are
EVEN_SHARE = 20  # of each of five colours in a bag, in percent
MIN_IN_BAG = 20  # of fewer tiles, what will be drawn tells less


class WithSources(Protocol):
    sources: Numbers
    players: int


@compiled
def displays_with_twin(table: WithSources) -> int:
    """The displays that hold the same tiles as an earlier one, a bit each."""
    twins = 0
    for display in range(2, 1 + displays_for(table.players)):
        pile = table.sources[display]
        if pile == 0:
            continue
        for other in range(1, display):
            if table.sources[other] == pile:
                twins |= 1 << display
    return twins


@compiled
def tiles_out(table: WithSources) -> int:
    """The pile of all tiles that still lie in the displays and the centre."""
    pile = 0
    for source in range(SOURCES):
        pile += table.sources[source]
    return pile


@compiled
def stage_of(table: WithSources) -> int:
    """How far the round has got: 0 when no tile lies out, else from 4 down to 1."""
    left = total(tiles_out(table))
    dealt = tiles_to_deal(table.players)
    return 0 if left == 0 else 1 + 4 * (left - 1) // dealt


@compiled
def supply_of(bag: int, colour: int) -> int:
    """By how many percent of the bag there is more of a colour than a fifth."""
    tiles = total(bag)
    return (100 * count(bag, colour) - EVEN_SHARE * tiles) // max(tiles, MIN_IN_BAG)
