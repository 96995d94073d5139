"""The entries of a table's log: one for everything that ever happened there.

Entry 0 creates the table. A move is stored with what chance answered, so that the log replays to
exactly the same table. Moves that were taken back stay in the log, followed by an entry that says
so.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from azulejos.core.options import Value
from azulejos.narration.sentences import Reason
from azulejos.play.clock import TimeControl

Pace = Literal["live", "turns"]
Ending = Literal["resigned", "out-of-time"]
RequestKind = Literal["takeback", "rematch"]


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who holds a seat: nobody (it is open), a bot of this server, or a guest."""

    guest: str | None = None
    name: str = ""
    level: str | None = None  # of a bot of this server
    bot: str | None = None  # external: the name by which this server offers it
    is_program: bool = False  # a guest that is a program, playing through the bot API
    is_beside: bool = False  # somebody at the guest's own device, with a name of their own


class Created(msgspec.Struct, frozen=True, tag="created"):
    """The table is there. With no seat open, the game begins, or goes on, with these draws."""

    game: str
    rules: int
    options: dict[str, Value]
    seats: list[Holder]
    pace: Pace
    clock: TimeControl | None
    is_public: bool
    draws: list[str] | None = None
    maker: str | None = None  # the guest who made it; not known of old tables
    record: str | None = None  # in JSON: of a game that goes on here, before the draws
    day: str | None = None  # of the game of the day: it is dealt as everywhere else


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """Somebody takes a seat; if it was the last open one, the game begins with these draws."""

    seat: int
    holder: Holder
    draws: list[str] | None = None


class Left(msgspec.Struct, frozen=True, tag="left"):
    """Somebody leaves: a seat is open again, or, once the game has begun, empty."""

    seat: int


class Instead(msgspec.Struct, frozen=True):
    """Which level made a move instead of an external bot, and why."""

    level: str
    reason: Reason


class Moved(msgspec.Struct, frozen=True, omit_defaults=True, tag="moved"):
    """A move, and what chance answered."""

    seat: int
    move: str
    draws: list[str] = []
    instead: Instead | None = None


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back"):
    """All events but the first `kept` are taken back, for a seat."""

    seat: int
    kept: int


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A seat asks for something, or agrees to what another asked for."""

    seat: int
    kind: RequestKind


class Declined(msgspec.Struct, frozen=True, tag="declined"):
    """A seat declines what was asked for, or withdraws its own request."""

    seat: int
    kind: RequestKind


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """A seat is out of the game; a bot plays on for it where others still play."""

    seat: int
    reason: Ending | Literal["out of time"]  # written so once
    level: str

    @property
    def ending(self) -> Ending:
        """How the game ended for the seat."""
        return "out-of-time" if self.reason == "out of time" else self.reason


class StoodIn(msgspec.Struct, frozen=True, tag="stood_in"):
    """A bot plays for a seat from now on; with no level, its person again."""

    seat: int
    level: str | None


class Renamed(msgspec.Struct, frozen=True, tag="renamed"):
    """The guest at a seat has another name."""

    seat: int
    name: str


class Spoke(msgspec.Struct, frozen=True, tag="spoke"):
    """Somebody says something; `seat` is None for a spectator."""

    seat: int | None
    name: str
    text: str


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """Everybody wants to play again, and does so at another table."""

    table: str


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The operator has closed the table: nothing more happens here."""


class Erased(msgspec.Struct, frozen=True, tag="erased"):
    """A guest had all its data deleted, and entries above were overwritten for that.

    Its seats are left. Whoever has read the log before reads it again.
    """

    seats: list[int]


Body = (
    Created
    | Sat
    | Left
    | Moved
    | TakenBack
    | Asked
    | Declined
    | Dropped
    | StoodIn
    | Renamed
    | Spoke
    | Rematched
    | Closed
    | Erased
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Body).decode
