"""A host as a page has it, natively: everything is here but the browser."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from azulejos.offline.disk import MemoryDisk
from azulejos.offline.host import Host


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def disk() -> MemoryDisk:
    return MemoryDisk()


@pytest.fixture
async def host(disk: MemoryDisk, anyio_backend: str) -> AsyncIterator[Host]:
    started = await Host.start(disk, bot_pause=0.0)
    yield started
    await started.stop()
