"""A seat of a table, who holds it, and how its game ended: by the rules, or because people left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from azulejos.core.state import State, places_by
from azulejos.tables.live import log
from azulejos.tables.messages import Result


@dataclass(frozen=True)
class Seat:
    """A seat and who holds it."""

    holder: log.Holder
    stand_in: str | None = None  # the level of a bot that plays for a guest
    has_left: bool = False
    is_out: str = ""  # why the seat is out of the game
    instead: log.Instead | None = None  # who made the last move of an external bot, if not it
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


def result_of(state: State, seats: Sequence[Seat], dropped: Sequence[int]) -> Result | None:
    """The result, once the rules, a resignation or the clock have ended the game.

    `dropped` are the seats that are out of it, in the order in which they left.
    """
    outcome = state.outcome
    if outcome is not None:
        places = _places([-place for place in outcome.places], dropped)
        return Result(list(outcome.scores), places, outcome.reason)
    guests = [seat for seat in seats if seat.is_guest]
    rivals = [seat for seat in seats if not seat.is_out]
    if dropped and (len(rivals) == 1 or all(seat.is_out for seat in guests)):
        scores = state.scores
        return Result(list(scores), _places(scores, dropped), seats[dropped[-1]].is_out)
    return None


def closed(scores: Sequence[int]) -> Result:
    """The result of a table that was closed before: neither winners nor losers."""
    return Result(list(scores), [1] * len(scores), "closed")


def _places(keys: Sequence[int], dropped: Sequence[int]) -> list[int]:
    """Places by keys; seats that are out come after all that played on, the first out last."""
    stayed = [
        (dropped.index(seat) if seat in dropped else len(keys), key)
        for seat, key in enumerate(keys)
    ]
    return list(places_by(stayed))
