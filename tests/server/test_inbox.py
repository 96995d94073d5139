"""An inbox hands its things to one reader, in order, and loses none."""

from __future__ import annotations

import asyncio

import pytest

from azulejos.tables.inbox import Inbox

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_things_come_out_in_order() -> None:
    inbox: Inbox[int] = Inbox()
    for number in range(3):
        inbox.put(number)
    assert len(inbox) == 3
    assert [await inbox.get() for _ in range(3)] == [0, 1, 2]


async def test_who_waits_gets_what_comes() -> None:
    inbox: Inbox[str] = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put("first")
    inbox.put("second")
    assert await reader == "first"
    assert await inbox.get() == "second"


async def test_nothing_is_lost_with_a_reader_that_is_cancelled() -> None:
    inbox: Inbox[str] = Inbox()
    reader = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put("letter")
    reader.cancel()  # it was woken, but has not run yet
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert await inbox.get() == "letter"


async def test_the_next_reader_is_woken_after_one_was_cancelled() -> None:
    inbox: Inbox[str] = Inbox()
    gone = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    gone.cancel()
    following = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put("letter")
    assert await following == "letter"
