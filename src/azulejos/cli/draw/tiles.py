"""The pieces that the drawings of all games share: a tile, a pile, a row of displays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import HEAVY, ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.cli.arguments import counted
from azulejos.core.displays import CENTRE
from azulejos.core.game import Colour
from azulejos.core.offer import WithOffer, display_numbers
from azulejos.core.pile import counts

STYLES = {
    "blue": "bold #ffffff on #1f5fae",
    "yellow": "bold #000000 on #f0b429",
    "red": "bold #ffffff on #b3261e",
    "black": "bold #ffffff on #3a3a3a",
    "white": "bold #000000 on #e6e6e6",
    "green": "bold #ffffff on #2e7d32",
    "purple": "bold #ffffff on #6a3d9a",
    "orange": "bold #000000 on #f57c00",
    "pink": "bold #000000 on #f29cb7",
    "turquoise": "bold #000000 on #40c4c0",
}
"""How tiles look, by the name of their colour; other colours are shown reversed."""

PALE = {
    "blue": "#5b8fd0",
    "yellow": "#c9a24a",
    "red": "#c46a64",
    "black": "#8a8a8a",
    "white": "#c8c8c8",
    "green": "#6aa56d",
    "purple": "#9a7fc0",
    "orange": "#d0935a",
    "pink": "#d58aa4",
    "turquoise": "#6fb8b5",
}

FREE = " ·"
MARKER = "1*"
DISPLAY_TILES = 4
DISPLAY_WIDTH = 13


def tile(colour: Colour) -> Text:
    """A tile: its symbol and its letter."""
    return Text(colour.symbol + colour.letter, STYLES.get(colour.name, "reverse"))


def pale(colour: Colour) -> Text:
    """A free space that is made for one colour: its small letter."""
    return Text(f"·{colour.letter.lower()}", PALE.get(colour.name, "dim"))


def free() -> Text:
    """A free space."""
    return Text(FREE, "dim")


def marker() -> Text:
    """The first-player marker."""
    return Text(MARKER, "bold #000000 on #9fd3c7")


def in_a_row(pieces: Iterable[Text]) -> Text:
    """Pieces side by side."""
    return Text(" ").join(pieces)


def tiles_of(pile: int, colours: Sequence[Colour]) -> list[Text]:
    """Every tile of a pile, sorted by colour."""
    count_of = counts(pile)
    return [tile(colour) for place, colour in enumerate(colours) for _ in range(count_of[place])]


def amounts(pile: int, colours: Sequence[Colour]) -> Text:
    """A pile as its tiles with their numbers; nothing is a dash."""
    held = [(c, n) for c, n in zip(colours, counts(pile), strict=False) if n]
    text = Text("  ").join(Text.assemble(tile(colour), f" {count}") for colour, count in held)
    return text if held else Text("-")


def displays(piles: Sequence[int], colours: Sequence[Colour]) -> RenderableType:
    """Displays in a row, numbered from 1, each in a box."""
    boxes = []
    for number, pile in enumerate(piles, 1):
        pieces = tiles_of(pile, colours)
        spaces = [Text("  ")] * (DISPLAY_TILES - len(pieces))
        boxes.append(
            Panel(
                in_a_row([*pieces, *spaces]),
                title=Text(str(number), "bold" if pieces else "dim"),
                box=ROUNDED,
                padding=0,
                width=DISPLAY_WIDTH,
                border_style="" if pieces else "dim",
            )
        )
    return Columns(boxes, padding=(0, 1))


def offer(table: WithOffer, colours: Sequence[Colour], *, has_marker: bool) -> list[RenderableType]:
    """The displays, and the centre, where the marker may lie."""
    boxes = displays([table.sources[at] for at in display_numbers(table.players)], colours)
    tiles = amounts(table.sources[CENTRE], colours)
    held = in_a_row([marker(), Text(""), tiles]) if has_marker else tiles
    return [boxes, Text.assemble((" c centre  ", "bold"), held)]


def named_pile(name: str, pile: int, colours: Sequence[Colour]) -> Text:
    """A pile like the bag, and how many tiles it holds."""
    held = counted(sum(counts(pile)), "tile")
    return Text.assemble((f"   {name:<7} ", "dim"), amounts(pile, colours), (f"  ({held})", "dim"))


def board(
    name: str,
    score: int,
    content: Iterable[RenderableType],
    *,
    width: int,
    is_due: bool,
    note: str = "",
    padding: int = 1,
) -> Panel:
    """A seat's board, framed boldly while it is its turn."""
    title = f"{'▶ ' if is_due else ''}{name}: {counted(score, 'point')}{note}"
    return Panel(
        Group(*content),
        title=Text(title, "bold"),
        title_align="left",
        box=HEAVY if is_due else ROUNDED,
        border_style="bold" if is_due else "",
        width=width,
        padding=(0, padding),
    )


def words(pile: int, colours: Sequence[Colour]) -> str:
    """A pile in words: `2 blue, 1 red`."""
    numbers = counts(pile)
    held = [f"{n} {colour.name}" for colour, n in zip(colours, numbers, strict=False) if n]
    return ", ".join(held) or "nothing"


def offer_words(table: WithOffer, colours: Sequence[Colour], *, has_marker: bool) -> list[str]:
    """A sentence for each display and for the centre, where the marker may lie."""
    lines = [
        f"Display {at}: {words(table.sources[at], colours)}."
        for at in display_numbers(table.players)
    ]
    held = ["the first-player marker"] * has_marker
    held += [words(table.sources[CENTRE], colours)] * bool(table.sources[CENTRE] or not held)
    return [*lines, f"Centre: {', '.join(held)}."]
