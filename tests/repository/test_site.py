"""The documentation: every public name has an example, and `./check site` finds broken links."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import azulejos
from azulejos import errors
from loading import program

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
REFERENCE = sorted((DOCS / "reference").glob("*.md"))


@pytest.fixture(scope="module")
def site() -> ModuleType:
    return program("tools/site.py")


def examples() -> str:
    text = "\n".join(page.read_text(encoding="utf-8") for page in REFERENCE)
    return "\n".join(line for line in text.splitlines() if line.startswith((">>> ", "... ")))


@pytest.mark.parametrize("name", azulejos.__all__)
def test_every_public_name_is_described_and_has_an_example(name: str) -> None:
    assert re.search(rf"\bimport\b.*\b{name}\b", examples())
    heading = re.compile(rf"^(::: azulejos\.{name}|## (.*, )?{name}(,.*)?)$", re.MULTILINE)
    assert any(heading.search(page.read_text(encoding="utf-8")) for page in REFERENCE)


def test_every_error_can_be_imported_from_where_the_reference_says() -> None:
    for error, code in errors.CODES.items():
        assert getattr(errors, error.__name__) is error
        assert re.fullmatch(r"[a-z_]+", code)


def test_the_menu_has_every_page() -> None:
    nav = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert set(named(nav)) == pages


def named(menu: Any) -> Iterator[str]:
    match menu:
        case str(page):
            yield page
        case list(entries):
            for entry in entries:
                yield from named(entry)
        case dict(titled):
            yield from named(list(titled.values()))


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="other.html">', "other.html is not there"),
        ('<a href="#nowhere">', "#nowhere is not there"),
        ('<a href="page.html#nowhere">', "page.html#nowhere is not there"),
        ('<img src="images/none.webp">', "images/none.webp is not there"),
        ('<a href="../outside.html">', "../outside.html is not there"),
        ('<script src="https://cdn.example/x.js">', "from another host"),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', "from another host"),
    ],
)
def test_faults_of_a_page_are_found(
    site: ModuleType, tmp_path: Path, html: str, fault: str
) -> None:
    (tmp_path / "outside.html").write_text("")
    built = tmp_path / "site"
    built.mkdir()
    (built / "page.html").write_text(html)
    (result,) = site.faults_of_site(built)
    assert fault in result


def test_a_whole_page_has_no_faults(site: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "index.html").write_text('<h2 id="here">')
    links = ["sub/index.html#here", "sub/", "/sub/index.html", "https://example.org/", "#top"]
    text = "".join(f'<a href="{link}">' for link in links)
    (tmp_path / "index.html").write_text(f'<body id="top">{text}')
    (tmp_path / "style.css").write_text("a { background: url(x.png) }")
    assert list(site.faults_of_site(tmp_path)) == []


def test_links_of_the_files_at_the_root_lead_somewhere(site: ModuleType, tmp_path: Path) -> None:
    assert list(site.faults_of_markdown(ROOT)) == []
    (tmp_path / "README.md").write_text("[here](README.md) and [there](docs/none.md#x)")
    assert list(site.faults_of_markdown(tmp_path)) == ["README.md: docs/none.md#x is not there"]
