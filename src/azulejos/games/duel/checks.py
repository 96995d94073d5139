"""What is impossible about a position of Azul Duel."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.notation import SPARE
from azulejos.core.offer import missing_tiles, of_seat, start_fault, tile_faults
from azulejos.core.pile import counts, total
from azulejos.games.duel.drawing import knows_hand
from azulejos.games.duel.factories import has_tiles, only_colour
from azulejos.games.duel.placing import accepts, is_paid, kinds_to_spend, spaces_for, special_due
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import chips_due, plate_faults, round_faults
from azulejos.games.duel.rounds import may_act
from azulejos.games.duel.scoring import printed, slot_at
from azulejos.games.duel.table import (
    ACTION,
    BROKEN_SPACES,
    CHIP_COPIES,
    CHIP_KINDS,
    CHIP_TEXTS,
    CHOOSE_SCORING,
    CHOOSE_START,
    COLOUR_NAMES,
    COLOURS,
    DRAWING,
    FACE_DOWN,
    FILL_LARGE,
    FILL_SMALL,
    FIRST_PLATE,
    KEEPING,
    LARGE,
    LARGE_TILES,
    LAYING,
    LOOK,
    MAX_BONUS,
    NONE,
    OVER,
    PAYING,
    PLACING,
    PLAYERS,
    RETURNING,
    SHOW_BACK,
    SIZE,
    SMALL,
    SMALL_TILES,
    SPECIAL,
    STACKING,
    TILES_OF_A_COLOUR,
    TURN_CHIPS,
    TURN_PLATES,
    Table,
    take_off,
    top_of,
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
    for index in range(PLAYERS):
        seat = table.seats[index]
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
    for seat in range(PLAYERS):
        for kind in range(CHIP_KINDS):
            result[kind] -= table.seats[seat].chips[kind] + table.seats[seat].used_chips[kind]
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
    for seat in range(PLAYERS):
        result += of_seat(seat, _seat_faults(table, seat))
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


def _seat_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
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


# Phases: what is at hand or due

SET_UP_ONLY = (CHOOSE_START, CHOOSE_SCORING, FIRST_PLATE)
ANY_ROUND = (TURN_PLATES, FILL_LARGE, FILL_SMALL, TURN_CHIPS, LAYING)
NO_TURN = fault("fault.duel.turn")


def phase_faults(table: Table) -> list[Message]:
    """Everything that does not fit the phase."""
    result: list[Message] = []
    phase = table.phase
    if (table.start_seat == NONE) != (phase == CHOOSE_START):
        result.append(start_fault())
    if (table.scoring_wanted > 0) != (phase == CHOOSE_SCORING) and phase != CHOOSE_START:
        result.append(fault("fault.duel.scoring"))
    if (table.actor == NONE) and FIRST_PLATE <= phase < OVER:
        return [*result, NO_TURN]
    if phase not in ANY_ROUND and (phase in SET_UP_ONLY) != (table.rounds == 0):
        result.append(fault("fault.duel.phase"))
    return result + _hand_faults(table) + _chance_faults(table) + _decision_faults(table)


def _hand_faults(table: Table) -> list[Message]:
    """What is at hand in a phase, and in no other."""
    result = []
    phase = table.phase
    if (table.plate_at_hand != NONE) != (phase in (LAYING, RETURNING)):
        result.append(fault("fault.duel.plate_at_hand"))
    if (table.hand_count > 0) != (phase in (SHOW_BACK, LOOK, DRAWING, KEEPING, RETURNING)):
        result.append(fault("fault.duel.hand"))
    if (table.factory_at_hand != NONE) != (phase == STACKING):
        result.append(fault("fault.duel.factory_at_hand"))
    if (table.line_at_hand != NONE) != (phase in (PAYING, PLACING)):
        result.append(fault("fault.duel.line_at_hand"))
    if table.placed and phase not in (PAYING, PLACING):
        result.append(fault("fault.duel.placing"))
    if (table.paid > 0) != (table.paid_kind != NONE) or table.paid_showing > table.paid:
        result.append(fault("fault.duel.paid"))
    if table.paid and phase not in (PAYING, PLACING):
        result.append(fault("fault.duel.spent"))
    return result


def _chance_faults(table: Table) -> list[Message]:
    """Where chance is to answer there must be a question."""
    match table.phase:
        case phase if phase == TURN_PLATES and ask(plates_to_turn, table) <= 0:
            return [fault("fault.duel.turn_plates")]
        case phase if phase == FILL_LARGE and (
            ask(has_tiles, table) or not ask(tiles_to_draw, table)
        ):
            return [fault("fault.duel.fill_large")]
        case phase if phase == FILL_SMALL and not ask(tiles_to_draw, table):
            return [fault("fault.duel.no_tiles")]
        case phase if phase == FILL_SMALL and (any(table.stacks) or any(list(table.sun)[:LARGE])):
            return [fault("fault.duel.fill_small")]
        case phase if phase == TURN_CHIPS and not chips_due(table):
            return [fault("fault.duel.turn_chips")]
        case phase if phase == SHOW_BACK and not (table.stack_height and table.top_kind == NONE):
            return [fault("fault.duel.show_back")]
        case phase if phase in (SHOW_BACK, LOOK) and table.actor == NONE:
            return [NO_TURN]
        case phase if phase == LOOK and ask(knows_hand, table):
            return [fault("fault.duel.look")]
    return []


def _decision_faults(table: Table) -> list[Message]:
    """A seat that is to move must have a move."""
    match table.phase:
        case phase if phase == ACTION and not ask(may_act, table, table.actor):
            return [fault("fault.duel.action")]
        case phase if phase == FIRST_PLATE and not table.face_up:
            return [fault("fault.duel.first_plate")]
        case phase if phase == DRAWING and table.stack_height == 0:
            return [fault("fault.duel.drawing")]
        case phase if phase in (KEEPING, RETURNING) and not ask(knows_hand, table):
            return [fault("fault.duel.unseen")]
        case phase if phase in (KEEPING, RETURNING) and table.hand_count < 2:
            return [fault("fault.duel.keeping")]
        case phase if phase == LAYING and NONE not in table.seats[table.actor].laid:
            return [fault("fault.duel.laying")]
        case phase if phase == STACKING and not _is_order_open(table):
            return [fault("fault.duel.stacking")]
        case phase if phase in (PAYING, PLACING) and not _is_line_open(table):
            return [fault("fault.duel.no_choice")]
    return []


def _is_order_open(table: Table) -> bool:
    rest = table.sun[table.factory_at_hand]
    return ask(total, rest) < SMALL_TILES and ask(only_colour, rest) == NONE


def _is_line_open(table: Table) -> bool:
    """Whether the line at hand has a fitting space and, if paid for, chips to do so."""
    seat, row = table.seats[table.actor], table.line_at_hand
    spaces = ask(spaces_for, seat, row).bit_count() if seat.line_count[row] else 0
    if table.phase == PLACING:
        return spaces > 1 and ask(is_paid, table, seat)
    return spaces > 0 and ask(kinds_to_spend, table, seat) > 0
