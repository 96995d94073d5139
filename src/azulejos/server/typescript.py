"""Write the types of the messages in TypeScript: python -m azulejos.server.typescript > FILE

The page is type-checked against `web/src/messages.ts`, which a test keeps equal to what this
writes; so a field that is renamed in `messages.py` breaks the page's type check.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from azulejos.scenes import Scene
from azulejos.server.push.turns import Notification
from azulejos.tables.live.summary import TableInfo, TablePage
from azulejos.tables.lobby.new_table import NewTable
from azulejos.tables.lobby.statistics import Statistics
from azulejos.tables.messages import ClientMessage, ReviewLine, ServerMessage
from azulejos.tables.network import ReachInfo
from azulejos.tables.requests.about import GameInfo
from azulejos.tables.requests.me import Devices, Link, LinkOwner, Me
from azulejos.tables.requests.problems import Problem
from azulejos.tables.requests.push import NewSubscription, PushInfo
from azulejos.tables.requests.skill import SkillInGame
from azulejos.tables.requests.study import Analysis
from azulejos.tables.requests.tables import TableMade
from azulejos.tables.study.drafts import DraftInfo
from azulejos.tables.study.files import FoundGames
from azulejos.tables.study.opening import Opened
from azulejos.tables.study.puzzles import (
    DailyPuzzle,
    Graded,
    MistakeInfo,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleProgress,
    PuzzleSet,
)
from azulejos.tables.study.studies import Replay, Trial

HEADING = "// Written by azulejos.server.typescript; do not edit."
NAMED = {
    "Scene": Scene,
    "ServerMessage": ServerMessage,
    "ClientMessage": ClientMessage,
    "ReviewLine": ReviewLine,
}
OVER_HTTP = (
    *(GameInfo, ReachInfo, TableInfo, TablePage, NewTable, TableMade),
    *(Me, Link, LinkOwner, Devices, PushInfo, NewSubscription, Notification, Statistics),
    SkillInGame,
    *(Problem, Replay, Trial, Analysis, DraftInfo, Opened, FoundGames),
    *(PuzzleSet, DailyPuzzle, PuzzleInfo, PuzzleAnswer, Graded, PuzzleProgress, MistakeInfo),
)

Schema = dict[str, Any]


def types() -> str:
    """All types that the messages are made of, and the unions of them by name."""
    unions, structs = msgspec.json.schema_components([*NAMED.values(), *OVER_HTTP])
    blocks = [HEADING]
    blocks += [_interface(name, schema) for name, schema in structs.items()]
    blocks += [f"export type {name} = {_type(s)};" for name, s in zip(NAMED, unions, strict=False)]
    return "\n\n".join(blocks) + "\n"


def _interface(name: str, schema: Schema) -> str:
    told = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    fields = "".join(f"  {field};\n" for field in _fields(schema))
    return f"{told}export interface {name} {{\n{fields}}}"


def _fields(schema: Schema) -> list[str]:
    """The fields. What has a default is always sent, so only the browser may leave it out."""
    return [f"{name}: {_type(field)}" for name, field in schema["properties"].items()]


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
    sys.stdout.write(types())
