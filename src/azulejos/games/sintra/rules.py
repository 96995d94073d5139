"""The rules of Sintra, in the order of play: a turn, a finished strip, the round, the end."""

from __future__ import annotations

from azulejos.core.bag import discard
from azulejos.core.compiled import compiled, lowest_bit, record
from azulejos.core.displays import colours_on_offer, is_empty, lift, sweep, takes_marker
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Codes, Raw
from azulejos.core.pile import colour_at, count, tiles
from azulejos.core.turn import CHANCE, NOBODY, next_seat
from azulejos.games.sintra import moves, observe, scoring, setup
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.strips import (
    fill_strip,
    has_one_colour,
    lay_strip,
    leftmost_strip,
    other_side,
)
from azulejos.games.sintra.table import Seat, Table

# A turn


@compiled
def list_turns(table: Table, codes: Codes) -> int:
    """List both actions of a turn (SG-5)."""
    count = list_takes(table, codes)
    if may_move_back(table.seats[table.turn]):
        codes[count] = moves.BACK_CODE
        count += 1
    return count


@compiled
def list_takes(table: Table, codes: Codes) -> int:
    """List every source, colour and strip; no strip only where none is reached (SG-7 to SG-9)."""
    strips = open_strips(table.seats[table.turn])
    offers = colours_on_offer(table.sources, table.players, sintra.COLOURS)
    count = 0
    while offers:
        offer = lowest_bit(offers)
        offers &= offers - 1
        windows = (strips >> moves.offer_colour(offer)) & sintra.EVERY_WINDOW
        windows |= (windows == 0) << (
            sintra.COLOURS * moves.NO_STRIP
        )  # branch-free: it is a coin toss
        while windows:
            codes[count] = moves.offer_code(offer, lowest_bit(windows) // sintra.COLOURS)
            windows &= windows - 1
            count += 1
    return count


@compiled
def open_strips(seat: Seat) -> int:
    """A grid of what the strips accept from the glazier on (SG-8)."""
    strips = 0
    for window in range(sintra.WINDOWS):
        strips |= seat.accepts[window] << (sintra.COLOURS * window)
    left = sintra.COLOURS * seat.glazier
    return strips >> left << left


@compiled
def take(table: Table, source: int, colour: int, window: int) -> None:
    """Take tiles and fill a strip with them; what does not fit breaks (SG-7 to SG-9)."""
    seat = table.seats[table.turn]
    if takes_marker(table, source):
        take_marker(table, seat)
    count = lift(table.sources, source, colour)
    sweep(table.sources, source)
    if window != moves.NO_STRIP:
        seat.glazier = window
        count = fill_strip(seat, window, colour, count)
    scoring.break_glass(table, seat, count)
    discard(table, colour, count)
    if window != moves.NO_STRIP and seat.accepts[window] == 0:
        finish_strip(table, seat)
    else:
        end_turn(table)


@compiled
def take_marker(table: Table, seat: Seat) -> None:
    """The first taker from the centre gets the marker and goes a step down the track (SG-7)."""
    table.marker_seat = table.turn
    scoring.break_glass(table, seat, 1)


@compiled
def may_move_back(seat: Seat) -> bool:
    """Whether a strip remains, and the glazier does not stand above the leftmost (SG-6)."""
    leftmost = leftmost_strip(seat)
    if leftmost == sintra.NONE:
        return False
    return leftmost != seat.glazier


@compiled
def move_back(table: Table) -> None:
    """Move the glazier to the leftmost strip instead of taking tiles (SG-5)."""
    seat = table.seats[table.turn]
    seat.glazier = leftmost_strip(seat)
    end_turn(table)


# A finished strip: it lies above the window where the glazier stands


@compiled
def finish_strip(table: Table, seat: Seat) -> None:
    """Score the round tile's colour; ask which tile to keep where there is a choice (SG-12)."""
    pile = seat.tiles[seat.glazier]
    seat.score += count(pile, round_colour(table))
    if has_one_colour(pile):
        keep_tile(table, colour_at(pile, 0))
    else:
        table.phase = sintra.KEEP


@compiled
def round_colour(table: Table) -> int:
    """The colour of the round tile (SG-12)."""
    return table.round_tiles[table.rounds - 1]


@compiled
def list_keeps(table: Table, codes: Codes) -> int:
    """List the colours of the finished strip (SG-12)."""
    seat = table.seats[table.turn]
    listed = 0
    for colour in range(sintra.COLOURS):
        if count(seat.tiles[seat.glazier], colour):
            codes[listed] = moves.keep_code(colour)
            listed += 1
    return listed


@compiled
def keep_tile(table: Table, colour: int) -> None:
    """Fill the window with the tile chosen; that ends the turn (SG-12)."""
    fill_window(table, table.seats[table.turn], colour)
    table.phase = sintra.TURN
    end_turn(table)


@compiled
def fill_window(table: Table, seat: Seat, colour: int) -> None:
    """Put one tile into the window, discard the other four, score the window (SG-12 to SG-14)."""
    window = seat.glazier
    table.discard += seat.tiles[window] - tiles(colour, 1)
    cell = free_cell(seat, window)
    seat.cells[window, cell] = colour
    lay_strip(
        seat, window, other_side(seat.strips[window]) if cell == sintra.UPPER else sintra.NONE
    )
    seat.score += scoring.points_for_window(table.side, seat, window)


@compiled
def free_cell(seat: Seat, window: int) -> int:
    """The cell of a window that is filled next (SG-13)."""
    return sintra.LOWER if scoring.has_tile(seat, window) else sintra.UPPER


# The end of a turn, of a round, of the game


@compiled
def end_turn(table: Table) -> None:
    """The next seat clockwise, until all tiles are taken (SG-16)."""
    if is_empty(table.sources):
        end_round(table)
    else:
        table.turn = next_seat(table.turn, table.players)


@compiled
def end_round(table: Table) -> None:
    """Discard the round tile; the marker's holder starts the next round (SG-16)."""
    discard(table, round_colour(table), 1)
    table.round_tiles[table.rounds - 1] = sintra.NONE
    if table.marker_seat != sintra.NONE:
        table.start_seat = table.marker_seat
    if table.rounds == sintra.ROUNDS:
        end_game(table)
    else:
        table.phase = sintra.DEAL
        table.turn = CHANCE


@compiled
def end_game(table: Table) -> None:
    """Count up (SG-19 to SG-22)."""
    for seat in range(table.players):
        scoring.count_up(table, table.seats[seat])
    table.ending = sintra.ROUNDS_PLAYED
    table.phase = sintra.OVER
    table.turn = NOBODY


# Moves of either phase


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    if table.phase == sintra.TURN:
        return list_turns(table, codes)
    if table.phase == sintra.KEEP:
        return list_keeps(table, codes)
    return 0


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    if code < moves.FIRST_KEEP_CODE:
        take(table, moves.take_source(code), moves.take_colour(code), moves.take_window(code))
    elif code == moves.BACK_CODE:
        move_back(table)
    else:
        keep_tile(table, moves.keep_colour(code))


# Preview: the score if the round ended right after a move, for people and the greedy bot


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    """What a move is worth, whatever it was."""
    return round_points(record(after, sintra.TABLE), seat)


@compiled
def round_points(table: Table, index: int) -> int:
    """The score of a seat if the game ended now: the end of a round alone scores nothing.

    A strip that waits for the choice of a tile counts for its window. Spoils the table.
    """
    seat = table.seats[index]
    if table.phase != sintra.OVER:
        if scoring.is_keeping(table, index):
            seat.score += scoring.points_for_window(table.side, seat, seat.glazier)
        scoring.count_up(table, seat)
    return seat.score


# All rules, registered for `core/kernels.py`

KERNELS = register(
    Rules(
        game="sintra",
        module=__name__,
        table=sintra.TABLE,
        set_up=setup.set_up,
        list_moves=list_moves,
        make_move=make_move,
        sample=setup.sample,
        deal=setup.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
        observe=observe.observe,
    )
)
