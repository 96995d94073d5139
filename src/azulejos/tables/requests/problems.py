"""What somebody is told whose request cannot be answered: a code and a reason, no traceback."""

from __future__ import annotations

import msgspec

from azulejos.errors import AzulejosError, code_of
from azulejos.narration import Message

TOO_MANY = 429
STATUSES = {
    "not_allowed": 403,
    "banned": 403,
    "muted": 403,
    "not_found": 404,
    "unknown_name": 404,
    "stale": 409,
    "not_your_turn": 409,
    "game_over": 409,
    "nothing_to_undo": 409,
    "seat_taken": 409,
    "other_rules": 409,
    "unreadable": 409,
    "table_limit": 409,
    "conflict": 409,
    "too_many": TOO_MANY,
    "busy": 503,
    "store": 503,
    "disk_full": 503,
    "store_silent": 503,
    "offline": 503,
}
"""The status of each code; all others are 400."""

MAX_REASON_LENGTH = 300


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not answered."""

    code: str  # one of `errors.CODES`
    reason: str  # in English
    said: Message | None = None  # the same, where catalogues have words for it


def status_of(error: AzulejosError) -> int:
    """The HTTP status of an error."""
    return STATUSES.get(code_of(error), 400)


def problem_of(error: AzulejosError) -> Problem:
    """What an error says."""
    return Problem(code_of(error), one_line(str(error)), error.said)


def one_line(text: str) -> str:
    """What is told of an error: it may quote whatever somebody sent."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= MAX_REASON_LENGTH else f"{line[: MAX_REASON_LENGTH - 1]}…"
