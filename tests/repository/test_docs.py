"""The documents are true to the code: every file and every dotted name that they mention exists."""

from __future__ import annotations

import importlib
import re
import subprocess
import tomllib
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
KINDS = "py|md|json|toml|ts|tsx|js|mjs|css|svg|html|sql|service"
NAME = re.compile(r"azulejos(\.\w+)+")
PATH = re.compile(rf"(?:[\w.<>*-]+/)*(?:[\w<>*-][\w.<>*-]*\.(?:{KINDS})|[\w<>*-]+/)")
STANDS_FOR_ANY = re.compile(r"NAME|GAME|\bN\b|\bxx\b|<\w+>|\*")
NOT_OURS = {
    "api_test.py",  # of PettingZoo
    "azulejos.db",  # the store of `azulejos serve`
    "games_sim_test.py",  # of OpenSpiel
    "assets/",  # of a built page, like the next two
    "python-*/",
    "worker.js",
    "dist/",  # of a release
    "plan.json",  # of `lab.mine`
    "record.json",  # of a download
}
"""Files that are written by programs, or belong to others."""


PROGRAMS = {
    "docs/engine-protocol.md": ["tests/bots/external/test_program.py"],
    "docs/hosting.md": ["tests/server/test_client.py"],
    "docs/protocol.md": ["tests/server/test_client.py", "tests/server/test_bot_api.py"],
}
"""Documents with Python that is no session with `>>>`, which `./check docs` runs: for each block
the test that runs it."""


def tracked() -> list[str]:
    """The files of this checkout, those that are not committed yet among them."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return listed.stdout.decode().split("\n")[:-1]


FILES = tracked()
PLACES = "\n".join(
    sorted({*FILES, *(str(up) for file in FILES for up in PurePosixPath(file).parents)})
)
DOCUMENTS = [file for file in FILES if file.endswith(".md") and file != "CHANGELOG.md"]


def quoted(document: str) -> set[str]:
    """What stands between back-ticks within sentences, and what the reference describes."""
    text = re.sub(r"```.*?```", "", (ROOT / document).read_text(encoding="utf-8"), flags=re.DOTALL)
    return {*re.findall(r"`([^`\n]+)`", text), *re.findall(r"^::: (\S+)$", text, re.MULTILINE)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_mentions_exists(document: str) -> None:
    missing = [
        path
        for path in quoted(document) - NOT_OURS
        if PATH.fullmatch(path) and not NAME.fullmatch(path) and not exists(path)
    ]
    assert not missing


def exists(path: str) -> bool:
    """Whether a file or folder ends so; documents leave out the beginnings of paths."""
    parts = STANDS_FOR_ANY.split(path.rstrip("/"))
    pattern = "[^/\n]+".join(re.escape(part) for part in parts)
    return re.search(rf"^(.*/)?{pattern}$", PLACES, re.MULTILINE) is not None


def test_all_python_of_the_documents_is_run() -> None:
    for document in ("README.md", *(file for file in DOCUMENTS if file.startswith("docs/"))):
        text = (ROOT / document).read_text(encoding="utf-8")
        blocks = re.findall(r"^```py.*?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        tests = PROGRAMS.get(document, [])
        assert len([block for block in blocks if ">>>" not in block]) == len(tests), document
        for test in tests:
            assert Path(document).name in (ROOT / test).read_text(encoding="utf-8")


def test_a_file_that_is_gone_is_found() -> None:
    assert exists("games/NAME/rules.py")
    assert exists("tests/rules/<game>/")
    assert not exists("games/NAME/gone.py")
    assert not exists("ules.py")


def test_the_layers_are_drawn_as_they_are_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    drawn = "\n".join(layers).replace("azulejos.", "")
    assert f"```\n{drawn}\n```" in (ROOT / "docs/architecture.md").read_text(encoding="utf-8")


def test_every_dotted_name_exists() -> None:
    names = {name for document in DOCUMENTS for name in quoted(document)}
    dotted = [name for name in names - NOT_OURS if NAME.fullmatch(name)]
    assert len(dotted) > 20
    for name in dotted:
        assert is_defined(name), name


def is_defined(name: str) -> bool:
    """Whether a module has that name, or something in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            there = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            there = getattr(there, part, None)
        return there is not None
    return False
