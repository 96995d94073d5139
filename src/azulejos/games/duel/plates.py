"""Plates: the offer, the stack, drawing from it, laying (DU-2, DU-4, DU-6, DU-7).

Chance says what a plate shows whenever somebody is about to see it. A plate that nobody has seen
has no front before that; its back may be known, so the front is drawn among the unseen plates of
that kind. A plate that was put back has its front, and chance has no choice. A piece of chance is
a plate from 0 to 17, or `BACK` plus the kind that a back shows.

In a view the plates that the other seat knows are blank. Playing on there, chance answers for them
as for unseen ones, and where the other seat chooses among blanks it may choose whatever they can
be. In a whole position a plate that somebody knows is never blank.
"""

from __future__ import annotations

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import bit_count, compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.games.duel.data import JOKER_PLATE, PLATES, SPECIAL_PLATE, SPECIAL_PLATES
from azulejos.games.duel.moves import (
    DRAW_CODE,
    FIRST_KEEP_CODE,
    FIRST_PLATE_CODE,
    FIRST_UNDER_CODE,
    LOOK_CODE,
    TURNS,
    lay_code,
)
from azulejos.games.duel.table import FACE_UP, NONE, SLOTS, Seat, Table

BACK = PLATES  # the first piece that is a back and no plate


@compiled
def kind_of(plate: int) -> int:
    """What the back of a plate shows."""
    return SPECIAL_PLATE if (SPECIAL_PLATES >> plate) & 1 else JOKER_PLATE


@compiled
def of_kind(plates: int, kind: int) -> int:
    """Those of some plates that are of a kind; of all kinds where it is NONE."""
    if kind == NONE:
        return plates
    return plates & SPECIAL_PLATES if kind == SPECIAL_PLATE else plates & ~SPECIAL_PLATES


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
    table.unseen_plates = (1 << PLATES) - 1
    table.face_up = 0
    table.stack_height = PLATES
    table.top_kind = NONE
    table.hand_count = 0
    table.plate_at_hand = NONE
    for place in range(PLATES):
        table.stack_front[place] = NONE
        table.stack_seer[place] = NONE
        table.stack_specials[place] = NONE
        table.hand_front[place] = NONE
        table.hand_kind[place] = NONE
        table.hand_known[place] = 0


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
    table.stack_front[height] = NONE
    table.stack_seer[height] = NONE
    table.stack_specials[height] = NONE
    table.top_kind = NONE
    if specials != NONE and height > 0 and table.stack_specials[0] == NONE:
        table.stack_specials[0] = specials - 1 if kind == SPECIAL_PLATE else specials


@compiled
def sample_front(front: int, unseen: int, kind: int, rng: Rng) -> int:
    """The front that a plate has, or one of the unseen plates of its kind."""
    return front if front != NONE else pick(of_kind(unseen, kind), rng)


@compiled
def sample_back(table: Table, front: int, unseen: int, rng: Rng) -> int:
    """The back that a plate has, or that of an unseen one, with those in the hand set apart."""
    if front != NONE:
        return BACK + kind_of(front)
    specials = bit_count(of_kind(unseen, SPECIAL_PLATE))
    jokers = bit_count(unseen) - specials
    for place in range(table.hand_count):
        if table.hand_front[place] == NONE:
            if table.hand_kind[place] == SPECIAL_PLATE:
                specials -= 1
            else:
                jokers -= 1
    return BACK + (SPECIAL_PLATE if below(rng, specials + jokers) < specials else JOKER_PLATE)


# Face-up plates


@compiled
def plates_to_turn(table: Table) -> int:
    """How many plates are turned up so that three lie face up (DU-2, DU-4, DU-20)."""
    return min(FACE_UP - bit_count(table.face_up), table.stack_height)


