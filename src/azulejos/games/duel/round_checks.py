"""What is impossible about rounds and plates of Azul Duel.

Tokens, chips and rounds to come; where plates are, and what is known of their backs.
"""

from __future__ import annotations

from itertools import pairwise

from azulejos.core.asking import ask
from azulejos.core.offer import of_seat
from azulejos.games.duel import table as duel
from azulejos.games.duel.chips import is_chip_due
from azulejos.games.duel.factories import has_tiles
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.plates import kind_of
from azulejos.games.duel.secrets import end_of_stack, shows_back
from azulejos.games.duel.table import Table
from azulejos.messages import Message, fault, faults_where

BEFORE_ALL = (duel.CHOOSE_START, duel.CHOOSE_SCORING)
PREPARING = (duel.TURN_PLATES, duel.FILL_LARGE, duel.FILL_SMALL, duel.TURN_CHIPS)
WITH_A_PLATE = (duel.SHOW_BACK, duel.LOOK, duel.DRAWING, duel.KEEPING, duel.RETURNING, duel.LAYING)
TAKING = (*WITH_A_PLATE, *PREPARING, duel.FIRST_PLATE, duel.ACTION, duel.STACKING)


def round_faults(table: Table) -> list[Message]:
    """Everything that does not fit the round: what was used of it, and what is to come."""
    if table.phase in BEFORE_ALL:
        return _untouched_faults(table)
    result = _phase_faults(table) + _chip_faults(table)
    for seat in range(duel.PLAYERS):
        result += of_seat(seat, _plate_faults(table, seat))
    return result


def is_preparing(table: Table) -> bool:
    """Whether a round is being prepared: nobody's turn is interrupted."""
    return table.phase in PREPARING and table.actor == duel.NONE


def _prepared(table: Table) -> int:
    """The round for which tokens and chips were last laid out."""
    return table.rounds + (table.rounds == 0 or is_preparing(table))


def _untouched_faults(table: Table) -> list[Message]:
    chips = sum(table.unseen_chips) < duel.CHIP_COPIES * duel.CHIP_KINDS
    if chips or known_plates(table) or table.bag != duel.FULL_BAG:
        return [fault("fault.duel.untouched")]
    return []


def _phase_faults(table: Table) -> list[Message]:
    phase, has_actor = table.phase, table.actor != duel.NONE
    is_over, is_filling = phase == duel.OVER, phase in (duel.FILL_LARGE, duel.FILL_SMALL)
    is_bare = phase == duel.TURN_PLATES and not has_actor  # the factories are still to be filled
    is_late = _prepared(table) > duel.ROUNDS or (is_over and table.rounds < duel.ROUNDS)
    is_turned_up = has_actor and phase == duel.TURN_PLATES and table.rounds > 0
    is_set_up = has_actor and phase == duel.TURN_CHIPS and table.rounds == 0
    is_done = phase in (duel.PAYING, duel.PLACING, duel.OVER) or is_bare
    return faults_where(
        (is_late, fault("fault.duel.rounds", last=duel.ROUNDS)),
        (has_actor and is_filling, fault("fault.duel.filled")),
        (is_turned_up, fault("fault.duel.turned_up")),
        (is_set_up, fault("fault.duel.set_up")),
        (is_done and ask(has_tiles, table), fault("fault.duel.offer")),
    )


def _chip_faults(table: Table) -> list[Message]:
    face_down, is_before = list(table.chips).count(duel.FACE_DOWN), is_preparing(table)
    chips = duel.SMALL - list(table.chips).count(duel.NO_CHIP)
    for_all = duel.CHIPS_A_ROUND * duel.PLAYERS
    to_come = for_all * (duel.ROUNDS - _prepared(table))
    taken = sum(table.seats[seat].chips_taken for seat in range(duel.PLAYERS))
    is_taking = not is_before and table.phase in TAKING
    is_due = chips_due(table) and table.phase != duel.TURN_CHIPS
    return faults_where(
        (sum(table.unseen_chips) < face_down + to_come, fault("fault.duel.chips_left")),
        (taken and (is_before or table.rounds == 0), fault("fault.duel.chips_taken")),
        (is_before and face_down < duel.SMALL, fault("fault.duel.chips_down")),
        (is_taking and taken + chips != for_all, fault("fault.duel.chips")),
        (is_taking and is_due, fault("fault.duel.chip_due")),
    )


def chips_due(table: Table) -> list[int]:
    """The small factories whose chips are to be turned up."""
    return [factory for factory in range(duel.SMALL) if ask(is_chip_due, table, factory)]


def _plate_faults(table: Table, index: int) -> list[Message]:
    seat = table.seats[index]
    if seat.tokens and _prepared(table) > duel.PLATE_ROUNDS:
        return [fault("fault.duel.token", last=duel.PLATE_ROUNDS)]
    free = list(seat.laid).count(duel.NONE)
    to_come = seat.tokens + duel.TOKENS * max(0, duel.PLATE_ROUNDS - _prepared(table))
    to_come += _is_laying(table, index)
    if to_come > free:
        return [fault("fault.duel.slots", n=to_come, free=free)]
    return []


def _is_laying(table: Table, seat: int) -> bool:
    """Whether a plate is to be laid that costs a seat no token that it still has (DU-4, DU-6)."""
    if table.rounds > 0:
        return table.actor == seat and table.phase in WITH_A_PLATE
    is_start = seat == table.start_seat
    if is_preparing(table):
        return True
    if table.phase == duel.TURN_PLATES:  # the actor has just laid one
        return is_start and table.actor != seat
    return is_start or table.actor == seat


# Plates


