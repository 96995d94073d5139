"""Positions of Azul as text.

::

    azul players=2
    round 1 phase=offer turn=1 start=1 marker=centre quiet=1
    displays B2YR K2W2 - - -
    centre -
    bag B18Y19R19K18W18
    discard -
    seat 1 score=0 lines=-/B2/-/-/- floor=- wall=...../...../...../...../.....
    seat 2 score=0 lines=-/-/-/-/- floor=* wall=...../...../...../...../.....

What is left out is empty; the bag left out holds all the tiles that lie nowhere else.
"""

from __future__ import annotations

from azulejos.core.displays import CENTRE, displays_for
from azulejos.core.notation import NOTHING, Section, pile_text, read_pile, read_tiles, tiles_text
from azulejos.core.pile import BITS
from azulejos.core.turn import NOBODY
from azulejos.errors import NotationError
from azulejos.games.azul.checks import tiles_missing
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.table import (
    COLOURS,
    DEAL,
    NONE,
    OVER,
    SIZE,
    TILING,
    Seat,
    Table,
    line_content,
)

PHASES = ("choose-start", "deal", "offer", "tiling", "over")
ENDINGS = ("none", "row", "tiles", "quiet")
FLOOR_LETTERS = LETTERS + "*"
EMPTY_WALL = "/".join(["." * SIZE] * SIZE)


def write(table: Table) -> list[str]:
    """Write the sections of a position."""
    displays = range(1, displays_for(table.players) + 1)
    return [
        _round_text(table),
        "displays " + " ".join(pile_text(table.sources[d], LETTERS) for d in displays),
        "centre " + pile_text(table.sources[CENTRE], LETTERS),
        "bag " + pile_text(table.bag, LETTERS),
        "discard " + pile_text(table.discard, LETTERS),
        *(_seat_text(number, table.seats[number]) for number in range(table.players)),
    ]


def _round_text(table: Table) -> str:
    text = f"round {table.rounds} phase={PHASES[table.phase]}"
    if table.turn >= 0:
        text += f" turn={table.turn + 1}"
    if table.start_seat != NONE:
        text += f" start={table.start_seat + 1}"
    text += " marker=" + ("centre" if table.marker_seat == NONE else str(table.marker_seat + 1))
    text += f" quiet={table.quiet_rounds}"
    if table.phase == TILING:
        text += f" line={table.tiling_line + 1}"
    if table.phase == OVER:
        text += f" ending={ENDINGS[table.ending]}"
    return text


def _seat_text(number: int, seat: Seat) -> str:
    lines = [tiles_text(*line_content(seat, line), LETTERS) for line in range(SIZE)]
    wall = ["".join(_cell_text(seat.wall[r, c]) for c in range(SIZE)) for r in range(SIZE)]
    return (
        f"seat {number + 1} score={seat.score} lines={'/'.join(lines)} "
        f"floor={pile_text(seat.floor, FLOOR_LETTERS)} wall={'/'.join(wall)}"
    )


def _cell_text(colour: int) -> str:
    return "." if colour == NONE else LETTERS[colour]


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position into a table that was just set up."""
    has_bag = False
    for section in sections:
        match section.keyword:
            case "round":
                _read_round(section, table)
            case "displays":
                _read_displays(section, table)
            case "centre":
                table.sources[CENTRE] = section.pile(LETTERS)
            case "bag":
                table.bag, has_bag = section.pile(LETTERS), True
            case "discard":
                table.discard = section.pile(LETTERS)
            case "seat":
                _read_seat(section, table)
            case other:
                raise NotationError(f"no section of a position of Azul begins with {other!r}")
        section.finish()
    if not has_bag:
        table.bag = 0
        table.bag = tiles_missing(table)


def _read_round(section: Section, table: Table) -> None:
    seats = range(1, table.players + 1)
    table.rounds = section.plain_number(range(1000))
    table.phase = section.choice("phase", PHASES)
    if table.phase == OVER:
        table.turn = NOBODY
    elif table.phase > DEAL:
        table.turn = section.number("turn", seats) - 1
    table.start_seat = section.number("start", range(table.players + 1), 0) - 1
    table.marker_seat = section.choice("marker", ("centre", *map(str, seats)), "centre") - 1
    table.quiet_rounds = section.number("quiet", range(101), 0)
    if table.phase == TILING:
        table.tiling_line = section.number("line", range(1, SIZE + 1)) - 1
    if table.phase == OVER:
        table.ending = section.choice("ending", ENDINGS)


def _read_displays(section: Section, table: Table) -> None:
    expected = displays_for(table.players)
    if len(section.words) != expected:
        raise NotationError(f"{table.players} players have {expected} displays")
    for display, word in enumerate(section.words, 1):
        table.sources[display] = read_pile(word, LETTERS)


def _read_seat(section: Section, table: Table) -> None:
    seat = table.seats[section.plain_number(range(1, table.players + 1)) - 1]
    seat.score = section.number("score", range(1000), 0)
    seat.floor = read_pile(section.text("floor", NOTHING), FLOOR_LETTERS)
    for line, text in enumerate(section.parts("lines", SIZE)):
        _read_line(seat, line, text)
    rows = section.text("wall", EMPTY_WALL).split("/")
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise NotationError(f"a wall has {SIZE} rows of {SIZE} spaces, like {EMPTY_WALL}")
    for row, text in enumerate(rows):
        _read_row(seat, row, text)


def _read_line(seat: Seat, line: int, text: str) -> None:
    if text == NOTHING:
        return
    colour, held = read_tiles(text, LETTERS)
    if held > line + 1:
        raise NotationError(f"line {line + 1} holds at most {line + 1} tiles, not {held}")
    seat.line_colours |= 1 << (COLOURS * line + colour)
    seat.line_tiles |= held << (BITS * line)


def _read_row(seat: Seat, row: int, text: str) -> None:
    for column, letter in enumerate(text.upper()):
        if letter == ".":
            continue
        if letter not in LETTERS:
            raise NotationError(f"{letter!r} is no colour: {' '.join(LETTERS)}, or . for none")
        colour = LETTERS.index(letter)
        seat.wall[row, column] = colour
        seat.wall_colours |= 1 << (COLOURS * row + colour)
