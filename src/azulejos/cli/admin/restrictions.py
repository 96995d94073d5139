"""Muting, banning and pardoning guests and addresses."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator

import click

from azulejos.cli.admin.store import STORE, when, within
from azulejos.cli.arguments import duration
from azulejos.cli.main import Failure
from azulejos.tables.people.networks import network_called
from azulejos.tables.store import Effect, RestrictedKind, Restriction, Store

Subject = Callable[[Store, str], Awaitable[str]]

MEANINGS: dict[Effect, str] = {
    "mute": "Let {0} play but not speak.",
    "ban": "Refuse all requests of {0}, and close its connections.",
}


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
        show_default=True,
        help="For how long, like 7d or 12h.",
    )
    @click.option("--reason", default="", help="What the people concerned are told.")
    @STORE
    def command(url: str, text: str, *, seconds: float | None, reason: str) -> None:
        async def work(store: Store) -> str:
            result = await subject(store, text)
            now = time.time()
            until = None if seconds is None else now + seconds
            told = " ".join(reason.split())[:200]
            await store.restrict(Restriction(kind, result, effect, told, now, until))
            return result

        click.echo(f"{effect}: {kind} {within(url, work)}")

    return command


def _pardoning(kind: RestrictedKind, metavar: str, subject: Subject) -> click.Command:
    @click.command("pardon", help=f"Lift all restrictions on {metavar}.")
    @click.argument("text", metavar=metavar)
    @STORE
    def command(url: str, text: str) -> None:
        async def work(store: Store) -> str:
            found = await subject(store, text)
            if not await store.lift(kind, found):
                raise Failure(f"{kind} {found} is not restricted")
            return found

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
        until = "for ever" if each.until is None else f"until {when(each.until)}"
        line = f"{each.effect:4}  {each.kind:7}  {each.subject}  {until}  {each.reason}"
        click.echo(line.rstrip())
