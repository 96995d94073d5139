"""The strips of glass: what their spaces accept."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.pile import colour_at, count, counts, tiles, total
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.table import Seat


@compiled
def lay_strip(seat: Seat, window: int, side_up: int) -> None:
    """Lay a strip above a window, empty; or none, where `side_up` is NONE (SG-2, SG-13)."""
    seat.strips[window] = side_up
    seat.tiles[window] = 0
    seat.accepts[window] = (
        0 if side_up == sintra.NONE else colours_accepted(sintra.SPACES[side_up], 0)
    )


@compiled
def other_side(side_up: int) -> int:
    """The side that comes up when a strip is flipped (SG-13)."""
    return side_up ^ 1


@compiled
def fill_strip(seat: Seat, window: int, colour: int, count: int) -> int:
    """Place tiles on a strip and return how many do not fit (SG-8)."""
    spaces = sintra.SPACES[seat.strips[window]]
    held = seat.tiles[window]
    fitting = min(count, room_for(spaces, held, colour))
    held += tiles(colour, fitting)
    seat.tiles[window] = held
    seat.accepts[window] = colours_accepted(spaces, held)
    return count - fitting


@compiled
def colours_accepted(spaces: int, held: int) -> int:
    """The colours that a strip has room for, a bit each; none when it is full (SG-8)."""
    if free_jokers(spaces, held):
        return sintra.ALL_COLOURS
    colours = 0
    for colour in range(sintra.COLOURS):
        colours |= (count(spaces, colour) > count(held, colour)) << colour
    return colours


@compiled
def room_for(spaces: int, held: int, colour: int) -> int:
    """How many tiles of a colour fit: on its own spaces, then on jokers (SG-8, SG-10)."""
    return own_room(spaces, held, colour) + free_jokers(spaces, held)


@compiled
def own_room(spaces: int, held: int, colour: int) -> int:
    """How many tiles of a colour fit on spaces of its own (SG-8)."""
    return max(0, count(spaces, colour) - count(held, colour))


@compiled
def free_jokers(spaces: int, held: int) -> int:
    """The joker spaces left: each tile beyond the spaces of its colour lies on one (SG-10)."""
    free = count(spaces, sintra.JOKER)
    if free:
        for colour in range(sintra.COLOURS):
            free -= max(0, count(held, colour) - count(spaces, colour))
    return free


@compiled
def has_jokers(side_up: int) -> bool:
    """Whether a side of a strip has joker spaces."""
    return count(sintra.SPACES[side_up], sintra.JOKER) > 0


@compiled
def has_one_colour(pile: int) -> bool:
    """Whether all tiles on a strip are alike, which leaves no choice among them (SG-12)."""
    return count(pile, colour_at(pile, 0)) == total(pile)


@compiled
def leftmost_strip(seat: Seat) -> int:
    """The window of the leftmost strip still there, or NONE (SG-6)."""
    for window in range(sintra.WINDOWS):
        if seat.strips[window] != sintra.NONE:
            return window
    return sintra.NONE


# As they lie, for code that is not compiled


def spaces_of(side_up: int) -> list[int]:
    """The spaces of a side of a strip from the top down: colours, or JOKER."""
    return [
        (sintra.LETTERS + sintra.JOKER_LETTER).index(letter)
        for letter in sintra.SIDES_OF_STRIPS[side_up]
    ]


def tiles_lying(side_up: int, pile: int) -> list[int]:
    """The colour on each space of a strip, or NONE: own spaces are filled first (SG-10)."""
    left = counts(pile)
    spaces = spaces_of(side_up)
    lying = [sintra.NONE] * len(spaces)
    for place in sorted(range(len(spaces)), key=lambda place: spaces[place] == sintra.JOKER):
        colours = [spaces[place]] if spaces[place] != sintra.JOKER else range(sintra.COLOURS)
        for colour in colours:
            if left[colour] and lying[place] == sintra.NONE:
                lying[place] = colour
                left[colour] -= 1
    return lying
