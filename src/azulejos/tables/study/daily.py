"""Two games of the same day beside each other: one's own, and one that a link carries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from azulejos.bots.analysis import Decision, decisions
from azulejos.narration import Message, narrate
from azulejos.play.daily import SEAT, DailyGame, squares
from azulejos.play.match import Match
from azulejos.play.record import Record
from azulejos.tables.bots.tasks import SeatView
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.study.studies import Replay, replay_of


class DailyEnd(msgspec.Struct, frozen=True):
    """How a game of the day ended for whoever played it."""

    points: int
    theirs: int  # the opponent's
    squares: str  # one for each round


class RoundMoves(msgspec.Struct, frozen=True):
    """The moves that were made in a round, in words: one's own, and those of the link."""

    own: list[Message]
    other: list[Message]


class Parting(msgspec.Struct, frozen=True):
    """Where both games were still the same, and the two moves that were made there."""

    ply: int  # how many events came before
    seat_view: SeatView
    own: str
    other: str


class Compared(msgspec.Struct, frozen=True):
    """All that can be said without a search."""

    own: DailyEnd
    other: DailyEnd
    rounds: list[RoundMoves]
    parting: Parting | None  # None where all moves are the same
    replay: Replay  # the game of the link
    record: str  # the same as text


def end_of(match: Match) -> DailyEnd:
    """How a finished game ended."""
    scores = match.state.scores
    return DailyEnd(scores[SEAT], scores[1 - SEAT], squares(match.states))


def compared(own: Record, packed: str, day: str) -> Compared:
    """Compare a finished game with one that a link carries."""
    daily = DailyGame.of(own.game.name, day)
    mine, other = Match.resume(own), daily.unpack(packed)
    record, outcome = other.record, other.state.outcome
    seats = [SeatInfo("person", name) for name in record.names]
    return Compared(
        own=end_of(mine),
        other=end_of(other),
        rounds=[
            RoundMoves(own_moves or [], other_moves or [])
            for own_moves, other_moves in zip_longest(_moves_by_round(mine), _moves_by_round(other))
        ],
        parting=_parting(mine, other),
        replay=replay_of("", record, seats, Result.of(outcome) if outcome else None),
        record=record.to_text(),
    )


def _own_decisions(match: Match) -> list[Decision]:
    return [each for each in decisions(match.states, match.events) if each.seat == SEAT]


def _moves_by_round(match: Match) -> Iterator[list[Message]]:
    """The moves of each round in which there was a choice."""
    rounds: dict[int, list[Message]] = {}
    for each in _own_decisions(match):
        words = narrate(each.state, each.move, each.state.play(each.move), SEAT)[:1]
        rounds.setdefault(each.state.table.rounds, []).extend(words)
    yield from rounds.values()


def _parting(mine: Match, other: Match) -> Parting | None:
    pairs: Sequence[tuple[Decision, Decision]]
    pairs = [*zip(_own_decisions(mine), _own_decisions(other), strict=False)]
    for own, their in pairs:
        if own.move != their.move:
            seat_view = SeatView.of(own.state.view(SEAT))
            return Parting(own.event - 1, seat_view, str(own.move), str(their.move))
    return None
