"""That another bot made a move instead of the one whose turn it was, and why."""

from __future__ import annotations

from typing import Literal

from azulejos.messages import Message

Reason = Literal["failed", "gone"]
"""It made no legal move in time, or is no longer offered."""

MESSAGES: dict[Reason, str] = {
    "failed": "table.instead.failed",
    "gone": "table.instead.gone",
}


def moved_instead(seat: int, level: str, reason: Reason) -> Message:
    """The sentence that follows the move."""
    return Message(MESSAGES[reason], {"seat": seat, "level": f"ui.level.{level}"})
