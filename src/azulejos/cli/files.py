"""Files that people name."""

from __future__ import annotations

from pathlib import Path

from azulejos.errors import RecordError


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
