"""Where tables and guests are kept. Nothing here needs a database: `addresses.py` opens one."""

from __future__ import annotations

from azulejos.errors import Conflict, StoreError
from azulejos.server.store.protocol import (
    ANY,
    NOBODY,
    Entry,
    GivenLink,
    GivenSecret,
    Guest,
    News,
    Notice,
    Place,
    Present,
    Restriction,
    Revoked,
    SecretKind,
    Seen,
    Store,
    Subscription,
    TableRow,
    TableState,
    Which,
    Written,
)

__all__ = [
    "ANY",
    "NOBODY",
    "Conflict",
    "Entry",
    "GivenLink",
    "GivenSecret",
    "Guest",
    "News",
    "Notice",
    "Place",
    "Present",
    "Restriction",
    "Revoked",
    "SecretKind",
    "Seen",
    "Store",
    "StoreError",
    "Subscription",
    "TableRow",
    "TableState",
    "Which",
    "Written",
]
