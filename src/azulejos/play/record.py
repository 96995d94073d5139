"""A game that happened: its draws and moves, never a seed.

A record is read from JSON (for machines) or from text (for people); both hold the same. Reading
replays the game, so a record that exists is one that can have happened.
"""

from __future__ import annotations

import os
import re
import secrets
import unicodedata
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.notation import MOST_DIGITS, read_number
from azulejos.core.options import Options
from azulejos.core.outcome import Outcome
from azulejos.core.state import State
from azulejos.errors import AzulejosError, GameOver, RecordError, Worded, quoted, worded
from azulejos.games import game as game_named

FORMAT = "azulejos-record"
FORMAT_VERSION = 1
LONGEST_RECORD = 100_000
"""Characters of a record: thirty times the longest of random games, in either form."""

CITED = re.compile(r"\(([A-Z]{2}-\d+)\)$")  # a rule, at the end of an error

FORMER_ENDINGS = {
    "a row is complete": "row",
    "no tiles are left to deal": "tiles",
    "too many rounds without a tile on a wall": "quiet",
    "six rounds have been played": "rounds",
    "six rounds are played": "rounds",
    "five rounds are played": "rounds",
}
"""Records once said in a sentence why a game ended."""

LONGEST_NAME = 40
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are printable to Unicode and show as nothing, or as a space."""

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
        for number, event in enumerate(self.events, 1):
            try:
                state = after(state, event)
            except AzulejosError as error:
                raise RecordError(_why_not(error), number) from error
            yield state

    @property
    def final(self) -> State:
        """The last position."""
        return deque(self.states(), maxlen=1).pop()

    def check(self) -> None:
        """Replay the game; an error names the first event that cannot have happened."""
        if self.final.outcome != self.outcome:
            raise RecordError(
                worded("fault.record.outcome", "the outcome is not the one that the events lead to")
            )

    # Text

    def to_text(self) -> str:
        """Write the record for people: draws at the margin, moves below them, a line a turn."""
        lines = [
            f"{FORMAT} {FORMAT_VERSION}",
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
            lines.append(_outcome_text(self.outcome))
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read what `to_text` wrote."""
        _check_length(text)
        file, movers = _read_text(text)
        record = _from_file(file)
        _check_movers(record, movers)
        return record

    # JSON

    def to_json(self) -> str:
        """Write the record for machines."""
        return msgspec.json.format(msgspec.json.encode(_to_file(self)), indent=1).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read what `to_json` wrote."""
        _check_length(text)
        try:
            file = msgspec.json.decode(text, type=_File)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RecordError(
                worded("fault.record.json", "not a record in JSON: {why}", why=str(error))
            ) from None
        return _from_file(file)

    @classmethod
    def read(cls, text: str) -> Record:
        """Read a record in either form."""
        return cls.from_json(text) if text.lstrip().startswith("{") else cls.from_text(text)

    # Files

    def save(self, path: Path) -> None:
        """Write the record in one step: as JSON if the name ends in .json, else as text."""
        text = self.to_json() if path.suffix == ".json" else self.to_text()
        try:
            write_atomically(path, text)
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
        return cls.read(text)


def _check_length(text: str | bytes) -> None:
    if len(text) > LONGEST_RECORD:
        raise RecordError(
            worded(
                "fault.record.long",
                "a record has at most {most} characters, not {n}",
                most=LONGEST_RECORD,
                n=len(text),
            )
        )


def after(state: State, event: Event) -> State:
    """The position after an event."""
    if state.to_move is None:
        raise GameOver(worded("fault.record.over", "the game is over before this event"))
    return state.deal(event) if isinstance(event, Draw) else state.play(event)


def _why_not(error: AzulejosError) -> Worded:
    """Why an event cannot have happened; where only English has words for it, by which rule."""
    if isinstance(error.message, Worded):
        return error.message
    if rule := CITED.search(str(error)):
        return worded("fault.record.rule", "{why}", why=str(error), rule=rule[1])
    return worded("fault.record.impossible", "{why}", why=str(error))


def check_names(names: tuple[str, ...], players: int) -> None:
    """Every seat has a name."""
    if len(names) != players:
        raise RecordError(
            worded(
                "fault.record.names",
                "{n} names for {players} players",
                n=len(names),
                players=players,
            )
        )
    for name in names:
        check_name(name)


def check_name(name: str) -> None:
    """A name fits on one line and can be printed and seen."""
    if not name.strip() or name != name.strip() or len(name) > LONGEST_NAME:
        raise RecordError(
            worded(
                "fault.record.name_length",
                "a name has 1 to {most} characters and no space at its ends",
                most=LONGEST_NAME,
            )
        )
    if not name.isprintable():
        raise RecordError(
            worded(
                "fault.record.name",
                "the name {name} has characters that cannot be printed",
                name=quoted(name),
            )
        )
    if not is_seen(name) or not BLANKS.isdisjoint(name):
        raise RecordError(
            worded(
                "fault.record.name",
                "the name {name} has characters that cannot be seen",
                name=ascii(name),
            )
        )


def is_seen(text: str) -> bool:
    """Whether a text shows anything: a letter, digit, sign or picture, not marks alone."""
    return any(unicodedata.category(each)[0] in "LNPS" and each not in BLANKS for each in text)


def write_atomically(path: Path, text: str) -> None:
    """Replace a file in one step, so that a crash leaves either the old or the new one.

    A device or a pipe is written to, not replaced, and a link goes on leading where it led.
    """
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    path = path.resolve()
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


# The file behind both forms

MOST = 10**MOST_DIGITS - 1

Number = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]


class _Outcome(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[Number]
    places: list[Number]
    reason: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """Events are texts: a draw begins with the name of its pool and a space, a move has none."""

    format: str
    version: Number
    game: str
    rules: Number
    options: dict[str, Number | str]
    names: list[str]
    events: list[str]
    outcome: _Outcome | None = None


def _to_file(record: Record) -> _File:
    outcome = record.outcome
    return _File(
        format=FORMAT,
        version=FORMAT_VERSION,
        game=record.game.name,
        rules=record.game.rules_version,
        options=record.options.as_dict(),
        names=list(record.names),
        events=[
            record.game.draw_text(event) if isinstance(event, Draw) else str(event)
            for event in record.events
        ],
        outcome=_Outcome([*outcome.scores], [*outcome.places], outcome.reason) if outcome else None,
    )


def _from_file(file: _File) -> Record:
    if file.format != FORMAT or file.version != FORMAT_VERSION:
        raise RecordError(
            worded(
                "fault.record.format",
                "this is no {format} of version {version}",
                format=FORMAT,
                version=FORMAT_VERSION,
            )
        )
    try:
        game = game_named(file.game)
        options = game.options.of(file.options)
    except AzulejosError as error:
        raise RecordError(error.message) from None
    if file.rules != game.rules_version:
        raise RecordError(
            worded(
                "fault.record.rules",
                "played by version {theirs} of the rules; this program has {ours}",
                theirs=file.rules,
                ours=game.rules_version,
            )
        )
    outcome = file.outcome and Outcome(
        tuple(file.outcome.scores),
        tuple(file.outcome.places),
        FORMER_ENDINGS.get(file.outcome.reason, file.outcome.reason),
    )
    events = tuple(_read_event(game, text, n) for n, text in enumerate(file.events, 1))
    record = Record(game, options, tuple(file.names), events, outcome or None)
    record.check()
    return record


def _read_event(game: Game, text: str, number: int) -> Event:
    try:
        return game.parse_draw(text) if " " in text.strip() else game.parse_move(text)
    except AzulejosError as error:
        raise RecordError(error.message, number) from None


def _outcome_text(outcome: Outcome) -> str:
    scores = ",".join(str(score) for score in outcome.scores)
    places = ",".join(str(place) for place in outcome.places)
    return f"outcome {scores} {places} {outcome.reason}"


def _check_movers(record: Record, movers: list[int | None]) -> None:
    """The seats that a text names before moves are those that were to move."""
    for number, (state, mover) in enumerate(zip(record.states(), movers, strict=False), 1):
        if mover is not None and state.to_move != mover - 1:
            raise RecordError(
                worded("fault.record.mover", "seat {number} was not to move", number=mover), number
            )


def _read_text(text: str) -> tuple[_File, list[int | None]]:
    """Read the file, and for each event the seat that the text names."""
    file = _File("", 0, "", 0, {}, [], [])
    movers: list[int | None] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            mover = _read_line(file, line)
        except (ValueError, IndexError):
            raise RecordError(
                worded(
                    "fault.record.line",
                    "line {line} of the record cannot be read: {text}",
                    line=number,
                    text=quoted(line),
                )
            ) from None
        movers.extend([mover] * (len(file.events) - len(movers)))
    return file, movers


def line_of(text: str, event: int) -> int | None:
    """The line of a record's text that holds an event, both counted from 1."""
    file = _File("", 0, "", 0, {}, [], [])
    for number, line in enumerate(text.splitlines(), 1):
        with suppress(ValueError, IndexError):
            _read_line(file, line)
        if len(file.events) >= event:
            return number
    return None


def _read_line(file: _File, line: str) -> int | None:
    """Read a line; if it holds moves, return the seat that made them, from 1."""
    if not line.strip():
        return None
    keyword, _, rest = line.strip().partition(" ")
    match keyword:
        case "azulejos-record":
            file.format, file.version = keyword, _number(rest)
        case "game":
            file.game, rules = rest.split()
            file.rules = _number(rules.removeprefix("rules="))
        case "options":
            file.options = dict(_pair(word) for word in rest.split())
        case "seat":
            seat, name = rest.split(" ", 1)
            if _number(seat) != len(file.names) + 1:
                raise ValueError(seat)
            file.names.append(name)
        case "draw":
            file.events.append(rest)
        case "outcome":
            scores, places, reason = rest.split(" ", 2)
            file.outcome = _Outcome(_numbers(scores), _numbers(places), reason)
        case mover:
            file.events.extend(rest.split())
            return _number(mover)
    return None


def _pair(word: str) -> tuple[str, str]:
    name, value = word.split("=")
    return name, value


def _numbers(text: str) -> list[int]:
    return [_number(part) for part in text.split(",")]


def _number(text: str) -> int:
    number = read_number(text)
    if number is None:
        raise ValueError(text)
    return number
