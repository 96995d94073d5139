"""The description of the API by OpenAPI, made of the table of routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from azulejos import __version__
from azulejos.tables.requests.route import JSON, Problem, Route

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


def description(routes: Sequence[Route]) -> bytes:
    """The description, as JSON."""
    wanted: list[Any] = [Problem]
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
    (told,) = structs.values()
    return [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in route.path else "query",
            "required": name in told["required"],
            "schema": schema,
        }
        for name, schema in told["properties"].items()
    ]


def _answer(route: Route, schema: Schema) -> Schema:
    is_json = route.kind == JSON
    if route.answer_type is bytes:
        schema = {} if is_json else {"type": "string"}
    meaning = "The answer." if is_json else f"The answer, as {route.kind}."
    return {"description": meaning, **_content(route.kind, schema)}


def _content(kind: str, schema: Schema) -> Schema:
    return {"content": {kind: {"schema": schema}}}
