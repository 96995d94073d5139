"""The offer at the edges: displays, centre, bag and discard as text, and what can be wrong there.

Azul, Sintra and Summer Pavilion share this cardboard. None of this is compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.displays import CENTRE, TILES_PER_DISPLAY, displays_for, tiles_to_deal
from azulejos.core.draw import Draw, Pool
from azulejos.core.layout import Numbers
from azulejos.core.notation import Section, pile_text, read_pile
from azulejos.core.pile import counts, pile_of
from azulejos.core.turn import MAX_SEATS
from azulejos.errors import IllegalDraw, NotationError
from azulejos.messages import Message, fault

START_POOL = Pool("start", tuple(str(seat + 1) for seat in range(MAX_SEATS)))
"""The seats, one of which chance names as the start player."""


class WithOffer(Protocol):
    bag: int
    discard: int
    sources: Numbers
    players: int


def display_numbers(players: int) -> range:
    """The displays on the table, as sources are numbered."""
    return range(1, ask(displays_for, players) + 1)


# Text


def offer_text(table: WithOffer, letters: str) -> list[str]:
    """Write the sections `displays`, `centre`, `bag` and `discard`."""
    displays = [pile_text(table.sources[d], letters) for d in display_numbers(table.players)]
    return [
        "displays " + " ".join(displays),
        "centre " + pile_text(table.sources[CENTRE], letters),
        "bag " + pile_text(table.bag, letters),
        "discard " + pile_text(table.discard, letters),
    ]


def read_offer(section: Section, table: WithOffer, letters: str) -> bool:
    """Read one of these sections; return False for any other."""
    match section.keyword:
        case "displays":
            _read_displays(section, table, letters)
        case "centre":
            table.sources[CENTRE] = section.pile(letters)
        case "bag":
            table.bag = section.pile(letters)
        case "discard":
            table.discard = section.pile(letters)
        case _:
            return False
    return True


def _read_displays(section: Section, table: WithOffer, letters: str) -> None:
    displays = display_numbers(table.players)
    if len(section.words) != len(displays):
        raise NotationError(fault("fault.text.displays", players=table.players, n=len(displays)))
    for display, word in zip(displays, section.words, strict=True):
        table.sources[display] = read_pile(word, letters)


def has_bag(sections: Sequence[Section]) -> bool:
    """Whether the bag is written down; else it holds what lies nowhere else."""
    return any(section.keyword == "bag" for section in sections)


# Checks


def check_start(players: int, draw: Draw) -> None:
    """Refuse a start player that is none of the seats."""
    if len(draw.pieces) != 1 or draw.pieces[0] not in range(players):
        raise IllegalDraw(fault("fault.draw.start", players=players))


def not_there(letter: str, source: int, rule: str) -> Message:
    """A source that does not hold the colour that is to be taken."""
    return fault("fault.move.display", letter=letter, source=source, rule=rule)


def due(seat: int, what: Message) -> Message:
    """A seat that tries something else than what it is to do."""
    return fault("fault.move.due", number=seat + 1, what=what)


def check_deal(table: WithOffer, draw: Draw) -> None:
    """Refuse tiles for the displays that cannot have come out of the bag."""
    check_tiles(table, ask(tiles_to_deal, table.players), draw)


def display_faults(table: WithOffer) -> list[Message]:
    """Displays with too many tiles."""
    return [
        fault("fault.display", display=display, most=TILES_PER_DISPLAY)
        for display, pile in enumerate(table.sources)
        if display and sum(counts(pile)) > TILES_PER_DISPLAY
    ]


def missing_tiles(counted: Sequence[int], expected: int) -> int:
    """The pile of tiles that lie nowhere, given how many of each colour lie on the table."""
    return pile_of([max(0, expected - count) for count in counted])


def of_seat(seat: int, faults: Iterable[Message]) -> list[Message]:
    """Faults of a seat, which is named."""
    return [fault("fault.seat", number=seat + 1, why=each) for each in faults]


def tile_faults(counted: Sequence[int], expected: int, colours: Sequence[str]) -> list[Message]:
    """Colours with more or fewer tiles on the table than the box has."""
    return [
        fault("fault.tiles", n=count, colour=f"colour.{colour}", expected=expected)
        for count, colour in zip(counted, colours, strict=True)
        if count != expected
    ]


def start_fault() -> Message:
    """A start player is known from when one is chosen."""
    return fault("fault.start")
