"""What a page draws: the table as plain data, by name, without bit masks.

Every game has a module of its name here with two functions:

`scene(state) -> Scene`
    All that lies on the table as the seat sees it whose view the state is.
`steps(move) -> list[str]`
    The things to click for a legal move, in order, by the names that the page gives them:
    `display-3-blue`, `centre-red`, `line-2`, `floor`. A thing of a board is one of the mover's.
    No legal move's steps are the beginning of another's.

A scene says what is there and what it is worth; where it stands on the screen is the page's
business. Tiles are named by colour, the first-player marker is `first`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.server.scenes.azul import AzulScene
from azulejos.server.scenes.duel import DuelScene
from azulejos.server.scenes.pavilion import PavilionScene
from azulejos.server.scenes.sintra import SintraScene

Scene = AzulScene | SintraScene | PavilionScene | DuelScene


class Stage(Protocol):
    """What the module of a game offers."""

    def scene(self, state: State) -> Scene: ...
    def steps(self, move: Move) -> list[str]: ...


@cache
def stage(game: Game) -> Stage:
    """How a game is shown."""
    return cast(Stage, import_module(f"azulejos.server.scenes.{game.name}"))
