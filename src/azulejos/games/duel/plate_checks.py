"""Where plates of Azul Duel are, what is known of their backs, and what is impossible about it."""

from __future__ import annotations

from azulejos.games.duel.data import JOKER_PLATE, PLATES, SPECIAL_PLATE, SPECIAL_PLATES
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.table import FACE_UP, NONE, PLAYERS, Table


def known_plates(table: Table) -> list[int]:
    """The plates whose place is known to somebody, each as often as it occurs."""
    found = [plate for plate in range(PLATES) if (table.face_up >> plate) & 1]
    found += [table.stack_front[place] for place in range(table.stack_height)]
    found += [table.hand_front[place] for place in range(table.hand_count)]
    found.append(table.plate_at_hand)
    for number in range(PLAYERS):
        found += [laid // TURNS for laid in table.seats[number].laid]
    return [plate for plate in found if plate != NONE]


def plates_missing(table: Table) -> int:
    """The plates without a place, a bit each."""
    return ((1 << PLATES) - 1) & ~sum(1 << plate for plate in set(known_plates(table)))


def kind_of(plate: int) -> int:
    return SPECIAL_PLATE if (SPECIAL_PLATES >> plate) & 1 else JOKER_PLATE


# Faults


def plate_faults(table: Table) -> list[str]:
    """Everything that is impossible about the plates of a table."""
    found = []
    known = known_plates(table)
    if len(set(known)) < len(known):
        found.append("a plate lies in two places")
    stack = [table.stack_front[place] for place in range(table.stack_height)]
    hand = [table.hand_front[place] for place in range(table.hand_count)]
    unseen = [plate for plate in range(PLATES) if (table.unseen_plates >> plate) & 1]
    if len(unseen) != (stack + hand).count(NONE):
        found.append(f"{len(unseen)} unseen plates for {(stack + hand).count(NONE)} places (DU-22)")
    if table.face_up.bit_count() > FACE_UP:
        found.append(f"more than {FACE_UP} plates lie face up (DU-2)")
    left = [kind_of(plate) for plate in unseen]
    backs = [table.hand_kind[n] for n in range(table.hand_count) if hand[n] == NONE]
    if stack and stack[0] == NONE:
        backs.append(table.top_kind)
    if any(backs.count(kind) > left.count(kind) for kind in (SPECIAL_PLATE, JOKER_PLATE)):
        found.append("a back that no unseen plate shows (DU-2)")
    fronts = [(hand[n], table.hand_kind[n]) for n in range(table.hand_count)]
    if stack and table.top_kind != NONE:
        fronts.append((stack[0], table.top_kind))
    if any(plate != NONE and kind_of(plate) != kind for plate, kind in fronts):
        found.append("a plate whose back is not of its kind (DU-2)")
    return found
