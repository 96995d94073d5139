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
from azulejos.messages import Message, fault


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
        boards += [colour for star in range(pavilion.STARS) for colour in _colours_on(seat, star)]
    return [
        sum(counts(pile)[colour] for pile in piles) + boards.count(colour)
        for colour in range(pavilion.COLOURS)
    ]


def _colours_on(seat: Seat, star: int) -> list[int]:
    return [seat.board[star, space] for space in range(pavilion.SPACES)]


def _source_faults(table: Table) -> list[Message]:
    result = display_faults(table)
    if sum(counts(table.supply)) > pavilion.SUPPLY_SPACES:
        result.append(fault("fault.pavilion.supply", most=pavilion.SUPPLY_SPACES))
    if any(table.sources) != (table.phase == pavilion.TAKING):
        result.append(fault("fault.pavilion.offer"))
    return result


def _phase_faults(table: Table) -> list[Message]:
    result = []
    if (table.start_seat == pavilion.NONE) != (table.phase == pavilion.CHOOSE_START):
        result.append(start_fault())
    if not _round_fits(table):
        result.append(fault("fault.pavilion.round"))
    supply = sum(counts(table.supply))
    if table.phase in (pavilion.REFILL, pavilion.DEAL) and not ask(tiles_to_draw, table):
        result.append(fault("fault.pavilion.no_tiles"))
    if table.phase == pavilion.CHOOSE_START and table.bag != pavilion.FULL_BAG:
        result.append(fault("fault.pavilion.bag"))
    if table.phase == pavilion.REFILL and supply == pavilion.SUPPLY_SPACES:
        result.append(fault("fault.pavilion.supply_full"))
    if table.phase == pavilion.REFILL and (table.placer == pavilion.NONE) != (table.rounds == 0):
        result.append(fault("fault.pavilion.after"))
    if table.phase == pavilion.REFILL and ask(is_last_turn, table):
        result.append(fault("fault.pavilion.last_turn"))
    if table.phase == pavilion.BONUS and supply < table.bonus_tiles:
        result.append(fault("fault.pavilion.bonus"))
    if (
        table.phase == pavilion.KEEPING
        and sum(counts(table.seats[table.turn].corners)) == pavilion.CORNERS
    ):
        result.append(fault("fault.pavilion.keeping"))
    is_placing = table.phase >= pavilion.PLACING or (
        table.phase == pavilion.REFILL and table.rounds > 0
    )
    if is_placing and table.marker_seat not in (pavilion.NONE, table.start_seat):
        result.append(fault("fault.pavilion.marker"))
    return result


def _round_fits(table: Table) -> bool:
    allowed = {
        pavilion.CHOOSE_START: range(1),
        pavilion.REFILL: range(pavilion.ROUNDS + 1),
        pavilion.DEAL: range(pavilion.ROUNDS),
        pavilion.OVER: range(pavilion.ROUNDS, pavilion.ROUNDS + 1),
    }
    return table.rounds in allowed.get(table.phase, range(1, pavilion.ROUNDS + 1))


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    result = []
    laid = sum(seat.filled[star].bit_count() for star in range(pavilion.STARS))
    most = SPARE + pavilion.SPACES * laid + pavilion.MAX_BONUS * (table.phase == pavilion.OVER)
    if not pavilion.MIN_SCORE <= seat.score <= most:
        result.append(fault("fault.pavilion.points"))
    if sum(counts(seat.corners)) > pavilion.CORNERS:
        result.append(fault("fault.pavilion.corners", most=pavilion.CORNERS))
    keeps = table.phase == pavilion.KEEPING and table.turn == index
    if seat.corners and not seat.passed and not keeps:
        result.append(fault("fault.pavilion.corners_early"))
    if seat.tiles and seat.passed:
        result.append(fault("fault.pavilion.beside"))
    if seat.passed and (table.phase == pavilion.TAKING or table.turn == index or table.rounds == 0):
        result.append(fault("fault.pavilion.passed"))
    if not seat.passed and (
        table.phase == pavilion.OVER or (table.phase == pavilion.DEAL and table.rounds > 0)
    ):
        result.append(fault("fault.pavilion.to_pass"))
    if (
        table.turn == index
        and table.phase in (pavilion.PLACING, pavilion.KEEPING)
        and not seat.tiles
    ):
        result.append(fault("fault.pavilion.nothing"))
    return result + _board_faults(table.side, seat)


def _board_faults(side: int, seat: Seat) -> list[Message]:
    result = []
    for star in range(pavilion.STARS):
        laid = [colour for colour in _colours_on(seat, star) if colour != pavilion.NONE]
        if side == pavilion.COLOURED and star != pavilion.CENTRE_STAR:
            if any(colour != pavilion.STAR_COLOURS[star] for colour in laid):
                result.append(fault("fault.pavilion.star", star=star_text(star)))
            continue
        rule = "SP-10" if side == pavilion.COLOURED else "SP-11"
        one_colour = side != pavilion.COLOURED and len(set(laid)) == 1
        if len(set(laid)) < len(laid) and not one_colour:
            result.append(fault("fault.pavilion.star_twice", star=star_text(star), rule=rule))
    return result
