"""Setting up a game of Sintra, and what chance deals."""

from __future__ import annotations

from azulejos.core.bag import sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.displays import fill_displays, tiles_to_deal
from azulejos.core.layout import Codes
from azulejos.core.pile import colour_at, tiles, total
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.strips import has_jokers, lay_strip
from azulejos.games.sintra.table import Seat, Table


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (SG-1, SG-3); without a start seat chance will name one."""
    table.bag = sintra.FULL_BAG
    for seat in range(MAX_SEATS):
        clear_palace(table.seats[seat])
    for space in range(sintra.ROUNDS):
        table.round_tiles[space] = sintra.NONE
    table.marker_seat = sintra.NONE
    table.phase = sintra.CHOOSE_START if table.start_seat == sintra.NONE else sintra.LAY_STRIPS
    table.turn = CHANCE


@compiled
def clear_palace(seat: Seat) -> None:
    """No strips yet, and no tiles in the windows (SG-3)."""
    for window in range(sintra.WINDOWS):
        lay_strip(seat, window, sintra.NONE)
        seat.cells[window, sintra.UPPER] = sintra.NONE
        seat.cells[window, sintra.LOWER] = sintra.NONE


# Chance


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    if table.phase == sintra.CHOOSE_START:
        pieces[0] = below(rng, table.players)
        return 1
    if table.phase == sintra.LAY_STRIPS:
        return sample_strips(first_side(table.own_strips, seat_without_strips(table)), rng, pieces)
    if table.phase == sintra.LAY_ROUND_TILES:
        return sample_round_tiles(table.bag, rng, pieces)
    wanted = tiles_to_deal(table.players)
    return sample_tiles(table.bag, table.discard, wanted, rng, pieces)


@compiled
def sample_strips(first: int, rng: Rng, pieces: Codes) -> int:
    """All strips of a set in any order, each with any side up, but no joker (SG-2)."""
    for strip in range(sintra.WINDOWS):
        side_up = first + 2 * strip + below(rng, 2)
        pieces[strip] = side_up ^ has_jokers(side_up)
    shuffle(rng, pieces, 0, sintra.WINDOWS)
    return sintra.WINDOWS


@compiled
def first_side(own_strips: int, seat: int) -> int:
    """The first side of a seat's set of strips: all have the same, or each its own (SG-2)."""
    return sintra.SIDES_OF_A_SET * seat * own_strips


@compiled
def sample_round_tiles(bag: int, rng: Rng, pieces: Codes) -> int:
    """One tile of each colour in any order on II to VI, any other from the bag on I (SG-4)."""
    for colour in range(sintra.COLOURS):
        pieces[1 + colour] = colour
        bag -= tiles(colour, 1)
    shuffle(rng, pieces, 1, sintra.ROUNDS)
    pieces[0] = colour_at(bag, below(rng, total(bag)))
    return sintra.ROUNDS


@compiled
def shuffle(rng: Rng, pieces: Codes, first: int, end: int) -> None:
    """Shuffle the pieces from `first` up to, but not including, `end`."""
    for place in range(end - 1, first, -1):
        other = first + below(rng, place - first + 1)
        piece = pieces[place]
        pieces[place] = pieces[other]
        pieces[other] = piece


# What then happens


@compiled
def deal(table: Table, pieces: Codes, count: int) -> None:
    """Apply what chance drew."""
    if table.phase == sintra.CHOOSE_START:
        table.start_seat = pieces[0]
        table.phase = sintra.LAY_STRIPS
    elif table.phase == sintra.LAY_STRIPS:
        lay_strips(table, pieces)
    elif table.phase == sintra.LAY_ROUND_TILES:
        lay_round_tiles(table, pieces)
    else:
        begin_round(table, pieces, count)


@compiled
def lay_strips(table: Table, pieces: Codes) -> None:
    """Lay the strips of the first seat that has none above its windows (SG-2)."""
    seat = seat_without_strips(table)
    for window in range(sintra.WINDOWS):
        lay_strip(table.seats[seat], window, pieces[window])
    if seat == table.players - 1:
        table.phase = sintra.LAY_ROUND_TILES


@compiled
def seat_without_strips(table: Table) -> int:
    """The seat whose strips are to be laid next."""
    seat = 0
    while table.seats[seat].strips[0] != sintra.NONE:
        seat += 1
    return seat


@compiled
def lay_round_tiles(table: Table, pieces: Codes) -> None:
    """Fill the round track from I to VI (SG-4)."""
    for space in range(sintra.ROUNDS):
        table.round_tiles[space] = pieces[space]
        table.bag -= tiles(int(pieces[space]), 1)
    table.phase = sintra.DEAL


@compiled
def begin_round(table: Table, pieces: Codes, count: int) -> None:
    """Four tiles to each display, fewer if bag and discard run out; the round begins (SG-16)."""
    fill_displays(table, pieces, count)
    table.rounds += 1
    table.marker_seat = sintra.NONE
    table.phase = sintra.TURN
    table.turn = table.start_seat
