"""The page in a real browser, and the server behind it."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from azulejos.offline.site import build
from clicking import PLAIN, STILL, UNSEEN, WAIT
from hosts import Host, ServerHost, SiteHost
from patience import PATIENCE
from server_in_thread import Running, settings_for
from static_server import FOLDER, StaticServer

ROOT = Path(__file__).parents[2]
DRIVER = (Path(__file__).parent / "moves.js").read_text(encoding="utf-8")
expect.set_options(timeout=1000 * PATIENCE)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WITHOUT_WINDOWS = shutil.which("chromium-headless-shell") or CHROMIUM  # works less


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Playwright leaves its event loop running, in which no other test can have one of its own
    items.sort(key=lambda item: item.path.is_relative_to(Path(__file__).parent))
    browsers = {"browser", "firefox", "page", "whole_browser"}
    for item in items:
        if browsers & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))  # a second chance: see tests/README.md
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
    flags += ["--process-per-site"]  # the next page is shown by the process of the last
    return {"args": flags, **({"executable_path": WITHOUT_WINDOWS} if WITHOUT_WINDOWS else {})}


@pytest.fixture(scope="module")
def whole_browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Chromium with windows: the one without notifies nobody."""
    whole = {"executable_path": CHROMIUM} if CHROMIUM else {}
    browser = browser_type.launch(**{**browser_type_launch_args, **whole})
    yield browser
    browser.close()


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


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    size = {"width": 1280, "height": 800}
    return {**browser_context_args, "viewport": size, "reduced_motion": "reduce", "locale": "en-GB"}


@pytest.fixture(scope="session")
def visitor(
    browser: Browser, browser_context_args: dict[str, Any], server: Running
) -> Iterator[BrowserContext]:
    """A browser that has loaded the page before, and of which a page stays open."""
    context = browser.new_context(**browser_context_args)
    context.new_page().goto(f"{server.url}/health")
    yield context
    context.close()


@pytest.fixture
def context(visitor: BrowserContext, server: Running) -> Iterator[BrowserContext]:
    """The browser of somebody who is unknown, and who has set nothing."""
    first = visitor.pages[0]
    yield visitor
    for page in visitor.pages:
        if page is not first:
            page.close()
    visitor.clear_cookies()
    visitor.clear_permissions()
    session = visitor.new_cdp_session(first)
    kept = "local_storage,service_workers,indexeddb,cache_storage"
    session.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": kept})
    session.detach()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let tests of what a person does run at a server, and some or all at a site, too."""
    if "host" in metafunc.fixturenames:
        has_more = int(metafunc.config.getoption("--more")) > 1
        at_both = has_more or metafunc.definition.get_closest_marker("both") is not None
        hosts = ["server", "site"] if at_both else ["server"]
        metafunc.parametrize("host", hosts, indirect=True)


@pytest.fixture
def host(request: pytest.FixtureRequest) -> Host:
    """Who answers the page."""
    if request.param == "server":
        return ServerHost(request.getfixturevalue("server"))
    return SiteHost(request.getfixturevalue("at_site").pages[0].url.rstrip("/"))


@pytest.fixture(scope="session")
def at_site(
    browser: Browser, browser_context_args: dict[str, Any], site: Path
) -> Iterator[BrowserContext]:
    """A browser at a site: its first tab has the games, so that others begin at once."""
    web = StaticServer(site)
    context = browser.new_context(**browser_context_args)
    context.set_default_timeout(WAIT)
    first = context.new_page()
    first.goto(f"{web.url}/{FOLDER}/")
    expect(first.locator("[data-site=installed]")).to_be_visible()
    yield context
    context.close()
    web.stop()


@pytest.fixture
def page(request: pytest.FixtureRequest) -> Iterator[Page]:
    chosen = getattr(request.node, "callspec", None)
    is_at_site = chosen is not None and chosen.params.get("host") == "site"
    context: BrowserContext = request.getfixturevalue("at_site" if is_at_site else "context")
    page = context.new_page()
    painted = request.node.get_closest_marker("painted")
    if painted is None:
        page.add_init_script(UNSEEN)
    elif not painted.kwargs.get("shadows", True):
        page.add_init_script(PLAIN)
    with no_complaints(page):
        yield page
    if is_at_site:
        page.evaluate("localStorage.clear()")  # the next has set nothing
        page.close()


@pytest.fixture
def newcomer(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A page in a browser that has loaded nothing yet."""
    context = browser.new_context(**browser_context_args)
    page = context.new_page()
    with no_complaints(page):
        yield page
    context.close()


@contextmanager
def no_complaints(page: Page) -> Iterator[None]:
    """A page at which nothing moves, and which may not complain of anything."""
    problems: list[str] = []
    page.set_default_timeout(1000 * PATIENCE)
    page.add_init_script(STILL)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield
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


@pytest.fixture
def finished(page: Page, host: Host) -> str:
    """A game of two turns that was given up."""
    return host.finished(page)


@pytest.fixture(scope="session")
def site(built: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a web server with the site below it."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "web"
    with (folder.parent / "building a site").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # processes that test side by side share it
        if not (folder / FOLDER).is_dir():
            (folder / FOLDER).parent.mkdir(parents=True, exist_ok=True)
            with ThreadPoolExecutor(1) as own_loop:  # that of Playwright is running here
                own_loop.submit(build, folder / FOLDER, compressed=False).result()
    return folder


@pytest.fixture
def web(site: Path) -> Iterator[StaticServer]:
    running = StaticServer(site)
    yield running
    running.stop()


@pytest.fixture
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that was never there, whose pages may not complain of anything."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    context.set_default_timeout(WAIT)
    context.add_init_script(f"if (location.host) {{ {STILL} }}")  # no page keeps nothing
    context.add_init_script(UNSEEN)
    problems: list[str] = []
    context.on("weberror", lambda failed: problems.append(str(failed.error)))
    yield context
    context.close()
    assert problems == []
