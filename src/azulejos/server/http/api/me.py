"""The caller: a name, their tables, links for other devices."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from azulejos.errors import NotAllowed
from azulejos.server.http.identity import Caller, HttpRequest, TheHub, new_guest, set_cookie
from azulejos.server.http.security import address_of
from azulejos.tables.clock import now
from azulejos.tables.export import exported
from azulejos.tables.live.summary import TablePage
from azulejos.tables.lobby.statistics import Statistics
from azulejos.tables.requests import me, skill
from azulejos.tables.requests.me import MAX_LISTED, Devices, Link, LinkOwner, Me, NewName
from azulejos.tables.requests.skill import SkillInGame
from azulejos.tables.store import TableState, Which

After = Annotated[str | None, QueryParameter(max_length=80, description="`next` of the last page")]
Secret = Annotated[str, PathParameter(max_length=80)]
Limit = Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)]
Stage = Annotated[TableState | None, QueryParameter(name="state")]
GameName = Annotated[str | None, QueryParameter(pattern="^[a-z]{1,20}$")]


class MeController(Controller):
    path = "/api"
    tags = ("me",)

    @get("/me", summary="Say who I am")
    async def me(self, caller: Caller) -> Me:
        return me.about(caller)

    @put("/me", summary="Give me a name")
    async def rename(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[NewName]
    ) -> Me:
        if caller is None:
            return Me(is_known=True, name=(await new_guest(request, hub, data.name)).name)
        return await me.rename(hub, caller, data.name)

    @get("/me/data", summary="Download all data kept about me", media_type="application/json")
    async def data(self, hub: TheHub, caller: Caller) -> Stream:
        if caller is None:
            raise NotAllowed("nothing is kept of you")
        hub.limits.take("data", caller.guest)
        header = {"Content-Disposition": 'attachment; filename="azulejos-my-data.json"'}
        parts = exported(hub.store, caller.guest)
        return Stream(parts, media_type="application/json", headers=header)

    @delete("/me", summary="Delete all data kept about me", status_code=200)
    async def forget(self, request: HttpRequest, hub: TheHub, caller: Caller) -> Me:
        if caller is not None:
            await hub.store.begin_erasing(caller.guest, now())
            await hub.lobby.listener.look_at_notices()
            hub.housekeeper.hurry()
            set_cookie(request, "")
        return Me(is_known=False, name="")

    @post("/me/link", summary="Make a link by which I am known on another device")
    async def link(self, hub: TheHub, caller: Caller) -> Link:
        return await me.link(hub, caller)

    @get("/me/links", summary="List the links by which I am known on other devices")
    async def links(self, hub: TheHub, caller: Caller) -> Devices:
        return await me.links(hub, caller)

    @delete(
        "/me/links/{name:str}",
        summary="Revoke a link, and sign out the devices that came by it",
        status_code=200,
    )
    async def revoke(self, hub: TheHub, caller: Caller, name: FromPath[str]) -> Devices:
        return await me.revoke(hub, caller, name)

    @delete("/me/links", summary="Sign out all my other devices", status_code=200)
    async def revoke_all(self, hub: TheHub, caller: Caller) -> Devices:
        return await me.revoke_all(hub, caller)

    @get("/links/{secret:str}", summary="Say who I would become by opening a personal link")
    async def link_owner(self, hub: TheHub, caller: Caller, secret: Secret) -> LinkOwner:
        return await me.link_owner(hub, caller, secret)

    @post("/links/{secret:str}", summary="Become the guest of a personal link", status_code=200)
    async def open_link(
        self, request: HttpRequest, hub: TheHub, caller: Caller, secret: Secret
    ) -> Me:
        owner = await me.owner_of(hub, secret)
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
        return await me.mine(hub, caller, limit, after, Which(stage, game))

    @get("/me/skill", summary="How well I play, by the reviews of my games")
    async def skill(self, request: HttpRequest, hub: TheHub, caller: Caller) -> list[SkillInGame]:
        return await skill.skill(hub, caller, address_of(request.scope))

    @get("/mine/statistics", summary="How I have done, by game and opponents")
    async def statistics(
        self, request: HttpRequest, hub: TheHub, caller: Caller
    ) -> list[Statistics]:
        return await me.statistics(hub, caller, address_of(request.scope))
