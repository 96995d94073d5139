"""What somebody is told whose request cannot be answered: a code and a reason, no traceback."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from azulejos.errors import AzulejosError, TooMany, code_of

logger = logging.getLogger(__name__)

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
}
"""The status of each code; all others are 400."""

LONGEST_REASON = 300

HTTP_CODES = {401: "not_allowed", 403: "not_allowed", 404: "not_found", 405: "not_found"}


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not answered."""

    code: str  # one of `errors.CODES`
    reason: str


def status_of(error: AzulejosError) -> int:
    """The HTTP status of an error."""
    return STATUSES.get(code_of(error), 400)


def problem_of(error: AzulejosError) -> Problem:
    """What an error says."""
    return Problem(code_of(error), one_line(str(error)))


def answer_error(_request: Request[Any, Any, Any], error: AzulejosError) -> Response[Problem]:
    """Answer something that a user did wrong."""
    headers = {}
    if isinstance(error, TooMany):
        headers["Retry-After"] = str(int(error.retry_after) + 1)
    return _response(problem_of(error), status_of(error), headers)


def answer_http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Answer what Litestar refuses: a path that is not there, a body that cannot be read."""
    reason = error.detail
    for each in error.extra if isinstance(error.extra, list) else ():
        reason = f"{reason}: {each.get('key', '')} {each.get('message', '')}".strip()
    code = HTTP_CODES.get(error.status_code, "malformed")
    return _response(Problem(code, one_line(reason)), error.status_code, dict(error.headers or {}))


def answer_unreadable(_request: Request[Any, Any, Any], _error: Exception) -> Response[Problem]:
    """Answer a body that is not UTF-8, or JSON that is nested too deeply."""
    return _response(Problem("malformed", "this is no JSON that can be read"), 400, {})


def one_line(text: str) -> str:
    """What is told of an error: it may quote whatever somebody sent."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= LONGEST_REASON else f"{line[: LONGEST_REASON - 1]}…"


def answer_failure(_request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer what should not have happened; the log has the traceback."""
    logger.error("a request failed", exc_info=error)
    return _response(Problem("error", "something went wrong here"), 500, {})


def _response(problem: Problem, status: int, headers: dict[str, str]) -> Response[Problem]:
    return Response(problem, status_code=status, headers=headers, media_type=MediaType.JSON)