def known_plates(table: Table) -> list[int]:
    """The plates whose place is known to somebody, each as often as it occurs."""
    result = [plate for plate in range(duel.PLATES) if (table.face_up >> plate) & 1]
    result += [table.stack_front[place] for place in range(table.stack_height)]
    result += [table.hand_front[place] for place in range(table.hand_count)]
    result.append(table.plate_at_hand)
    for seat in range(duel.PLAYERS):
        result += [laid // TURNS for laid in table.seats[seat].laid]
    return [plate for plate in result if plate != duel.NONE]


def plates_missing(table: Table) -> int:
    """The plates without a place, a bit each."""
    return ((1 << duel.PLATES) - 1) & ~sum(1 << plate for plate in set(known_plates(table)))


KINDS = [ask(kind_of, plate) for plate in range(duel.PLATES)]
"""What the back of each plate shows."""


# Plates put back: those in the hand that are to go under the stack follow on those in it


def groups(table: Table) -> list[range]:
    """The places of plates that were put back together."""
    end = ask(end_of_stack, table)
    begins = [
        place for place in range(min(end, duel.PLATES)) if table.stack_specials[place] != duel.NONE
    ]
    return [range(first, last) for first, last in pairwise([*begins, end])]


def front_at(table: Table, place: int) -> int:
    if place < table.stack_height:
        return table.stack_front[place]
    return table.hand_front[place - table.stack_height]


def back_at(table: Table, place: int) -> int:
    """What a plate's back shows, or its front tells; NONE where it is not known."""
    if place >= table.stack_height:
        return table.hand_kind[place - table.stack_height]
    if ask(shows_back, table, place):
        return table.top_kind
    front = table.stack_front[place]
    return duel.NONE if front == duel.NONE else KINDS[front]


# Faults

BEFORE_A_BACK = (duel.CHOOSE_START, duel.CHOOSE_SCORING, duel.TURN_PLATES, duel.SHOW_BACK)


def plate_faults(table: Table) -> list[Message]:
    """Everything that is impossible about the plates of a table."""
    known = known_plates(table)
    stack = [table.stack_front[place] for place in range(table.stack_height)]
    hand = [table.hand_front[place] for place in range(table.hand_count)]
    unseen = [plate for plate in range(duel.PLATES) if (table.unseen_plates >> plate) & 1]
    blanks = (stack + hand).count(duel.NONE)
    left, backs = [KINDS[plate] for plate in unseen], _backs_of_blanks(table)
    is_lacking = any(
        backs.count(kind) > left.count(kind) for kind in (duel.SPECIAL_PLATE, duel.JOKER_PLATE)
    )
    are_known_alike = all(_is_known_alike(table, group) for group in groups(table))
    are_counted = all(_is_count_right(table, group) for group in groups(table))
    fronts = [(hand[n], table.hand_kind[n]) for n in range(table.hand_count)]
    if stack and table.top_kind != duel.NONE:
        fronts.append((stack[0], table.top_kind))
    is_other = any(plate != duel.NONE and KINDS[plate] != kind for plate, kind in fronts)
    is_many = table.face_up.bit_count() > duel.FACE_UP
    return faults_where(
        (len(set(known)) < len(known), fault("fault.duel.plate_twice")),
        (len(unseen) != blanks, fault("fault.duel.plates", n=len(unseen), expected=blanks)),
        (is_many, fault("fault.duel.face_up", most=duel.FACE_UP)),
        (is_lacking, fault("fault.duel.back")),
        (_is_back_missing(table), fault("fault.duel.no_back")),
        (not are_known_alike, fault("fault.duel.known_alike")),
        (not are_counted, fault("fault.duel.specials")),
        (is_other, fault("fault.duel.kind")),
    )


def _backs_of_blanks(table: Table) -> list[int]:
    """The backs of plates without fronts, as far as they are known."""
    result = backs_of_secrets(table)
    if (
        table.stack_height
        and table.stack_front[0] == duel.NONE
        and table.stack_seer[0] == duel.NONE
    ):
        result.append(table.top_kind)
    return result


def backs_of_secrets(table: Table) -> list[int]:
    """The backs of the plates without fronts that were drawn, or drawn and put back."""
    result = []
    if table.phase != duel.RETURNING:
        hand = range(table.hand_count)
        result += [table.hand_kind[n] for n in hand if table.hand_front[n] == duel.NONE]
    for group in groups(table):
        fronts = [front_at(table, place) for place in group]
        known = [KINDS[plate] for plate in fronts if plate != duel.NONE]
        specials = table.stack_specials[group.start] - known.count(duel.SPECIAL_PLATE)
        result += [duel.SPECIAL_PLATE] * specials + [duel.JOKER_PLATE] * (
            fronts.count(duel.NONE) - specials
        )
    return result


def _is_back_missing(table: Table) -> bool:
    """Whether a back is not known that both seats see."""
    if table.phase != duel.RETURNING and duel.NONE in list(table.hand_kind)[: table.hand_count]:
        return True
    return (
        table.stack_height > 0 and table.top_kind == duel.NONE and table.phase not in BEFORE_A_BACK
    )


def _is_known_alike(table: Table, group: range) -> bool:
    """Whether all fronts of a group are known, or none of them."""
    return len({front_at(table, place) == duel.NONE for place in group}) == 1


def _is_count_right(table: Table, group: range) -> bool:
    """Whether the backs known of a group allow the number of its special plates."""
    backs = [back_at(table, place) for place in group]
    most = len(backs) - backs.count(duel.JOKER_PLATE)
    return backs.count(duel.SPECIAL_PLATE) <= table.stack_specials[group.start] <= most
