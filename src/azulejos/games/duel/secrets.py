"""What a seat may know (DU-25): blanking the other's secrets, and imagining what they may be.

The one secret of a seat are the plates it drew, and those it put under the stack. To the other
seat they are plates without fronts, as those that nobody has seen: all of these are equally
likely anywhere, as far as the backs that show allow it.
"""

from __future__ import annotations

from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled
from azulejos.games.duel.plates import kind_of, of_kind, pick
from azulejos.games.duel.table import NONE, RETURNING, Table


@compiled
def knows_drawn(table: Table, seat: int, place: int) -> bool:
    """Whether a seat knows the front of a plate drawn: only the drawer may."""
    return table.actor == seat and table.hand_known[place] == 1


@compiled
def conceal(table: Table, seat: int) -> None:
    """Blank the fronts that a seat does not know; nothing tells them from unseen ones."""
    for place in range(table.stack_height):
        plate = table.stack_front[place]
        if plate != NONE and table.stack_seer[place] != seat:
            table.stack_front[place] = NONE
            table.unseen_plates |= 1 << plate
    for place in range(table.hand_count):
        plate = table.hand_front[place]
        if plate != NONE and not knows_drawn(table, seat, place):
            table.hand_front[place] = NONE
            table.unseen_plates |= 1 << plate
        if table.phase == RETURNING and table.actor != seat:
            table.hand_kind[place] = NONE  # what is left would tell the order of what is gone


@compiled
def imagine(table: Table, seat: int, rng: Rng) -> None:
    """Fill in what the other seat knows, uniformly among all that agrees with what this one sees.

    Plates whose backs show come first, those that nobody knows among them: these are set apart
    while the others are filled in, and have no front afterwards.
    """
    set_apart = imagine_backs(table, seat, rng)
    for place in range(table.stack_height):
        if table.stack_front[place] == NONE and table.stack_seer[place] == 1 - seat:
            table.stack_front[place] = pick_unseen(table, NONE, rng)
    for place in range(table.hand_count):
        if table.hand_front[place] == NONE and table.hand_kind[place] == NONE:
            plate = pick_unseen(table, NONE, rng)
            table.hand_front[place] = plate
            table.hand_kind[place] = kind_of(plate)
    table.unseen_plates |= set_apart


@compiled
def imagine_backs(table: Table, seat: int, rng: Rng) -> int:
    """Fill in the blank plates whose backs show; return those that nobody knows."""
    set_apart = 0
    if table.stack_height > 0 and table.stack_front[0] == NONE and table.top_kind != NONE:
        plate = pick_unseen(table, table.top_kind, rng)
        if table.stack_seer[0] == 1 - seat:
            table.stack_front[0] = plate
        else:
            set_apart |= 1 << plate
    for place in range(table.hand_count):
        if table.hand_front[place] == NONE and table.hand_kind[place] != NONE:
            plate = pick_unseen(table, table.hand_kind[place], rng)
            if table.actor != seat and table.hand_known[place] == 1:
                table.hand_front[place] = plate
            else:
                set_apart |= 1 << plate
    return set_apart


@compiled
def pick_unseen(table: Table, kind: int, rng: Rng) -> int:
    """Take one of the unseen plates of a kind."""
    plate = pick(of_kind(table.unseen_plates, kind), rng)
    table.unseen_plates &= ~(1 << plate)
    return plate
