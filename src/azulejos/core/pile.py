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

ONE_OF_EACH = sum(1 << (BITS * colour) for colour in range(COLOURS))
EVERY_OTHER = sum(MOST << (BITS * colour) for colour in range(0, COLOURS, 2))
ONE_OF_EACH_PAIR = ONE_OF_EACH & EVERY_OTHER


@compiled
def tiles(colour: int, count: int) -> int:
    """A pile of that many tiles of one colour."""
    return count << (BITS * colour)


@compiled
def count(pile: int, colour: int) -> int:
    """How many tiles of the colour lie in the pile."""
    return (pile >> (BITS * colour)) & MOST


@compiled
def total(pile: int) -> int:
    """How many tiles lie in the pile.

    The colours are added in pairs, which have room for ten bits; the multiplication adds the
    three pairs in the place of the last: fewer operations than a loop.
    """
    pairs = (pile & EVERY_OTHER) + ((pile >> BITS) & EVERY_OTHER)
    return ((pairs * ONE_OF_EACH_PAIR) >> (4 * BITS)) & ((1 << 2 * BITS) - 1)


@compiled
def colours_in(pile: int) -> int:
    """The colours that lie in the pile, a bit each.

    The five bits of every colour fall together into its lowest, then the lowest bits, which
    stand five apart, move together: three quarters of the time of a loop.
    """
    some = pile | pile >> 1
    some = (some | some >> 2 | pile >> 4) & ONE_OF_EACH
    pairs = (some | some >> 4) & 0b11_00000000_11_00000000_11
    return (pairs | pairs >> 8 | pairs >> 16) & 0b111111


@compiled
def colour_at(pile: int, place: int) -> int:
    """The colour of the tile at a place, counted from 0, with the pile sorted by colour."""
    colour = 0
    below = 0
    for earlier in range(COLOURS - 1):
        below += count(pile, earlier)
        colour += place >= below  # branch-free: which colour it is cannot be predicted
    return colour


def counts(pile: int) -> list[int]:
    """How many tiles of each colour lie in a pile, for code that is not compiled."""
    return [(pile >> (BITS * colour)) & MOST for colour in range(COLOURS)]


def pile_of(amounts: Sequence[int]) -> int:
    """The pile with these amounts of tiles, colour by colour."""
    return sum(count << (BITS * colour) for colour, count in enumerate(amounts))
