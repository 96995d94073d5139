"""Plates: the stack, those that lie face up, laying one (DU-2, DU-4, DU-6).

Chance says what a plate shows whenever somebody is about to see it. A plate that nobody has seen
has no front before that; its back may be known, so the front is drawn among the unseen plates of
that kind. A plate that was put back has its front, and chance has no choice. A piece of chance is
a plate from 0 to 17, or `BACK` plus the kind that a back shows.
"""

from __future__ import annotations

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import bit_count, compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.games.duel import table as duel
from azulejos.games.duel.moves import FIRST_PLATE_CODE, TURNS, lay_code
from azulejos.games.duel.table import Seat, Table

BACK = duel.PLATES  # the first piece that is a back and no plate


@compiled
def kind_of(plate: int) -> int:
    """What the back of a plate shows."""
    return duel.SPECIAL_PLATE if (duel.SPECIAL_PLATES >> plate) & 1 else duel.JOKER_PLATE


@compiled
def of_kind(plates: int, kind: int) -> int:
    """Those of some plates that are of a kind; of all kinds where it is NONE."""
    if kind == duel.NONE:
        return plates
    return (
        plates & duel.SPECIAL_PLATES
        if kind == duel.SPECIAL_PLATE
        else plates & ~duel.SPECIAL_PLATES
    )


@compiled
def pick(plates: int, rng: Rng) -> int:
    """Choose one of some plates."""
    for _ in range(below(rng, bit_count(plates))):
        plates &= plates - 1
    return lowest_bit(plates)


# The stack


@compiled
def clear_plates(table: Table) -> None:
    """All plates are unseen: the whole stack has no fronts yet (DU-2)."""
    table.unseen_plates = (1 << duel.PLATES) - 1
    table.stack_height = duel.PLATES
    table.top_kind = duel.NONE
    table.plate_at_hand = duel.NONE
    for place in range(duel.PLATES):
        table.stack_front[place] = duel.NONE
        table.stack_seer[place] = duel.NONE
        table.stack_specials[place] = duel.NONE
        table.hand_front[place] = duel.NONE
        table.hand_kind[place] = duel.NONE


@compiled
def lift_top(table: Table, kind: int) -> None:
    """Take the top plate off the stack, which shows its kind to both seats (DU-25)."""
    specials = table.stack_specials[0]
    table.stack_height -= 1
    height = table.stack_height
    for place in range(height):
        table.stack_front[place] = table.stack_front[place + 1]
        table.stack_seer[place] = table.stack_seer[place + 1]
        table.stack_specials[place] = table.stack_specials[place + 1]
    table.stack_front[height] = duel.NONE
    table.stack_seer[height] = duel.NONE
    table.stack_specials[height] = duel.NONE
    table.top_kind = duel.NONE
    if specials != duel.NONE and height > 0 and table.stack_specials[0] == duel.NONE:
        table.stack_specials[0] = specials - 1 if kind == duel.SPECIAL_PLATE else specials


@compiled
def sample_front(front: int, unseen: int, kind: int, rng: Rng) -> int:
    """The front that a plate has, or one of the unseen plates of its kind."""
    return front if front != duel.NONE else pick(of_kind(unseen, kind), rng)


@compiled
def sample_back(table: Table, front: int, unseen: int, rng: Rng) -> int:
    """The back that a plate has, or that of an unseen one, with those in the hand set apart."""
    if front != duel.NONE:
        return BACK + kind_of(front)
    specials = bit_count(of_kind(unseen, duel.SPECIAL_PLATE))
    jokers = bit_count(unseen) - specials
    for place in range(table.hand_count):
        if table.hand_front[place] == duel.NONE:
            if table.hand_kind[place] == duel.SPECIAL_PLATE:
                specials -= 1
            else:
                jokers -= 1
    return BACK + (
        duel.SPECIAL_PLATE if below(rng, specials + jokers) < specials else duel.JOKER_PLATE
    )


# Face-up plates


@compiled
def plates_to_turn(table: Table) -> int:
    """How many plates are turned up so that three lie face up (DU-2, DU-4, DU-20)."""
    return min(duel.FACE_UP - bit_count(table.face_up), table.stack_height)


@compiled
def sample_turned(table: Table, rng: Rng, pieces: Codes) -> int:
    """Say which plates are turned up, then what the back of the next shows."""
    unseen = table.unseen_plates
    turned = plates_to_turn(table)
    for place in range(turned):
        kind = table.top_kind if place == 0 else duel.NONE
        plate = sample_front(table.stack_front[place], unseen, kind, rng)
        unseen &= ~(1 << plate)
        pieces[place] = plate
    if table.stack_height == turned:
        return turned
    pieces[turned] = sample_back(table, table.stack_front[turned], unseen, rng)
    return turned + 1


@compiled
def turn_plates(table: Table, pieces: Codes) -> None:
    """Turn plates up and show the next back."""
    turned = plates_to_turn(table)
    for place in range(turned):
        plate = int(pieces[place])
        table.unseen_plates &= ~(1 << plate)
        table.face_up |= 1 << plate
        lift_top(table, kind_of(plate))
    if table.stack_height > 0:
        table.top_kind = pieces[turned] - BACK


@compiled
def list_face_up(table: Table, codes: Codes, count: int) -> int:
    """List the face-up plates that may be taken (DU-4, DU-6)."""
    for plate in range(duel.PLATES):
        if (table.face_up >> plate) & 1:
            codes[count] = FIRST_PLATE_CODE + plate
            count += 1
    return count


@compiled
def take_plate(table: Table, plate: int) -> None:
    """Take a face-up plate, which is not replaced in the round (DU-6)."""
    table.face_up &= ~(1 << plate)
    table.plate_at_hand = plate


# Laying


@compiled
def list_lays(seat: Seat, codes: Codes) -> int:
    """List every free slot, in all four rotations (DU-4, DU-6)."""
    count = 0
    for slot in range(duel.SLOTS):
        if seat.laid[slot] == duel.NONE:
            for turns in range(TURNS):
                codes[count] = lay_code(slot, turns)
                count += 1
    return count


@compiled
def lay(table: Table, seat: Seat, slot: int, turns: int) -> None:
    """Lay the plate at hand for good (DU-6)."""
    seat.laid[slot] = table.plate_at_hand * TURNS + turns
    table.plate_at_hand = duel.NONE
