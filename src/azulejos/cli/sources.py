"""What people name: records and positions to read, by file or as text, and new files to write."""

from __future__ import annotations

import sys
from pathlib import Path

from azulejos.core.state import State
from azulejos.errors import RecordError
from azulejos.games import GAME_NAMES, game_of
from azulejos.play.record import Record, position_in

NEITHER = (
    "there is no such file, and it is not a position either: a position begins with the name of "
    f"its game ({', '.join(GAME_NAMES)}), like 'azul players=2; round 1 phase=offer ...'"
)


def read(source: str) -> Record | State:
    """A record or a position: from a file, from standard input, or the text itself."""
    if source == "-":
        return parse(sys.stdin.read())
    if _is_position(source):
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
    position = position_in(text.lstrip())
    if position is None:
        return Record.read(text, None)
    if not _is_position(position):
        raise RecordError(
            "this is neither a record, which begins with azulejos-record, nor a position, which "
            f"begins with the name of its game: {', '.join(GAME_NAMES)}"
        )
    return game_of(position).position(position)


def _is_position(text: str) -> bool:
    words = text.split(maxsplit=1)
    return bool(words) and words[0].rstrip(";") in GAME_NAMES


def new_file(name: str | Path) -> Path:
    """A place to save to where nothing is yet: no game is overwritten by another."""
    try:
        file = Path(name).expanduser()
        is_free = not file.exists()
    except (OSError, RuntimeError, ValueError) as error:  # forbidden, no such user, no such name
        raise RecordError(f"cannot save {name}: {error}") from None
    if not is_free:
        raise RecordError(f"{file} exists already: resume it, or choose another name")
    return file
