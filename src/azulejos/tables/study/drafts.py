"""A position that is being edited, as a page shows it: what lies where, and what is impossible."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from azulejos.core.game import Game
from azulejos.core.options import Value
from azulejos.editing import EDITORS
from azulejos.editing.draft import edited
from azulejos.editing.places import Kind, Place
from azulejos.games import game as game_named
from azulejos.narration import Message
from azulejos.scenes import Scene, stage
from azulejos.scenes.pieces import FIRST

MARKER = "*"  # where a scene knows no other piece of that sign


class PlaceInfo(msgspec.Struct, frozen=True):
    """Something that can be edited, and what lies there."""

    name: str
    label: str  # `ui.place.LABEL` in the catalogues, or an option
    said: list[int]  # the numbers in its label
    seat: int | None
    kind: Kind
    pieces: list[str]  # what may lie there, or be chosen
    most: int  # pieces
    is_dealt: bool  # it is filled before a round
    low: int = 0  # numbers
    high: int = 0
    value: str = ""


class DraftInfo(msgspec.Struct, frozen=True):
    """A position that is being edited. Its text, sent back with edits, leads on."""

    game: str
    options: dict[str, Value]
    position: str
    scene: Scene
    places: list[PlaceInfo]
    tiles: dict[str, str]  # the tile that a piece is drawn as
    dealt: dict[str, str]  # the edits that begin a round, before what is dealt lies there
    faults: list[Message]  # why it is impossible; nothing if it can be played on


def draft_of(text: str, edits: Mapping[str, str]) -> DraftInfo:
    """A position after some edits."""
    draft = edited(text, edits)
    game = draft.state.game
    return DraftInfo(
        game=game.name,
        options=dict(draft.state.options.as_dict()),
        position=str(draft.state),
        scene=stage(game).scene(draft.state),
        places=[place_info(place, draft.values[place.name]) for place in draft.places],
        tiles=tiles_of(game),
        dealt=dict(EDITORS.of(game.name).dealt),
        faults=[*draft.faults],
    )


def fresh_text(name: str) -> str:
    """A table at which a first round has begun, and nothing is dealt yet."""
    game = game_named(name)
    return f"{game.name} {game.options()}; {EDITORS.of(name).fresh}"


def place_info(place: Place, value: str) -> PlaceInfo:
    """A place, and what lies there."""
    numbers = place.numbers or range(1)
    info = msgspec.convert(place, PlaceInfo, from_attributes=True)
    return msgspec.structs.replace(info, low=numbers[0], high=numbers[-1], value=value)


def tiles_of(game: Game) -> dict[str, str]:
    """The tiles by their letters; the sign for the marker is a special tile in Azul Duel."""
    result = {colour.letter: colour.name for colour in game.colours}
    return {**result, MARKER: EDITORS.of(game.name).starred or FIRST}
