"""Where tables and guests are kept: SQLite in a file, or PostgreSQL for several processes."""

from __future__ import annotations

from pathlib import Path

from azulejos.errors import Conflict, StoreError
from azulejos.server.store.protocol import (
    NOBODY,
    Entry,
    GivenLink,
    Guest,
    News,
    Present,
    Revoked,
    SecretKind,
    Seen,
    Store,
    TableRow,
    TableState,
    Written,
)
from azulejos.server.store.sqlite import SqliteStore

__all__ = [
    "NOBODY",
    "Conflict",
    "Entry",
    "GivenLink",
    "Guest",
    "News",
    "Present",
    "Revoked",
    "SecretKind",
    "Seen",
    "Store",
    "StoreError",
    "TableRow",
    "TableState",
    "Written",
    "connect",
    "is_shared",
]


def is_shared(url: str) -> bool:
    """Whether several processes may use a store at the same time."""
    return url.partition("://")[0] in ("postgresql", "postgres")


async def connect(url: str) -> Store:
    """Open a store, and bring its tables up to date.

    `games.db` and `sqlite:///games.db` are a file here, `sqlite:////var/games.db` one by its whole
    path, `postgresql://user@host/database` a database of a PostgreSQL server.
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return SqliteStore(Path(url))
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return SqliteStore(Path(rest[1:]))
    if is_shared(url):
        return await connect_to_postgres(url)
    raise StoreError(f"no store at {url!r}: give a file, sqlite:///FILE or postgresql://...")


async def connect_to_postgres(url: str) -> Store:
    try:
        from azulejos.server.store.postgres import PostgresStore  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise StoreError(f"{error}; install azulejos[postgres] for PostgreSQL") from error
    return await PostgresStore.connect(url)
