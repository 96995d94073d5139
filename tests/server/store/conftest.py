"""Every test here runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from azulejos.server.store.addresses import connect
from azulejos.tables.store.protocol import Store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place for a store."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    return str(request.getfixturevalue("postgresql").database())


@pytest.fixture
async def store(url: str, anyio_backend: str) -> AsyncIterator[Store]:
    store = await connect(url)
    yield store
    await store.close()
