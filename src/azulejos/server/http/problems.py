"""Answers to requests that fail."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from azulejos.errors import AzulejosError, TooMany
from azulejos.tables.requests.problems import Problem, one_line, problem_of, status_of

logger = logging.getLogger(__name__)

HTTP_CODES = {401: "not_allowed", 403: "not_allowed", 404: "not_found", 405: "not_found"}


def answer_error(_request: Request[Any, Any, Any], error: AzulejosError) -> Response[Problem]:
    """Answer a mistake of the client."""
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
    return _response(Problem("malformed", "this is not JSON that can be read"), 400, {})


def answer_failure(_request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Answer what should not have happened; the log has the traceback."""
    logger.error("a request failed", exc_info=error)
    return _response(Problem("error", "something went wrong here"), 500, {})


def _response(problem: Problem, status: int, headers: dict[str, str]) -> Response[Problem]:
    return Response(problem, status_code=status, headers=headers, media_type=MediaType.JSON)
