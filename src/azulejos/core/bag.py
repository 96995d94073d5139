"""The bag and the discard: fields `bag` and `discard` of a table, both piles.

The bag is a count per colour, never a shuffled list: nobody can peek at an order that does
not exist. The discard goes into the bag only when a tile must be drawn and the bag is empty.
"""

from __future__ import annotations

from typing import Protocol

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.draw import Draw
from azulejos.core.layout import Codes
from azulejos.core.pile import colour_at, counts, tiles, total
from azulejos.errors import IllegalDraw
from azulejos.messages import fault


class WithBag(Protocol):
    bag: int
    discard: int


@compiled
def sample_tiles(bag: int, discard: int, wanted: int, rng: Rng, drawn: Codes) -> int:
    """List tiles drawn one by one without touching the table; fewer if both piles run out."""
    left = total(bag)
    for count in range(wanted):
        if left == 0:
            bag, discard = discard, 0
            left = total(bag)
            if left == 0:
                return count
        colour = colour_at(bag, below(rng, left))
        bag -= tiles(colour, 1)
        left -= 1
        drawn[count] = colour
    return wanted


@compiled
def draw(table: WithBag, colour: int) -> None:
    """Take a tile of this colour out of the bag."""
    if table.bag == 0:
        refill_bag(table)
    table.bag -= tiles(colour, 1)


@compiled
def refill_bag(table: WithBag) -> None:
    """Put the whole discard into the empty bag."""
    table.bag = table.discard
    table.discard = 0


@compiled
def discard(table: WithBag, colour: int, count: int) -> None:
    """Lay tiles of a colour aside."""
    table.discard += tiles(colour, count)


@compiled
def tiles_to_draw(table: WithBag) -> int:
    """How many tiles could still be drawn."""
    return total(table.bag) + total(table.discard)


def check_tiles(table: WithBag, wanted: int, draw: Draw) -> None:
    """Refuse tiles that cannot have come out of the bag, one by one, refilled when empty."""
    bag, discarded = counts(table.bag), counts(table.discard)
    expected = min(wanted, sum(bag) + sum(discarded))
    if len(draw.pieces) != expected:
        raise IllegalDraw(fault("fault.draw.tiles", n=len(draw.pieces), expected=expected))
    for place, colour in enumerate(draw.pieces, 1):
        if not any(bag):
            bag, discarded = discarded, [0] * len(bag)
        if not 0 <= colour < len(bag) or bag[colour] == 0:
            raise IllegalDraw(fault("fault.draw.not_in_bag", place=place))
        bag[colour] -= 1
