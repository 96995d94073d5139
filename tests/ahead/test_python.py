"""Python in WebAssembly, with kernels compiled ahead of time, plays and searches as natively.

The digests are those that native kernels are held to: `digests/`.
"""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from azulejos.ahead import build
from azulejos.games import GAME_NAMES, game
from azulejos.offline.bundle import wheel
from option_sets import read_options
from steps import daily_links, steps_digest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
DIGESTS = HERE.parent / "digests"


WITHOUT_SIMD = "--no-enable-sse4-1"  # V8 has no SIMD without these instructions


@pytest.mark.skipif(not PYODIDE.is_dir(), reason="the page was not built: there is no Pyodide")
@pytest.mark.parametrize(
    ("names", "flags"),
    [(GAME_NAMES, ()), (GAME_NAMES[:1], (WITHOUT_SIMD,))],
    ids=["all games", "without SIMD"],
)
def test_python_in_webassembly_finds_what_is_pinned(
    names: tuple[str, ...], flags: tuple[str, ...], node: str, tmp_path: Path
) -> None:
    kernels, msgspec = tmp_path / "kernels", tmp_path / "msgspec"
    build(kernels)
    if flags:  # the page gives a browser what it can run
        (kernels / "_kernels.plain.so").replace(kernels / "_kernels.so")
    with zipfile.ZipFile(wheel()) as archive:
        archive.extractall(msgspec)
    folders = [ROOT / "src/azulejos/offline/arrays", msgspec, ROOT / "src", HERE.parent, kernels]
    command = [node, *flags, HERE / "pinned.mjs", PYODIDE, *folders, " ".join(names)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    result = json.loads(done.stdout)
    assert (result["compiles"], result["has_library"]) == (False, True)
    searches = json.loads((DIGESTS / "versions.json").read_text())
    for name in names:
        for text, digest in result[name]["steps"].items():
            assert digest == steps_digest(game(name), read_options(game(name), text))
        assert result[name]["daily"] == daily_links(name)
        games = json.loads((DIGESTS / f"{name}.json").read_text())
        assert result[name]["games"].items() <= games.items()
        for number, digests in result[name]["versions"].items():
            assert digests.items() <= searches[name][number].items()
