"""The caller: a name, their tables, links for other devices."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from azulejos.errors import Busy, NotAllowed
from azulejos.tables.live.summary import TablePage, page_of_tables
from azulejos.tables.lobby.statistics import Statistics, statistics_of
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend
from azulejos.tables.store import GivenLink, Which

MAX_LISTED = 100


class Me(msgspec.Struct, frozen=True):
    """Who the caller is; somebody unknown has no name."""

    is_known: bool
    name: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name that the caller wants."""

    name: str


class Link(msgspec.Struct, frozen=True):
    """Whoever opens this address is the same guest from then on: it is a secret."""

    link: str


class LinkOwner(msgspec.Struct, frozen=True):
    """Who the caller would become by opening a personal link, and who they would stop being."""

    name: str
    is_me: bool  # already
    mine: str | None  # the caller's own name, if they have sat down anywhere under it


class LinkInfo(msgspec.Struct, frozen=True):
    """A link that was given out: by its name it can be revoked, but not opened."""

    name: str
    made: float  # seconds since 1970
    devices: int  # that came by it


class Devices(msgspec.Struct, frozen=True):
    """The links that I gave out, and how many devices are me beside this one."""

    links: list[LinkInfo]
    others: int


def about(caller: Identity | None) -> Me:
    """Who somebody is."""
    return Me(is_known=caller is not None, name=caller.name if caller else "")


async def rename(backend: Backend, caller: Identity, name: str) -> Me:
    """Give a guest another name, which is told to the tables where it sits."""
    backend.limits.take("rename", caller.guest)
    renamed = await backend.guests.rename(caller, name)
    for row in await backend.store.tables_of(renamed.guest, MAX_LISTED):
        if row.state != "over" and backend.lobby.is_live(row.table):
            with suppress(Busy):  # then the table learns it when the guest comes back
                await (await backend.lobby.table(row.table)).rename(renamed)
    return Me(is_known=True, name=renamed.name)


async def mine(
    backend: Backend, caller: Identity | None, limit: int, after: str | None, which: Which
) -> TablePage:
    """One's tables, the latest first."""
    if caller is None:
        return TablePage([], None)
    return await page_of_tables(backend.store, caller.guest, limit, after, which)


async def statistics(backend: Backend, caller: Identity | None, address: str) -> list[Statistics]:
    """How one has done, by game and opponents."""
    backend.limits.take("study", address)
    return await statistics_of(backend.store, caller.guest) if caller else []


async def link(backend: Backend, caller: Identity | None) -> Link:
    """A link by which somebody is known on another device."""
    return Link(f"/me/{await backend.guests.secret(_person(caller).guest, 'link')}")


async def links(backend: Backend, caller: Identity | None) -> Devices:
    """The links that somebody gave out."""
    return await _devices(backend, caller) if caller else Devices([], 0)


async def revoke(backend: Backend, caller: Identity | None, name: str) -> Devices:
    """Revoke a link, and sign out the devices that came by it."""
    person = _person(caller)
    for given in await backend.store.links_of(person.guest):
        if _name(given) == name:
            await backend.guests.revoke(person, given.digest)
    await backend.lobby.listener.close_revoked(person.guest)
    return await _devices(backend, person)


async def revoke_all(backend: Backend, caller: Identity | None) -> Devices:
    """Sign out all devices except the one that asks."""
    person = _person(caller)
    await backend.guests.revoke(person)
    await backend.lobby.listener.close_revoked(person.guest)
    return await _devices(backend, person)


async def link_owner(backend: Backend, caller: Identity | None, secret: str) -> LinkOwner:
    """Who one would be by opening a personal link."""
    owner = await owner_of(backend, secret)
    is_me = caller is not None and caller.guest == owner.guest
    has_sat = caller is not None and bool(await backend.store.tables_of(caller.guest, 1))
    return LinkOwner(owner.name, is_me, caller.name if caller and has_sat else None)


async def owner_of(backend: Backend, secret: str) -> Identity:
    """Whose personal link it is."""
    owner = await backend.guests.by_secret(secret, "link")
    if owner is None:
        raise NotAllowed("this link is nobody's")
    return owner


def _person(caller: Identity | None) -> Identity:
    if caller is None or caller.is_program:
        raise NotAllowed("only the guest of this browser can continue on another device")
    return caller


async def _devices(backend: Backend, person: Identity) -> Devices:
    given = await backend.store.links_of(person.guest)
    secrets = await backend.store.secrets_of([person.guest])
    devices = secrets - {person.secret} - {link.digest for link in given}
    links = [LinkInfo(_name(link), link.made, link.devices) for link in given]
    return Devices(links, len(devices))


def _name(link: GivenLink) -> str:
    return link.digest[:8].hex()
