"""Time for thinking. A clock is a value: it is told when things happen and reads no time itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

DAY = 24 * 3600.0


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time a seat has, in seconds.

    With `initial`, for the whole game, and `increment` more for each turn; with `per_turn`, for
    each turn separately. A turn is all moves of a seat in a row.
    """

    initial: float | None = None
    increment: float = 0.0
    per_turn: float | None = None


@dataclass(frozen=True)
class Clock:
    """The time left to each seat, and whose clock has been running since when."""

    control: TimeControl
    left: tuple[float, ...]
    running: int | None = None
    since: float = 0.0

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> Clock:
        """A clock that does not run yet."""
        return cls(control, (_at_first(control),) * seats)

    def left_at(self, seat: int, now: float) -> float:
        """The seconds that a seat has left; none is less than nothing."""
        used = max(0.0, now - self.since) if seat == self.running else 0.0
        return max(0.0, self.left[seat] - used)

    def turned(self, seat: int | None, now: float) -> Clock:
        """The clock once a seat is to move; None stops it.

        A seat that goes on in its own turn keeps its time running.
        """
        if seat == self.running:
            return self
        left = list(self.left)
        if self.running is not None:
            left[self.running] = self.left_at(self.running, now)
            left[self.running] += self.control.increment
        if seat is not None and self.control.per_turn is not None:
            left[seat] = self.control.per_turn
        return replace(self, left=tuple(left), running=seat, since=now)

    @property
    def runs_out(self) -> float | None:
        """When the time of the seat to move will be up; None while no time runs."""
        return None if self.running is None else self.since + self.left[self.running]


def _at_first(control: TimeControl) -> float:
    if control.per_turn is not None:
        return control.per_turn
    assert control.initial is not None
    return control.initial
