"""What the tables of several games are drawn of, and the `Picture` of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from azulejos import look
from azulejos.messages import MINUS, number_text
from azulejos.pictures.markup import Element, Number, circle, group, rect, text, use

SIZES = look.sizes("table")
TOP: int = SIZES["top"]["heading"]
FIRST = "first"
MAX_NAME_LENGTH = 13


@dataclass(frozen=True)
class Words:
    """The words that stand on a picture, by the names of messages."""

    messages: Mapping[str, str]

    def __getitem__(self, message: str) -> str:
        return self.messages.get(message, message)


@dataclass(frozen=True)
class Player:
    """Who sits at a board."""

    seat: int
    name: str
    initial: str  # on the medal
    score: int
    status: str  # beside the name
    is_to_move: bool
    is_first: bool  # has the marker, which lies nowhere else


@dataclass(frozen=True)
class Box:
    """Something drawn from 0, 0, with the room that it takes."""

    width: float
    height: float
    drawn: Element


@dataclass(frozen=True)
class Picture:
    """How one game is drawn, from its scenes."""

    middle: Callable[..., Box]
    """(scene, width, height, words): what lies between the players, no larger than that."""

    board: Callable[..., Box]
    """(scene, player, words): one player's board."""

    shape: str
    """Of the tiles in bag and discard."""

    rounds: int | None = None
    """How many there are at most, if the rules say so."""

    first: Callable[..., int | None] | None = None
    """(scene): who has the first-player marker, where the boards and the middle do not show it."""


def tile(shape: str, colour: str, x: Number, y: Number, size: Number) -> Element:
    """A tile, or the first-player marker."""
    return use(f"{'tile' if colour == FIRST else shape}-{colour}", x, y, size)


def ghost(shape: str, colour: str, x: Number, y: Number, size: Number) -> Element:
    """An empty space that wants a tile of this colour."""
    return use(f"ghost-{shape}-{colour}", x, y, size)


def grouped(tiles: Iterable[str]) -> list[tuple[str, list[int]]]:
    """The colours among some tiles, each with the places of its tiles."""
    result: dict[str, list[int]] = {}
    for place, colour in enumerate(tiles):
        result.setdefault(colour, []).append(place)
    return [*result.items()]


def loss(points: int) -> str:
    """What something costs; zero is as long as others."""
    return f"{MINUS}{abs(points)}" if points else "0"


def board(player: Player, width: Number, height: Number, parts: Sequence[Element]) -> Box:
    """A board on a sheet of paper, with who sits there above it."""
    drawn = group(
        *sheet(width, height),
        _heading(player, width),
        *parts,
        of="board active" if player.is_to_move else "board",
        place=f"seat-{player.seat}",
    )
    return Box(width, height, drawn)


def sheet(width: Number, height: Number) -> list[Element]:
    """A sheet of paper with a rule."""
    return [
        rect(3, 3, width - 6, height - 6, round_=20, of="sheet"),
        rect(10, 10, width - 20, height - 20, round_=14, of="rule"),
    ]


def _heading(player: Player, width: Number) -> Element:
    name = player.name
    if len(name) > MAX_NAME_LENGTH:
        name = f"{name[: MAX_NAME_LENGTH - 1]}…"
    named = text(f"{name} ", 72, 44, of="name")
    if player.status:
        status = Element("tspan", {"class": "turn small", "dx": "12"}, text=player.status)
        named.children.append(status)
    return group(
        circle(42, 36, 19, of=f"medal seat-{player.seat}"),
        text(player.initial, 42, 43, of="medal-text"),
        named,
        use("tile-first", width - 132, 20, 30) if player.is_first else None,
        text(number_text(player.score), width - 24, 50, of="score small"),
        of="heading",
        place="heading",
    )
