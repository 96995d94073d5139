"""The application: all that answers requests, put together, and its description by OpenAPI."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp

from azulejos import __version__
from azulejos.errors import AzulejosError
from azulejos.server.http import pages, requests
from azulejos.server.http.security import MAX_BODY_SIZE, Guard
from azulejos.server.hub import Hub
from azulejos.server.operations.metrics import Ready
from azulejos.tables.requests.route import JSON, TEXT, Content, Problem, Route, encode
from azulejos.tables.requests.routes import ROUTES

REFUSALS = {
    "400": "It cannot be read, or the rules do not allow it.",
    "403": "The caller may not do this.",
    "404": "There is no such thing.",
    "409": "Something else happened first.",
    "413": "It is too large.",
    "429": "Asked too often; Retry-After says when to come back.",
    "503": "The server cannot do it now.",
}

COMPONENTS = "#/components/schemas/"

Schema = dict[str, Any]


class Health(msgspec.Struct, frozen=True):
    """The server answers."""

    status: str
    version: str


async def health(context: requests.HttpContext) -> Health:
    """Whether the server lives."""
    del context
    return Health("ok", __version__)


async def ready(context: requests.HttpContext) -> Content[Ready]:
    """Whether the server can write: 200, or 503 with the reason."""
    result = await context.backend.readiness.look()
    return Content(encode(result), 200 if result.is_ready else 503)


async def metrics(context: requests.HttpContext) -> str:
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
    return description((*OPERATIONS, *ROUTES))


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
            *(requests.handler_for(route, hub) for route in (*OPERATIONS, *ROUTES)),
            described,
            *pages.HANDLERS,
        ],
        dependencies={"hub": Provide(provide_hub)},
        exception_handlers={
            AzulejosError: requests.answer_error,
            HTTPException: requests.answer_http_error,
            Exception: requests.answer_failure,
        },
        openapi_config=None,
        compression_config=CompressionConfig(backend="gzip", exclude_opt_key=requests.IS_PACKED),
        request_max_body_size=MAX_BODY_SIZE,
        on_shutdown=[stop],
        logging_config=None,
    )
    return Guard(app, partial(requests.table_socket, hub), hub)


def description(routes: Sequence[Route]) -> bytes:
    wanted: list[object] = [Problem]
    for route in routes:
        answer = None if route.answer_type is bytes else route.answer_type
        wanted += [route.body, answer]
    schemas, components = msgspec.json.schema_components(
        wanted, ref_template=f"{COMPONENTS}{{name}}"
    )
    problem, *rest = schemas
    refusals = {
        status: {"description": meaning, **_content(JSON, problem)}
        for status, meaning in REFUSALS.items()
    }
    paths: dict[str, Schema] = {}
    for route in routes:
        body, answer = rest.pop(0), rest.pop(0)
        operation: Schema = {
            "operationId": re.sub(r"\W+", "_", f"{route.method.lower()}{route.path}").rstrip("_"),
            "summary": route.summary,
            "tags": [route.topic],
            "parameters": _parameters(route),
            "responses": {**refusals, str(route.status): _answer(route, answer)},
        }
        if route.body:
            operation["requestBody"] = {"required": True, **_content(JSON, body)}
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Azulejos", "version": __version__},
            "paths": paths,
            "components": {"schemas": components},
        }
    )


def _parameters(route: Route) -> list[Schema]:
    _, structs = msgspec.json.schema_components([route.parameters])
    (parameters,) = structs.values()
    return [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in route.path else "query",
            "required": name in parameters["required"],
            "schema": schema,
        }
        for name, schema in parameters["properties"].items()
    ]


def _answer(route: Route, schema: Schema) -> Schema:
    is_json = route.kind == JSON
    if route.answer_type is bytes:
        schema = {} if is_json else {"type": "string"}
    meaning = "The answer." if is_json else f"The answer, as {route.kind}."
    return {"description": meaning, **_content(route.kind, schema)}


def _content(kind: str, schema: Schema) -> Schema:
    return {"content": {kind: {"schema": schema}}}
