"""An npm-style package of the modules that run alone: for front ends in JavaScript, without Python.

The bindings, in `npm/`, know no game. What they need to know is written beside the modules: how
options stand on a table, what its fields are, and how moves are written; and types of all that.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import __version__
from azulejos.ahead.building import Report, build
from azulejos.bots.search import engine, knowledge, tree, workspace
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.core import turn
from azulejos.core.exported import CATALOGUE
from azulejos.core.game import Game
from azulejos.errors import MAX_LISTED
from azulejos.games import GAME_NAMES, game

BINDINGS = Path(__file__).with_name("npm")
MODULES = (".wasm", ".plain.wasm")
CONSTANTS = (turn, workspace, knowledge, tree, engine)


def write_package(
    directory: Path, games: Iterable[str] = GAME_NAMES, report: Report | None = None
) -> list[Path]:
    """Write the package into a directory; return what was written."""
    build(directory, games, report)
    catalogue = json.loads((directory / CATALOGUE).read_text(encoding="utf-8"))
    (directory / CATALOGUE).unlink()
    for module in directory.glob("*.so"):  # they are for Python
        module.unlink()
    shutil.copytree(BINDINGS, directory, dirs_exist_ok=True)
    known = {name: facts(game(name), entry) for name, entry in catalogue["games"].items()}
    for name, told in known.items():
        text = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
        (directory / f"{name}.js").write_text(f"export default {text};\n", encoding="utf-8")
    (directory / "games.d.ts").write_text(declarations(known), encoding="utf-8")
    (directory / "package.json").write_text(manifest(catalogue["versions"]), encoding="utf-8")
    return sorted(each for each in directory.iterdir() if each.is_file())


def manifest(versions: dict[str, str]) -> str:
    """The package's description for npm."""
    told = {
        "name": "azulejos",
        "version": __version__.replace(".dev", "-dev.").replace("+", "-"),
        "description": "Rules and searches of the Azul family of board games, as WebAssembly",
        "license": "MIT",
        "private": True,
        "type": "module",
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "sideEffects": False,
        "builtWith": versions,
    }
    return json.dumps(told, indent=2) + "\n"


# Facts


def facts(found: Game, entry: dict[str, Any]) -> dict[str, Any]:
    """What the bindings need to know of a game."""
    return {
        "name": found.name,
        "title": found.title,
        "tableBytes": found.table.itemsize,
        "mostPieces": found.max_pieces,
        "mostPlies": KNOWLEDGE.of(found.name).max_plies,
        "rankedBy": found.ranked_by,
        "moves": [str(found.decode(code)) for code in range(found.move_codes)],
        "defaultBytes": set_bytes(found),
        "options": options(found),
        "fields": fields_of(found.table),
        "constants": constants(),
        "kernels": {each["role"]: each for each in entry["exports"].values()},
        "searches": entry["searches"],
    }


def options(found: Game) -> dict[str, Any]:
    """The options of a game: their values, and the bytes of a default table that each changes."""
    told = {}
    for field in found.options.each():
        values = list(field.metadata["allowed"])
        told[field.name] = {
            "values": values,
            "default": field.default,
            "meaning": field.metadata["meaning"],
            "bytes": [changed_bytes(found, field.name, value) for value in values],
        }
    return told


def changed_bytes(found: Game, name: str, value: Any) -> list[tuple[int, int]]:
    """The places and bytes in which a table with an option differs from one without."""
    players = next(found.options.each()).metadata["allowed"][-1]
    others = {} if name == "players" else {"players": players}  # so that any seat may start
    before, after = _with_options(found, others), _with_options(found, {**others, name: value})
    return [(place, int(after[place])) for place in np.flatnonzero(before != after).tolist()]


def set_bytes(found: Game) -> list[tuple[int, int]]:
    """The places and bytes of a table with all options at their defaults that are not 0."""
    raw = _with_options(found, {})
    return [(place, int(raw[place])) for place in np.flatnonzero(raw).tolist()]


def _with_options(found: Game, values: dict[str, Any]) -> Any:
    """A table on which options stand, and nothing else."""
    raw = found.empty_table()
    found.put_options(found.options.of(values), found.table_in(raw.data))
    return raw


def fields_of(layout: np.dtype[Any]) -> dict[str, Any]:
    """The fields of a record: where each lies, its type or inner fields, and its shape."""
    told = {}
    assert layout.fields is not None
    for name, (kind, offset, *_) in layout.fields.items():
        base, shape = kind.subdtype or (kind, ())
        told[name] = {"offset": offset, "shape": list(shape)}
        if base.fields is None:
            told[name]["type"] = str(base)
        else:
            told[name] |= {"fields": fields_of(base), "size": base.itemsize}
    return told


def constants() -> dict[str, int]:
    """The numbers that the search's Python and its kernels call by name."""
    return {
        name: value
        for module in CONSTANTS
        for name, value in vars(module).items()
        if name.isupper() and type(value) is int
    }


# Types


def declarations(known: dict[str, dict[str, Any]]) -> str:
    """What TypeScript is told of the games."""
    parts = ["// Written by `azulejos wasm --package`.", "", "export interface Games {"]
    parts += [
        f"  {name}: {{ options: {_named(name)}Options; table: {_named(name)}Table }};"
        for name in known
    ]
    parts.append("}")
    for name, told in known.items():
        parts += ["", f"export interface {_named(name)}Options {{"]
        for option, each in told["options"].items():
            parts.append(f"  /** {each['meaning']} */")
            parts.append(f"  {option}?: {_choice(each['values'])};")
        parts += ["}", "", f"export interface {_named(name)}Table {_record(told['fields'], '')}"]
    return "\n".join(parts) + "\n"


def _choice(values: list[Any]) -> str:
    if len(values) > MAX_LISTED and type(values[0]) is int:
        return "number"
    return " | ".join(map(json.dumps, values))


def _named(name: str) -> str:
    return name.capitalize()


def _record(fields: dict[str, Any], margin: str) -> str:
    lines = [f"{margin}  {name}: {_field(each, margin)};" for name, each in fields.items()]
    return "\n".join(["{", *lines, margin + "}"])


def _field(each: dict[str, Any], margin: str) -> str:
    inner = _record(each["fields"], margin + "  ") if "fields" in each else "number"
    return inner + "[]" * len(each["shape"])
