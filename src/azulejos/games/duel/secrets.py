"""What a seat may know (DU-25): blanking the other's secrets, and filling the blanks at random.

A seat's only secrets are the plates it drew, and those it put under the stack. To the other seat
they are plates without fronts, like those that nobody has seen: all of these are equally likely
anywhere, as far as the backs that show or were seen allow. Of plates that were put back together
the other seat has seen the backs, but not the order.
"""

from __future__ import annotations

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.games.duel import table as duel
from azulejos.games.duel.plates import of_kind, pick
from azulejos.games.duel.table import Table


@compiled
def knows_drawn(table: Table, seat: int, place: int) -> bool:
    """Whether a seat knows the front of a plate drawn: only the drawer may."""
    return table.actor == seat and table.hand_known[place] == 1


@compiled
def knows_put_back(table: Table, seat: int, place: int) -> bool:
    """Whether a seat knows the front of a plate of the stack: only whoever put it there may."""
    return table.stack_front[place] != duel.NONE and table.stack_seer[place] == seat


@compiled
def knows_backs(table: Table, seat: int) -> bool:
    """Whether a seat sees the backs of the plates drawn.

    While they are put back, what is left would tell the other seat the order of what is gone.
    """
    return table.phase != duel.RETURNING or table.actor == seat


@compiled
def unseen_by(table: Table, seat: int) -> int:
    """The plates of which a seat does not know where they are, a bit each."""
    unseen = table.unseen_plates
    for place in range(table.stack_height):
        if table.stack_front[place] != duel.NONE and not knows_put_back(table, seat, place):
            unseen |= 1 << table.stack_front[place]
    for place in range(table.hand_count):
        if table.hand_front[place] != duel.NONE and not knows_drawn(table, seat, place):
            unseen |= 1 << table.hand_front[place]
    return unseen


@compiled
def conceal(table: Table, seat: int) -> None:
    """Blank the fronts that a seat does not know; nothing tells them from unseen ones."""
    table.unseen_plates = unseen_by(table, seat)
    for place in range(table.stack_height):
        if not knows_put_back(table, seat, place):
            table.stack_front[place] = duel.NONE
    for place in range(table.hand_count):
        if not knows_drawn(table, seat, place):
            table.hand_front[place] = duel.NONE
        if not knows_backs(table, seat):
            table.hand_kind[place] = duel.NONE


@compiled
def is_blank(table: Table, seat: int) -> bool:
    """Whether plates of the stack that a seat knows are blank: it is the other's view."""
    for place in range(table.stack_height):
        if table.stack_seer[place] == seat and table.stack_front[place] == duel.NONE:
            return True
    return False


@compiled
def determinize(table: Table, seat: int, rng: Rng) -> None:
    """Fill in what the other seat knows, uniformly among all that agrees with what this one sees.

    All orders of a group's backs are equally likely, and so are all plates with the same back.
    The plates in the hand that are to be put back follow on those in the stack.
    """
    specials = 0
    end = 0
    for place in range(end_of_stack(table)):
        if table.stack_specials[place] != duel.NONE:
            specials = table.stack_specials[place]
            end = end_of_group(table, place)
        if is_secret(table, seat, place):
            kind = determinize_back(table, place, specials, end - place, rng)
            if kind == duel.SPECIAL_PLATE:
                specials -= 1
            determinize_front(table, place, kind, rng)
    if table.phase != duel.RETURNING:
        for place in range(table.hand_count):
            if table.hand_front[place] == duel.NONE and table.hand_known[place] == 1:
                table.hand_front[place] = pick_unseen(table, table.hand_kind[place], rng)


@compiled
def fill_view(table: Table, rng: Rng) -> None:
    """Turn a view into one of the positions that it may be a view of, before chance draws in it.

    What a look shows depends on the backs in the hand alone, so nothing is filled in for that.
    """
    if table.phase == duel.LOOK:
        return
    for seat in range(duel.PLAYERS):
        if is_blank(table, 1 - seat):
            determinize(table, seat, rng)


@compiled
def end_of_stack(table: Table) -> int:
    """The number of places in the stack when all plates are put back that will be."""
    if table.phase == duel.RETURNING:
        return table.stack_height + table.hand_count
    return table.stack_height


@compiled
def end_of_group(table: Table, first: int) -> int:
    """The place after the last of a group."""
    end = end_of_stack(table)
    place = first + 1
    while place < end and table.stack_specials[place] == duel.NONE:
        place += 1
    return place


@compiled
def is_secret(table: Table, seat: int, place: int) -> bool:
    """Whether the other seat put a blank plate there, or is about to."""
    if place < table.stack_height:
        return table.stack_seer[place] == 1 - seat and table.stack_front[place] == duel.NONE
    return table.actor == 1 - seat and table.hand_front[place - table.stack_height] == duel.NONE


@compiled
def determinize_back(table: Table, place: int, specials: int, plates: int, rng: Rng) -> int:
    """The back that shows, or that of any of the plates of the group from here on."""
    if shows_back(table, place):
        return table.top_kind
    return duel.SPECIAL_PLATE if below(rng, plates) < specials else duel.JOKER_PLATE


@compiled
def shows_back(table: Table, place: int) -> bool:
    """Whether the back of a plate of the stack is seen: that of the top one (DU-2)."""
    return place == 0 and table.top_kind != duel.NONE


@compiled
def determinize_front(table: Table, place: int, kind: int, rng: Rng) -> None:
    """Put any unseen plate of a kind into the stack, or into the hand that follows on it."""
    plate = pick_unseen(table, kind, rng)
    if place < table.stack_height:
        table.stack_front[place] = plate
    else:
        table.hand_front[place - table.stack_height] = plate
        table.hand_kind[place - table.stack_height] = kind


@compiled
def pick_unseen(table: Table, kind: int, rng: Rng) -> int:
    """Take one of the unseen plates of a kind."""
    plate = pick(of_kind(table.unseen_plates, kind), rng)
    table.unseen_plates &= ~(1 << plate)
    return plate
