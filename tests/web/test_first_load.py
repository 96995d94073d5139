"""How much a first visit loads, and that the page can be installed."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import CDPSession, Page, expect

from clicking import WAIT
from serving import Running

MOST = 120 * 1024  # bytes, compressed, to the first table that can be played


@pytest.fixture
def loaded(page: Page) -> dict[str, dict[str, Any]]:
    """What the browser has loaded: by address how it was encoded, and its bytes on the wire."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    names: dict[str, str] = {}
    found: dict[str, dict[str, Any]] = {}

    def answered(event: dict[str, Any]) -> None:
        address, headers = event["response"]["url"], event["response"]["headers"]
        names[event["requestId"]] = address
        lower = {name.lower(): value for name, value in headers.items()}
        found[address] = {"encoding": lower.get("content-encoding"), "bytes": 0}

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] in names:
            found[names[event["requestId"]]]["bytes"] += int(event["encodedDataLength"])

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", finished)
    return found


def test_the_first_table_is_not_far_away(
    page: Page, server: Running, loaded: dict[str, dict[str, Any]]
) -> None:
    page.goto(server.url)
    page.locator("[data-game=azul] [data-do=play]").click()
    expect(page.locator("svg.board")).to_have_count(2, timeout=WAIT)
    sizes = {address: part["bytes"] for address, part in loaded.items()}
    assert sum(sizes.values()) < MOST, sizes
    assert not [address for address in loaded if "cyrillic" in address or "-ext-" in address]
    scripts = [part["encoding"] for address, part in loaded.items() if address.endswith(".js")]
    assert scripts
    assert set(scripts) == {"br"}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("", None)],
)
def test_a_browser_gets_what_it_accepts(
    server: Running, accepted: str, encoding: str | None
) -> None:
    answer = httpx.get(server.url, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == encoding
    assert "Azulejos" in answer.text or encoding == "br"


def test_the_page_can_be_installed(page: Page, server: Running) -> None:
    page.goto(server.url)
    expect(page.locator(".game")).to_have_count(4)
    session = page.context.new_cdp_session(page)
    described = session.send("Page.getAppManifest")
    assert described["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}  # as this browser is
