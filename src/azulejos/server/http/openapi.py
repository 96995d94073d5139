"""The description of the API, with the answers that all of its requests have in common."""

from __future__ import annotations

from typing import Any

from litestar.openapi.plugins import JsonRenderPlugin

from azulejos.server.http.identity import HttpRequest

REFUSALS = {
    "400": "It cannot be read, or the rules do not allow it.",
    "403": "The caller may not do this.",
    "404": "There is no such thing.",
    "409": "Something else happened first.",
    "413": "It is too large.",
    "429": "Asked too often; Retry-After says when to come back.",
    "503": "The server cannot do it now.",
}
PROBLEM = {
    "type": "object",
    "title": "Problem",
    "description": "Why a request was not answered.",
    "properties": {"code": {"type": "string"}, "reason": {"type": "string"}},
    "required": ["code", "reason"],
}
"""As `azulejos.tables.requests.problems.Problem` is written; Litestar would describe its own."""


class DescriptionPlugin(JsonRenderPlugin):
    """Writes the description as JSON, for programs and for whoever opens `/api`."""

    def render(self, request: HttpRequest, openapi_schema: dict[str, Any]) -> bytes:
        openapi_schema.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path in openapi_schema["paths"].values():
            for operation in path.values():
                for status, meaning in REFUSALS.items():
                    operation["responses"][status] = {"description": meaning, "content": content}
        return super().render(request, openapi_schema)