@compiled
def sample_turned(table: Table, rng: Rng, pieces: Codes) -> int:
    """Say which plates are turned up, then what the back of the next shows."""
    unseen = table.unseen_plates
    turned = plates_to_turn(table)
    for place in range(turned):
        kind = table.top_kind if place == 0 else NONE
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
def list_face_up(table: Table, codes: Codes, number: int) -> int:
    """List the face-up plates that may be taken (DU-4, DU-6)."""
    for plate in range(PLATES):
        if (table.face_up >> plate) & 1:
            codes[number] = FIRST_PLATE_CODE + plate
            number += 1
    return number


@compiled
def take_plate(table: Table, plate: int) -> None:
    """Take a face-up plate, which is not replaced in the round (DU-6)."""
    table.face_up &= ~(1 << plate)
    table.plate_at_hand = plate


# Drawing from the stack


@compiled
def may_draw(table: Table, seat: Seat) -> bool:
    """Whether a seat can pay for a plate of the stack, or gets it for nothing (DU-6, DU-7)."""
    if table.stack_height == 0:
        return False
    if seat.score > 0 or table.free_draws:
        return True
    return table.face_up == 0 and table.hand_count == 0


@compiled
def draw_plate(table: Table, seat: Seat) -> None:
    """Pay a point, if there is one, and draw the top plate without looking at it (DU-6, DU-7)."""
    seat.score = max(0, seat.score - 1)
    place = table.hand_count
    table.hand_front[place] = table.stack_front[0]
    table.hand_kind[place] = table.top_kind
    table.hand_known[place] = 1 if table.stack_seer[0] == table.actor else 0
    table.hand_count += 1
    lift_top(table, table.top_kind)


@compiled
def list_draws(codes: Codes) -> int:
    """One more plate, or a look at those drawn (DU-6)."""
    codes[0] = DRAW_CODE
    codes[1] = LOOK_CODE
    return 2


@compiled
def forget_blanks(table: Table) -> None:
    """In a view, chance shows the drawer also what only the drawer knew."""
    for place in range(table.hand_count):
        if table.hand_front[place] == NONE:
            table.hand_known[place] = 0


@compiled
def knows_hand(table: Table) -> bool:
    """Whether the drawer has seen all plates drawn before."""
    for place in range(table.hand_count):
        if table.hand_known[place] == 0:
            return False
    return True


@compiled
def sample_hand(table: Table, rng: Rng, pieces: Codes) -> int:
    """Say what the plates drawn show, except those that the drawer knows."""
    number = 0
    unseen = table.unseen_plates
    for place in range(table.hand_count):
        if table.hand_known[place] == 0:
            plate = sample_front(table.hand_front[place], unseen, table.hand_kind[place], rng)
            unseen &= ~(1 << plate)
            pieces[number] = plate
            number += 1
    return number


@compiled
def show_hand(table: Table, pieces: Codes) -> None:
    """The drawer sees the plates drawn."""
    number = 0
    for place in range(table.hand_count):
        if table.hand_known[place] == 0:
            plate = int(pieces[number])
            number += 1
            table.hand_front[place] = plate
            table.hand_known[place] = 1
            table.unseen_plates &= ~(1 << plate)


@compiled
def look(table: Table) -> None:
    """The drawer knows all plates drawn; a single one is kept (DU-6)."""
    if table.hand_count == 1:
        keep(table, table.hand_front[0])


@compiled
def keep(table: Table, plate: int) -> None:
    """Keep one plate; a single other one goes under the stack (DU-6)."""
    leave_hand(table, place_in_hand(table, plate))
    table.unseen_plates &= ~(1 << plate)
    table.plate_at_hand = plate
    blank_hand(table)
    if table.hand_count > 0:
        table.stack_specials[table.stack_height] = specials_in_hand(table)
    put_last_under(table)


@compiled
def blank_hand(table: Table) -> None:
    """In a view, plates that are put back together are all blank if one of them is (DU-25)."""
    blanks = 0
    for place in range(table.hand_count):
        blanks += table.hand_front[place] == NONE
    if blanks > 0:
        for place in range(table.hand_count):
            if table.hand_front[place] != NONE:
                table.unseen_plates |= 1 << table.hand_front[place]
                table.hand_front[place] = NONE


