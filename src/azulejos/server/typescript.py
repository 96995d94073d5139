"""Write the page's types and requests in TypeScript: python -m azulejos.server.typescript FOLDER

`messages.ts` has the types of all that is sent, `requests.ts` a function for each route; a test
keeps both equal to what this writes. So a field that is renamed in Python breaks the page's type
check.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from azulejos.scenes import Scene
from azulejos.server.push.turns import Notification
from azulejos.tables.messages import ClientMessage, ReviewLine, ServerMessage
from azulejos.tables.requests.route import LINES, MARKDOWN, Problem, Route
from azulejos.tables.requests.routes import ROUTES

HEADING = "// Written by azulejos.server.typescript; do not edit."
NAMED = {
    "Scene": Scene,
    "ServerMessage": ServerMessage,
    "ClientMessage": ClientMessage,
    "ReviewLine": ReviewLine,
}
PAGE_ROUTES = [each for each in ROUTES if each.topic != "bots" and each.answer_type is not bytes]
"""What the page asks; it downloads files by their paths."""

Schema = dict[str, Any]


@cache
def _components() -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """The schemas of all answers, and their parts by name."""
    answers = [*NAMED.values(), Problem, Notification, *(each.answer_type for each in PAGE_ROUTES)]
    return msgspec.json.schema_components(answers)


def types() -> str:
    """All types of what is sent, and the unions of messages by name."""
    unions, answered = _components()
    _, asked = msgspec.json.schema_components([each.body for each in PAGE_ROUTES])
    blocks = [HEADING]
    blocks += [_interface(name, schema, is_answer=True) for name, schema in answered.items()]
    blocks += [
        _interface(name, schema, is_answer=False)
        for name, schema in asked.items()
        if name not in answered
    ]
    blocks += [f"export type {name} = {_type(s)};" for name, s in zip(NAMED, unions, strict=False)]
    return "\n\n".join(blocks) + "\n"


def _interface(name: str, schema: Schema, *, is_answer: bool) -> str:
    comment = (
        f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    )
    fields = "".join(f"  {field};\n" for field in _fields(schema, is_answer=is_answer))
    return f"{comment}export interface {name} {{\n{fields}}}"


def _fields(schema: Schema, *, is_answer: bool) -> list[str]:
    """The fields. One with a default is always in an answer, but optional in a request."""
    required = schema["properties"] if is_answer else schema["required"]
    return [
        f"{name}{'' if name in required else '?'}: {_type(field)}"
        for name, field in schema["properties"].items()
    ]


def requests() -> str:
    """A function for each route that the page uses."""
    lines = [f"  {_camel(route.name)}: {_function(route)},\n" for route in PAGE_ROUTES]
    known = re.findall(r"export (?:interface|type) (\w+)", types())
    body = "".join(lines)
    used = sorted(name for name in known if re.search(rf"\b{name}\b", body))
    imported = "".join(f"  {name},\n" for name in used)
    return (
        f"{HEADING}\nimport {{ ask, askText, follow }} from './asking.ts';\n"
        f"import type {{\n{imported}}} from './messages.ts';\n\n"
        f"export const requests = {{\n{body}}};\n"
    )


def _function(route: Route) -> str:
    _, structs = msgspec.json.schema_components([route.parameters])
    (parameters,) = structs.values()
    query = {
        name: each for name, each in parameters["properties"].items() if not _is_in(route, name)
    }
    required = [name for name in query if name in parameters["required"]]
    given = [
        f"{name}: {_type(each)}"
        for name, each in parameters["properties"].items()
        if name not in query
    ]
    sent = []
    if query:
        fields = "; ".join(
            _option(name, each, parameters["required"]) for name, each in query.items()
        )
        given.append(f"query: {{ {fields} }}{'' if required else ' = {}'}")
        sent.append("query")
    if route.body:
        given.append(f"body: {_sent_type(route.body)}")
        sent.append("body")
    path = route.path.removeprefix("/api/").replace("{", "${")
    path = f"`{path}`" if "$" in path else f"'{path}'"
    answer = _answer_type(route)
    if route.kind == LINES:
        given += [f"heard: (line: {answer}) => void", "signal: AbortSignal"]
        return f"({', '.join(given)}) => follow<{answer}>({path}, heard, signal)"
    given.append("signal?: AbortSignal")
    asked = f"{path}, {{ {', '.join([*sent, 'signal'])} }})"
    if route.kind == MARKDOWN:
        return f"({', '.join(given)}) => askText({asked}"
    return f"({', '.join(given)}) => ask<{answer}>('{route.method}', {asked}"


def _is_in(route: Route, name: str) -> bool:
    return f"{{{name}}}" in route.path


def _option(name: str, schema: Schema, required: list[str]) -> str:
    text = _type(schema).replace(" | null", "")
    return f"{name}: {text}" if name in required else f"{name}?: {text} | undefined"


def _answer_type(route: Route) -> str:
    for name, union in NAMED.items():
        if route.answer_type == union:
            return name
    (schema,), _ = msgspec.json.schema_components([route.answer_type])
    return _type(schema)


def _sent_type(body: type[msgspec.Struct]) -> str:
    """What the page sends; of a type that is also an answer, some fields may be left out."""
    name = body.__name__
    _, structs = msgspec.json.schema_components([body])
    required = structs[name]["required"]
    if name not in _components()[1]:
        return name
    picked = " | ".join(f"'{each}'" for each in required)
    return f"Partial<{name}> & Pick<{name}, {picked}>"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _type(schema: Schema) -> str:
    match schema:
        case {"$ref": str(reference)}:
            return reference.rsplit("/", 1)[-1]
        case {"anyOf": [*variants]}:
            return " | ".join(dict.fromkeys(_type(variant) for variant in variants))
        case {"enum": [*values]}:
            return " | ".join(_literal(value) for value in values)
        case {"type": "array", "prefixItems": [*items]}:
            return "[" + ", ".join(_type(item) for item in items) + "]"
        case {"type": "array"}:
            item = _type(schema["items"])
            return f"({item})[]" if "|" in item else f"{item}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as name}:
            return str(name)
    raise TypeError(f"no TypeScript for {schema}")


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    for name, text in (("messages.ts", types()), ("requests.ts", requests())):
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
