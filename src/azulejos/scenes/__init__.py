"""What lies on a table, as plain data by name, without bit masks, for whatever draws it.

Every game has a module of its name here with a `STAGE`.

A scene says what is there and what it is worth; where it stands on the screen is the business of
whoever draws it. Tiles are named by colour, the first-player marker is `first`.
"""

from __future__ import annotations

from importlib import import_module

from azulejos.core.game import Game
from azulejos.core.registry import Registry
from azulejos.scenes.azul import AzulScene
from azulejos.scenes.duel_scene import DuelScene
from azulejos.scenes.pavilion import PavilionScene
from azulejos.scenes.pieces import Stage
from azulejos.scenes.sintra import SintraScene

Scene = AzulScene | SintraScene | PavilionScene | DuelScene


STAGES: Registry[Stage] = Registry(lambda game: import_module(f"azulejos.scenes.{game}").STAGE)


def stage(game: Game) -> Stage:
    """How a game is shown."""
    return STAGES.of(game.name)
