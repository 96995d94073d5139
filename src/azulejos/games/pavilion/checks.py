"""What is impossible about a position of Summer Pavilion."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.notation import SPARE
from azulejos.core.offer import display_faults, missing_tiles, of_seat, start_fault, tile_faults
from azulejos.core.pile import counts
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.moves import COLOUR_NAMES, star_text
from azulejos.games.pavilion.placing import is_last_turn
from azulejos.games.pavilion.table import Seat, Table
from azulejos.messages import Message, fault, faults_where


def faults(table: Table) -> list[Message]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    result = tile_faults(_tiles_found(table), pavilion.TILES_OF_A_COLOUR, COLOUR_NAMES)
    result += _source_faults(table)
    result += _phase_faults(table)
    for seat in range(table.players):
        result += of_seat(seat, _seat_faults(table, seat))
    return result


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), pavilion.TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    piles = [table.bag, table.discard, table.supply, *table.sources]
    boards = []
    for index in range(table.players):
        seat = table.seats[index]
        piles += [seat.tiles, seat.corners]
        boards += [colour for star in range(pavilion.STARS) for colour in colours_on(seat, star)]
    return [
        sum(counts(pile)[colour] for pile in piles) + boards.count(colour)
        for colour in range(pavilion.COLOURS)
    ]


def colours_on(seat: Seat, star: int) -> list[int]:
    return [seat.board[star, space] for space in range(pavilion.SPACES)]


def _source_faults(table: Table) -> list[Message]:
    supply, most = sum(counts(table.supply)), pavilion.SUPPLY_SPACES
    is_taking = table.phase == pavilion.TAKING
    return display_faults(table) + faults_where(
        (supply > most, fault("fault.pavilion.supply", most=most)),
        (any(table.sources) != is_taking, fault("fault.pavilion.offer")),
    )


def _phase_faults(table: Table) -> list[Message]:
    phase, supply = table.phase, sum(counts(table.supply))
    is_before, is_refill = phase == pavilion.CHOOSE_START, phase == pavilion.REFILL
    is_drawing = is_refill or phase == pavilion.DEAL
    is_placing = phase >= pavilion.PLACING or (is_refill and table.rounds > 0)
    has_placer, is_first_refill = table.placer != pavilion.NONE, table.rounds == 0
    kept = counts(table.seats[table.turn].corners) if phase == pavilion.KEEPING else []
    marker_holders = (pavilion.NONE, table.start_seat)
    return faults_where(
        ((table.start_seat == pavilion.NONE) != is_before, start_fault()),
        (not _round_fits(table), fault("fault.pavilion.round")),
        (is_drawing and not ask(tiles_to_draw, table), fault("fault.pavilion.no_tiles")),
        (is_before and table.bag != pavilion.FULL_BAG, fault("fault.pavilion.bag")),
        (is_refill and supply == pavilion.SUPPLY_SPACES, fault("fault.pavilion.supply_full")),
        (is_refill and has_placer == is_first_refill, fault("fault.pavilion.after")),
        (is_refill and ask(is_last_turn, table), fault("fault.pavilion.last_turn")),
        (phase == pavilion.BONUS and supply < table.bonus_tiles, fault("fault.pavilion.bonus")),
        (sum(kept) == pavilion.CORNERS, fault("fault.pavilion.keeping")),
        (is_placing and table.marker_seat not in marker_holders, fault("fault.pavilion.marker")),
    )


def _round_fits(table: Table) -> bool:
    allowed = {
        pavilion.CHOOSE_START: range(1),
        pavilion.REFILL: range(pavilion.ROUNDS + 1),
        pavilion.DEAL: range(pavilion.ROUNDS),
        pavilion.OVER: range(pavilion.ROUNDS, pavilion.ROUNDS + 1),
    }
    return table.rounds in allowed.get(table.phase, range(1, pavilion.ROUNDS + 1))


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat, phase, is_turn = table.seats[index], table.phase, table.turn == index
    laid = sum(seat.filled[star].bit_count() for star in range(pavilion.STARS))
    is_over = phase == pavilion.OVER
    most = SPARE + pavilion.SPACES * laid + pavilion.MAX_BONUS * is_over
    corners, keeps = sum(counts(seat.corners)), phase == pavilion.KEEPING and is_turn
    may_not_pass = phase == pavilion.TAKING or is_turn or table.rounds == 0
    must_pass = is_over or (phase == pavilion.DEAL and table.rounds > 0)
    needs_tiles = is_turn and phase in (pavilion.PLACING, pavilion.KEEPING)
    result = faults_where(
        (not pavilion.MIN_SCORE <= seat.score <= most, fault("fault.pavilion.points")),
        (corners > pavilion.CORNERS, fault("fault.pavilion.corners", most=pavilion.CORNERS)),
        (corners and not seat.passed and not keeps, fault("fault.pavilion.corners_early")),
        (seat.tiles and seat.passed, fault("fault.pavilion.beside")),
        (seat.passed and may_not_pass, fault("fault.pavilion.passed")),
        (must_pass and not seat.passed, fault("fault.pavilion.to_pass")),
        (needs_tiles and not seat.tiles, fault("fault.pavilion.nothing")),
    )
    return result + _board_faults(table.side, seat)


def _board_faults(side: int, seat: Seat) -> list[Message]:
    result = []
    for star in range(pavilion.STARS):
        laid = [colour for colour in colours_on(seat, star) if colour != pavilion.NONE]
        if side == pavilion.COLOURED and star != pavilion.CENTRE_STAR:
            if any(colour != pavilion.STAR_COLOURS[star] for colour in laid):
                result.append(fault("fault.pavilion.star", star=star_text(star)))
            continue
        rule = "SP-10" if side == pavilion.COLOURED else "SP-11"
        one_colour = side != pavilion.COLOURED and len(set(laid)) == 1
        if len(set(laid)) < len(laid) and not one_colour:
            result.append(fault("fault.pavilion.star_twice", star=star_text(star), rule=rule))
    return result
