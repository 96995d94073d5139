"""What the server and a browser say to each other.

The page's TypeScript types are made from these (see `typescript.py`), so that a renamed field
breaks its type check. A socket belongs to one table: `/api/tables/{table}/socket?version=N`.
Whoever connects is told what happened since version N and then every change as it happens.

A **version** counts what was ever entered in a table's log: it only grows, also when a move is
taken back. A message that depends on what its sender saw carries the version it saw; if the table
has moved on it is refused as stale and the present state follows. Every message that wants
something carries an **id** chosen by the sender, which names it in the answer; one that is sent
again, after a broken connection, is answered again and done once.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from azulejos.core.state import Outcome
from azulejos.narration import Message, Part
from azulejos.narration.score_trace import Tally
from azulejos.scenes import Scene
from azulejos.skill.summary import MistakeKind

# Things that several messages are made of


class ScoringStep(msgspec.Struct, frozen=True):
    """A moment of a scoring: the table with one more part of it counted, or before the first."""

    part: Part | None
    scene: Scene | None = None  # None: not to be shown, or as after the event


class EventInfo(msgspec.Struct, frozen=True):
    """One event of the game, as this seat may know it: a move, or an answer of chance."""

    ply: int  # its place in the record, from 0
    seat: int | None  # who moved; None for chance
    text: str  # in the notation; empty where this seat may not know it
    told: list[Message]
    counted: list[ScoringStep] = []  # what it scored, in the order in which people count
    scene: Scene | None = None  # what the table looked like after it, where it is to be shown


class Choice(msgspec.Struct, frozen=True):
    """A legal move: what to click, in order, and what the mover's score would be."""

    move: str  # in the notation
    steps: list[str]  # names of things on the table: ["display-3-blue", "line-2"]
    score: int  # if the round ended right after it


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None = None  # of the bot that plays, also while it stands in for a person
    bot: str | None = None  # of an external bot: the name by which the server offers it
    instead: str | None = None  # the level that made the last move, which that bot could not make
    is_here: bool = False  # a person with an open connection
    clock: float | None = None  # seconds left, as of this message
    has_resigned: bool = False


class Result(msgspec.Struct, frozen=True):
    """How the game ended."""

    scores: list[int]
    places: list[int]
    reason: str  # an ending of the game, or "resigned", "out-of-time", "closed"

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """That of a game which was played to its end."""
        return cls([*outcome.scores], [*outcome.places], outcome.reason)


class Request(msgspec.Struct, frozen=True):
    """What somebody asks of the others at the table, until all have agreed."""

    kind: Literal["takeback", "rematch"]
    by: int
    agreed: list[int]


# From the server


class Update(msgspec.Struct, frozen=True, tag="update"):
    """How the table stands for this seat, and what happened since the version that it had."""

    table: str
    version: int
    seat: int | None  # whose view this is; None for a spectator
    game: str
    options: dict[str, int | str | bool]
    pace: Literal["live", "turns"]
    seats: list[SeatInfo]
    to_move: int | None  # the seat to move; None when the game is over or has not begun
    scene: Scene
    choices: list[Choice]  # empty unless this seat is to move
    since: list[EventInfo]  # the last ones, if there are too many for one message
    plies: int  # how many events there are; those told before from `plies - len(since)` on are void
    may_undo: bool
    result: Result | None
    requests: list[Request]
    next_table: str | None = None  # where the rematch is
    spectators: int = 0
    tally: list[Tally] = []  # when it is over: what the scores are made of
    shared: list[int] = []  # the seats of those who play at this device, where there are several
    has_secrets: bool = False  # whether a seat may know what those beside it may not
    is_cut: bool = False  # more has happened than `since` tells: all that was told before is void
    day: str | None = None  # of the game of the day: without hints, undoing and rematches


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What was asked with an id is done and will not be lost."""

    id: str
    version: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What was asked with an id was not done. An `Update` follows where the sender is behind."""

    id: str
    code: str  # one of `errors.CODES`
    reason: str
    version: int


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """Somebody says something."""

    number: int
    name: str
    seat: int | None
    text: str
    at: float  # seconds since 1970


class Hint(msgspec.Struct, frozen=True):
    """A good move, how many points it leaves the mover ahead, and how play may go on."""

    move: str
    steps: list[str]
    points: float
    line: list[str]
    told: list[Message]  # the move in words
    is_decided: bool = False  # the game ends with the line
    is_won: bool = False  # and the mover wins it


