"""Modules of WebAssembly in Chromium do what native kernels do; the package's page plays a game."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect
from wasm_cases import cases

from azulejos.ahead import write_package
from azulejos.core.compiled import COMPILES
from azulejos.games import GAME_NAMES

COMPARE = Path(__file__).parents[1] / "ahead" / "compare.mjs"
pytestmark = pytest.mark.skipif(not COMPILES, reason="kernels are interpreted")


class Quiet(SimpleHTTPRequestHandler):
    """Hands out files, and says nothing about it."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the package for JavaScript is served, with what compares."""
    directory = tmp_path_factory.mktemp("npm")
    write_package(directory)
    shutil.copy(COMPARE, directory / "compare.js")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("name", GAME_NAMES)
def test_modules_play_and_search_as_native_kernels_do(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/index.js")
    expect(page.locator("body")).to_be_visible()
    wrong = page.evaluate(
        """async ([name, cases]) => {
            const { compare } = await import("/compare.js");
            return compare(name, JSON.parse(cases), await import("/index.js"));
        }""",
        [name, json.dumps(cases(name))],
    )
    assert wrong == []


def test_the_example_plays_a_whole_game(page: Page, address: str) -> None:
    page.goto(f"{address}/example.html")
    expect(page.locator("#result")).to_have_text(re.compile(r"Points: \d+ to \d+"))
    expect(page.locator("#moves li").first).to_have_text(re.compile(r"seat [12]: \w+"))
