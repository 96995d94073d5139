"""Who may sit down, leave or take another name, and the entries for it."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.errors import NotAllowed, SeatTaken
from azulejos.tables.live import log
from azulejos.tables.live.commands import check_open
from azulejos.tables.live.standing import NewEntry, Standing, draw_texts
from azulejos.tables.people.guests import Identity


def sit_down(standing: Standing, identity: Identity, seat: int) -> NewEntry | None:
    """Give an open seat to a guest; with the last one the game begins. None if it has the seat.

    A guest whose seat a bot has taken over comes back to it.
    """
    if seat in standing.seats_of(identity.guest):
        return come_back(standing, seat)
    check_room(standing, identity, seat)
    holder = log.Holder(identity.guest, identity.name, is_program=identity.is_program)
    is_last = sum(each.is_open for each in standing.seats) == 1
    draws = first_draws(standing) if is_last else None
    return NewEntry(log.Sat(seat, holder, draws), holders={seat: identity.guest})


def come_back(standing: Standing, seat: int) -> NewEntry | None:
    """Let a guest take over from a stand-in bot; None if there is none, or the seat is out."""
    held = standing.seats[seat]
    if held.is_out or standing.result or not (held.stand_in or held.has_left):
        return None
    return NewEntry(log.StoodIn(seat, None))


def check_room(standing: Standing, identity: Identity, seat: int) -> None:
    """A seat is open for a guest."""
    check_open(standing)
    if not 0 <= seat < len(standing.seats):
        raise NotAllowed(f"there is no seat {seat}")
    if standing.seats_of(identity.guest):
        raise SeatTaken("you are already at this table")
    if not standing.seats[seat].is_open:
        raise SeatTaken("that seat is taken")


def leave(standing: Standing, identity: Identity, seat: int) -> NewEntry:
    """Let a guest leave its seat. Once the game has begun it can come back to it."""
    if seat not in standing.seats_of(identity.guest):
        raise NotAllowed("this is not your seat")
    check_open(standing)
    has_begun = standing.match is not None
    return NewEntry(log.Left(seat), holders={} if has_begun else {seat: None})


def renamed(standing: Standing, identity: Identity) -> Iterator[NewEntry]:
    """What a table does not know yet of the name of a guest who sits there."""
    for seat in standing.seats_of(identity.guest):
        holder = standing.seats[seat].holder
        if not holder.is_beside and holder.name != identity.name:
            yield NewEntry(log.Renamed(seat, identity.name))


def first_draws(standing: Standing) -> list[str]:
    """What chance deals when the game begins, or goes on."""
    match = standing.match_to_begin()
    count = len(match.events)
    match.let_chance_answer()
    return draw_texts(standing.game, match.events[count:])