class Searched(msgspec.Struct, frozen=True):
    """How far a position was thought through."""

    depth: int
    depth_unit: str  # what the depth counts: "move" or "turn"
    nodes: int
    is_complete: bool  # everything was searched to the end of the round


class Hints(msgspec.Struct, frozen=True, tag="hints"):
    """The best moves that a bot found."""

    id: str
    version: int
    hints: list[Hint]


class Events(msgspec.Struct, frozen=True, tag="events"):
    """What happened before an event that was asked about; the first event of all has ply 0."""

    id: str
    events: list[EventInfo]


class ReviewBegun(msgspec.Struct, frozen=True, tag="begun"):
    """The first line of a review: how many moves had a choice, each of which is judged."""

    moves: int


class MoveReview(msgspec.Struct, frozen=True, tag="move"):
    """What a move of a finished game was worth to its seat, and what would have been best."""

    ply: int  # how many events came before it
    seat: int
    points: float  # how far ahead its seat could expect to be after it
    cost: float  # how much farther after the best move
    is_mistake: bool
    throws_away_victory: bool
    best: Hint
    kind: MistakeKind | None = None  # of a mistake


class SeatReview(msgspec.Struct, frozen=True):
    """How a seat played."""

    moves: int
    right: int  # moves that cost nothing
    mistakes: int
    lost: float  # points, all together


class ReviewEnd(msgspec.Struct, frozen=True, tag="end"):
    """The last line of a review: the plies of the worst moves, the worst first, and the seats."""

    worst: list[int]
    seats: list[SeatReview]
    luck: list[int] | None = None  # points that the deals gave to each of two seats, about


class ReviewFailed(msgspec.Struct, frozen=True, tag="failed"):
    """The last line of a review that could not go on; asked again it goes on from there."""

    code: str  # one of `errors.CODES`
    reason: str


ReviewLine = ReviewBegun | MoveReview | ReviewEnd | ReviewFailed


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to a ping."""


# From the server, to a program


class ScoredMove(msgspec.Struct, frozen=True):
    """A legal move, and what the mover's score would be if the round ended right after it."""

    move: str
    score: int


class EventText(msgspec.Struct, frozen=True):
    """One event of the game; its text is empty where this seat may not know it."""

    ply: int
    seat: int | None
    text: str


class ProgramUpdate(msgspec.Struct, frozen=True, tag="game"):
    """How the game stands for a program: what `Update` tells, in the notation.

    The position is what the seat may know, as `Game.position` reads it.
    """

    table: str
    version: int
    seat: int | None
    game: str
    options: dict[str, int | str | bool]
    to_move: int | None
    position: str
    moves: list[ScoredMove]  # empty unless this seat is to move
    since: list[EventText]
    plies: int
    result: Result | None


ServerMessage = Update | Done | Refused | Chat | Hints | Events | Pong


# From the browser


class Versioned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message that depends on what its sender saw."""

    id: str
    version: int


class Move(Versioned, frozen=True, tag="move"):
    """Make a move."""

    move: str


class Undo(Versioned, frozen=True, tag="undo"):
    """Take back one's own last move, which nothing has answered yet."""


class Ask(Versioned, frozen=True, tag="ask"):
    """Ask the others for a takeback or a rematch, or agree to it."""

    kind: Literal["takeback", "rematch"]


class Decline(Versioned, frozen=True, tag="decline"):
    """Decline what was asked."""

    kind: Literal["takeback", "rematch"]


class Resign(Versioned, frozen=True, tag="resign"):
    """Give up; a bot plays on where others still play."""


class StandIn(Versioned, frozen=True, tag="stand_in"):
    """Let a bot play for a seat that was left, or, with no level, for its person again."""

    seat: int
    level: str | None


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to everybody at the table."""

    id: str
    text: str


class AskHints(Versioned, frozen=True, tag="ask_hints"):
    """Ask for the best moves; answered where no other person plays, and after the game."""


class AskEvents(msgspec.Struct, frozen=True, tag="ask_events", forbid_unknown_fields=True):
    """Ask what happened before an event: of many, the last ones."""

    id: str
    before: int  # its ply


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask whether the connection is alive."""


ClientMessage = Move | Undo | Ask | Decline | Resign | StandIn | Say | AskHints | AskEvents | Ping
