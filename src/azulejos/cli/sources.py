"""Records and positions that people name: a file, the text itself, or what comes in."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from azulejos.core.state import State
from azulejos.errors import RecordError
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.play.record import Record

NEITHER = (
    "there is no such file, and it is not a position either: a position begins with the name of "
    f"its game ({', '.join(GAME_NAMES)}), like 'azul players=2; round 1 phase=offer ...'"
)


def read(source: str) -> Record | State:
    """A record or a position: from a file, from the input, or the text itself."""
    if source == "-":
        return parse(sys.stdin.read())
    if source.split(maxsplit=1)[0].rstrip(";") in GAME_NAMES if source.strip() else False:
        return parse(source)
    try:
        text = Path(source).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RecordError(f"{source}: {NEITHER}") from None
    except OSError as error:
        raise RecordError(f"cannot read {source}: {error.strerror}") from None
    except UnicodeError:
        raise RecordError(f"{source} is not a text file") from None
    return parse(text)


def parse(text: str) -> Record | State:
    """Read a record or a position, each in either of its forms."""
    start = text.lstrip()
    if start.startswith("{"):
        position = _position_in(start)
        return parse(position) if position else Record.from_json(text)
    if start.startswith("azulejos-record"):
        return Record.from_text(text)
    words = start.split(maxsplit=1)
    if not words or words[0].rstrip(";") not in GAME_NAMES:
        raise RecordError(
            "this is neither a record, which begins with azulejos-record, nor a position, which "
            f"begins with the name of its game: {', '.join(GAME_NAMES)}"
        )
    return game_named(words[0].rstrip(";")).position(text)


def _position_in(text: str) -> str | None:
    """The position of a JSON object that `State.to_json` wrote."""
    try:
        result = json.loads(text)
    except ValueError:
        return None
    position = result.get("position")
    return position if isinstance(position, str) else None
