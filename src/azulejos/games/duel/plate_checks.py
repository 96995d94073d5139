"""Where plates of Azul Duel are, what is known of their backs, and what is impossible about it."""

from __future__ import annotations

from itertools import pairwise

from azulejos.core.asking import ask
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.plates import kind_of
from azulejos.games.duel.secrets import end_of_stack, shows_back
from azulejos.games.duel.table import (
    CHOOSE_SCORING,
    CHOOSE_START,
    FACE_UP,
    JOKER_PLATE,
    NONE,
    PLATES,
    PLAYERS,
    RETURNING,
    SHOW_BACK,
    SPECIAL_PLATE,
    TURN_PLATES,
    Table,
)
from azulejos.messages import Message, fault


def known_plates(table: Table) -> list[int]:
    """The plates whose place is known to somebody, each as often as it occurs."""
    result = [plate for plate in range(PLATES) if (table.face_up >> plate) & 1]
    result += [table.stack_front[place] for place in range(table.stack_height)]
    result += [table.hand_front[place] for place in range(table.hand_count)]
    result.append(table.plate_at_hand)
    for number in range(PLAYERS):
        result += [laid // TURNS for laid in table.seats[number].laid]
    return [plate for plate in result if plate != NONE]


def plates_missing(table: Table) -> int:
    """The plates without a place, a bit each."""
    return ((1 << PLATES) - 1) & ~sum(1 << plate for plate in set(known_plates(table)))


KINDS = [ask(kind_of, plate) for plate in range(PLATES)]
"""What the back of each plate shows."""


# Plates put back: those in the hand that are to go under the stack follow on those in it


def groups(table: Table) -> list[range]:
    """The places of plates that were put back together."""
    end = ask(end_of_stack, table)
    begins = [place for place in range(min(end, PLATES)) if table.stack_specials[place] != NONE]
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
    return NONE if front == NONE else KINDS[front]


# Faults

BEFORE_A_BACK = (CHOOSE_START, CHOOSE_SCORING, TURN_PLATES, SHOW_BACK)


def plate_faults(table: Table) -> list[Message]:
    """Everything that is impossible about the plates of a table."""
    result = []
    known = known_plates(table)
    if len(set(known)) < len(known):
        result.append(fault("fault.duel.plate_twice"))
    stack = [table.stack_front[place] for place in range(table.stack_height)]
    hand = [table.hand_front[place] for place in range(table.hand_count)]
    unseen = [plate for plate in range(PLATES) if (table.unseen_plates >> plate) & 1]
    if len(unseen) != (stack + hand).count(NONE):
        result.append(
            fault("fault.duel.plates", n=len(unseen), expected=(stack + hand).count(NONE))
        )
    if table.face_up.bit_count() > FACE_UP:
        result.append(fault("fault.duel.face_up", most=FACE_UP))
    left, backs = [KINDS[plate] for plate in unseen], _backs_of_blanks(table)
    if any(backs.count(kind) > left.count(kind) for kind in (SPECIAL_PLATE, JOKER_PLATE)):
        result.append(fault("fault.duel.back"))
    if _is_back_missing(table):
        result.append(fault("fault.duel.no_back"))
    if any(not _is_known_alike(table, group) for group in groups(table)):
        result.append(fault("fault.duel.known_alike"))
    if any(not _is_number_right(table, group) for group in groups(table)):
        result.append(fault("fault.duel.specials"))
    fronts = [(hand[n], table.hand_kind[n]) for n in range(table.hand_count)]
    if stack and table.top_kind != NONE:
        fronts.append((stack[0], table.top_kind))
    if any(plate != NONE and KINDS[plate] != kind for plate, kind in fronts):
        result.append(fault("fault.duel.kind"))
    return result


def _backs_of_blanks(table: Table) -> list[int]:
    """The backs of plates without fronts, as far as they are known."""
    result = backs_of_secrets(table)
    if table.stack_height and table.stack_front[0] == NONE and table.stack_seer[0] == NONE:
        result.append(table.top_kind)
    return result


def backs_of_secrets(table: Table) -> list[int]:
    """The backs of the plates without fronts that were drawn, or drawn and put back."""
    result = []
    if table.phase != RETURNING:
        hand = range(table.hand_count)
        result += [table.hand_kind[n] for n in hand if table.hand_front[n] == NONE]
    for group in groups(table):
        fronts = [front_at(table, place) for place in group]
        known = [KINDS[plate] for plate in fronts if plate != NONE]
        specials = table.stack_specials[group.start] - known.count(SPECIAL_PLATE)
        result += [SPECIAL_PLATE] * specials + [JOKER_PLATE] * (fronts.count(NONE) - specials)
    return result


def _is_back_missing(table: Table) -> bool:
    """Whether a back is not known that both seats see."""
    if table.phase != RETURNING and NONE in list(table.hand_kind)[: table.hand_count]:
        return True
    return table.stack_height > 0 and table.top_kind == NONE and table.phase not in BEFORE_A_BACK


def _is_known_alike(table: Table, group: range) -> bool:
    """Whether all fronts of a group are known, or none of them."""
    return len({front_at(table, place) == NONE for place in group}) == 1


def _is_number_right(table: Table, group: range) -> bool:
    """Whether the backs known of a group allow the number of its special plates."""
    backs = [back_at(table, place) for place in group]
    most = len(backs) - backs.count(JOKER_PLATE)
    return backs.count(SPECIAL_PLATE) <= table.stack_specials[group.start] <= most
