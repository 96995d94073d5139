"""One server for most tests, and servers of one's own for those that stop or limit them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azulejos import GAME_NAMES, Match
from azulejos import game as game_named
from azulejos.play.kernels import use_every_kernel
from server_in_thread import OPENED, Running, Start, settings_for


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1))  # a second chance: see tests/README.md


@pytest.fixture(autouse=True)
def _close_what_was_opened() -> Iterator[None]:
    yield
    OPENED.close()


@pytest.fixture(scope="session", autouse=True)
def _compile_first() -> None:
    """A server that compiles answers nobody meanwhile; those of `azulejos serve` have done it."""
    for name in GAME_NAMES:
        game = game_named(name)
        use_every_kernel(game)
        state = Match(game).state
        assert state.view(0).state.public == state.public


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(settings_for(tmp_path_factory.mktemp("server") / "games.db"))
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Start servers with other settings; they all keep their games in the same place."""
    store = tmp_path_factory.mktemp("server") / "games.db"
    started: list[Running] = []

    def start_one(**settings: Any) -> Running:
        started.append(Running(settings_for(store, **settings)))
        return started[-1]

    yield start_one
    for each in started:
        if each._thread.is_alive():
            each.stop()
