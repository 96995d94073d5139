"""What the whole suite shares. Kernels run with bounds checks, in a cache of their own."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

# Read when the package is first imported: so first. With 0 the tests run what users run.
if not os.environ.get("AZULEJOS_KERNELS"):  # those compiled ahead of time check nothing
    os.environ.setdefault("AZULEJOS_BOUNDSCHECK", "1")

import pytest
from hypothesis import settings

import postgresql as postgresql_server
import together
from azulejos.core.compiled import COMPILES, IS_FAST
from costs import Costs

settings.register_profile("azulejos", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("azulejos")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write digests, perft counts and playthroughs instead of comparing them",
    )
    parser.addoption(
        "--more",
        type=int,
        default=1,
        help="play this many times as many random games",
    )
    parser.addoption(
        "--costs",
        type=int,
        default=0,
        help="show the processor time of the most expensive tests, this many, and of all files",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(together)
    if shown := int(config.getoption("--costs")):
        config.pluginmanager.register(Costs(shown))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect tests without looking for garbage, which takes a third of the time and finds none.

    What is there by then stays, so nobody looks through it later, either.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


WAITING = Path(__file__).parent / "server"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # What waits for servers and clocks comes first: others compute meanwhile
    items.sort(key=lambda item: not item.path.is_relative_to(WAITING))
    unwanted, now = ("compiled", "interpreted")
    if IS_FAST:
        unwanted, now = ("interpreted" if COMPILES else "", "compiled")
    skip = pytest.mark.skip(reason=f"kernels are {now}")
    for item in items:
        if unwanted and item.get_closest_marker(unwanted):
            item.add_marker(skip)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that have passed only the second time, and how they failed before."""
    failed = {report.nodeid for report in terminalreporter.getreports("failed")}
    again = [each for each in terminalreporter.getreports("rerun") if each.nodeid not in failed]
    for report in again:
        terminalreporter.section(f"PASSED ONLY THE SECOND TIME: {report.nodeid}", yellow=True)
        report.toterminal(terminalreporter._tw)
    if again:
        terminalreporter.write_line("Tests that need a second chance are faults: mend them.")


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture
def seeds(request: pytest.FixtureRequest) -> range:
    """The random games to play for each option set: other ones where kernels are interpreted."""
    number = int(request.config.getoption("--more"))
    return range(number) if IS_FAST else range(number, 2 * number)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[postgresql_server.Cluster]:
    """A PostgreSQL server; tests that want one are skipped where none is installed."""
    try:
        postgresql_server.installed()
    except postgresql_server.NotInstalled as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    with postgresql_server.running("fsync=off") as cluster:
        yield cluster


@pytest.fixture
def _fifth() -> Iterator[None]:
    """A game that exists only in the tests is one of the games."""
    # By name: it has a part in every layer, and not every test is to depend on all of them
    pebbles = import_module("pebbles")
    pebbles.add()
    yield
    pebbles.remove()