@compiled
def specials_in_hand(table: Table) -> int:
    """How many of the plates drawn are special."""
    specials = 0
    for place in range(table.hand_count):
        if table.hand_kind[place] == SPECIAL_PLATE:
            specials += 1
    return specials


@compiled
def place_in_hand(table: Table, plate: int) -> int:
    """Where a plate is in the hand; in a view it may be any blank one with such a back."""
    for place in range(table.hand_count):
        if table.hand_front[place] == plate:
            return place
    for kind in (kind_of(plate), NONE):
        for place in range(table.hand_count):
            if table.hand_front[place] == NONE and table.hand_kind[place] == kind:
                return place
    return NONE


@compiled
def leave_hand(table: Table, place: int) -> None:
    """Take a plate out of the hand."""
    table.hand_count -= 1
    last = table.hand_count
    while place < last:
        table.hand_front[place] = table.hand_front[place + 1]
        table.hand_kind[place] = table.hand_kind[place + 1]
        place += 1
    table.hand_front[last] = NONE
    table.hand_kind[last] = NONE
    table.hand_known[last] = 0


@compiled
def put_under(table: Table, plate: int) -> None:
    """Put a plate under the stack, where its drawer remembers it; so too the last (DU-6)."""
    place = place_in_hand(table, plate)
    front = table.hand_front[place]
    leave_hand(table, place)
    lay_under(table, front, kind_of(plate))
    put_last_under(table)


@compiled
def put_last_under(table: Table) -> None:
    """A single plate left in the hand has only one place to go."""
    if table.hand_count == 1:
        front, kind = table.hand_front[0], table.hand_kind[0]
        leave_hand(table, 0)
        lay_under(table, front, kind)


@compiled
def lay_under(table: Table, plate: int, kind: int) -> None:
    """The drawer alone knows this front and place (DU-25); a top plate shows its back."""
    table.stack_front[table.stack_height] = plate
    table.stack_seer[table.stack_height] = table.actor
    table.stack_height += 1
    if table.stack_height == 1:
        table.top_kind = kind


@compiled
def list_hand(table: Table, codes: Codes, first_code: int) -> int:
    """List the plates in the hand, to keep or to put under the stack, and what blanks may be."""
    number = 0
    plates = 0
    for place in range(table.hand_count):
        if table.hand_front[place] != NONE:
            codes[number] = first_code + table.hand_front[place]
            number += 1
        elif table.hand_kind[place] != NONE:
            plates |= of_kind(table.unseen_plates, table.hand_kind[place])
        else:
            plates |= plates_of_group(table)
    while plates:
        codes[number] = first_code + lowest_bit(plates)
        plates &= plates - 1
        number += 1
    return number


@compiled
def plates_of_group(table: Table) -> int:
    """The unseen plates with backs that plates put back together have (DU-25)."""
    first = table.stack_height
    while table.stack_specials[first] == NONE:
        first -= 1
    specials = table.stack_specials[first]
    plates = 0
    if specials > 0:
        plates |= of_kind(table.unseen_plates, SPECIAL_PLATE)
    if specials < table.stack_height + table.hand_count - first:
        plates |= of_kind(table.unseen_plates, JOKER_PLATE)
    return plates


@compiled
def list_kept(table: Table, codes: Codes) -> int:
    return list_hand(table, codes, FIRST_KEEP_CODE)


@compiled
def list_returned(table: Table, codes: Codes) -> int:
    return list_hand(table, codes, FIRST_UNDER_CODE)


# Laying


@compiled
def list_lays(seat: Seat, codes: Codes) -> int:
    """Any free slot, any of four rotations (DU-4, DU-6)."""
    number = 0
    for slot in range(SLOTS):
        if seat.laid[slot] == NONE:
            for turns in range(TURNS):
                codes[number] = lay_code(slot, turns)
                number += 1
    return number


@compiled
def lay(table: Table, seat: Seat, slot: int, turns: int) -> None:
    """Lay the plate at hand for good (DU-6)."""
    seat.laid[slot] = table.plate_at_hand * TURNS + turns
    table.plate_at_hand = NONE
