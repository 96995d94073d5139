"""What there is: the games with their options, the rules, and how the server does."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from azulejos import __version__
from azulejos.core.game import Game
from azulejos.core.options import Value
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.server.bots.levels import levels
from azulejos.server.http.identity import HttpRequest, TheHub
from azulejos.server.http.security import address_of
from azulejos.server.hub import Hub
from azulejos.server.operations.reach import ReachInfo
from azulejos.server.operations.readiness import Ready
from azulejos.server.settings import ParameterInfo
from azulejos.telling.languages import negotiated
from azulejos.telling.rules import rules_text


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    meaning: str
    values: list[Value]
    default: Value


class ColourInfo(msgspec.Struct, frozen=True):
    """A colour of a game's tiles."""

    name: str
    letter: str
    symbol: str


class BotInfo(msgspec.Struct, frozen=True):
    """A bot from outside that can be chosen by its name, with what its author declares."""

    name: str
    help: str
    parameters: list[ParameterInfo]  # set by whoever runs the server


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    players: list[int]
    options: list[OptionInfo]  # without the number of players
    colours: list[ColourInfo]
    levels: list[str]  # of bots, from the weakest
    bots: list[BotInfo]  # from outside, that whoever runs the server offers
    is_ready: bool  # whether its bots play at full strength already


class Health(msgspec.Struct, frozen=True):
    """That the server answers."""

    status: str
    version: str


class AboutController(Controller):
    tags = ("about",)

    @get("/api/games", summary="List the games, their options, and the bots")
    async def games(self, hub: TheHub) -> list[GameInfo]:
        return [_game_info(game_named(name), hub) for name in GAME_NAMES]

    @get("/api/games/{game:str}/rules", summary="The rules of a game", media_type="text/markdown")
    async def rules(
        self,
        game: FromPath[str],
        request: HttpRequest,
        language: Annotated[
            str | None, QueryParameter(description="Like `ru`; by `Accept-Language` if left out.")
        ] = None,
    ) -> str:
        accepted = request.headers.get("accept-language", "")
        return rules_text(game_named(game).name, language or negotiated(accepted))

    @get("/api/reach", summary="Where others can open the page")
    async def reach(self, request: HttpRequest, hub: TheHub) -> ReachInfo:
        return hub.reach.info(address_of(request.scope))

    @post("/api/reach", summary="Let the local network in, from this machine", status_code=200)
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
        found = msgspec.structs.replace(await hub.readiness.look(), games=hub.pool.progress)
        return Response(found, status_code=200 if found.is_ready else 503)

    @get("/metrics", summary="What the server counts", media_type=MediaType.TEXT)
    async def metrics(self, hub: TheHub) -> str:
        return hub.metrics.text()


def _game_info(game: Game, hub: Hub) -> GameInfo:
    each = list(game.options.each())
    defaults = game.options()
    players = next(option for option in each if option.name == "players")
    return GameInfo(
        name=game.name,
        title=game.title,
        players=list(players.metadata["allowed"]),
        options=[
            OptionInfo(
                option.name,
                option.metadata["meaning"],
                list(option.metadata["allowed"]),
                getattr(defaults, option.name),
            )
            for option in each
            if option.name != "players"
        ],
        colours=[ColourInfo(c.name, c.letter, c.symbol) for c in game.colours],
        levels=list(levels(game.name)),
        bots=[
            BotInfo(each.name, each.help, each.parameters)
            for each in hub.settings.bots
            if game.name in each.games
        ],
        is_ready=game.name in hub.pool.ready,
    )
