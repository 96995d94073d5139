"""A seat of a table, and who holds it."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.tables.live import log


@dataclass(frozen=True)
class Seat:
    """A seat and who holds it."""

    holder: log.Holder
    stand_in: str | None = None  # the level of a bot that plays for a guest
    has_left: bool = False
    is_out: str = ""  # why the seat is out of the game
    instead: log.Instead | None = None  # who made the last move of a bot from outside, if not it
    failures: int = 0  # moves in a row that such a bot failed to make

    @property
    def is_open(self) -> bool:
        return self.holder.guest is None and self.bot is None

    @property
    def is_guest(self) -> bool:
        return self.holder.guest is not None

    @property
    def level(self) -> str | None:
        """The level of the bot that moves for this seat; None if its guest does, or another bot."""
        return self.stand_in or self.holder.level

    @property
    def bot(self) -> str | None:
        """The bot that moves for this seat, by level or by name; None if its guest does."""
        return self.level or self.holder.bot
