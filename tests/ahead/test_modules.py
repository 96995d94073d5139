"""Modules in Node do what native kernels do, to the last bit; in Chromium: `web/test_wasm.py`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from wasm_cases import cases

from azulejos.games import GAME_NAMES

COMPARE = Path(__file__).with_name("compare.mjs")
WITHOUT_SIMD = "--no-enable-sse4-1"  # V8 has no SIMD without these instructions


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "flags"),
    [*((name, ()) for name in GAME_NAMES), ("azul", (WITHOUT_SIMD,))],
    ids=[*GAME_NAMES, "azul without SIMD"],
)
def test_modules_play_and_search_as_native_kernels_do(
    name: str, flags: tuple[str, ...], node: str, package: Path, tmp_path: Path
) -> None:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({name: cases(name)}), encoding="utf-8")
    told = run(node, *flags, str(COMPARE), str(package), str(file))
    assert json.loads(told) == {name: []}


PLAY = """
const {{ load, Rng }} = await import("{package}/index.js");
const game = await load("pavilion");
const told = [];
for (const wrong of [
  () => game.newTable({{ players: 5 }}),
  () => game.newTable({{ colour: "blue" }}),
  () => game.newTable({{ players: 2, start: 3 }}),
  () => game.play(game.newTable(), 0),
  () => {{
    for (let table = game.newTable(); ; ) table = game.deal(table, new Rng(1, 2));
  }},
]) {{
  try {{ wrong(); }} catch (error) {{ told.push(`${{error.name}}: ${{error.message}}`); }}
}}
console.log(JSON.stringify(told));
"""


def test_what_is_not_allowed_is_refused_in_a_line(node: str, package: Path) -> None:
    program = PLAY.format(package=package.as_uri())
    assert json.loads(run(node, "--input-type=module", "--eval", program)) == [
        "RangeError: pavilion: players cannot be 5",
        "RangeError: pavilion has no option colour",
        "RangeError: pavilion: there are only 2 seats",
        "RangeError: illegal move: 0",
        "RangeError: nothing is to be dealt",
    ]


TYPED = """
import { load, Rng, type AzulTable } from "azulejos";
const azul = await load("azul");
const table = azul.deal(azul.newTable({ players: 3, side: "grey" }), new Rng());
const seats: AzulTable["seats"] = azul.read(table).seats;
const best: number = azul.search(table, { nodes: 100 }).move + seats[0].score;
// @ts-expect-error there is no such side
azul.newTable({ side: "blue" });
// @ts-expect-error there is no such game
await load("chess");
export { best };
"""


def test_the_bindings_are_typed(node: str, package: Path, tmp_path: Path) -> None:
    compiler = Path(__file__).parents[2] / "web" / "node_modules" / "typescript" / "bin" / "tsc"
    if not compiler.exists():
        pytest.skip("the page was not built: there is no TypeScript")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "azulejos").symlink_to(package)
    (tmp_path / "game.mts").write_text(TYPED, encoding="utf-8")
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"]
    run(node, str(compiler), *options, str(tmp_path / "game.mts"))
