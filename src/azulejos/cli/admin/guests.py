"""`azulejos admin guests`, `tokens`, `addresses` and `restrictions`."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import click

from azulejos.cli.admin.store import LIMIT, STORE, the_guest, when, within
from azulejos.cli.arguments import FILE, counted, duration
from azulejos.cli.main import Failure
from azulejos.server.operations.erasure import erase
from azulejos.tables.export import exported
from azulejos.tables.people.networks import network_called
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Effect, GivenSecret, Guest, RestrictedKind, Restriction

GUEST = click.argument("text", metavar="GUEST")

Subject = Callable[[Store, str], Awaitable[str]]

MEANINGS: dict[Effect, str] = {
    "mute": "Let {0} play but not speak.",
    "ban": "Refuse all requests from {0} and close its connections.",
}


# Muting, banning and pardoning guests and addresses


def restricting(kind: RestrictedKind, metavar: str, subject: Subject) -> Iterator[click.Command]:
    """The commands that restrict guests or addresses, and the one that pardons."""
    for effect in MEANINGS:
        yield _restricting(kind, effect, metavar, subject)
    yield _pardoning(kind, metavar, subject)


def _restricting(
    kind: RestrictedKind, effect: Effect, metavar: str, subject: Subject
) -> click.Command:
    @click.command(effect, help=MEANINGS[effect].format(metavar))
    @click.argument("text", metavar=metavar)
    @click.option(
        "--for",
        "seconds",
        type=duration,
        metavar="TIME",
        default="forever",
        help="For how long, like 7d or 12h.",
    )
    @click.option(
        "--reason", default="", show_default=False, help="What the people concerned are told."
    )
    @STORE
    def command(url: str, text: str, *, seconds: float | None, reason: str) -> None:
        async def work(store: Store) -> str:
            result = await subject(store, text)
            now = time.time()
            until = None if seconds is None else now + seconds
            reason_shown = " ".join(reason.split())[:200]
            await store.restrict(Restriction(kind, result, effect, reason_shown, now, until))
            return result

        click.echo(f"{effect}: {kind} {within(url, work)}")

    return command


def _pardoning(kind: RestrictedKind, metavar: str, subject: Subject) -> click.Command:
    @click.command("pardon", help=f"Lift all restrictions on {metavar}.")
    @click.argument("text", metavar=metavar)
    @STORE
    def command(url: str, text: str) -> None:
        async def work(store: Store) -> str:
            result = await subject(store, text)
            if not await store.lift(kind, result):
                raise Failure(f"{kind} {result} is not restricted")
            return result

        click.echo(f"pardon: {kind} {within(url, work)}")

    return command


async def _network(_store: Store, text: str) -> str:
    return network_called(text)


@click.group(
    epilog="""\b
An ADDRESS is like 203.0.113.7, 203.0.113.0/24 or 2001:db8::1; for IPv6 the whole /64 is meant,
which is what a single customer gets. The server keeps no addresses: the log of the proxy has them.

\b
Examples:
  azulejos admin addresses ban 203.0.113.7 --for 12h
  azulejos admin addresses pardon 203.0.113.7"""
)
def addresses() -> None:
    """Mute, ban and pardon addresses."""


for each in restricting("network", "ADDRESS", _network):
    addresses.add_command(each)


@click.command(
    epilog="""\b
Examples:
  azulejos admin restrictions"""
)
@STORE
def restrictions(url: str) -> None:
    """List who is muted or banned."""
    for each in within(url, lambda store: store.restrictions()):
        until = "forever" if each.until is None else f"until {when(each.until)}"
        line = f"{each.effect:4}  {each.kind:7}  {each.subject}  {until}  {each.reason}"
        click.echo(line.rstrip())


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
            click.confirm(
                f"Delete all data of {guest.name} ({guest.guest}) permanently?", abort=True
            )
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
    click.echo(f"Revoked {counted(count, 'token')} of {guest.name}.")
