"""The standalone site, served beside the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from azulejos.tables.settings import SITE_MARK, is_site
from server_in_thread import Running, settings_for


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    (site / "index.html").write_text(f"<!doctype html><html {SITE_MARK} lang=en>", encoding="utf-8")
    (site / "assets" / "page-1.js").write_text("export {}", encoding="utf-8")
    (site / "worker.js").write_text("0", encoding="utf-8")
    (tmp_path / "secret").write_text("nobody's business", encoding="utf-8")
    return site


@pytest.fixture
def url(folder: Path, tmp_path: Path) -> Iterator[str]:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    for name in ("index.html", "worker.js", "assets/page-1.js"):
        (static / name).write_text("<html lang=en>", encoding="utf-8")
    running = Running(settings_for(tmp_path / "games.db", site=folder, static=static))
    yield running.url
    running.stop()


def test_the_page_and_the_site_know_of_each_other(url: str, folder: Path) -> None:
    assert is_site(folder)
    assert not is_site(folder.parent)
    assert 'data-offline="/offline/"' in httpx.get(url).text
    page = httpx.get(f"{url}/offline/")
    assert 'data-server="/"' in page.text
    assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
    assert "'wasm-unsafe-eval'" not in httpx.get(url).headers["content-security-policy"]
    assert httpx.get(f"{url}/offline").headers["location"] == "/offline/"
    again = httpx.get(f"{url}/offline/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


def test_what_changes_is_looked_for_and_what_has_a_digest_is_kept(url: str) -> None:
    assert "immutable" in httpx.get(f"{url}/offline/assets/page-1.js").headers["cache-control"]
    assert httpx.get(f"{url}/offline/worker.js").headers["cache-control"] == "no-cache"


def test_asking_for_a_site_that_is_being_built_is_no_fault(url: str, folder: Path) -> None:
    (folder / "worker.js").unlink()
    assert httpx.get(f"{url}/offline/worker.js").status_code == 204


@pytest.mark.parametrize("name", ["../secret", "%2e%2e/secret", "missing", "assets", "a" * 300])
def test_nothing_else_is_handed_out(url: str, name: str) -> None:
    assert httpx.get(f"{url}/offline/{name}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/t/abc", "/me/secret", "/worker.js", "/assets/page-1.js", "/assets/missing"),
        *("/offline", "/offline/", "/offline/worker.js", "/offline/assets/page-1.js"),
    ],
)
def test_head_is_answered_like_get_without_a_body(url: str, path: str) -> None:
    whole, head = httpx.get(url + path), httpx.head(url + path)
    assert head.status_code == whole.status_code
    assert not head.content
    for answer in (whole, head):
        answer.headers.pop("date")
    assert head.headers == whole.headers
    tag = whole.headers.get("etag")
    if tag:
        assert httpx.head(url + path, headers={"If-None-Match": tag}).status_code == 304


def test_a_server_without_a_site_says_nothing_of_one(tmp_path: Path) -> None:
    running = Running(settings_for(tmp_path / "games.db"))
    assert "data-offline" not in httpx.get(running.url).text
    assert httpx.get(f"{running.url}/offline/").status_code == 404
    running.stop()
