"""What the moves of all games have in common: nothing but being one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """One decision of a seat. Every game has its own kinds, each with a short text (`str`)."""
