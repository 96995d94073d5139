"""What is impossible about the course of a game of Azul Duel: tokens, chips and rounds to come."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.faults import of_seat
from azulejos.core.pile import pile_of
from azulejos.games.duel.chips import is_chip_due
from azulejos.games.duel.factories import has_tiles
from azulejos.games.duel.plate_checks import known_plates
from azulejos.games.duel.table import (
    ACTION,
    CHIP_COPIES,
    CHIP_KINDS,
    CHIPS_A_ROUND,
    CHOOSE_SCORING,
    CHOOSE_START,
    COLOURS,
    DRAWING,
    FACE_DOWN,
    FILL_LARGE,
    FILL_SMALL,
    FIRST_PLATE,
    KEEPING,
    LAYING,
    LOOK,
    NO_CHIP,
    NONE,
    OVER,
    PAYING,
    PLACING,
    PLATE_ROUNDS,
    PLAYERS,
    RETURNING,
    ROUNDS,
    SHOW_BACK,
    SMALL,
    STACKING,
    TILES_OF_A_COLOUR,
    TOKENS,
    TURN_CHIPS,
    TURN_PLATES,
    Table,
)
from azulejos.messages import Message, fault

BEFORE_ALL = (CHOOSE_START, CHOOSE_SCORING)
PREPARING = (TURN_PLATES, FILL_LARGE, FILL_SMALL, TURN_CHIPS)
WITH_A_PLATE = (SHOW_BACK, LOOK, DRAWING, KEEPING, RETURNING, LAYING)
TAKING = (*WITH_A_PLATE, *PREPARING, FIRST_PLATE, ACTION, STACKING)


def round_faults(table: Table) -> list[Message]:
    """Everything that does not fit the round: what was used of it, and what is to come."""
    if table.phase in BEFORE_ALL:
        return _untouched_faults(table)
    result = _phase_faults(table) + _chip_faults(table)
    for number in range(PLAYERS):
        result += of_seat(number, _plate_faults(table, number))
    return result


def is_preparing(table: Table) -> bool:
    """Whether a round is being prepared: nobody's turn is interrupted."""
    return table.phase in PREPARING and table.actor == NONE


def _prepared(table: Table) -> int:
    """The round for which tokens and chips were last laid out."""
    return table.rounds + (table.rounds == 0 or is_preparing(table))


def _untouched_faults(table: Table) -> list[Message]:
    chips = sum(table.unseen_chips) < CHIP_COPIES * CHIP_KINDS
    if chips or known_plates(table) or table.bag != pile_of([TILES_OF_A_COLOUR] * COLOURS):
        return [fault("fault.duel.untouched")]
    return []


def _phase_faults(table: Table) -> list[Message]:
    result = []
    tiles = ask(has_tiles, table)
    if _prepared(table) > ROUNDS or (table.phase == OVER and table.rounds < ROUNDS):
        result.append(fault("fault.duel.rounds", last=ROUNDS))
    if table.actor != NONE and table.phase in (FILL_LARGE, FILL_SMALL):
        result.append(fault("fault.duel.filled"))
    if table.actor != NONE and table.phase == TURN_PLATES and table.rounds > 0:
        result.append(fault("fault.duel.turned_up"))
    if table.actor != NONE and table.phase == TURN_CHIPS and table.rounds == 0:
        result.append(fault("fault.duel.set_up"))
    if tiles and (table.phase in (PAYING, PLACING, OVER) or _is_bare(table)):
        result.append(fault("fault.duel.offer"))
    return result


def _is_bare(table: Table) -> bool:
    """Whether the factories have not been filled yet."""
    return table.phase == TURN_PLATES and table.actor == NONE


def _chip_faults(table: Table) -> list[Message]:
    result = []
    face_down = list(table.chips).count(FACE_DOWN)
    to_come = CHIPS_A_ROUND * PLAYERS * (ROUNDS - _prepared(table))
    if sum(table.unseen_chips) < face_down + to_come:
        result.append(fault("fault.duel.chips_left"))
    taken = sum(table.seats[number].chips_taken for number in range(PLAYERS))
    if taken and (is_preparing(table) or table.rounds == 0):
        result.append(fault("fault.duel.chips_taken"))
    if is_preparing(table):
        if face_down < SMALL:
            result.append(fault("fault.duel.chips_down"))
    elif table.phase in TAKING:
        chips = SMALL - list(table.chips).count(NO_CHIP)
        if taken + chips != CHIPS_A_ROUND * PLAYERS:
            result.append(fault("fault.duel.chips"))
        if chips_due(table) and table.phase != TURN_CHIPS:
            result.append(fault("fault.duel.chip_due"))
    return result


def chips_due(table: Table) -> list[int]:
    """The small factories whose chips are to be turned up."""
    return [factory for factory in range(SMALL) if ask(is_chip_due, table, factory)]


def _plate_faults(table: Table, number: int) -> list[Message]:
    seat = table.seats[number]
    if seat.tokens and _prepared(table) > PLATE_ROUNDS:
        return [fault("fault.duel.token", last=PLATE_ROUNDS)]
    free = list(seat.laid).count(NONE)
    to_come = seat.tokens + TOKENS * max(0, PLATE_ROUNDS - _prepared(table))
    to_come += _is_laying(table, number)
    if to_come > free:
        return [fault("fault.duel.slots", n=to_come, free=free)]
    return []


def _is_laying(table: Table, number: int) -> bool:
    """Whether a plate is to be laid that costs a seat no token that it still has (DU-4, DU-6)."""
    if table.rounds > 0:
        return table.actor == number and table.phase in WITH_A_PLATE
    is_start = number == table.start_seat
    if is_preparing(table):
        return True
    if table.phase == TURN_PLATES:  # the actor has just laid one
        return is_start and table.actor != number
    return is_start or table.actor == number
