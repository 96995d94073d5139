"""`azulejos admin tables`."""

from __future__ import annotations

import click
import msgspec

from azulejos.cli.admin.store import LIMIT, STORE, the_guest, when, within
from azulejos.cli.arguments import GAME, counted
from azulejos.cli.main import Failure
from azulejos.errors import NotFound
from azulejos.server.operations.erasure import close_table
from azulejos.tables.live import log
from azulejos.tables.live.summary import Summary, read_cursor
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Entry, TableRow, TableState, Which

DASHES = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""The names of tables may begin with a dash."""

TABLES = click.argument("names", metavar="TABLE...", nargs=-1, required=True)


@click.group(
    epilog="""\b
Examples:
  azulejos admin tables list --state playing
  azulejos admin tables close 5l4RsDEzNfZYou-Y"""
)
def tables() -> None:
    """List, show, close and delete tables."""


@tables.command("list")
@click.option(
    "--state", type=click.Choice(["open", "playing", "over"]), help="Only tables in this state."
)
@click.option("--game", type=GAME, help="Only tables of this game.")
@click.option("--guest", help="Only tables where this guest holds a seat.")
@LIMIT
@click.option(
    "--after", metavar="CURSOR", help="Continue where the last list ended: it printed this."
)
@STORE
def list_(
    url: str,
    *,
    state: TableState | None,
    game: str | None,
    guest: str | None,
    limit: int,
    after: str | None,
) -> None:
    """List tables, the latest first."""
    cursor = read_cursor(after) if after else None
    which = Which(state, game)

    async def work(store: Store) -> list[TableRow]:
        if guest is None:
            return await store.all_tables(limit + 1, cursor, which)
        result = await the_guest(store, guest)
        return await store.tables_of(result.guest, limit + 1, cursor, which)

    rows = within(url, work)
    for row in rows[:limit]:
        click.echo(_line(row))
    if len(rows) > limit:
        last = rows[limit - 1]
        click.echo(f"More with --after {last.updated!r}:{last.table}", err=True)


def _line(row: TableRow) -> str:
    summary = msgspec.json.decode(row.summary, type=Summary)
    names = " · ".join(seat.name or "open" for seat in summary.seats)
    return f"{row.table}  {when(row.updated)}  {row.state:7}  {row.game:8}  {names}"


@tables.command(context_settings=DASHES)
@click.argument("name", metavar="TABLE")
@STORE
def show(url: str, name: str) -> None:
    """Show who sits at a TABLE, and what was said there and by whom."""

    async def work(store: Store) -> tuple[TableRow | None, list[Entry]]:
        return await store.row(name), await store.entries(name)

    row, entries = within(url, work)
    if row is None:
        raise Failure(f"there is no table {name}")
    click.echo(_line(row))
    summary = msgspec.json.decode(row.summary, type=Summary)
    for number, (seat, guest) in enumerate(zip(summary.seats, summary.guests, strict=True), 1):
        who = f"guest {guest}" if guest else f"bot {seat.level}" if seat.level else "nobody"
        click.echo(f"  seat {number}: {who}  {seat.name}".rstrip())
    for entry in entries:
        body = log.decode(entry.body)
        if isinstance(body, log.Spoke):
            click.echo(f"  {when(entry.at)}  guest {entry.author}  {body.name}: {body.text}")


@tables.command(context_settings=DASHES)
@TABLES
@STORE
def close(url: str, names: tuple[str, ...]) -> None:
    """Close tables: nothing more happens there, but what happened can still be read."""

    async def work(store: Store) -> None:
        for name in names:
            try:
                is_closed = await close_table(store, name)
            except NotFound as error:
                raise Failure(str(error)) from None
            click.echo(f"{name}: {'closed' if is_closed else 'was over already'}")

    within(url, work)


@tables.command(context_settings=DASHES)
@TABLES
@click.option("--yes", is_flag=True, help="Do not ask.")
@STORE
def delete(url: str, names: tuple[str, ...], *, yes: bool) -> None:
    """Delete tables, with their games and all that was said there."""

    async def work(store: Store) -> None:
        missing = [name for name in names if await store.row(name) is None]
        if missing:
            raise Failure(f"there is no table {missing[0]}; nothing was deleted")
        if not yes:
            click.confirm(f"Delete {counted(len(names), 'table')} permanently?", abort=True)
        await store.remove_tables(names)

    within(url, work)
    click.echo(f"Deleted {counted(len(names), 'table')}.")
