"""How much a first visit loads, and that the page can be installed."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from typing import Any

import httpx
import pytest
from playwright.sync_api import CDPSession, Page, expect

from azulejos import GAME_NAMES
from clicking import WAIT
from server_in_thread import Running

MOST = 100 * 1024  # bytes on the wire, to the first table that can be played


class Loaded:
    """What a browser has loaded: bytes on the wire by address, headers included."""

    def __init__(self, page: Page) -> None:
        self.sizes: Counter[str] = Counter()
        self.encodings: dict[str, str | None] = {}
        self._names: dict[str, str] = {}
        self._compressing: set[str] = set()  # sockets
        session: CDPSession = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self._answered)
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketHandshakeResponseReceived", self._opened)
        session.on("Network.webSocketFrameReceived", self._heard)

    def _answered(self, event: dict[str, Any]) -> None:
        address, headers = event["response"]["url"], event["response"]["headers"]
        self._names[event["requestId"]] = address
        lower = {name.lower(): value for name, value in headers.items()}
        self.encodings[address] = lower.get("content-encoding")

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._names:
            self.sizes[self._names[event["requestId"]]] += int(event["encodedDataLength"])

    def _opened(self, event: dict[str, Any]) -> None:
        headers = event["response"]["headers"]
        self.sizes["socket"] += len(event["response"].get("headersText", "")) or len(str(headers))
        if "permessage-deflate" in str(headers):
            self._compressing.add(event["requestId"])

    def _heard(self, event: dict[str, Any]) -> None:
        """We hear what a message says, not how it came: compress it as the server did."""
        said = event["response"]["payloadData"].encode()
        if event["requestId"] in self._compressing:
            said = zlib.compress(said, level=3)
        self.sizes["socket"] += len(said) + 4

    def add_what_is_linked(self, url: str) -> None:
        """Icon and manifest, too, which some browsers load at once and some later."""
        links = re.findall(r'rel="(?:icon|manifest)"[^>]* href="([^"]+)"', httpx.get(url).text)
        assert len(links) == 2
        for link in links:
            if url + link not in self.sizes:
                with httpx.stream("GET", url + link, headers={"Accept-Encoding": "br"}) as answer:
                    self.sizes[url + link] = len(b"".join(answer.iter_raw())) + 500

    def told(self) -> str:
        lines = [f"{size:7} {address}" for address, size in self.sizes.most_common()]
        return "\n".join([*lines, f"{self.sizes.total():7} in all, of at most {MOST}"])


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_first_table_is_not_far_away(newcomer: Page, server: Running, game: str) -> None:
    loaded = Loaded(newcomer)
    newcomer.goto(server.url)
    newcomer.locator(f"[data-game={game}] [data-do=play]").click()
    expect(newcomer.locator("main.table [data-legal]").first).to_be_visible(timeout=WAIT)
    loaded.add_what_is_linked(server.url)
    assert loaded.sizes.total() < MOST, loaded.told()
    assert loaded.sizes["socket"] > 1000
    fonts = [address for address in loaded.sizes if address.endswith(".woff2")]
    assert len(fonts) == 2
    assert all("-first-" in font for font in fonts)
    scripts = {code for name, code in loaded.encodings.items() if name.endswith((".js", ".css"))}
    assert scripts == {"br"}


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
