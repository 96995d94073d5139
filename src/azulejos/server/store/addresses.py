"""Opening a store by its address: SQLite in a file, or PostgreSQL for several processes."""

from __future__ import annotations

import re
from pathlib import Path

from azulejos.errors import StoreError
from azulejos.extras import needs
from azulejos.server.store.sqlite import SqliteStore
from azulejos.tables.store import Store

LOOKS_LIKE_URL = re.compile(r"[a-z]{2,}:(?!\\)", re.IGNORECASE)
"""A scheme, with or without what must follow it: no name of a file that anybody wants."""


def is_shared(url: str) -> bool:
    """Whether several processes may use a store at the same time."""
    return url.partition("://")[0] in ("postgresql", "postgres")


async def connect(url: str, *, serves: bool = False) -> Store:
    """Open a store, and bring its tables up to date.

    A server says that it `serves`: a file is served by one process only, which others that use it
    for a moment do not disturb.

    `games.db` and `sqlite:///games.db` are a file here, `sqlite:////var/games.db` one by its whole
    path, `postgresql://user@host/database` a database of a PostgreSQL server.
    """
    scheme, separator, rest = url.partition("://")
    if not separator and not LOOKS_LIKE_URL.match(url):
        return SqliteStore(Path(url), serves=serves)
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return SqliteStore(Path(rest[1:]), serves=serves)
    if is_shared(url):
        return await connect_to_postgres(url)
    raise StoreError(
        f"no store at {without_password(url)}: give a file, sqlite:///FILE or postgresql://..."
    )


def without_password(url: str) -> str:
    """An address that may be shown, however it was mistyped."""
    before, separator, rest = url.rpartition("://")
    who, at, where = rest.rpartition("@")
    shown = f"{who.partition(':')[0]}:***@{where}" if at and ":" in who else rest
    if not at:
        shown = re.sub(r":[^/?]*", ":***", rest, count=1)
    return before + separator + re.sub(r"(?i)(password=)[^&]*", r"\1***", shown)


async def connect_to_postgres(url: str) -> Store:
    with needs("postgres"):
        from azulejos.server.store.postgres import PostgresStore  # noqa: PLC0415
    return await PostgresStore.connect(url)
