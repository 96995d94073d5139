"""What a site takes is looked for before anything is compiled."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from azulejos.ahead import building
from azulejos.errors import BuildError, NotInstalled
from azulejos.offline import bundle, site

ROOT = Path(__file__).parents[2]


def without_page(patch: pytest.MonkeyPatch, folder: Path) -> None:
    patch.setattr(site, "STATIC", folder)


def without_brotli(patch: pytest.MonkeyPatch, _: Path) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name, name=name)

    patch.setattr(site, "_check_kernels", lambda _: None)
    patch.setattr(site, "import_module", missing)


def without_zig(patch: pytest.MonkeyPatch, _: Path) -> None:
    def version(name: str) -> str:
        if name == "ziglang":
            raise metadata.PackageNotFoundError(name)
        return "1"

    patch.setattr(building, "version", version)


def without_node(patch: pytest.MonkeyPatch, _: Path) -> None:
    patch.setattr(site, "_check_kernels", lambda _: None)
    patch.setattr(shutil, "which", lambda _: None)
    patch.setattr(bundle, "find_spec", lambda _: None)


@pytest.mark.parametrize(
    ("remove", "message"),
    [
        (without_page, "the page has not been built"),
        (without_brotli, "brotli is missing: pip install 'azulejos[site]'"),
        (without_zig, "ziglang is missing: pip install 'azulejos[site]'"),
        (without_node, "Node is missing: install it, or pip install 'azulejos[site]'"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_compiled(
    remove: Callable[[pytest.MonkeyPatch, Path], None],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").touch()
    monkeypatch.setattr(site, "STATIC", tmp_path / "static")
    remove(monkeypatch, tmp_path)
    parts: list[str] = []
    with pytest.raises((BuildError, NotInstalled), match=message.replace("[", r"\[")):
        site.build(tmp_path / "public", progress=parts.append)
    assert parts == ["Looking for what a site takes"]
    assert not (tmp_path / "public").exists()


def test_pyodide_is_the_one_that_the_page_is_tested_with() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    locked = lock["packages"]["node_modules/pyodide"]
    assert f"pyodide@{locked['version']}" == bundle.PYODIDE
    assert locked["integrity"] == f"sha512-{bundle.PYODIDE_SHA512}"
