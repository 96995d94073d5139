"""What is impossible about a position of Sintra."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.notation import SPARE
from azulejos.core.offer import display_faults, missing_tiles, of_seat, start_fault, tile_faults
from azulejos.core.pile import counts, tiles
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.scoring import has_tile, is_finished, is_keeping
from azulejos.games.sintra.strips import has_jokers, has_one_colour, room_for
from azulejos.games.sintra.table import Seat, Table
from azulejos.messages import Message, fault, faults_where


def faults(table: Table) -> list[Message]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    result = tile_faults(_tiles_found(table), sintra.TILES_OF_A_COLOUR, sintra.COLOUR_NAMES)
    result += _source_faults(table)
    result += _round_faults(table)
    for seat in range(table.players):
        result += of_seat(seat, _seat_faults(table, seat))
    return result


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), sintra.TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    seats = [table.seats[index] for index in range(table.players)]
    piles = [table.bag, table.discard, *table.sources]
    piles += [pile for seat in seats for pile in seat.tiles]
    single = list(table.round_tiles)
    single += [
        seat.cells[w, c]
        for seat in seats
        for w in range(sintra.WINDOWS)
        for c in (sintra.UPPER, sintra.LOWER)
    ]
    return [
        sum(counts(pile)[colour] for pile in piles) + single.count(colour)
        for colour in range(sintra.COLOURS)
    ]


def _source_faults(table: Table) -> list[Message]:
    result = display_faults(table)
    if any(table.sources) != (table.phase == sintra.TURN) and table.phase != sintra.KEEP:
        result.append(fault("fault.sintra.offer"))
    return result


def _round_faults(table: Table) -> list[Message]:
    first, *others = table.round_tiles
    laid = [colour for colour in others if colour != sintra.NONE]
    count, left = len(laid) + (first != sintra.NONE), round_tiles_left(table)
    is_before = table.phase == sintra.CHOOSE_START
    fits = table.rounds in _rounds_of(table.phase)
    return faults_where(
        ((table.start_seat == sintra.NONE) != is_before, start_fault()),
        (not fits, fault("fault.sintra.round", round=table.rounds)),
        (count != left, fault("fault.sintra.round_tiles", n=count, expected=left)),
        (len({*laid}) < len(laid), fault("fault.sintra.track")),
    )


def _rounds_of(phase: int) -> range:
    """The rounds that a phase can occur in, counted as the table does."""
    if phase < sintra.DEAL:
        return range(1)
    if phase == sintra.DEAL:
        return range(sintra.ROUNDS)
    return (
        range(sintra.ROUNDS, sintra.ROUNDS + 1)
        if phase == sintra.OVER
        else range(1, sintra.ROUNDS + 1)
    )


def round_tiles_left(table: Table) -> int:
    """How many tiles the round track holds: those of the rounds not yet ended (SG-4, SG-16)."""
    if table.phase <= sintra.LAY_ROUND_TILES:
        return 0
    return sintra.ROUNDS - table.rounds + (table.phase in (sintra.TURN, sintra.KEEP))


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    broken = seat.broken + sintra.TRACK_ENDS[table.track] * seat.wraps
    strips = [side_up // 2 for side_up in seat.strips if side_up != sintra.NONE]
    may_have_strips = _may_have_strips(table, index)
    result = faults_where(
        (table.floor_at_zero and seat.score < 0, fault("fault.sintra.zero")),
        (seat.score not in _scores(table, seat), fault("fault.sintra.points")),
        (broken > _most_broken(table), fault("fault.sintra.broken")),
        (table.rounds == 0 and not _is_untouched(seat), fault("fault.sintra.untouched")),
        (strips and not may_have_strips, fault("fault.sintra.early")),
        (may_have_strips and len(set(strips)) < len(strips), fault("fault.sintra.strips")),
    )
    if not may_have_strips:
        return result
    at_hand = seat.glazier if ask(is_keeping, table, index) else sintra.NONE
    whys = [_window_fault(seat, window, at_hand) for window in range(sintra.WINDOWS)]
    return result + [
        fault("fault.sintra.window", window=window, why=why)
        for window, why in enumerate(whys, 1)
        if why
    ]


def _scores(table: Table, seat: Seat) -> range:
    """The points that a seat can have, with some to spare."""
    lost = sintra.MAX_LOSS * (seat.wraps + (table.phase == sintra.OVER))
    cells = sum(
        seat.cells[w, c] != sintra.NONE
        for w in range(sintra.WINDOWS)
        for c in (sintra.UPPER, sintra.LOWER)
    )
    won = sintra.MAX_POINTS * (cells + (table.phase == sintra.KEEP))
    return range(-SPARE - lost, SPARE + won + sintra.MAX_BONUS * (table.phase == sintra.OVER) + 1)


def _most_broken(table: Table) -> int:
    """The steps that a seat can have made: for the tiles of every round, and for the marker."""
    lying = sum(sum(counts(pile)) for pile in table.sources)
    marker = table.phase in (sintra.TURN, sintra.KEEP) and table.marker_seat == sintra.NONE
    return (sintra.MAX_DRAWN + 1) * table.rounds - lying - marker


def _is_untouched(seat: Seat) -> bool:
    cells = [seat.cells[w, c] for w in range(sintra.WINDOWS) for c in (sintra.UPPER, sintra.LOWER)]
    return not any((seat.score, seat.glazier, seat.broken, seat.wraps, *seat.tiles)) and not any(
        colour != sintra.NONE for colour in cells
    )


def _may_have_strips(table: Table, seat: int) -> bool:
    """Whether a seat may have strips: they are laid seat after seat; the last ends the phase."""
    if table.phase != sintra.LAY_STRIPS:
        return table.phase > sintra.LAY_STRIPS
    laid = [table.seats[each].strips[0] != sintra.NONE for each in range(seat + 1)]
    return all(laid) and seat < table.players - 1


def _window_fault(seat: Seat, window: int, at_hand: int) -> Message | None:
    side_up, pile = seat.strips[window], seat.tiles[window]
    if (side_up == sintra.NONE) != ask(is_finished, seat, window):
        return fault("fault.sintra.strip")
    if (sum(counts(pile)) == sintra.STRIP_SPACES) != (window == at_hand):
        return fault("fault.sintra.full")
    if side_up == sintra.NONE:
        return None
    if ask(has_jokers, side_up) and not ask(has_tile, seat, window):
        return fault("fault.sintra.joker")
    if not _fits(side_up, pile):
        return fault("fault.sintra.fit")
    if window == at_hand and ask(has_one_colour, pile):
        return fault("fault.sintra.no_choice")
    return None


def _fits(side_up: int, pile: int) -> bool:
    """Whether a strip has spaces for tiles, laid colour by colour (SG-8, SG-10)."""
    held = 0
    for colour, count in enumerate(counts(pile)):
        if count and (
            colour == sintra.JOKER or count > ask(room_for, sintra.SPACES[side_up], held, colour)
        ):
            return False
        held += ask(tiles, colour, count)
    return True
