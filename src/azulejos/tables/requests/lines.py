"""Lines of moves, played out with pictures."""

from __future__ import annotations

import msgspec

from azulejos.tables.messages import EventInfo
from azulejos.tables.requests.backend import Backend
from azulejos.tables.study.reader import Follow


async def played_lines(
    backend: Backend, position: str, lines: list[list[str]], address: str
) -> list[list[EventInfo]]:
    """Some lines from a position, each as far as nobody has to deal; refused if one is illegal."""
    result = await backend.readers.read(Follow(position, lines), address)
    return msgspec.json.decode(result.body, type=list[list[EventInfo]])
