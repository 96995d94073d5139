"""Pebbles: a game in a few lines, to see that a fifth game needs nothing but what the guide says.

PE-1 Two players, a heap of twelve pebbles; chance names the start player.
PE-2 In turn they take one, two or three pebbles, each worth a point.
PE-3 Whoever takes the last one gets three points more, and the game is over.

A file for each layer: what docs/adding-a-game.md asks for, and nothing else. Every layer of a real
game is found by its name; this one, which does not live in the package, is added by `add`.
"""

from __future__ import annotations

from azulejos.bots.search.games import KNOWLEDGE
from azulejos.cli.draw import DRAWINGS
from azulejos.editing import EDITORS
from azulejos.games import GAMES
from azulejos.narration import NARRATORS
from azulejos.pictures import PICTURES
from azulejos.scenes import STAGES
from pebbles.drawing import DRAWING
from pebbles.editor import EDITOR
from pebbles.game import PEBBLES
from pebbles.knowledge import KNOWLEDGE as KNOWN
from pebbles.narrator import NARRATOR
from pebbles.picture import PICTURE
from pebbles.stage import STAGE


def add() -> None:
    """Let the package know the game."""
    GAMES.add("pebbles", PEBBLES)
    NARRATORS.add("pebbles", NARRATOR)
    DRAWINGS.add("pebbles", DRAWING)
    STAGES.add("pebbles", STAGE)
    EDITORS.add("pebbles", EDITOR)
    PICTURES.add("pebbles", PICTURE)
    KNOWLEDGE.add("pebbles", KNOWN)


def remove() -> None:
    """Forget it again."""
    for layer in (GAMES, NARRATORS, DRAWINGS, STAGES, EDITORS, PICTURES, KNOWLEDGE):
        layer.remove("pebbles")
