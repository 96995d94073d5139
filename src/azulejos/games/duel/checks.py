"""What is impossible about a position of Azul Duel."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.faults import of_seat, tile_faults
from azulejos.core.notation import SPARE
from azulejos.core.offer import missing_tiles
from azulejos.core.pile import counts
from azulejos.games.duel.phase_checks import phase_faults
from azulejos.games.duel.placing import accepts, special_due
from azulejos.games.duel.plate_checks import plate_faults
from azulejos.games.duel.round_checks import round_faults
from azulejos.games.duel.scoring import printed, slot_at
from azulejos.games.duel.stacks import take_off, top_of
from azulejos.games.duel.table import (
    BROKEN_SPACES,
    CHIP_COPIES,
    CHIP_KINDS,
    CHIP_TEXTS,
    COLOUR_NAMES,
    COLOURS,
    FACE_DOWN,
    LARGE,
    LARGE_TILES,
    MAX_BONUS,
    NONE,
    OVER,
    PLAYERS,
    SIZE,
    SMALL,
    SMALL_TILES,
    SPECIAL,
    TILES_OF_A_COLOUR,
    Table,
)
from azulejos.messages import Message, fault

SPACES = [(row, column) for row in range(SIZE) for column in range(SIZE)]

# What lies where


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    piles = [table.bag, table.discard, table.large_moon, *table.sun]
    result = [sum(counts(pile)[colour] for pile in piles) for colour in range(COLOURS)]
    for stack in table.stacks:
        for colour in stack_colours(stack):
            result[colour] += 1
    for number in range(PLAYERS):
        seat = table.seats[number]
        for colour in range(COLOURS):
            result[colour] += counts(seat.broken)[colour]
            result[colour] += sum(seat.dome[r, c] == colour for r, c in SPACES)
        for line in range(SIZE):
            if seat.line_count[line]:
                result[seat.line_colour[line]] += seat.line_count[line]
    return result


def stack_colours(stack: int) -> list[int]:
    """The tiles of a moon stack, from the top down."""
    colours = []
    while stack:
        colours.append(ask(top_of, stack))
        stack = ask(take_off, stack)
    return colours


def chips_missing(table: Table) -> list[int]:
    """The chips of each kind that nobody has seen."""
    result = [CHIP_COPIES] * CHIP_KINDS
    for kind in table.chips:
        if kind >= 0:
            result[kind] -= 1
    for number in range(PLAYERS):
        for kind in range(CHIP_KINDS):
            result[kind] -= table.seats[number].chips[kind] + table.seats[number].used_chips[kind]
    return result


# Faults


def faults(table: Table) -> list[Message]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    result = tile_faults(_tiles_found(table), TILES_OF_A_COLOUR, COLOUR_NAMES)
    result += [
        fault("fault.duel.chip_copies", most=CHIP_COPIES, chip=CHIP_TEXTS[kind])
        for kind, missing in enumerate(chips_missing(table))
        if missing < 0
    ]
    result += plate_faults(table)
    result += _factory_faults(table)
    for number in range(PLAYERS):
        result += of_seat(number, _seat_faults(table, number))
    return result or phase_faults(table) or round_faults(table)


def _factory_faults(table: Table) -> list[Message]:
    result = []
    for factory in range(SMALL):
        sun, stack = table.sun[factory], stack_colours(table.stacks[factory])
        if sum(counts(sun)) > SMALL_TILES or (sun and stack):
            result.append(fault("fault.duel.factory", factory=factory + 1))
        if table.chips[factory] != FACE_DOWN and (sun or stack):
            result.append(fault("fault.duel.factory_chip", factory=factory + 1))
    if sum(counts(table.sun[LARGE])) > LARGE_TILES or (table.sun[LARGE] and table.large_moon):
        result.append(fault("fault.duel.large"))
    elif sum(counts(table.large_moon)) >= LARGE_TILES:
        result.append(fault("fault.duel.large_moon"))
    return result


def _seat_faults(table: Table, number: int) -> list[Message]:
    seat = table.seats[number]
    result = []
    tiles = sum(seat.dome[r, c] != NONE for r, c in SPACES)
    most = SPARE + 2 * SIZE * tiles + MAX_BONUS * (table.phase == OVER)
    if not 0 <= seat.score <= most:
        result.append(fault("fault.duel.points"))
    if sum(counts(seat.broken)) > BROKEN_SPACES:
        result.append(fault("fault.duel.broken", most=BROKEN_SPACES))
    for row, column in SPACES:
        tile, space = seat.dome[row, column], ask(printed, seat, row, column)
        if tile not in (NONE, space) and (tile == SPECIAL or not ask(accepts, space, tile)):
            result.append(fault("fault.duel.dome", row=row + 1, column=column + 1))
    result += [
        fault("fault.duel.special", slot=ask(slot_at, *space) + 1)
        for space in SPACES
        if ask(printed, seat, *space) == SPECIAL
        and (seat.dome[space] == SPECIAL) != (ask(special_due, seat, *space) == space)
    ]
    return result
