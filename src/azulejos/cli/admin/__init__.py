"""`azulejos admin`: how an operator manages the tables and guests of a server.

It uses the store directly, even while a server does: every change is one transaction, and servers
pick up what has changed.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from azulejos.cli.admin.guests import addresses, guests, restrictions, tokens
from azulejos.cli.admin.store import STORE, opened, within
from azulejos.cli.admin.tables import tables
from azulejos.cli.arguments import FILE, counted, keep_options
from azulejos.extras import needs
from azulejos.server.operations.housekeeping import sweep as sweep_store
from azulejos.server.store.addresses import copy as copy_store
from azulejos.server.store.database import Database
from azulejos.tables.settings import Keeping
from azulejos.tables.store.protocol import Store


@click.group(
    epilog="""\b
Examples:
  azulejos admin tables list                        the latest tables
  azulejos admin tables show 5l4RsDEzNfZYou-Y       who sits there, and what was said
  azulejos admin guests mute 3f0c9a --for 7d        by the beginning of its id, as in `tables show`
  azulejos admin addresses ban 203.0.113.7
  azulejos admin guests delete 3f0c9a               all data kept about somebody
  azulejos admin copy games.db postgresql:///azulejos
  azulejos admin push-key push.pem                  a key for notifications by web push
  azulejos admin guests --help                      everything about one group"""
)
@click.option(
    "--store",
    default="azulejos.db",
    envvar="AZULEJOS_STORE",
    metavar="URL",
    help="The store of the server, as `azulejos serve` has it (also AZULEJOS_STORE).",
)
@click.pass_context
def admin(context: click.Context, store: str) -> None:
    """Manage the tables and guests of a server, even while it runs.

    A running server picks changes up within a second or two.
    """
    context.obj = store


for group in (tables, guests, addresses, restrictions, tokens):
    admin.add_command(group)


@admin.command(
    epilog="""\b
Examples:
  azulejos admin sweep --keep-finished 90d
  azulejos admin sweep --keep-abandoned 7d --keep-guests 400d"""
)
@keep_options(finished="forever", abandoned="forever", guests="forever")
@STORE
def sweep(
    url: str,
    *,
    keep_finished: float | None,
    keep_abandoned: float | None,
    keep_guests: float | None,
) -> None:
    """Remove old tables and guests now, as `azulejos serve` does automatically.

    Times are like 30d or 12h. What remains of guests who deleted their data is always removed.
    """
    keep = Keeping(keep_finished, keep_abandoned, keep_guests)

    async def work(store: Store) -> Counter[str]:
        removed: Counter[str] = Counter()
        async for what, count in sweep_store(store, keep):
            removed[what] += count
        return removed

    removed = within(url, work)
    tables, guests = counted(removed["tables"], "table"), counted(removed["guests"], "guest")
    click.echo(f"Removed {tables} and {guests}.")


@admin.command(
    epilog="""\b
Examples:
  azulejos admin copy games.db postgresql://azulejos@localhost/azulejos
  azulejos admin copy games.db "$AZULEJOS_STORE\""""
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy all tables and guests FROM one store TO another, which must be empty.

    Stop the server first. TO gets everything, checked by counts and digests, or stays empty.
    """

    def tell(table: str, count: int) -> None:
        click.echo(f"\r{table}: {count}    ", err=True, nl=False)

    async def work(read: Store) -> dict[str, int]:
        async def into(written: Store) -> dict[str, int]:
            assert isinstance(read, Database)
            assert isinstance(written, Database)
            return await copy_store(read, written, tell)

        return await opened(target, into, serves=True)

    counts = within(source, work, serves=True)
    click.echo("\r", err=True, nl=False)
    rows = ", ".join(f"{table} {count}" for table, count in counts.items())
    click.echo(f"Rows copied: {rows}.")


@admin.command(
    epilog="""\b
Examples:
  azulejos admin push-key push.pem
  azulejos serve --push-key push.pem --public-url https://azul.example.org"""
)
@click.argument("file", type=FILE, metavar="FILE")
def push_key(file: Path) -> None:
    """Make a key for web push and write it to a new FILE that only you can read.

    All processes of a server use the same key. Keep it: after a change of keys everybody has to
    switch notifications on again.
    """
    with needs("push"):
        key: Any = import_module("azulejos.server.push.services")
    click.echo(f"Wrote {file}. Its public part, which browsers are told, is {key.make_key(file)}")
