"""What there is: the games with their options, the rules, and how the server does."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from azulejos import __version__
from azulejos.server.http.identity import HttpRequest, TheHub
from azulejos.server.http.security import address_of
from azulejos.server.operations.readiness import Ready
from azulejos.tables.network import ReachInfo
from azulejos.tables.requests import about
from azulejos.tables.requests.about import GameInfo


class Health(msgspec.Struct, frozen=True):
    """That the server answers."""

    status: str
    version: str


class AboutController(Controller):
    tags = ("about",)

    @get("/api/games", summary="List the games, their options, and the bots")
    async def games(self, hub: TheHub) -> list[GameInfo]:
        return about.games(hub)

    @get("/api/games/{game:str}/rules", summary="The rules of a game", media_type="text/markdown")
    async def rules(
        self,
        game: FromPath[str],
        request: HttpRequest,
        language: Annotated[
            str | None, QueryParameter(description="Like `ru`; by `Accept-Language` if left out.")
        ] = None,
    ) -> str:
        return about.rules(game, language, request.headers.get("accept-language", ""))

    @get("/api/network", summary="Where others can open the page")
    async def reach(self, request: HttpRequest, hub: TheHub) -> ReachInfo:
        return hub.reach.info(address_of(request.scope))

    @post("/api/network", summary="Let the local network in, from this machine", status_code=200)
    async def open_to_network(self, request: HttpRequest, hub: TheHub) -> ReachInfo:
        return await hub.reach.open_to_network(address_of(request.scope))

    @get("/health", summary="That the server lives")
    async def health(self) -> Health:
        return Health("ok", __version__)

    @get(
        "/ready",
        summary="Whether the server can write: 200, or 503 with the reason",
        responses={503: ResponseSpec(Ready, description="Not now.")},
    )
    async def ready(self, hub: TheHub) -> Response[Ready]:
        result = msgspec.structs.replace(await hub.readiness.look(), games=hub.pool.progress)
        return Response(result, status_code=200 if result.is_ready else 503)

    @get("/metrics", summary="What the server counts", media_type=MediaType.TEXT)
    async def metrics(self, hub: TheHub) -> str:
        return hub.metrics.text()
