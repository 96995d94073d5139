"""A pile: tiles whose order does not matter, as one int with five bits for each colour.

Displays, the centre, the bag and the discard are piles. Adding two piles puts them together;
31 tiles of a colour fit, and six colours stay below 2**30, so a pile is an Int32 in a record.
"""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.compiled import compiled

BITS = 5
MOST = 31
COLOURS = 6


@compiled
def tiles(colour: int, number: int) -> int:
    """A pile of that many tiles of one colour."""
    return number << (BITS * colour)


@compiled
def count(pile: int, colour: int) -> int:
    """How many tiles of the colour lie in the pile."""
    return (pile >> (BITS * colour)) & MOST


@compiled
def total(pile: int) -> int:
    """How many tiles lie in the pile."""
    number = 0
    for colour in range(COLOURS):
        number += count(pile, colour)
    return number


@compiled
def colour_at(pile: int, place: int) -> int:
    """The colour of the tile at a place, counted from 0, with the pile sorted by colour."""
    colour = 0
    below = 0
    for earlier in range(COLOURS - 1):
        below += count(pile, earlier)
        colour += place >= below  # without a branch: which colour it is cannot be foreseen
    return colour


def counts(pile: int) -> list[int]:
    """The number of tiles of every colour, for code that is not compiled."""
    return [(pile >> (BITS * colour)) & MOST for colour in range(COLOURS)]


def pile_of(numbers: Sequence[int]) -> int:
    """The pile with these numbers of tiles, colour by colour."""
    return sum(number << (BITS * colour) for colour, number in enumerate(numbers))
