"""Drawing plates from the stack, keeping one, and putting the others back (DU-6, DU-7, DU-25).

In a view the plates that the other seat knows are blank. Playing on there, chance answers for them
as for unseen ones, and where the other seat chooses among blanks it may choose whatever they can
be. In a whole position a plate that somebody knows is never blank.
"""

from __future__ import annotations

from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.games.duel.moves import DRAW_CODE, LOOK_CODE
from azulejos.games.duel.plates import kind_of, lift_top, of_kind, sample_front
from azulejos.games.duel.table import JOKER_PLATE, NONE, SPECIAL_PLATE, Seat, Table


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
    """Draw the fronts of the plates in the hand, except those that the drawer knows."""
    count = 0
    unseen = table.unseen_plates
    for place in range(table.hand_count):
        if table.hand_known[place] == 0:
            plate = sample_front(table.hand_front[place], unseen, table.hand_kind[place], rng)
            unseen &= ~(1 << plate)
            pieces[count] = plate
            count += 1
    return count


@compiled
def show_hand(table: Table, pieces: Codes) -> None:
    """The drawer sees the plates drawn."""
    count = 0
    for place in range(table.hand_count):
        if table.hand_known[place] == 0:
            plate = int(pieces[count])
            count += 1
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
    count = 0
    plates = 0
    for place in range(table.hand_count):
        if table.hand_front[place] != NONE:
            codes[count] = first_code + table.hand_front[place]
            count += 1
        elif table.hand_kind[place] != NONE:
            plates |= of_kind(table.unseen_plates, table.hand_kind[place])
        else:
            plates |= plates_of_group(table)
    while plates:
        codes[count] = first_code + lowest_bit(plates)
        plates &= plates - 1
        count += 1
    return count


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
