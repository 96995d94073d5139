"""Oneself: a name, one's tables, a link for another device."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from litestar import Controller, get, post, put
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from azulejos.errors import Busy, NotAllowed
from azulejos.server.identity import Asker, HttpRequest, TheHub, new_guest, set_cookie
from azulejos.server.summary import TableInfo, info_of

MOST_LISTED = 100


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


class MeController(Controller):
    path = "/api"
    tags = ("me",)

    @get("/me", summary="Say who I am")
    async def me(self, asker: Asker) -> Me:
        return Me(is_known=asker is not None, name=asker.name if asker else "")

    @put("/me", summary="Give me a name")
    async def rename(
        self, request: HttpRequest, hub: TheHub, asker: Asker, data: JSONBody[NewName]
    ) -> Me:
        if asker is None:
            return Me(is_known=True, name=(await new_guest(request, hub, data.name)).name)
        renamed = await hub.guests.rename(asker, data.name)
        for row in await hub.store.tables_of(renamed.guest, MOST_LISTED):
            if row.state != "over":
                with suppress(Busy):  # then that table shows the old name
                    await (await hub.lobby.table(row.table)).rename(renamed)
        return Me(is_known=True, name=renamed.name)

    @post("/me/link", summary="Make a link by which I am known on another device")
    async def link(self, hub: TheHub, asker: Asker) -> Link:
        if asker is None or asker.is_program:
            raise NotAllowed("only a guest of this browser can go on elsewhere")
        return Link(f"/me/{await hub.guests.secret(asker.guest, 'link')}")

    @get("/mine", summary="List my tables")
    async def mine(self, hub: TheHub, asker: Asker) -> list[TableInfo]:
        if asker is None:
            return []
        rows = await hub.store.tables_of(asker.guest, MOST_LISTED)
        return [info_of(row, asker.guest) for row in rows]


@get("/me/{secret:str}", include_in_schema=False)
async def open_link(request: HttpRequest, hub: TheHub, secret: FromPath[str]) -> Redirect:
    """Let this device be the guest of a personal link."""
    _, cookie = await hub.guests.by_link(secret)
    set_cookie(request, cookie)
    return Redirect("/")
