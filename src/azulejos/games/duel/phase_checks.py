"""What is impossible about the phase of a position of Azul Duel: what is at hand or due."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.faults import start_fault
from azulejos.core.pile import total
from azulejos.errors import Worded, worded
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

SET_UP_ONLY = (CHOOSE_START, CHOOSE_SCORING, FIRST_PLATE)
ANY_ROUND = (TURN_PLATES, FILL_LARGE, FILL_SMALL, TURN_CHIPS, LAYING)
NO_TURN = worded("fault.duel.turn", "turn= is missing")


def phase_faults(table: Table) -> list[Worded]:
    """Everything that does not fit the phase."""
    result: list[Worded] = []
    phase = table.phase
    if (table.start_seat == NONE) != (phase == CHOOSE_START):
        result.append(start_fault())
    if (table.scoring_wanted > 0) != (phase == CHOOSE_SCORING) and phase != CHOOSE_START:
        result.append(
            worded("fault.duel.scoring", "scoring tiles are missing, or chosen already (DU-2)")
        )
    if (table.actor == NONE) and FIRST_PLATE <= phase < OVER:
        return [*result, NO_TURN]
    if phase not in ANY_ROUND and (phase in SET_UP_ONLY) != (table.rounds == 0):
        result.append(worded("fault.duel.phase", "this phase is not one of this round (DU-4)"))
    return result + _hand_faults(table) + _chance_faults(table) + _decision_faults(table)


def _hand_faults(table: Table) -> list[Worded]:
    """What is at hand in a phase, and in no other."""
    result = []
    phase = table.phase
    if (table.plate_at_hand != NONE) != (phase in (LAYING, RETURNING)):
        result.append(
            worded(
                "fault.duel.plate_at_hand",
                "a plate is at hand while it is to be laid, and only then (DU-6)",
            )
        )
    if (table.hand_count > 0) != (phase in (SHOW_BACK, LOOK, DRAWING, KEEPING, RETURNING)):
        result.append(
            worded(
                "fault.duel.hand",
                "plates drawn are in hand while they are drawn, and only then (DU-6)",
            )
        )
    if (table.factory_at_hand != NONE) != (phase == STACKING):
        result.append(
            worded(
                "fault.duel.factory_at_hand",
                "a factory is at hand while its rest is stacked, and only then (DU-8)",
            )
        )
    if (table.line_at_hand != NONE) != (phase in (PAYING, PLACING)):
        result.append(
            worded(
                "fault.duel.line_at_hand",
                "a line is at hand while tiles are placed, and only then (DU-14)",
            )
        )
    if table.placed and phase not in (PAYING, PLACING):
        result.append(worded("fault.duel.placing", "nobody is placing (DU-14)"))
    if (table.paid > 0) != (table.paid_kind != NONE) or table.paid_showing > table.paid:
        result.append(
            worded(
                "fault.duel.paid", "chips that are spent are counted, and the last is named (DU-16)"
            )
        )
    if table.paid and phase not in (PAYING, PLACING):
        result.append(
            worded("fault.duel.spent", "chips are spent on the line at hand alone (DU-16)")
        )
    return result


def _chance_faults(table: Table) -> list[Worded]:
    """Where chance is to answer there must be a question."""
    match table.phase:
        case phase if phase == TURN_PLATES and ask(plates_to_turn, table) <= 0:
            return [worded("fault.duel.turn_plates", "no plate is to be turned up (DU-2)")]
        case phase if phase == FILL_LARGE and (
            ask(has_tiles, table) or not ask(tiles_to_draw, table)
        ):
            return [worded("fault.duel.fill_large", "the large factory is not to be filled (DU-3)")]
        case phase if phase == FILL_SMALL and not ask(tiles_to_draw, table):
            return [
                worded("fault.duel.no_tiles", "no tile is left for the small factories (DU-21)")
            ]
        case phase if phase == FILL_SMALL and (any(table.stacks) or any(list(table.sun)[:LARGE])):
            return [
                worded("fault.duel.fill_small", "the small factories are not to be filled (DU-3)")
            ]
        case phase if phase == TURN_CHIPS and not chips_due(table):
            return [worded("fault.duel.turn_chips", "no chip is to be turned up (DU-12)")]
        case phase if phase == SHOW_BACK and not (table.stack_height and table.top_kind == NONE):
            return [worded("fault.duel.show_back", "no back is to be shown (DU-2)")]
        case phase if phase in (SHOW_BACK, LOOK) and table.actor == NONE:
            return [NO_TURN]
        case phase if phase == LOOK and ask(knows_hand, table):
            return [worded("fault.duel.look", "the drawer knows the plates drawn (DU-6)")]
    return []


def _decision_faults(table: Table) -> list[Worded]:
    """A seat that is to move must have a move."""
    match table.phase:
        case phase if phase == ACTION and not ask(may_act, table, table.actor):
            return [worded("fault.duel.action", "the seat to move has no action (DU-5)")]
        case phase if phase == FIRST_PLATE and not table.face_up:
            return [worded("fault.duel.first_plate", "no plate lies face up (DU-4)")]
        case phase if phase == DRAWING and table.stack_height == 0:
            return [worded("fault.duel.drawing", "no plate is left to draw (DU-6)")]
        case phase if phase in (KEEPING, RETURNING) and not ask(knows_hand, table):
            return [
                worded("fault.duel.unseen", "the drawer has yet to look at the plates drawn (DU-6)")
            ]
        case phase if phase in (KEEPING, RETURNING) and table.hand_count < 2:
            return [
                worded(
                    "fault.duel.keeping", "there is nothing to choose among the plates drawn (DU-6)"
                )
            ]
        case phase if phase == LAYING and NONE not in table.seats[table.actor].laid:
            return [worded("fault.duel.laying", "no slot is free (DU-6)")]
        case phase if phase == STACKING and not _is_order_open(table):
            return [
                worded("fault.duel.stacking", "the tiles can be stacked in one way only (DU-8)")
            ]
        case phase if phase in (PAYING, PLACING) and not _is_line_open(table):
            return [
                worded("fault.duel.no_choice", "the line at hand leaves no choice (DU-14, DU-16)")
            ]
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
