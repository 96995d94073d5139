"""The simulated store keeps what the real ones promise: the same tests run on it."""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Awaitable, Callable

import pytest

from azulejos.tables.store.protocol import Store
from server.store import test_store as contract
from simulation.database import Database
from simulation.store import SimulatedStore

pytestmark = pytest.mark.anyio

LISTS = re.compile(
    "open_tables|tables_of|put_note|replace_note"
)  # nothing in a simulation asks for them
PROMISES = {
    name: promise
    for name, promise in vars(contract).items()
    if name.startswith("test_")
    and [*inspect.signature(promise).parameters] == ["store"]
    and not LISTS.search(inspect.getsource(promise))
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize("promise", PROMISES.values(), ids=PROMISES)
async def test_promise(promise: Callable[[Store], Awaitable[None]]) -> None:
    store = SimulatedStore(Database(time.time))
    await promise(store)  # type: ignore[arg-type]
    await store.close()


def test_there_are_promises() -> None:
    assert len(PROMISES) >= 15
