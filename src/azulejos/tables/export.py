"""Everything that the server has stored about a guest, as JSON for that guest.

Draws of chance are left out: while a game goes on, they may be another seat's secret. The record of
a table has them as far as the guest may know them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, get_args

import msgspec

from azulejos.errors import NotFound
from azulejos.tables.live import log
from azulejos.tables.live.summary import Summary
from azulejos.tables.store import rows
from azulejos.tables.store.protocol import GuestStore, LogStore, NotebookStore, SecretStore

AT_ONCE = 50  # tables
LEFT_OUT = {"draws", "holder", "maker", "seats"}  # of entries: not only about their author


class ExportStore(GuestStore, NotebookStore, LogStore, SecretStore, Protocol):
    """What an export asks of a store; the rest of it is in `PushStore` and `ErasureStore`."""

    async def subscriptions_of(self, guest: str) -> list[rows.Subscription]: ...

    async def traces_of(self, guest: str, limit: int, after: str = "") -> list[str]: ...


async def exported(store: ExportStore, guest: str) -> AsyncIterator[str]:
    """The parts of one JSON object; a guest may have any number of tables."""
    result = await store.guest(guest)
    if result is None:
        raise NotFound(f"there is no guest {guest}")
    secrets = [msgspec.to_builtins(given) for given in await store.given_secrets(guest)]
    about = {"guest": guest, "name": result.name, "seen": result.seen, "secrets": secrets}
    about["push"] = [
        {"endpoint": each.endpoint, "language": each.language, "made": each.made}
        for each in await store.subscriptions_of(guest)
    ]
    yield _json(about)[:-1] + ', "notes": ['
    separator = "\n"
    for kind in get_args(rows.NoteKind):
        for note in await store.notes_of(guest, kind):
            yield separator + _json(_note(note))
            separator = ",\n"
    yield '\n], "tables": ['
    separator, after = "\n", ""
    while tables := await store.traces_of(guest, AT_ONCE, after):
        for table in tables:
            row = await store.row(table)
            if row is not None:
                yield separator + _json(_at_table(row, await store.entries(table), guest))
                separator = ",\n"
        after = tables[-1]
    yield "\n]}\n"


def _note(note: rows.Note) -> dict[str, object]:
    about: dict[str, object] = {"kind": note.kind, "key": note.key, "at": note.at}
    return about | {"body": msgspec.json.decode(note.body)}


def _at_table(row: rows.TableRow, entries: list[rows.Entry], guest: str) -> dict[str, object]:
    summary = msgspec.json.decode(row.summary, type=Summary)
    return {
        "table": row.table,
        "game": row.game,
        "options": summary.options,
        "state": row.state,
        "begun": entries[0].at if entries else row.updated,
        "updated": row.updated,
        "seats": [seat for seat, each in enumerate(summary.guests) if each == guest],
        "result": msgspec.to_builtins(summary.result),
        "entries": [_entry(entry) for entry in entries if _is_of(entry, guest)],
    }


def _is_of(entry: rows.Entry, guest: str) -> bool:
    body = log.decode(entry.body)
    return entry.author == guest or (isinstance(body, log.Sat) and body.holder.guest == guest)


def _entry(entry: rows.Entry) -> dict[str, object]:
    body: dict[str, object] = msgspec.to_builtins(log.decode(entry.body))
    return {"at": entry.at, **{key: value for key, value in body.items() if key not in LEFT_OUT}}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
