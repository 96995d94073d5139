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

from azulejos.core.asking import ask
from azulejos.core.notation import (
    NOTHING,
    ROUNDS,
    SCORES,
    Section,
    pile_text,
    read_pile,
    read_tiles,
    tiles_text,
)
from azulejos.core.offer import has_bag, marker_text, offer_text, read_marker, read_offer
from azulejos.core.pile import tiles
from azulejos.core.turn import NOBODY
from azulejos.errors import NotationError, quoted
from azulejos.games.azul.checks import tiles_missing
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.table import (
    DEAL,
    NONE,
    OVER,
    SIZE,
    TILING,
    Seat,
    Table,
)
from azulejos.games.azul.tiling import in_grid, line_content

PHASES = ("choose-start", "deal", "offer", "tiling", "over")
ENDINGS = ("none", "row", "tiles", "quiet")
FLOOR_LETTERS = LETTERS + "*"
EMPTY_WALL = "/".join(["." * SIZE] * SIZE)


def write(table: Table) -> list[str]:
    """Write the sections of a position."""
    return [
        _round_text(table),
        *offer_text(table, LETTERS),
        *(_seat_text(number, table.seats[number]) for number in range(table.players)),
    ]


def _round_text(table: Table) -> str:
    text = f"round {table.rounds} phase={PHASES[table.phase]}{marker_text(table)}"
    text += f" quiet={table.quiet_rounds}"
    if table.phase == TILING:
        text += f" line={table.tiling_line + 1}"
    if table.phase == OVER:
        text += f" ending={ENDINGS[table.ending]}"
    return text


def _seat_text(number: int, seat: Seat) -> str:
    lines = [tiles_text(*ask(line_content, seat, line), LETTERS) for line in range(SIZE)]
    wall = ["".join(_cell_text(seat.wall[r, c]) for c in range(SIZE)) for r in range(SIZE)]
    return (
        f"seat {number + 1} score={seat.score} lines={'/'.join(lines)} "
        f"floor={pile_text(seat.floor, FLOOR_LETTERS)} wall={'/'.join(wall)}"
    )


def _cell_text(colour: int) -> str:
    return "." if colour == NONE else LETTERS[colour]


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position into a table that was just set up."""
    for section in sections:
        match section.keyword:
            case "round":
                _read_round(section, table)
            case "seat":
                _read_seat(section, table)
            case _ if read_offer(section, table, LETTERS):
                pass
            case other:
                raise NotationError(f"no section of a position of Azul begins with {quoted(other)}")
        section.finish()
    if not has_bag(sections):
        table.bag = 0  # it was filled when the table was set up
        table.bag = tiles_missing(table)


def _read_round(section: Section, table: Table) -> None:
    table.rounds = section.plain_number(ROUNDS)
    table.phase = section.choice("phase", PHASES)
    if table.phase == OVER:
        table.turn = NOBODY
    elif table.phase > DEAL:
        table.turn = section.number("turn", range(1, table.players + 1)) - 1
    read_marker(section, table)
    table.quiet_rounds = section.number("quiet", range(table.quiet_limit + 1), 0)
    if table.phase == TILING:
        table.tiling_line = section.number("line", range(1, SIZE + 1)) - 1
    if table.phase == OVER:
        table.ending = section.choice("ending", ENDINGS[1:]) + 1


def _read_seat(section: Section, table: Table) -> None:
    seat = table.seats[section.plain_number(range(1, table.players + 1)) - 1]
    seat.score = section.number("score", SCORES, 0)
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
    seat.line_colours |= ask(in_grid, line, colour)
    seat.line_tiles += ask(tiles, line, held)


def _read_row(seat: Seat, row: int, text: str) -> None:
    for column, letter in enumerate(text.upper()):
        if letter == ".":
            continue
        if letter not in LETTERS:
            raise NotationError(f"{letter!r} is no colour: {' '.join(LETTERS)}, or . for none")
        colour = LETTERS.index(letter)
        seat.wall[row, column] = colour
        seat.wall_colours |= ask(in_grid, row, colour)
