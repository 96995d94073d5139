"""The application: all that answers requests, put together."""

from __future__ import annotations

from functools import cache, partial

import msgspec
from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp

from azulejos import __version__
from azulejos.errors import AzulejosError
from azulejos.server.http import openapi, pages
from azulejos.server.http.requests import (
    IS_PACKED,
    HttpContext,
    answer_error,
    answer_failure,
    answer_http_error,
    handler_for,
)
from azulejos.server.http.security import MAX_BODY_SIZE, Guard
from azulejos.server.http.socket import table_socket
from azulejos.server.hub import Hub
from azulejos.server.operations.readiness import Ready
from azulejos.tables.requests.route import JSON, TEXT, Content, Route, encode
from azulejos.tables.requests.routes import ROUTES


class Health(msgspec.Struct, frozen=True):
    """That the server answers."""

    status: str
    version: str


async def health(context: HttpContext) -> Health:
    """That the server lives."""
    del context
    return Health("ok", __version__)


async def ready(context: HttpContext) -> Content[Ready]:
    """Whether the server can write: 200, or 503 with the reason."""
    hub = context.backend
    result = msgspec.structs.replace(await hub.readiness.look(), games=hub.pool.progress)
    return Content(encode(result), 200 if result.is_ready else 503)


async def metrics(context: HttpContext) -> str:
    """What the server counts."""
    return context.backend.metrics.text()


OPERATIONS = (
    Route("GET", "/health", health),
    Route("GET", "/ready", ready),
    Route("GET", "/metrics", metrics, kind=TEXT),
)
"""What programs ask that look after a server."""


@cache
def _described() -> bytes:
    return openapi.description((*OPERATIONS, *ROUTES))


@get(["/api", "/api/openapi.json"])
async def described() -> Response[bytes]:
    """The description of the API, for programs and for whoever opens `/api`."""
    return Response(_described(), media_type=JSON)


def make_app(hub: Hub) -> ASGIApp:
    """The application of a running server."""

    async def provide_hub() -> Hub:
        return hub

    async def stop() -> None:
        await hub.stop()

    app = Litestar(
        route_handlers=[
            *(handler_for(route, hub) for route in (*OPERATIONS, *ROUTES)),
            described,
            *pages.HANDLERS,
        ],
        dependencies={"hub": Provide(provide_hub)},
        exception_handlers={
            AzulejosError: answer_error,
            HTTPException: answer_http_error,
            Exception: answer_failure,
        },
        openapi_config=None,
        compression_config=CompressionConfig(backend="gzip", exclude_opt_key=IS_PACKED),
        request_max_body_size=MAX_BODY_SIZE,
        on_shutdown=[stop],
        logging_config=None,
    )
    return Guard(app, partial(table_socket, hub), hub)
