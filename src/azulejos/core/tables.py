"""Tables as flat bytes: what simulation and search do with them apart from any rules."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Raw


@compiled
def copy_table(raw: Raw, copy: Raw) -> None:
    """Copying a table is faster than undoing a move, so nothing is ever undone."""
    for byte in range(len(raw)):
        copy[byte] = raw[byte]
