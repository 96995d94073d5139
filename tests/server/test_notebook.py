"""Notes that are changed from several places at once."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from azulejos.errors import Busy, Conflict
from azulejos.offline.disk import Journal, MemoryDisk
from azulejos.offline.store import LocalStore
from azulejos.tables.requests.backend import change_note, read_note
from azulejos.tables.store.rows import Guest, Note

pytestmark = pytest.mark.anyio


class Tally(msgspec.Struct, frozen=True):
    """Something that is counted."""

    number: int = 0


def one_more(tally: Tally) -> Tally:
    return Tally(tally.number + 1)


@pytest.fixture
async def backend() -> Any:
    store = await LocalStore.open(Journal(MemoryDisk(), lambda _: None))
    await store.add_guest(Guest("eva", "Eva"))
    return SimpleNamespace(store=store)


async def test_no_change_is_lost(backend: Any) -> None:
    changing = (change_note(backend, "eva", "azul", Tally(), one_more) for _ in range(9))
    result = await asyncio.gather(*changing)
    assert sorted(after.number for _, after in result) == [*range(1, 10)]
    assert all(after.number == before.number + 1 for before, after in result)
    assert await read_note(backend, "eva", "azul", Tally()) == Tally(9)


async def test_what_changes_nothing_is_not_written(backend: Any) -> None:
    assert await change_note(backend, "eva", "azul", Tally(), lambda tally: tally) == (
        Tally(),
        Tally(),
    )
    assert await backend.store.note("eva", "progress", "azul") is None


async def test_whoever_is_gone_is_told_so_at_once(backend: Any) -> None:
    with pytest.raises(Conflict):
        await change_note(backend, "nobody", "azul", Tally(), one_more)


async def test_a_note_that_never_rests_is_busy(
    backend: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(range(10**6))

    async def always_another(*_: object) -> Note:
        return Note("progress", "azul", 1.0, b'{"number":%d}' % next(times))

    monkeypatch.setattr(backend.store, "note", always_another)
    with pytest.raises(Busy):
        await change_note(backend, "eva", "azul", Tally(), one_more)
