"""`azulejos admin guests` and `azulejos admin tokens`."""

from __future__ import annotations

from pathlib import Path

import click

from azulejos.cli.admin.restrictions import restricting
from azulejos.cli.admin.store import LIMIT, STORE, the_guest, when, within
from azulejos.cli.arguments import FILE
from azulejos.cli.main import Failure
from azulejos.server.operations.erasure import erase
from azulejos.tables.export import exported
from azulejos.tables.store import GivenSecret, Guest, Store

GUEST = click.argument("text", metavar="GUEST")


@click.group(
    epilog="""\b
A GUEST is named by its id, as shown by `azulejos admin tables show`, or by the beginning of it.

\b
Examples:
  azulejos admin guests list Ana
  azulejos admin guests ban 3f0c9a --for 30d --reason "insults"
  azulejos admin guests export 3f0c9a --output ana.json"""
)
def guests() -> None:
    """List, mute, ban, export and delete guests."""


@guests.command("list")
@click.argument("name", default="")
@LIMIT
@STORE
def list_(url: str, name: str, *, limit: int) -> None:
    """List guests whose name contains NAME, the latest visitors first."""
    for guest in within(url, lambda store: store.guests_called(name, limit)):
        click.echo(_line(guest))


def _line(guest: Guest) -> str:
    return f"{guest.guest}  {when(guest.seen)}  {guest.name}"


@guests.command()
@GUEST
@STORE
def show(url: str, text: str) -> None:
    """Show when a GUEST was last here, and what identifies it."""

    async def work(store: Store) -> tuple[Guest, list[GivenSecret]]:
        guest = await the_guest(store, text)
        return guest, await store.given_secrets(guest.guest)

    guest, secrets = within(url, work)
    click.echo(_line(guest))
    for secret in secrets:
        click.echo(f"  {secret.kind} of {when(secret.made)}")


@guests.command()
@GUEST
@click.option("--output", type=FILE, help="A file to write; printed if left out.")
@STORE
def export(url: str, text: str, *, output: Path | None) -> None:
    """Write everything stored about a GUEST as JSON."""

    async def work(store: Store) -> str:
        guest = await the_guest(store, text)
        return "".join([part async for part in exported(store, guest.guest)])

    result = within(url, work)
    if output is None:
        click.echo(result, nl=False)
    else:
        output.write_text(result, encoding="utf-8")


@guests.command()
@GUEST
@click.option("--yes", is_flag=True, help="Do not ask.")
@STORE
def delete(url: str, text: str, *, yes: bool) -> None:
    """Delete everything stored about a GUEST.

    Games with others stay, under the name Guest; what the guest said is removed.
    """

    async def work(store: Store) -> str:
        guest = await the_guest(store, text)
        if not yes:
            click.confirm(f"Delete all data of {guest.name} ({guest.guest}) for ever?", abort=True)
        await erase(store, guest.guest)
        return guest.guest

    click.echo(f"Deleted guest {within(url, work)}.")


async def _subject(store: Store, text: str) -> str:
    return (await the_guest(store, text)).guest


for command in restricting("guest", "GUEST", _subject):
    guests.add_command(command)


@click.group(
    epilog="""\b
Examples:
  azulejos admin tokens list
  azulejos admin tokens revoke 3f0c9a"""
)
def tokens() -> None:
    """List and revoke the tokens of programs."""


@tokens.command("list")
@LIMIT
@STORE
def list_programs(url: str, *, limit: int) -> None:
    """List the programs that have tokens, the most recently used first."""
    for guest in within(url, lambda store: store.programs(limit)):
        click.echo(_line(guest))


@tokens.command()
@GUEST
@STORE
def revoke(url: str, text: str) -> None:
    """Revoke all tokens of a program, GUEST."""

    async def work(store: Store) -> tuple[Guest, int]:
        guest = await the_guest(store, text)
        return guest, await store.revoke_tokens(guest.guest)

    guest, count = within(url, work)
    if not count:
        raise Failure(f"{guest.guest} has no token")
    click.echo(f"Revoked {count} tokens of {guest.name}.")
