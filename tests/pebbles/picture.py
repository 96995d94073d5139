"""Pebbles as a picture."""

from __future__ import annotations

from azulejos.pictures.markup import circle, group
from azulejos.pictures.pieces import Box, Picture, Player, Words, board
from pebbles.stage import PebblesScene

STEP = 40


def middle(scene: PebblesScene, width: float, height: float, words: Words) -> Box:
    """The heap."""
    heap = [circle(STEP * (i + 0.5), STEP / 2, STEP / 3, of="slot") for i in range(scene.heap)]
    return Box(width, STEP, group(*heap, place="heap"))


def board_of(scene: PebblesScene, player: Player, words: Words) -> Box:
    """Nothing lies before a player but points."""
    return board(player, 300, 80, [])


PICTURE = Picture(middle, board_of, "tile")
