"""The page in a real browser, and the server behind it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clicking import STILL
from patience import PATIENCE
from server_in_thread import Running, settings_for

ROOT = Path(__file__).parents[2]
DRIVER = (Path(__file__).parent / "moves.js").read_text(encoding="utf-8")
expect.set_options(timeout=1000 * PATIENCE)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Playwright leaves its event loop running, in which no other test can have one of its own
    items.sort(key=lambda item: item.path.is_relative_to(Path(__file__).parent))
    if CHROMIUM or os.environ.get("CI") == "true":  # then they fail, and nobody overlooks it
        return
    skip = pytest.mark.skip(reason="Chromium is not installed")
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, which asks nobody for anything."""
    flags = ["--no-sandbox", "--disable-gpu", "--disable-sync"]
    flags += ["--disable-background-networking", "--disable-component-update"]
    return {"args": flags, **({"executable_path": CHROMIUM} if CHROMIUM else {})}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The page as its sources are now; of processes that test side by side one builds it."""
    with (tmp_path_factory.getbasetemp().parent / "building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, "hatch_build.py"], cwd=ROOT, check=True)


@pytest.fixture(scope="session")
def server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(tmp_path_factory.mktemp("server") / "games.db"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def base_url(server: Running) -> str:
    return server.url


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    size = {"width": 1280, "height": 800}
    return {**browser_context_args, "viewport": size, "reduced_motion": "reduce", "locale": "en-GB"}


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that may not complain of anything."""
    problems: list[str] = []
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(STILL)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield page
    assert problems == []


@pytest.fixture
def stage(page: Page, server: Running) -> Page:
    """The page at a table whose server is the test."""
    page.add_init_script(DRIVER)
    page.route("**/api/tables/positions", lambda route: route.fulfill(json={}))
    page.route("**/api/tables/positions/*", lambda route: route.fulfill(json={"events": []}))
    page.goto(f"{server.url}/t/positions")
    page.wait_for_function("() => window.socket?.onmessage")
    return page
