"""Statistics of a guest: finished games, by game and kind of opponent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from azulejos.tables.bots.levels import levels
from azulejos.tables.lobby.events import GameEnded, GameEvent
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.store.protocol import GuestStore, NotebookStore
from azulejos.tables.store.rows import MAX_KEY_LENGTH, Note, NoteChange

PEOPLE = "people"


class Statistics(msgspec.Struct, frozen=True):
    """Games of one kind against opponents of one kind."""

    game: str
    against: str  # the level of the strongest bot, or an external bot; `people` if there were any
    played: int
    won: int  # also where victory was shared
    points: float  # on average
    best: int


class CountingStore(GuestStore, NotebookStore, Protocol):
    """What counting games asks of a store."""


class Counted(msgspec.Struct, frozen=True):
    """The same as it is stored, in a note of the guest: with the sum of all points."""

    game: str
    against: str
    played: int = 0
    won: int = 0
    points: int = 0
    best: int = 0

    def with_game(self, result: Result, seat: int) -> Counted:
        """The same with another game."""
        points, is_won = result.scores[seat], result.places[seat] == 1
        best = max(self.best, points) if self.played else points
        return Counted(
            *(self.game, self.against, self.played + 1),
            *(self.won + is_won, self.points + points, best),
        )


async def statistics_of(store: NotebookStore, guest: str) -> list[Statistics]:
    notes = await store.notes_of(guest, "statistics")
    every = [msgspec.json.decode(note.body, type=Counted) for note in notes]
    return [
        Statistics(
            each.game, each.against, each.played, each.won, each.points / each.played, each.best
        )
        for each in sorted(every, key=lambda each: (each.game, each.against))
    ]


async def count_game(store: CountingStore, event: GameEvent) -> list[NoteChange]:
    """Count a game that has ended for each of its guests.

    Games of several people at one device are nobody's own.
    """
    result = event.summary.result
    if not isinstance(event, GameEnded) or result is None:
        return []
    guests = event.summary.guests
    own = [(seat, guest) for seat, guest in enumerate(guests) if guest and guests.count(guest) == 1]
    return [
        await _counted(store, event, result, seat, guest)
        for seat, guest in own
        if await store.guest(guest)
    ]


async def _counted(
    store: NotebookStore, event: GameEvent, result: Result, seat: int, guest: str
) -> NoteChange:
    others = [each for index, each in enumerate(event.summary.seats) if index != seat]
    against = _against(event.game, others)
    key = f"{event.game} {against}"[:MAX_KEY_LENGTH]
    before = await store.note(guest, "statistics", key)
    counted = (
        msgspec.json.decode(before.body, type=Counted) if before else Counted(event.game, against)
    )
    body = msgspec.json.encode(counted.with_game(result, seat))
    return NoteChange(guest, Note("statistics", key, event.at, body), before)


def _against(game: str, others: Iterable[SeatInfo]) -> str:
    known = list(levels(game))
    strengths, external = [-1], []
    for seat in others:
        if seat.kind == "person":
            return PEOPLE
        strengths.append(known.index(seat.level) if seat.level in known else -1)
        external += [seat.bot] if seat.bot else []
    if external:
        return min(external)
    return known[max(strengths)] if max(strengths) >= 0 else PEOPLE
