"""A whole table: what it is called and what lies hidden above, then the middle, then the boards."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from azulejos.pictures.art import symbols_for
from azulejos.pictures.markup import Element, group, number, rect, text, use
from azulejos.pictures.pieces import Box, Picture, Player, Words
from azulejos.pictures.style import FAMILIES, Theme

MARGIN = 22
GAP = 20
BAR = 58  # the height of what stands above the middle
MIDDLE = (1196, 460)
STEP, LABEL = 50, 94  # from one amount of a pile to the next, and what the pile's name takes
MAX_IN_A_ROW = {3: 3}  # boards, by how many there are; else two


@dataclass(frozen=True)
class Heading:
    """What stands above the middle: the game, the round, and what lies in bag and discard."""

    title: str
    round_: str
    piles: Mapping[str, Mapping[str, int]]
    shape: str  # of the tiles in them


def whole(
    game: Picture, scene: object, players: Sequence[Player], heading: Heading, words: Words
) -> Box:
    """Everything on the table."""
    boards = [game.board(scene, player, words) for player in players]
    columns = min(len(boards), MAX_IN_A_ROW.get(len(boards), 2))
    width = columns * boards[0].width + (columns - 1) * GAP
    middle = game.middle(scene, min(MIDDLE[0], width), MIDDLE[1], words)
    scale = max(1, width / MIDDLE[0])
    left = MARGIN + (width - middle.width * scale) / 2
    top = (BAR + middle.height) * scale + GAP
    bar = _bar(heading, width / scale, words)
    drawn = [
        group(bar, move=(MARGIN, 0), scale=scale),
        group(middle.drawn, move=(left, BAR * scale), scale=scale),
    ]
    for i, board in enumerate(boards):
        row, column = divmod(i, columns)
        x = MARGIN + column * (board.width + GAP)
        y = top + row * (board.height + GAP)
        is_active = players[i].is_to_move
        drawn += _under(x, y, board, is_active=is_active)
        drawn.append(group(board.drawn, move=(x, y)))
    rows = -(-len(boards) // columns)
    height = top + rows * boards[0].height + (rows - 1) * GAP + MARGIN
    return Box(width + 2 * MARGIN, height, group(*drawn))


def _under(x: float, y: float, board: Box, *, is_active: bool) -> list[Element]:
    """The shadow of a board, and its glow while its player is to move."""
    width, height = board.width - 6, board.height - 6
    drawn = [rect(x + 2, y + 9, width + 2, height + 2, round_=22, of="under-board")]
    if is_active:
        drawn.append(rect(x + 3, y + 3, width, height, round_=20, of="glow"))
    return drawn


def _bar(heading: Heading, width: float, words: Words) -> Element:
    baseline = BAR / 2 + 11
    named = text(f"{heading.title} ", 4, baseline, of="title")
    if heading.round_:
        fact = Element("tspan", {"class": "fact", "dx": "18"}, text=f"{words['ui.round']} ")
        fact.children.append(Element("tspan", {"class": "value"}, text=heading.round_))
        named.children.append(fact)
    drawn, right = [named], width - 4
    for pile, amounts in reversed([*heading.piles.items()]):
        right -= STEP * len(amounts)
        label = text(words[f"ui.{pile}"], right - 10, baseline, of="fact")
        label.attributes["text-anchor"] = "end"
        lying = _amounts(amounts, heading.shape, right, baseline)
        drawn.append(group(label, *lying, place=pile))
        right -= LABEL
    return group(*drawn)


def _amounts(amounts: Mapping[str, int], shape: str, x: float, y: float) -> list[Element]:
    """A tile of each colour, and how many of it there are."""
    drawn, size = [], 26 if shape == "rhomb" else 19
    for i, (colour, amount) in enumerate(amounts.items()):
        at = x + i * STEP
        lying = use(f"{shape}-{colour}", at + (19 - size) / 2, y - 6 - size / 2, size)
        of = "amount" if amount else "amount none"
        drawn.append(group(lying, text(amount, at + 23, y), of=of))
    return drawn


@dataclass(frozen=True)
class Metadata:
    """What a file says about itself, besides what is drawn."""

    title: str
    about: str
    position: str  # as text


def written(drawing: Box, theme: Theme, size: int, metadata: Metadata) -> str:
    """A drawing as a file of its own, in the width asked for."""
    said = (
        f"<title>{escape(metadata.title)}</title><desc>{escape(metadata.about)}</desc>"
        f"<metadata>{escape(metadata.position)}</metadata>"
    )
    return _file(drawing, theme, size, [_ground(drawing), drawing.drawn], said)


def layers(drawing: Box, theme: Theme, size: int) -> list[str]:
    """The cloth and the parts of all that lies on it, each as a file of the same size."""
    parts = [part for whole in drawing.drawn.children for part in _parts(whole)]
    return [_file(drawing, theme, size, [part]) for part in (_ground(drawing), *parts)]


def _parts(whole: Element) -> list[Element]:
    """The parts of a board and the like, each where it is on the whole."""
    if whole.tag != "g" or not whole.children:
        return [whole]
    inner = _parts(whole.children[0]) if len(whole.children) == 1 else whole.children
    return [Element("g", whole.attributes, [part]) for part in inner]


def _ground(drawing: Box) -> Element:
    width, height = drawing.width, drawing.height
    return group(
        rect(0, 0, width, height, round_=16, of="cloth"),
        rect(0, 0, width, height, round_=16, of="pattern"),
    )


def _file(drawing: Box, theme: Theme, size: int, drawn: Sequence[Element], said: str = "") -> str:
    bodies, shared = zip(*(theme.written(part) for part in drawn), strict=True)
    body, parts = "".join(bodies), "".join(shared)
    width, height = drawing.width, drawing.height
    css = theme.css if said else theme.css_for(body + parts)
    used = symbols_for(css + body + parts, theme.name)
    css = css if said else theme.css_for(body + parts + used)
    high = round(size * height / width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{high}"'
        f' viewBox="0 0 {number(width)} {number(height)}" role="img"'
        f' font-family="{FAMILIES["sans"]}">{said}'
        f"<defs><style>{css}</style>{_cloth(theme)}{used}{parts}</defs>{body}</svg>\n"
    )


def _cloth(theme: Theme) -> str:
    """The gradient of the cloth, which the sheet of colours gives as one for a page."""
    lit = theme.colours["cloth-lit"]
    shape = re.match(r"radial-gradient\((\d+)% (\d+)% at (\d+)% (\d+)%", lit)
    assert shape, lit
    wide, high, x, y = (number(int(part) / 100) for part in shape.groups())
    stops = "".join(
        f'<stop offset="{number(int(at) / 100)}" stop-color="{colour}"/>'
        for colour, at in re.findall(r"(#\w+) (\d+)", lit)
    )
    return (
        f'<radialGradient id="{theme.prefix}cloth" cx="0" cy="0" r="1"'
        f' gradientTransform="translate({x} {y}) scale({wide} {high})">{stops}</radialGradient>'
    )
