"""A server that notifies at once, and a push service of our own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.server.push.services import make_key
from push_service import PushService, at_once, push_service
from server_in_thread import Running, Start


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    make_key(tmp_path / "push.pem")
    return tmp_path / "push.pem"


@pytest.fixture
def server(key_file: Path, start: Start) -> Running:
    return start(push=at_once(key_file))
