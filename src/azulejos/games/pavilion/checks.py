"""What is impossible about a position of Summer Pavilion."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.notation import SPARE
from azulejos.core.offer import display_faults, missing_tiles, of_seat, start_fault, tile_faults
from azulejos.core.pile import counts, pile_of
from azulejos.games.pavilion.moves import COLOUR_NAMES, star_text
from azulejos.games.pavilion.placing import is_last_turn
from azulejos.games.pavilion.table import (
    BONUS,
    CENTRE_STAR,
    CHOOSE_START,
    COLOURED,
    COLOURS,
    CORNERS,
    DEAL,
    KEEPING,
    MAX_BONUS,
    MIN_SCORE,
    NONE,
    OVER,
    PLACING,
    REFILL,
    ROUNDS,
    SPACES,
    STAR_COLOURS,
    STARS,
    SUPPLY_SPACES,
    TAKING,
    TILES_OF_A_COLOUR,
    Seat,
    Table,
)
from azulejos.messages import Message, fault


def faults(table: Table) -> list[Message]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    result = tile_faults(_tiles_found(table), TILES_OF_A_COLOUR, COLOUR_NAMES)
    result += _source_faults(table)
    result += _phase_faults(table)
    for seat in range(table.players):
        result += of_seat(seat, _seat_faults(table, seat))
    return result


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    piles = [table.bag, table.discard, table.supply, *table.sources]
    boards = []
    for index in range(table.players):
        seat = table.seats[index]
        piles += [seat.tiles, seat.corners]
        boards += [colour for star in range(STARS) for colour in _colours_on(seat, star)]
    return [
        sum(counts(pile)[colour] for pile in piles) + boards.count(colour)
        for colour in range(COLOURS)
    ]


def _colours_on(seat: Seat, star: int) -> list[int]:
    return [seat.board[star, space] for space in range(SPACES)]


def _source_faults(table: Table) -> list[Message]:
    result = display_faults(table)
    if sum(counts(table.supply)) > SUPPLY_SPACES:
        result.append(fault("fault.pavilion.supply", most=SUPPLY_SPACES))
    if any(table.sources) != (table.phase == TAKING):
        result.append(fault("fault.pavilion.offer"))
    return result


def _phase_faults(table: Table) -> list[Message]:
    result = []
    if (table.start_seat == NONE) != (table.phase == CHOOSE_START):
        result.append(start_fault())
    if not _round_fits(table):
        result.append(fault("fault.pavilion.round"))
    supply = sum(counts(table.supply))
    if table.phase in (REFILL, DEAL) and not ask(tiles_to_draw, table):
        result.append(fault("fault.pavilion.no_tiles"))
    if table.phase == CHOOSE_START and table.bag != pile_of([TILES_OF_A_COLOUR] * COLOURS):
        result.append(fault("fault.pavilion.bag"))
    if table.phase == REFILL and supply == SUPPLY_SPACES:
        result.append(fault("fault.pavilion.supply_full"))
    if table.phase == REFILL and (table.placer == NONE) != (table.rounds == 0):
        result.append(fault("fault.pavilion.after"))
    if table.phase == REFILL and ask(is_last_turn, table):
        result.append(fault("fault.pavilion.last_turn"))
    if table.phase == BONUS and supply < table.bonus_tiles:
        result.append(fault("fault.pavilion.bonus"))
    if table.phase == KEEPING and sum(counts(table.seats[table.turn].corners)) == CORNERS:
        result.append(fault("fault.pavilion.keeping"))
    is_placing = table.phase >= PLACING or (table.phase == REFILL and table.rounds > 0)
    if is_placing and table.marker_seat not in (NONE, table.start_seat):
        result.append(fault("fault.pavilion.marker"))
    return result


def _round_fits(table: Table) -> bool:
    allowed = {
        CHOOSE_START: range(1),
        REFILL: range(ROUNDS + 1),
        DEAL: range(ROUNDS),
        OVER: range(ROUNDS, ROUNDS + 1),
    }
    return table.rounds in allowed.get(table.phase, range(1, ROUNDS + 1))


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    result = []
    laid = sum(seat.filled[star].bit_count() for star in range(STARS))
    most = SPARE + SPACES * laid + MAX_BONUS * (table.phase == OVER)
    if not MIN_SCORE <= seat.score <= most:
        result.append(fault("fault.pavilion.points"))
    if sum(counts(seat.corners)) > CORNERS:
        result.append(fault("fault.pavilion.corners", most=CORNERS))
    keeps = table.phase == KEEPING and table.turn == index
    if seat.corners and not seat.passed and not keeps:
        result.append(fault("fault.pavilion.corners_early"))
    if seat.tiles and seat.passed:
        result.append(fault("fault.pavilion.beside"))
    if seat.passed and (table.phase == TAKING or table.turn == index or table.rounds == 0):
        result.append(fault("fault.pavilion.passed"))
    if not seat.passed and (table.phase == OVER or (table.phase == DEAL and table.rounds > 0)):
        result.append(fault("fault.pavilion.to_pass"))
    if table.turn == index and table.phase in (PLACING, KEEPING) and not seat.tiles:
        result.append(fault("fault.pavilion.nothing"))
    return result + _board_faults(table.side, seat)


def _board_faults(side: int, seat: Seat) -> list[Message]:
    result = []
    for star in range(STARS):
        laid = [colour for colour in _colours_on(seat, star) if colour != NONE]
        if side == COLOURED and star != CENTRE_STAR:
            if any(colour != STAR_COLOURS[star] for colour in laid):
                result.append(fault("fault.pavilion.star", star=star_text(star)))
            continue
        rule = "SP-10" if side == COLOURED else "SP-11"
        one_colour = side != COLOURED and len(set(laid)) == 1
        if len(set(laid)) < len(laid) and not one_colour:
            result.append(fault("fault.pavilion.star_twice", star=star_text(star), rule=rule))
    return result
