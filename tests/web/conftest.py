"""The page in a real browser, and the server behind it."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import azulejos
from azulejos.server.settings import Settings
from serving import Running, settings_for

WEB = Path(__file__).parents[2] / "web"
STILL = """
for (const [name, value] of Object.entries({ forced: false, motion: false, tour: true }))
  localStorage.getItem('azulejos.' + name) ?? localStorage.setItem('azulejos.' + name, value);
"""
"""Nothing moves, and nothing is played by itself, so that tests need not wait."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, where it is; else the one that Playwright has."""
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    found = shutil.which("chromium")
    return {"args": flags, **({"executable_path": found} if found else {})}


@pytest.fixture(scope="session")
def built() -> None:
    """The page as its sources are now; of processes that test side by side one builds it."""
    with (WEB / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_up_to_date():
            if not (WEB / "node_modules").is_dir():
                subprocess.run(["npm", "ci"], cwd=WEB, check=True)
            subprocess.run(["npm", "run", "build"], cwd=WEB, check=True)


def is_up_to_date() -> bool:
    """Whether the page was built after the last change to what it is made of."""
    page = Settings().static / "index.html"
    folders = (WEB / "src", Path(azulejos.__file__).parent / "languages")
    sources = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    sources += [WEB / "build.mjs", WEB / "index.html", WEB / "package-lock.json"]
    return page.exists() and page.stat().st_mtime > max(file.stat().st_mtime for file in sources)


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
    page.add_init_script(STILL)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield page
    assert problems == []
