"""What a record holds as a file, and its form for people, before anything is replayed.

Files are written so that a crash never leaves half of one.

::

    azulejos-record 1
    game azul rules=1
    options players=2
    seat 1 Ana
    seat 2 Ben
    draw bag BBYR KKWW ...
        1  3B2
        2  cYf
    outcome 41,38 1,2 row
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from azulejos.core.notation import MAX_DIGITS, read_number
from azulejos.core.state import Outcome
from azulejos.errors import RecordError, quoted
from azulejos.messages import fault


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


FORMAT = "azulejos-record"
FORMAT_VERSION = 1

MOST = 10**MAX_DIGITS - 1

Number = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]


class RecordedOutcome(msgspec.Struct, forbid_unknown_fields=True):
    scores: list[Number]
    places: list[Number]
    reason: str


class RecordFile(msgspec.Struct, forbid_unknown_fields=True):
    """Events are texts: a draw begins with the name of its pool and a space, a move has none."""

    format: str
    version: Number
    game: str
    rules: Number
    options: dict[str, Number | str]
    names: list[str]
    events: list[str]
    outcome: RecordedOutcome | None = None


def read_text(text: str) -> tuple[RecordFile, list[int | None]]:
    """Read the file, and for each event the seat that the text names."""
    file = RecordFile("", 0, "", 0, {}, [], [])
    movers: list[int | None] = []
    for index, line in enumerate(text.splitlines(), 1):
        try:
            mover = _read_line(file, line)
        except (ValueError, IndexError):
            why = fault("fault.record.unreadable", text=quoted(line))
            raise RecordError(fault("fault.record.line", line=index, why=why)) from None
        movers.extend([mover] * (len(file.events) - len(movers)))
    return file, movers


def line_of(text: str, event: int) -> int | None:
    """The line of a record's text that holds an event, both counted from 1."""
    file = RecordFile("", 0, "", 0, {}, [], [])
    for index, line in enumerate(text.splitlines(), 1):
        with suppress(ValueError, IndexError):
            _read_line(file, line)
        if len(file.events) >= event:
            return index
    return None


def _read_line(file: RecordFile, line: str) -> int | None:
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
            file.outcome = RecordedOutcome(_numbers(scores), _numbers(places), reason)
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


def outcome_text(outcome: Outcome) -> str:
    """The last line of the text."""
    scores = ",".join(str(score) for score in outcome.scores)
    places = ",".join(str(place) for place in outcome.places)
    return f"outcome {scores} {places} {outcome.reason}"
