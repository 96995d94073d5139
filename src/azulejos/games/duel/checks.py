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
from azulejos.messages import Message, fault

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
        if sum(counts(sun)) > duel.SMALL_TILES or (sun and stack):
            result.append(fault("fault.duel.factory", factory=factory + 1))
        if table.chips[factory] != duel.FACE_DOWN and (sun or stack):
            result.append(fault("fault.duel.factory_chip", factory=factory + 1))
    if sum(counts(table.sun[duel.LARGE])) > duel.LARGE_TILES or (
        table.sun[duel.LARGE] and table.large_moon
    ):
        result.append(fault("fault.duel.large"))
    elif sum(counts(table.large_moon)) >= duel.LARGE_TILES:
        result.append(fault("fault.duel.large_moon"))
    return result


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    result = []
    tiles = sum(seat.dome[r, c] != duel.NONE for r, c in SPACES)
    most = SPARE + 2 * duel.SIZE * tiles + duel.MAX_BONUS * (table.phase == duel.OVER)
    if not 0 <= seat.score <= most:
        result.append(fault("fault.duel.points"))
    if sum(counts(seat.broken)) > duel.BROKEN_SPACES:
        result.append(fault("fault.duel.broken", most=duel.BROKEN_SPACES))
    for row, column in SPACES:
        tile, space = seat.dome[row, column], ask(printed, seat, row, column)
        if tile not in (duel.NONE, space) and (
            tile == duel.SPECIAL or not ask(accepts, space, tile)
        ):
            result.append(fault("fault.duel.dome", row=row + 1, column=column + 1))
    result += [
        fault("fault.duel.special", slot=ask(slot_at, *space) + 1)
        for space in SPACES
        if ask(printed, seat, *space) == duel.SPECIAL
        and (seat.dome[space] == duel.SPECIAL) != (ask(special_due, seat, *space) == space)
    ]
    return result


# Phases: what is at hand or due

SET_UP_ONLY = (duel.CHOOSE_START, duel.CHOOSE_SCORING, duel.FIRST_PLATE)
ANY_ROUND = (duel.TURN_PLATES, duel.FILL_LARGE, duel.FILL_SMALL, duel.TURN_CHIPS, duel.LAYING)
NO_TURN = fault("fault.duel.turn")


def phase_faults(table: Table) -> list[Message]:
    """Everything that does not fit the phase."""
    result: list[Message] = []
    phase = table.phase
    if (table.start_seat == duel.NONE) != (phase == duel.CHOOSE_START):
        result.append(start_fault())
    if (table.scoring_wanted > 0) != (phase == duel.CHOOSE_SCORING) and phase != duel.CHOOSE_START:
        result.append(fault("fault.duel.scoring"))
    if (table.actor == duel.NONE) and duel.FIRST_PLATE <= phase < duel.OVER:
        return [*result, NO_TURN]
    if phase not in ANY_ROUND and (phase in SET_UP_ONLY) != (table.rounds == 0):
        result.append(fault("fault.duel.phase"))
    return result + _hand_faults(table) + _chance_faults(table) + _decision_faults(table)


def _hand_faults(table: Table) -> list[Message]:
    """What is at hand in a phase, and in no other."""
    result = []
    phase = table.phase
    if (table.plate_at_hand != duel.NONE) != (phase in (duel.LAYING, duel.RETURNING)):
        result.append(fault("fault.duel.plate_at_hand"))
    if (table.hand_count > 0) != (
        phase in (duel.SHOW_BACK, duel.LOOK, duel.DRAWING, duel.KEEPING, duel.RETURNING)
    ):
        result.append(fault("fault.duel.hand"))
    if (table.factory_at_hand != duel.NONE) != (phase == duel.STACKING):
        result.append(fault("fault.duel.factory_at_hand"))
    if (table.line_at_hand != duel.NONE) != (phase in (duel.PAYING, duel.PLACING)):
        result.append(fault("fault.duel.line_at_hand"))
    if table.placed and phase not in (duel.PAYING, duel.PLACING):
        result.append(fault("fault.duel.placing"))
    if (table.paid > 0) != (table.paid_kind != duel.NONE) or table.paid_showing > table.paid:
        result.append(fault("fault.duel.paid"))
    if table.paid and phase not in (duel.PAYING, duel.PLACING):
        result.append(fault("fault.duel.spent"))
    return result


def _chance_faults(table: Table) -> list[Message]:
    """Where chance is to answer there must be a question."""
    match table.phase:
        case phase if phase == duel.TURN_PLATES and ask(plates_to_turn, table) <= 0:
            return [fault("fault.duel.turn_plates")]
        case phase if phase == duel.FILL_LARGE and (
            ask(has_tiles, table) or not ask(tiles_to_draw, table)
        ):
            return [fault("fault.duel.fill_large")]
        case phase if phase == duel.FILL_SMALL and not ask(tiles_to_draw, table):
            return [fault("fault.duel.no_tiles")]
        case phase if phase == duel.FILL_SMALL and (
            any(table.stacks) or any(list(table.sun)[: duel.LARGE])
        ):
            return [fault("fault.duel.fill_small")]
        case phase if phase == duel.TURN_CHIPS and not chips_due(table):
            return [fault("fault.duel.turn_chips")]
        case phase if phase == duel.SHOW_BACK and not (
            table.stack_height and table.top_kind == duel.NONE
        ):
            return [fault("fault.duel.show_back")]
        case phase if phase in (duel.SHOW_BACK, duel.LOOK) and table.actor == duel.NONE:
            return [NO_TURN]
        case phase if phase == duel.LOOK and ask(knows_hand, table):
            return [fault("fault.duel.look")]
    return []


def _decision_faults(table: Table) -> list[Message]:
    """A seat that is to move must have a move."""
    match table.phase:
        case phase if phase == duel.ACTION and not ask(may_act, table, table.actor):
            return [fault("fault.duel.action")]
        case phase if phase == duel.FIRST_PLATE and not table.face_up:
            return [fault("fault.duel.first_plate")]
        case phase if phase == duel.DRAWING and table.stack_height == 0:
            return [fault("fault.duel.drawing")]
        case phase if phase in (duel.KEEPING, duel.RETURNING) and not ask(knows_hand, table):
            return [fault("fault.duel.unseen")]
        case phase if phase in (duel.KEEPING, duel.RETURNING) and table.hand_count < 2:
            return [fault("fault.duel.keeping")]
        case phase if phase == duel.LAYING and duel.NONE not in table.seats[table.actor].laid:
            return [fault("fault.duel.laying")]
        case phase if phase == duel.STACKING and not _is_order_open(table):
            return [fault("fault.duel.stacking")]
        case phase if phase in (duel.PAYING, duel.PLACING) and not _is_line_open(table):
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
