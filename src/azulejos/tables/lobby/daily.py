"""Games of the day at tables: one for each guest, game and day; their results, and streaks."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from datetime import UTC, date, datetime, timedelta

import msgspec

from azulejos.play.daily import SEAT, DailyGame
from azulejos.tables.live import log
from azulejos.tables.lobby.events import GameEnded, GameEvent
from azulejos.tables.lobby.statistics import CountingStore
from azulejos.tables.people.guests import Identity
from azulejos.tables.store.rows import Note, NoteChange

NAME_BYTES = 12  # of a table's name: nobody who does not know a guest's id can guess it
MAX_RESULTS = 150  # that are kept: a note has room for no more
A_DAY = timedelta(days=1)  # by which the clock of a device, or its zone, may be off


class DailyResult(msgspec.Struct, frozen=True):
    """How a game of the day ended."""

    day: str
    points: int
    theirs: int  # the opponent's


class DailyProgress(msgspec.Struct, frozen=True):
    """What somebody has made of a game's days; those in a row were played on their days."""

    results: list[DailyResult] = []  # the first of each day, the latest day first
    day: str = ""  # the last that was played on its day
    days: int = 0  # in a row, up to that one
    best_days: int = 0

    def played(self, result: DailyResult, on: date) -> DailyProgress:
        """After a game that was finished on some day."""
        if any(each.day == result.day for each in self.results):
            return self
        results = sorted([result, *self.results], key=lambda each: each.day, reverse=True)
        after = msgspec.structs.replace(self, results=results[:MAX_RESULTS])
        day = date.fromisoformat(result.day)
        if abs(day - on) > A_DAY or result.day <= self.day:
            return after
        days = self.days + 1 if self.day == str(day - A_DAY) else 1
        return msgspec.structs.replace(
            after, day=result.day, days=days, best_days=max(days, self.best_days)
        )


def note_key(game: str) -> str:
    """Under which progress is kept, beside that with puzzles."""
    return f"today {game}"


def table_of(guest: str, daily: DailyGame) -> str:
    """The name of the table where a guest plays: the same however often it is asked for."""
    digest = hashlib.sha256(f"{guest} {daily.seed}".encode()).digest()
    return urlsafe_b64encode(digest[:NAME_BYTES]).decode()


def created_for(identity: Identity, daily: DailyGame) -> log.Created:
    """The first entry of such a table."""
    seats = [log.Holder(name=daily.level.capitalize(), level=daily.level)] * daily.options.players
    seats[SEAT] = log.Holder(identity.guest, identity.name, is_program=identity.is_program)
    return log.Created(
        game=daily.game.name,
        rules=daily.game.rules_version,
        options=daily.options.as_dict(),
        seats=seats,
        pace="live",
        clock=None,
        is_public=False,
        maker=identity.guest,
        day=str(daily.day),
    )


async def note_daily(store: CountingStore, event: GameEvent) -> list[NoteChange]:
    """Note the result of a game of the day that was played to its end."""
    summary = event.summary
    guest = summary.guests[SEAT]
    if not isinstance(event, GameEnded) or summary.day is None or guest is None:
        return []
    if summary.result is None or summary.seats[SEAT].has_resigned or not await store.guest(guest):
        return []
    before = await store.note(guest, "progress", note_key(event.game))
    known = msgspec.json.decode(before.body, type=DailyProgress) if before else DailyProgress()
    scores = summary.result.scores
    result = DailyResult(summary.day, scores[SEAT], scores[1 - SEAT])
    on = datetime.fromtimestamp(event.at, UTC).date()
    body = msgspec.json.encode(known.played(result, on))
    return [NoteChange(guest, Note("progress", note_key(event.game), event.at, body), before)]
