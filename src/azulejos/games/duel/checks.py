"""What is impossible about a position of Azul Duel."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.notation import SPARE
from azulejos.core.offer import missing_tiles, of_seat, start_fault, tile_faults
from azulejos.core.pile import counts, total
from azulejos.games.duel import table as duel
from azulejos.games.duel.drawing import knows_hand
from azulejos.games.duel.factories import has_tiles, only_colour
from azulejos.games.duel.placing import accepts, is_paid, kinds_to_spend, spaces_for, special_due
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import chips_due, plate_faults, round_faults
from azulejos.games.duel.rounds import may_act
from azulejos.games.duel.scoring import printed, slot_at
from azulejos.games.duel.table import Table
from azulejos.messages import Message, fault, faults_where

SPACES = [(row, column) for row in range(duel.SIZE) for column in range(duel.SIZE)]

# What lies where


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), duel.TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    piles = [table.bag, table.discard, table.large_moon, *table.sun]
    result = [sum(counts(pile)[colour] for pile in piles) for colour in range(duel.COLOURS)]
    for stack in table.stacks:
        for colour in stack_colours(stack):
            result[colour] += 1
    for index in range(duel.PLAYERS):
        seat = table.seats[index]
        for colour in range(duel.COLOURS):
            result[colour] += counts(seat.broken)[colour]
            result[colour] += sum(seat.dome[r, c] == colour for r, c in SPACES)
        for line in range(duel.SIZE):
            if seat.line_count[line]:
                result[seat.line_colour[line]] += seat.line_count[line]
    return result


def stack_colours(stack: int) -> list[int]:
    """The tiles of a moon stack, from the top down."""
    colours = []
    while stack:
        colours.append(ask(duel.top_of, stack))
        stack = ask(duel.take_off, stack)
    return colours


def chips_missing(table: Table) -> list[int]:
    """The chips of each kind that nobody has seen."""
    result = [duel.CHIP_COPIES] * duel.CHIP_KINDS
    for kind in table.chips:
        if kind >= 0:
            result[kind] -= 1
    for seat in range(duel.PLAYERS):
        for kind in range(duel.CHIP_KINDS):
            result[kind] -= table.seats[seat].chips[kind] + table.seats[seat].used_chips[kind]
    return result


# Faults


def faults(table: Table) -> list[Message]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    result = tile_faults(_tiles_found(table), duel.TILES_OF_A_COLOUR, duel.COLOUR_NAMES)
    result += [
        fault("fault.duel.chip_copies", most=duel.CHIP_COPIES, chip=duel.CHIP_TEXTS[kind])
        for kind, missing in enumerate(chips_missing(table))
        if missing < 0
    ]
    result += plate_faults(table)
    result += _factory_faults(table)
    for seat in range(duel.PLAYERS):
        result += of_seat(seat, _seat_faults(table, seat))
    return result or phase_faults(table) or round_faults(table)


def _factory_faults(table: Table) -> list[Message]:
    result = []
    for factory in range(duel.SMALL):
        sun, stack = table.sun[factory], stack_colours(table.stacks[factory])
        is_crowded = sum(counts(sun)) > duel.SMALL_TILES or (sun and stack)
        has_chip = table.chips[factory] != duel.FACE_DOWN and (sun or stack)
        result += faults_where(
            (is_crowded, fault("fault.duel.factory", factory=factory + 1)),
            (has_chip, fault("fault.duel.factory_chip", factory=factory + 1)),
        )
    sun, moon = table.sun[duel.LARGE], table.large_moon
    if sum(counts(sun)) > duel.LARGE_TILES or (sun and moon):
        result.append(fault("fault.duel.large"))
    elif sum(counts(moon)) >= duel.LARGE_TILES:
        result.append(fault("fault.duel.large_moon"))
    return result


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    tiles = sum(seat.dome[r, c] != duel.NONE for r, c in SPACES)
    most = SPARE + 2 * duel.SIZE * tiles + duel.MAX_BONUS * (table.phase == duel.OVER)
    broken = sum(counts(seat.broken))
    return [
        *faults_where(
            (not 0 <= seat.score <= most, fault("fault.duel.points")),
            (broken > duel.BROKEN_SPACES, fault("fault.duel.broken", most=duel.BROKEN_SPACES)),
        ),
        *(
            fault("fault.duel.dome", row=row + 1, column=column + 1)
            for row, column in SPACES
            if not _fits(seat.dome[row, column], ask(printed, seat, row, column))
        ),
        *(
            fault("fault.duel.special", slot=ask(slot_at, *space) + 1)
            for space in SPACES
            if ask(printed, seat, *space) == duel.SPECIAL
            and (seat.dome[space] == duel.SPECIAL) != (ask(special_due, seat, *space) == space)
        ),
    ]


def _fits(tile: int, space: int) -> bool:
    """Whether a tile may lie on a space; no tile may lie on any."""
    return tile in (duel.NONE, space) or (tile != duel.SPECIAL and ask(accepts, space, tile))


# Phases: what is at hand or due

SET_UP_ONLY = (duel.CHOOSE_START, duel.CHOOSE_SCORING, duel.FIRST_PLATE)
ANY_ROUND = (duel.TURN_PLATES, duel.FILL_LARGE, duel.FILL_SMALL, duel.TURN_CHIPS, duel.LAYING)
LAYING = (duel.LAYING, duel.RETURNING)
DRAWING = (duel.SHOW_BACK, duel.LOOK, duel.DRAWING, duel.KEEPING, duel.RETURNING)
PLACING = (duel.PAYING, duel.PLACING)
NO_TURN = fault("fault.duel.turn")


def phase_faults(table: Table) -> list[Message]:
    """Everything that does not fit the phase."""
    phase = table.phase
    is_before, is_choosing = phase == duel.CHOOSE_START, phase == duel.CHOOSE_SCORING
    is_set_up_wrong = phase not in ANY_ROUND and (phase in SET_UP_ONLY) != (table.rounds == 0)
    result = faults_where(
        ((table.start_seat == duel.NONE) != is_before, start_fault()),
        (not is_before and (table.scoring_wanted > 0) != is_choosing, fault("fault.duel.scoring")),
    )
    if table.actor == duel.NONE and duel.FIRST_PLATE <= phase < duel.OVER:
        return [*result, NO_TURN]
    result += faults_where((is_set_up_wrong, fault("fault.duel.phase")))
    return result + _hand_faults(table) + _chance_faults(table) + _decision_faults(table)


def _hand_faults(table: Table) -> list[Message]:
    """What is at hand in a phase, and in no other."""
    has_plate, has_factory, has_line = (
        at_hand != duel.NONE
        for at_hand in (table.plate_at_hand, table.factory_at_hand, table.line_at_hand)
    )
    is_laying, is_stacking = table.phase in LAYING, table.phase == duel.STACKING
    is_placing, is_drawing = table.phase in PLACING, table.phase in DRAWING
    is_miscounted = (table.paid > 0) != (table.paid_kind != duel.NONE)
    return faults_where(
        (has_plate != is_laying, fault("fault.duel.plate_at_hand")),
        ((table.hand_count > 0) != is_drawing, fault("fault.duel.hand")),
        (has_factory != is_stacking, fault("fault.duel.factory_at_hand")),
        (has_line != is_placing, fault("fault.duel.line_at_hand")),
        (table.placed and not is_placing, fault("fault.duel.placing")),
        (is_miscounted or table.paid_showing > table.paid, fault("fault.duel.paid")),
        (table.paid and not is_placing, fault("fault.duel.spent")),
    )


def _chance_faults(table: Table) -> list[Message]:
    """Where chance is to answer there must be a question."""
    match table.phase:
        case duel.TURN_PLATES if ask(plates_to_turn, table) <= 0:
            return [fault("fault.duel.turn_plates")]
        case duel.FILL_LARGE if ask(has_tiles, table) or not ask(tiles_to_draw, table):
            return [fault("fault.duel.fill_large")]
        case duel.FILL_SMALL if not ask(tiles_to_draw, table):
            return [fault("fault.duel.no_tiles")]
        case duel.FILL_SMALL if any((*table.stacks, *list(table.sun)[: duel.LARGE])):
            return [fault("fault.duel.fill_small")]
        case duel.TURN_CHIPS if not chips_due(table):
            return [fault("fault.duel.turn_chips")]
        case duel.SHOW_BACK if not table.stack_height or table.top_kind != duel.NONE:
            return [fault("fault.duel.show_back")]
        case duel.SHOW_BACK | duel.LOOK if table.actor == duel.NONE:
            return [NO_TURN]
        case duel.LOOK if ask(knows_hand, table):
            return [fault("fault.duel.look")]
    return []


def _decision_faults(table: Table) -> list[Message]:
    """A seat that is to move must have a move."""
    match table.phase:
        case duel.ACTION if not ask(may_act, table, table.actor):
            return [fault("fault.duel.action")]
        case duel.FIRST_PLATE if not table.face_up:
            return [fault("fault.duel.first_plate")]
        case duel.DRAWING if table.stack_height == 0:
            return [fault("fault.duel.drawing")]
        case duel.KEEPING | duel.RETURNING if not ask(knows_hand, table):
            return [fault("fault.duel.unseen")]
        case duel.KEEPING | duel.RETURNING if table.hand_count < 2:
            return [fault("fault.duel.keeping")]
        case duel.LAYING if duel.NONE not in table.seats[table.actor].laid:
            return [fault("fault.duel.laying")]
        case duel.STACKING if not _is_order_open(table):
            return [fault("fault.duel.stacking")]
        case duel.PAYING | duel.PLACING if not _is_line_open(table):
            return [fault("fault.duel.no_choice")]
    return []


def _is_order_open(table: Table) -> bool:
    rest = table.sun[table.factory_at_hand]
    return ask(total, rest) < duel.SMALL_TILES and ask(only_colour, rest) == duel.NONE


def _is_line_open(table: Table) -> bool:
    """Whether the line at hand has a fitting space and, if paid for, chips to do so."""
    seat, row = table.seats[table.actor], table.line_at_hand
    spaces = ask(spaces_for, seat, row).bit_count() if seat.line_count[row] else 0
    if table.phase == duel.PLACING:
        return spaces > 1 and ask(is_paid, table, seat)
    return spaces > 0 and ask(kinds_to_spend, table, seat) > 0
