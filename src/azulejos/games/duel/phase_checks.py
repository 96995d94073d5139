"""What is impossible about the phase of a position of Azul Duel: what is at hand or due."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.faults import start_fault
from azulejos.core.pile import total
from azulejos.games.duel.drawing import knows_hand
from azulejos.games.duel.factories import has_tiles, only_colour
from azulejos.games.duel.placing import is_paid, kinds_to_spend, spaces_for
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import chips_due
from azulejos.games.duel.rounds import may_act
from azulejos.games.duel.table import (
    ACTION,
    CHOOSE_SCORING,
    CHOOSE_START,
    DRAWING,
    FILL_LARGE,
    FILL_SMALL,
    FIRST_PLATE,
    KEEPING,
    LARGE,
    LAYING,
    LOOK,
    NONE,
    OVER,
    PAYING,
    PLACING,
    RETURNING,
    SHOW_BACK,
    SMALL_TILES,
    STACKING,
    TURN_CHIPS,
    TURN_PLATES,
    Table,
)
from azulejos.messages import Message, fault

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
