"""A seat of a table, and who holds it."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.server.table import log


@dataclass(frozen=True)
class Seat:
    """A seat and who holds it."""

    holder: log.Holder
    stand_in: str | None = None  # the level of a bot that plays for a guest
    has_left: bool = False
    is_out: str = ""  # why the seat is out of the game

    @property
    def is_open(self) -> bool:
        return self.holder.guest is None and self.holder.level is None

    @property
    def is_guest(self) -> bool:
        return self.holder.guest is not None

    @property
    def level(self) -> str | None:
        """The level of the bot that moves for this seat; None if its guest does."""
        return self.stand_in or self.holder.level
