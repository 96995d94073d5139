"""The games with their options and bots, the rules, and where others can join."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated

import msgspec

from azulejos.core.game import Colour, Game
from azulejos.core.options import Value
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.narration.languages import guide_text, negotiated, rules_text
from azulejos.scenes import Scene, stage
from azulejos.tables.bots.levels import levels
from azulejos.tables.people.networks import ReachInfo
from azulejos.tables.requests.backend import Backend
from azulejos.tables.requests.route import Context, ServerContext
from azulejos.tables.settings import ParameterInfo


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    meaning: str
    values: list[Value]
    default: Value


class BotInfo(msgspec.Struct, frozen=True):
    """A bot from outside that can be chosen by its name, with what its author declares."""

    name: str
    help: str
    parameters: list[ParameterInfo]  # set by the operator


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    players: list[int]
    options: list[OptionInfo]  # without the number of players
    colours: list[Colour]
    levels: list[str]  # of bots, from the weakest
    bots: list[BotInfo]  # from outside, that the operator offers


Language = Annotated[str, msgspec.Meta(description="Like `ru`; by `Accept-Language` if left out.")]


async def games(context: Context) -> list[GameInfo]:
    """List the games, their options, and the bots."""
    return [_game_info(game_named(name), context.backend) for name in GAME_NAMES]


async def rules(context: Context, game: str, language: Language | None = None) -> str:
    """The rules of a game."""
    accepted = context.headers.get("accept-language", "")
    return rules_text(game_named(game).name, language or negotiated(accepted))


class Guide(msgspec.Struct, frozen=True):
    """The rules of a game at a glance, and what the positions in them look like."""

    text: str
    scenes: dict[str, Scene]


async def guide(context: Context, game: str, language: Language | None = None) -> Guide:
    """The rules of a game at a glance, with pictures."""
    accepted = context.headers.get("accept-language", "")
    text = guide_text(game_named(game).name, language or negotiated(accepted))
    return Guide(text, {each: scene_of(game, each) for each in POSITION.findall(text)})


POSITION = re.compile(r"^```(?:board|middle).*\n(.+)\n```$", re.MULTILINE)


@cache
def scene_of(game: str, position: str) -> Scene:
    """What a position of the guide looks like."""
    played = game_named(game)
    scene: Scene = stage(played).scene(played.position(position))
    return scene


async def reach(context: Context) -> ReachInfo:
    """Where others can open the page."""
    return context.backend.reach.info(context.address)


async def open_to_network(context: ServerContext) -> ReachInfo:
    """Let the local network in, from this machine."""
    return await context.backend.reach.open_to_network(context.address)


def _game_info(game: Game, backend: Backend) -> GameInfo:
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
        colours=list(game.colours),
        levels=list(levels(game.name)),
        bots=[
            BotInfo(each.name, each.help, each.parameters)
            for each in backend.settings.bots
            if game.name in each.games
        ],
    )
