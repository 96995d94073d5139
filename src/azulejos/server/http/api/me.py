"""Oneself: a name, one's tables, links for other devices."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from azulejos.errors import Busy, NotAllowed
from azulejos.server.clock import now
from azulejos.server.http.identity import Caller, HttpRequest, TheHub, new_guest, set_cookie
from azulejos.server.http.security import address_of
from azulejos.server.hub import Hub
from azulejos.server.lobby.statistics import Statistics, statistics_of
from azulejos.server.operations.export import exported
from azulejos.server.people.guests import Identity
from azulejos.server.store import GivenLink, TableState, Which
from azulejos.server.table.summary import TablePage, page_of_tables

MOST_LISTED = 100

After = Annotated[str | None, QueryParameter(max_length=80, description="`next` of the last page")]
Secret = Annotated[str, PathParameter(max_length=80)]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED)]
Stage = Annotated[TableState | None, QueryParameter(name="state")]
GameName = Annotated[str | None, QueryParameter(pattern="^[a-z]{1,20}$")]


class Me(msgspec.Struct, frozen=True):
    """Who one is. Nobody yet has no name."""

    is_known: bool
    name: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name one wants."""

    name: str


class Link(msgspec.Struct, frozen=True):
    """Whoever opens this address is the same guest from then on: it is a secret."""

    link: str


class LinkOwner(msgspec.Struct, frozen=True):
    """Who one would be by opening a personal link, and who one would be no more."""

    name: str
    is_me: bool  # already
    mine: str | None  # one's own name, if one has sat down anywhere by it


class LinkInfo(msgspec.Struct, frozen=True):
    """A link that was given out: by its name it can be revoked, but not opened."""

    name: str
    made: float  # seconds since 1970
    devices: int  # that came by it


class Devices(msgspec.Struct, frozen=True):
    """The links that I gave out, and how many devices are me beside this one."""

    links: list[LinkInfo]
    others: int


class MeController(Controller):
    path = "/api"
    tags = ("me",)

    @get("/me", summary="Say who I am")
    async def me(self, caller: Caller) -> Me:
        return Me(is_known=caller is not None, name=caller.name if caller else "")

    @put("/me", summary="Give me a name")
    async def rename(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[NewName]
    ) -> Me:
        if caller is None:
            return Me(is_known=True, name=(await new_guest(request, hub, data.name)).name)
        hub.limits.take("rename", caller.guest)
        renamed = await hub.guests.rename(caller, data.name)
        for row in await hub.store.tables_of(renamed.guest, MOST_LISTED):
            if row.state != "over" and hub.lobby.is_live(row.table):
                with suppress(Busy):  # then that table learns it when its guest comes again
                    await (await hub.lobby.table(row.table)).rename(renamed)
        return Me(is_known=True, name=renamed.name)

    @get("/me/data", summary="Download all that is kept of me", media_type="application/json")
    async def data(self, hub: TheHub, caller: Caller) -> Stream:
        if caller is None:
            raise NotAllowed("nothing is kept of you")
        hub.limits.take("data", caller.guest)
        header = {"Content-Disposition": 'attachment; filename="azulejos-my-data.json"'}
        parts = exported(hub.store, caller.guest)
        return Stream(parts, media_type="application/json", headers=header)

    @delete("/me", summary="Delete all that is kept of me", status_code=200)
    async def forget(self, request: HttpRequest, hub: TheHub, caller: Caller) -> Me:
        if caller is not None:
            await hub.store.begin_erasing(caller.guest, now())
            await hub.lobby.listener.look_at_notices()
            hub.housekeeper.hurry()
            set_cookie(request, "")
        return Me(is_known=False, name="")

    @post("/me/link", summary="Make a link by which I am known on another device")
    async def link(self, hub: TheHub, caller: Caller) -> Link:
        return Link(f"/me/{await hub.guests.secret(_person(caller).guest, 'link')}")

    @get("/me/links", summary="List the links by which I am known on other devices")
    async def links(self, hub: TheHub, caller: Caller) -> Devices:
        return await _devices(hub, caller) if caller else Devices([], 0)

    @delete(
        "/me/links/{name:str}",
        summary="Revoke a link, and let the devices that came by it be me no more",
        status_code=200,
    )
    async def revoke(self, hub: TheHub, caller: Caller, name: FromPath[str]) -> Devices:
        person = _person(caller)
        for given in await hub.store.links_of(person.guest):
            if _name(given) == name:
                await hub.guests.revoke(person, given.digest)
        await hub.lobby.listener.close_revoked(person.guest)
        return await _devices(hub, person)

    @delete("/me/links", summary="Let no device be me but this one", status_code=200)
    async def revoke_all(self, hub: TheHub, caller: Caller) -> Devices:
        person = _person(caller)
        await hub.guests.revoke(person)
        await hub.lobby.listener.close_revoked(person.guest)
        return await _devices(hub, person)

    @get("/links/{secret:str}", summary="Say who I would be by opening a personal link")
    async def link_owner(self, hub: TheHub, caller: Caller, secret: Secret) -> LinkOwner:
        owner = await hub.guests.by_secret(secret, "link")
        if owner is None:
            raise NotAllowed("this link is nobody's")
        is_me = caller is not None and caller.guest == owner.guest
        has_sat = caller is not None and bool(await hub.store.tables_of(caller.guest, 1))
        return LinkOwner(owner.name, is_me, caller.name if caller and has_sat else None)

    @post("/links/{secret:str}", summary="Be the guest of a personal link", status_code=200)
    async def open_link(
        self, request: HttpRequest, hub: TheHub, caller: Caller, secret: Secret
    ) -> Me:
        owner = await hub.guests.by_secret(secret, "link")
        if owner is None:
            raise NotAllowed("this link is nobody's")
        if caller is None or caller.guest != owner.guest:
            set_cookie(request, await hub.guests.by_link(secret))
        return Me(is_known=True, name=owner.name)

    @get("/mine", summary="List my tables, the latest first")
    async def mine(
        self,
        hub: TheHub,
        caller: Caller,
        *,
        after: After = None,
        limit: Limit = 50,
        stage: Stage = None,
        game: GameName = None,
    ) -> TablePage:
        if caller is None:
            return TablePage([], None)
        return await page_of_tables(hub.store, caller.guest, limit, after, Which(stage, game))

    @get("/mine/statistics", summary="How I have done, by game and opponents")
    async def statistics(
        self, request: HttpRequest, hub: TheHub, caller: Caller
    ) -> list[Statistics]:
        hub.limits.take("study", address_of(request.scope))
        return await statistics_of(hub.store, caller.guest) if caller else []


def _person(caller: Identity | None) -> Identity:
    if caller is None or caller.is_program:
        raise NotAllowed("only the guest of this browser can continue on another device")
    return caller


async def _devices(hub: Hub, person: Identity) -> Devices:
    given = await hub.store.links_of(person.guest)
    secrets = await hub.store.secrets_of([person.guest])
    devices = secrets - {person.secret} - {link.digest for link in given}
    links = [LinkInfo(_name(link), link.made, link.devices) for link in given]
    return Devices(links, len(devices))


def _name(link: GivenLink) -> str:
    return link.digest[:8].hex()
