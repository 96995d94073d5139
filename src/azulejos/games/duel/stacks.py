"""The stack of tiles on the moon side of a small factory: one int, three bits a tile, top lowest.

The bits of a tile are its colour + 1, so that 0 is no tile.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled

BITS = 3
TILE = (1 << BITS) - 1


@compiled
def top_of(stack: int) -> int:
    """The colour of the top tile; NONE, which is -1, of an empty stack."""
    return (stack & TILE) - 1


@compiled
def put_on(stack: int, colour: int) -> int:
    """A stack with one more tile on top."""
    return stack << BITS | (colour + 1)


@compiled
def take_off(stack: int) -> int:
    """A stack without its top tile."""
    return stack >> BITS


@compiled
def nth_from_top(stack: int, depth: int) -> int:
    """The colour of the tile so deep in a stack, NONE below its last."""
    return (stack >> (BITS * depth) & TILE) - 1
