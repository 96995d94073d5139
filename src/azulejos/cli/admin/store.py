"""Opening the store of a server for one command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import click

from azulejos.cli.main import Failure
from azulejos.server.store.addresses import connect, is_shared
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Guest

T = TypeVar("T")

STORE = click.pass_obj
"""Hands a command the address of the store."""

LIMIT = click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=50,
    help="How many to list at most.",
)

MAX_ALIKE = 10


def within(url: str, work: Callable[[Store], Awaitable[T]], *, serves: bool = False) -> T:
    """Do something with an existing store."""
    path = Path(url.removeprefix("sqlite:///"))
    if not is_shared(url) and not path.exists():  # a mistyped one must not be created
        raise Failure(f"there is no store at {path}; --store or AZULEJOS_STORE names it")
    return asyncio.run(opened(url, work, serves=serves))


async def opened(url: str, work: Callable[[Store], Awaitable[T]], *, serves: bool = False) -> T:
    """Open a store, which may be new, and do something with it."""
    store = await connect(url, serves=serves)
    try:
        return await work(store)
    finally:
        await store.close()


async def the_guest(store: Store, text: str) -> Guest:
    """The guest whose id begins with a text."""
    result = await store.guests_with(text, MAX_ALIKE)
    if not result:
        raise Failure(f"there is no guest {text}")
    if len(result) > 1:
        raise Failure(f"several guests begin with {text}: {', '.join(g.guest for g in result)}")
    return result[0]


def when(seconds: float) -> str:
    """A time, for people."""
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M}"
