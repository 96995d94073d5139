"""A game that happened: its draws and moves, never a seed.

A record is read from JSON (for machines) or from text (for people); both hold the same. Reading
replays the game, so a record that exists is one that can have happened.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import msgspec

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import Outcome, State
from azulejos.errors import AzulejosError, GameOver, RecordError
from azulejos.games import game as game_named
from azulejos.messages import fault
from azulejos.play import record_file
from azulejos.play.names import check_names

MAX_RECORD_LENGTH = 100_000
"""Characters of a record: thirty times the longest of random games, in either form."""

MAX_EVENTS = 1_000
"""Events of a record from outside: four times the longest of random games."""

FORMER_ENDINGS = {
    "a row is complete": "row",
    "no tiles are left to deal": "tiles",
    "too many rounds without a tile on a wall": "quiet",
    "six rounds have been played": "rounds",
    "six rounds are played": "rounds",
    "five rounds are played": "rounds",
}
"""Records once said in a sentence why a game ended."""

Event = Draw | Move


@dataclass(frozen=True)
class Record:
    """A finished game, or one in progress as long as it has no outcome."""

    game: Game
    options: Options
    names: tuple[str, ...]
    events: tuple[Event, ...]
    outcome: Outcome | None

    def __post_init__(self) -> None:
        check_names(self.names, self.options.players)

    def states(self) -> Iterator[State]:
        """Every position, from before the first event to after the last."""
        state = self.game.new(self.options)
        yield state
        for index, event in enumerate(self.events, 1):
            try:
                state = after(state, event)
            except AzulejosError as error:
                raise RecordError(error.message, index) from error
            yield state

    @property
    def final(self) -> State:
        """The last position."""
        return deque(self.states(), maxlen=1).pop()

    def check(self) -> None:
        """Replay the game; an error names the first event that cannot have happened."""
        Unchecked(self).check()

    # Text

    def to_text(self) -> str:
        """Write the record for people: draws at the margin, moves below them, a line a turn."""
        lines = [
            f"{record_file.FORMAT} {record_file.FORMAT_VERSION}",
            f"game {self.game.name} rules={self.game.rules_version}",
            f"options {self.options}",
            *(f"seat {seat} {name}" for seat, name in enumerate(self.names, 1)),
        ]
        mover: int | None = None
        for state, event in zip(self.states(), self.events, strict=False):
            if isinstance(event, Draw):
                lines.append(f"draw {self.game.draw_text(event)}")
                mover = None
            elif state.to_move == mover:
                lines[-1] += f" {event}"
            else:
                mover = state.to_move
                lines.append(f"    {(mover or 0) + 1}  {event}")
        if self.outcome:
            lines.append(record_file.outcome_text(self.outcome))
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str, max_events: int | None = None) -> Record:
        """Read what `to_text` wrote."""
        return Unchecked.from_text(text, max_events).check()

    # JSON

    def to_json(self) -> str:
        """Write the record for machines."""
        return msgspec.json.format(msgspec.json.encode(_to_file(self)), indent=1).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes, max_events: int | None = None) -> Record:
        """Read what `to_json` wrote."""
        return Unchecked.from_json(text, max_events).check()

    @classmethod
    def trusted(cls, text: str) -> Record:
        """Read what `to_json` wrote of a record that was checked; nothing is replayed."""
        return _parsed(msgspec.json.decode(text, type=record_file.RecordFile))

    @classmethod
    def read(cls, text: str, max_events: int | None = MAX_EVENTS) -> Record:
        """Read a record in either form, from anybody: reading it takes a bounded time."""
        return Unchecked.read(text, max_events).check()

    # Files

    def save(self, path: Path) -> None:
        """Write the record in one step: as JSON if the name ends in .json, else as text."""
        text = self.to_json() if path.suffix == ".json" else self.to_text()
        try:
            record_file.write_atomically(path, text)
        except OSError as error:
            raise RecordError(f"cannot save {path}: {error.strerror}") from None

    @classmethod
    def load(cls, path: Path) -> Record:
        """Read a record file of either form."""
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RecordError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeError:
            raise RecordError(f"{path} is not a text file") from None
        return cls.read(text, max_events=None)


@dataclass(frozen=True)
class Unchecked:
    """A record as it was read, before it is replayed."""

    record: Record
    movers: Sequence[int | None] = ()  # the seats that a text names before moves, from 1

    @classmethod
    def from_text(cls, text: str, max_events: int | None = None) -> Unchecked:
        _check_length(text)
        file, movers = record_file.read_text(text)
        return cls(_from_file(file, max_events), movers)

    @classmethod
    def from_json(cls, text: str | bytes, max_events: int | None = None) -> Unchecked:
        _check_length(text)
        try:
            file = msgspec.json.decode(text, type=record_file.RecordFile)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RecordError(fault("fault.record.json", why=str(error))) from None
        return cls(_from_file(file, max_events))

    @classmethod
    def read(cls, text: str, max_events: int | None = MAX_EVENTS) -> Unchecked:
        """Read either form."""
        read = cls.from_json if text.lstrip().startswith("{") else cls.from_text
        return read(text, max_events)

    def check(self) -> Record:
        """Replay it; an error names the first event that cannot have happened."""
        deque(self.states(), maxlen=0)
        return self.record

    def states(self) -> Iterator[State]:
        """Every position, each of which is checked before it is given."""
        for index, (state, mover) in enumerate(zip_longest(self.record.states(), self.movers), 1):
            if mover is not None and state.to_move not in (None, mover - 1):
                raise RecordError(fault("fault.record.mover", number=mover), index)
            is_last = index > len(self.record.events)
            if is_last and state.outcome != self.record.outcome:
                raise RecordError(fault("fault.record.outcome"))
            yield state


def _check_length(text: str | bytes) -> None:
    if len(text) > MAX_RECORD_LENGTH:
        raise RecordError(fault("fault.record.long", most=MAX_RECORD_LENGTH, n=len(text)))


def position_in(text: str) -> str | None:
    """The position that a text is, or that JSON holds (`State.to_json`); None for a record."""
    if not text.startswith("{"):
        return None if text.startswith(record_file.FORMAT) else text
    if len(text) > MAX_RECORD_LENGTH:
        return None
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        return None
    position = held.get("position")
    return position if isinstance(position, str) else None


def after(state: State, event: Event) -> State:
    """The position after an event."""
    if state.to_move is None:
        raise GameOver(fault("fault.record.over"))
    return state.deal(event) if isinstance(event, Draw) else state.play(event)


def _to_file(record: Record) -> record_file.RecordFile:
    outcome = record.outcome
    return record_file.RecordFile(
        format=record_file.FORMAT,
        version=record_file.FORMAT_VERSION,
        game=record.game.name,
        rules=record.game.rules_version,
        options=record.options.as_dict(),
        names=list(record.names),
        events=[
            record.game.draw_text(event) if isinstance(event, Draw) else str(event)
            for event in record.events
        ],
        outcome=record_file.RecordedOutcome([*outcome.scores], [*outcome.places], outcome.reason)
        if outcome
        else None,
    )


def _from_file(file: record_file.RecordFile, max_events: int | None) -> Record:
    if max_events is not None and len(file.events) > max_events:
        raise RecordError(fault("fault.record.events", most=max_events, n=len(file.events)))
    return _parsed(file)


def _parsed(file: record_file.RecordFile) -> Record:
    if file.format != record_file.FORMAT or file.version != record_file.FORMAT_VERSION:
        raise RecordError(
            fault(
                "fault.record.format", format=record_file.FORMAT, version=record_file.FORMAT_VERSION
            )
        )
    try:
        game = game_named(file.game)
        options = game.options.of(file.options)
    except AzulejosError as error:
        raise RecordError(error.message) from None
    if file.rules != game.rules_version:
        raise RecordError(fault("fault.record.rules", theirs=file.rules, ours=game.rules_version))
    outcome = file.outcome and Outcome(
        tuple(file.outcome.scores),
        tuple(file.outcome.places),
        FORMER_ENDINGS.get(file.outcome.reason, file.outcome.reason),
    )
    events = tuple(_read_event(game, text, n) for n, text in enumerate(file.events, 1))
    return Record(game, options, tuple(file.names), events, outcome or None)


def _read_event(game: Game, text: str, index: int) -> Event:
    try:
        return game.parse_draw(text) if " " in text.strip() else game.parse_move(text)
    except AzulejosError as error:
        raise RecordError(error.message, index) from None
