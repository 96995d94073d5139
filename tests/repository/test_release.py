"""A release: its version stands in three files, and `tools/release.py` finds what does not fit."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
import yaml

import azulejos
from loading import program

ROOT = Path(__file__).parents[2]
TODAY = "2026-11-20"


@pytest.fixture(scope="module")
def release() -> ModuleType:
    return program("tools/release.py")


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == azulejos.__version__
    assert {"cff-version", "message", "title", "authors", "license"} <= set(citation)


def test_what_is_prepared_has_no_faults(release: ModuleType) -> None:
    texts = release.prepared(release.read(), "7.0.1", TODAY)
    assert list(release.faults_of(texts)) == []
    assert f"## [Unreleased]\n\n## [7.0.1] - {TODAY}\n" in texts["CHANGELOG.md"]
    again = release.prepared(texts, "7.1.0", "2026-12-01")
    assert list(release.faults_of(again)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("src/azulejos/__init__.py", '"7.0.1"', '"7.0"', "is not a version like"),
        (
            "src/azulejos/__init__.py",
            '"7.0.1"',
            '"7.0.2"',
            "after [Unreleased] should come [7.0.2]",
        ),
        ("CITATION.cff", "7.0.1", "7.0.0", "the version should be 7.0.1"),
        ("CITATION.cff", TODAY, "2025-01-01", f"date-released should be {TODAY}"),
        ("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n- More\n", "still unreleased"),
        ("CHANGELOG.md", "## [7.0.1]", "## [6.0.0]", "after [Unreleased] should come [7.0.1]"),
    ],
)
def test_what_does_not_fit_is_told(
    release: ModuleType, file: str, old: str, new: str, fault: str
) -> None:
    texts = dict(release.prepared(release.read(), "7.0.1", TODAY))
    assert old in texts[file]
    texts[file] = texts[file].replace(old, new, 1)
    assert fault in "\n".join(release.faults_of(texts))


@pytest.mark.parametrize("version", ["1", "v7.0.1", "7.0.1rc1", "07.0.1", "0.0.1"])
def test_a_version_that_is_none_or_old_is_refused(release: ModuleType, version: str) -> None:
    with pytest.raises(SystemExit, match="error: "):
        release.prepared(release.read(), version, TODAY)
