"""What may be taken back."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.turn import CHANCE
from azulejos.tables.live.standing import Standing


def undo_to(standing: Standing, seat: int) -> int | None:
    """The length of the record without a seat's last move, and without what bots answered.

    None where chance or a person came in between.
    """
    for ply, mover in _plies_backwards(standing):
        if mover == seat or (mover != CHANCE and _share_a_device(standing, mover, seat)):
            return ply
        if mover == CHANCE or standing.seats[mover].bot is None:
            return None
    return None


def take_back_to(standing: Standing, seat: int) -> int | None:
    """The length of the record without a seat's last move and all that came after it."""
    return next((ply for ply, mover in _plies_backwards(standing) if mover == seat), None)


def _share_a_device(standing: Standing, one: int, other: int) -> bool:
    """Whether both seats are one guest's: they agree by talking."""
    return other in standing.seats_of(standing.seats[one].holder.guest)


def _plies_backwards(standing: Standing) -> Iterator[tuple[int, int]]:
    """Each event's place in the record and who made it, the last first."""
    if standing.match is None or standing.result:
        return
    for ply in reversed(range(standing.plies)):
        yield ply, standing.match.movers[ply]
