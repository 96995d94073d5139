"""Files of modules that are loaded are removed, and nothing else."""

from __future__ import annotations

import importlib
import py_compile
import sys
import zipfile
from pathlib import Path

import pytest

from azulejos.offline.browser import forget_loaded

SOURCE = "from pathlib import Path\nHERE = Path(__file__)\n"


def written(folder: Path, package: str) -> None:
    """A package of compiled modules."""
    (folder / package).mkdir(parents=True)
    for name in ("__init__", "early", "late"):
        source = folder / package / f"{name}.py"
        source.write_text(SOURCE, encoding="utf-8")
        py_compile.compile(str(source), str(source.with_suffix(".pyc")), doraise=True)
        source.unlink()


def test_what_is_loaded_is_forgotten_and_the_rest_can_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, archive = tmp_path / "folder", tmp_path / "archive.zip"
    written(folder, "plain_one")
    (folder / "plain_one" / "data.json").write_text("1", encoding="utf-8")
    written(tmp_path / "packed", "packed_one")
    with zipfile.ZipFile(archive, "w") as made:
        for file in (tmp_path / "packed").rglob("*.pyc"):
            made.write(file, file.relative_to(tmp_path / "packed"))
    size = archive.stat().st_size
    monkeypatch.setattr(sys, "path", [str(folder), str(archive), *sys.path])
    for name in ("plain_one.early", "packed_one.early"):
        importlib.import_module(name)
    for _ in range(2):
        forget_loaded(folder, archive)
        assert {each.name for each in (folder / "plain_one").iterdir()} == {"late.pyc", "data.json"}
        assert zipfile.ZipFile(archive).namelist() == ["packed_one/late.pyc"]
        assert archive.stat().st_size < size / 2
    for name in ("plain_one", "packed_one"):
        late = importlib.import_module(f"{name}.late")
        assert late.HERE.name == "late.pyc"
        assert importlib.import_module(f"{name}.early")
    data = importlib.import_module("plain_one").HERE.with_name("data.json")
    assert data.read_text(encoding="utf-8") == "1"
    forget_loaded(folder, archive)
    assert zipfile.ZipFile(archive).namelist() == []
    for name in [each for each in sys.modules if each.startswith(("plain_one", "packed_one"))]:
        del sys.modules[name]
