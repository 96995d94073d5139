"""Positions of Azul from text: what `notation` wrote, and shorter ones."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.misread import no_tile, not_written_so, too_many, unknown_section
from azulejos.core.notation import NOTHING, ROUNDS, SCORES, Section, read_pile, read_tiles
from azulejos.core.offer import has_bag, read_marker, read_offer
from azulejos.core.pile import tiles
from azulejos.core.turn import NOBODY
from azulejos.games.azul.checks import tiles_missing
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.notation import ENDINGS, FLOOR_LETTERS, PHASES
from azulejos.games.azul.table import DEAL, OVER, SIZE, TILING, Seat, Table
from azulejos.games.azul.tiling import in_grid

EMPTY_WALL = "/".join(["." * SIZE] * SIZE)


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
                raise unknown_section("Azul", other)
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
        says = f"a wall has {SIZE} rows of {SIZE} spaces, like {{like}}, not {{text}}"
        raise not_written_so("/".join(rows), says, EMPTY_WALL)
    for row, text in enumerate(rows):
        _read_row(seat, row, text)


def _read_line(seat: Seat, line: int, text: str) -> None:
    if text == NOTHING:
        return
    colour, held = read_tiles(text, LETTERS)
    if held > line + 1:
        raise too_many("line {most} holds at most {most} tiles, not {n}", line + 1, held)
    seat.line_colours |= ask(in_grid, line, colour)
    seat.line_tiles += ask(tiles, line, held)


def _read_row(seat: Seat, row: int, text: str) -> None:
    for column, letter in enumerate(text.upper()):
        if letter == ".":
            continue
        if letter not in LETTERS:
            raise no_tile(letter, LETTERS)
        colour = LETTERS.index(letter)
        seat.wall[row, column] = colour
        seat.wall_colours |= ask(in_grid, row, colour)
