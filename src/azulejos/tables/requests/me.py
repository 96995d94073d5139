"""The caller: a name, their tables, links for other devices, notifications."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from contextlib import suppress
from typing import Annotated

import msgspec

from azulejos.errors import Busy, Conflict, Malformed, NotAllowed
from azulejos.messages import ENGLISH
from azulejos.tables.clock import now
from azulejos.tables.export import exported
from azulejos.tables.live.summary import TablePage, page_of_tables
from azulejos.tables.lobby.statistics import Statistics, statistics_of
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import Backend, ServerBackend
from azulejos.tables.requests.route import Content, Context, ServerContext, download
from azulejos.tables.store.rows import GivenLink, Subscription, TableState, Which

MAX_LISTED = 100

After = Annotated[str, msgspec.Meta(max_length=80, description="`next` of the last page")]
GameName = Annotated[str, msgspec.Meta(pattern="^[a-z]{1,20}$")]
Limit = Annotated[int, msgspec.Meta(ge=1, le=MAX_LISTED)]
Secret = Annotated[str, msgspec.Meta(max_length=80)]

MAX_DEVICES = 10  # of one guest
MAX_KEY = 100  # characters
MAX_LANGUAGE = 20

Key = Annotated[str, msgspec.Meta(max_length=MAX_KEY)]
Language = Annotated[str, msgspec.Meta(max_length=MAX_LANGUAGE)]


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


async def me(context: Context) -> Me:
    """Say who I am."""
    return _about(await context.caller())


async def rename(context: Context, body: NewName) -> Me:
    """Give me a name.

    It is told to the tables where the guest sits.
    """
    caller, backend = await context.caller(), context.backend
    if caller is None:
        return _about(await context.new_guest(body.name))
    backend.limits.take("rename", caller.guest)
    renamed = await backend.guests.rename(caller, body.name)
    for row in await backend.store.tables_of(renamed.guest, MAX_LISTED):
        if row.state != "over" and backend.lobby.is_live(row.table):
            with suppress(Busy):  # then the table learns it when the guest comes back
                await (await backend.lobby.table(row.table)).rename(renamed)
    return _about(renamed)


async def data(context: Context) -> Content[bytes]:
    """Download all data kept about me."""
    caller = await context.caller()
    if caller is None:
        raise NotAllowed("no data is kept about you")
    context.backend.limits.take("data", caller.guest)
    parts = exported(context.backend.store, caller.guest)
    return download((part.encode() async for part in parts), "azulejos-my-data.json")


async def forget(context: Context) -> Me:
    """Delete all data kept about me."""
    caller = await context.caller()
    if caller is not None:
        await context.backend.forget(caller.guest)
        context.sign_in("")
    return _about(None)


async def mine(
    context: Context,
    after: After | None = None,
    limit: Limit = 50,
    state: TableState | None = None,
    game: GameName | None = None,
) -> TablePage:
    """List my tables, the latest first."""
    caller = await context.caller()
    if caller is None:
        return TablePage([], None)
    which = Which(state, game)
    return await page_of_tables(context.backend.store, caller.guest, limit, after, which)


async def statistics(context: Context) -> list[Statistics]:
    """How I have done, by game and opponents."""
    caller, backend = await context.caller(), context.backend
    if caller is None:
        return []
    await backend.lobby.events.publish()  # so that a game that has just ended is counted
    return await statistics_of(backend.store, caller.guest)


async def link(context: Context) -> Link:
    """Make a link by which I am known on another device."""
    person = await _person(context)
    return Link(f"/me/{await context.backend.guests.secret(person.guest, 'link')}")


async def devices(context: Context) -> Devices:
    """List the links by which I am known on other devices."""
    caller = await context.caller()
    return await _devices(context.backend, caller) if caller else Devices([], 0)


async def revoke(context: Context, link: str) -> Devices:
    """Revoke a link, and sign out the devices that came by it."""
    person, backend = await _person(context), context.backend
    for given in await backend.store.links_of(person.guest):
        if _name(given) == link:
            await backend.guests.revoke(person, given.digest)
    await backend.lobby.listener.close_revoked(person.guest)
    return await _devices(backend, person)


async def revoke_all(context: Context) -> Devices:
    """Sign out all my other devices."""
    person, backend = await _person(context), context.backend
    await backend.guests.revoke(person)
    await backend.lobby.listener.close_revoked(person.guest)
    return await _devices(backend, person)


async def link_owner(context: Context, secret: Secret) -> LinkOwner:
    """Say who I would become by opening a personal link."""
    owner, caller = await _owner_of(context.backend, secret), await context.caller()
    is_me = caller is not None and caller.guest == owner.guest
    has_sat = caller is not None and bool(await context.backend.store.tables_of(caller.guest, 1))
    return LinkOwner(owner.name, is_me, caller.name if caller and has_sat else None)


async def open_link(context: Context, secret: Secret) -> Me:
    """Become the guest of a personal link."""
    owner, caller = await _owner_of(context.backend, secret), await context.caller()
    if caller is None or caller.guest != owner.guest:
        context.sign_in(await context.backend.guests.by_link(secret))
    return _about(owner)


def _about(caller: Identity | None) -> Me:
    return Me(is_known=caller is not None, name=caller.name if caller else "")


async def _owner_of(backend: Backend, secret: str) -> Identity:
    """The guest of a personal link."""
    owner = await backend.guests.by_secret(secret, "link")
    if owner is None:
        raise NotAllowed("this link is not valid")
    return owner


async def _person(context: Context) -> Identity:
    caller = await context.caller()
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


# Web push: whether this server sends it, and whether to this device


class PushInfo(msgspec.Struct, frozen=True):
    """The server's public key for web push; without one it sends none."""

    key: str | None  # base64url
    is_subscribed: bool  # whether this device is


class NewSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `PushSubscription` of the browser, and the language to write in."""

    endpoint: str
    p256dh: Key  # base64url
    auth: Key
    language: Language | None = None  # without one, as before


async def push(context: Context) -> PushInfo:
    """Say whether this device is notified of my turns."""
    services, caller = context.backend.push, await context.caller()
    if services is None:
        return PushInfo(None, is_subscribed=False)
    known = await context.backend.store.subscriptions_of(caller.guest) if caller else []
    is_subscribed = any(caller and each.device == caller.secret for each in known)
    return PushInfo(services.public_key, is_subscribed)


async def subscribe(context: ServerContext, body: NewSubscription) -> PushInfo:
    """Notify this device of my turns."""
    backend, caller = context.backend, await context.caller()
    if backend.push is None:
        raise NotAllowed("this server sends no notifications")
    if caller and caller.is_program:
        raise NotAllowed("only browsers are notified")
    p256dh, auth = _decoded(body.p256dh), _decoded(body.auth)
    backend.push.check(body.endpoint, p256dh, auth)
    guest = caller or await context.new_guest()
    backend.limits.take("push", guest.guest)
    language = body.language or await _language(backend, guest)
    made = Subscription(guest.secret, body.endpoint, p256dh, auth, language, now())
    try:
        await backend.store.subscribe(made, MAX_DEVICES)
    except Conflict:
        raise NotAllowed("this device is no longer signed in") from None
    return PushInfo(backend.push.public_key, is_subscribed=True)


async def unsubscribe(context: ServerContext) -> PushInfo:
    """Notify this device no more."""
    backend, caller = context.backend, await context.caller()
    if caller is not None:
        await backend.store.unsubscribe(caller.secret)
    return PushInfo(backend.push.public_key if backend.push else None, is_subscribed=False)


async def _language(backend: ServerBackend, guest: Identity) -> str:
    """The language of this device's notifications so far."""
    known = await backend.store.subscriptions_of(guest.guest)
    return next((each.language for each in known if each.device == guest.secret), ENGLISH)


def _decoded(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        raise Malformed("the keys of a subscription must be base64url") from None
