"""Azul as text."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.cli.arguments import counted
from azulejos.cli.draw import Drawing, Names
from azulejos.cli.draw import tiles as pieces
from azulejos.core.asking import ask
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul import table as azul
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.scoring import floor_cost
from azulejos.games.azul.tiling import line_content, wall_column

BOARD_WIDTH = 37
COLOUR_NAMES = tuple(colour.name for colour in AZUL.colours)


# Drawn


def table(state: State[azul.Table], names: Names) -> RenderableType:
    """Displays, centre and piles, then the boards, two to a row of 80 columns."""
    on_table = state.table
    return Group(
        Text(_headline(state, names), "bold"),
        *(
            pieces.offer(on_table, AZUL.colours, has_marker=_marker_is_free(on_table))
            if on_table.phase == azul.OFFER
            else ()
        ),
        pieces.named_pile("bag", on_table.bag, AZUL.colours),
        pieces.named_pile("discard", on_table.discard, AZUL.colours),
        Columns(
            [_board(on_table, seat, names[seat]) for seat in range(state.players)], padding=(0, 1)
        ),
    )


def _headline(state: State[azul.Table], names: Names) -> str:
    on_table = state.table
    if on_table.phase == azul.OVER:
        return f"Azul, after round {on_table.rounds}: the game is over"
    if on_table.turn < 0:
        return f"Azul, before round {on_table.rounds + 1}"
    due = "take tiles"
    if on_table.phase == azul.TILING:
        due = f"choose a space of the wall for line {on_table.tiling_line + 1}"
    return f"Azul, round {on_table.rounds}: {names[on_table.turn]} to {due}"


def _board(on_table: azul.Table, index: int, name: str) -> Panel:
    seat = on_table.seats[index]
    rows = [*(_row(on_table, seat, row) for row in range(azul.SIZE)), *_floor(seat)]
    is_due = on_table.turn == index
    return pieces.board(name, seat.score, rows, width=BOARD_WIDTH, is_due=is_due)


def _row(on_table: azul.Table, seat: azul.Seat, row: int) -> Text:
    """A pattern line, filled from the right as on the board, and its row of the wall."""
    colour, held = ask(line_content, seat, row)
    line = [Text("  ")] * (azul.SIZE - row - 1) + [pieces.free()] * (row + 1 - held)
    line += [pieces.tile(AZUL.colours[colour])] * held
    wall = [_space(on_table.side, seat, row, column) for column in range(azul.SIZE)]
    return pieces.in_a_row([Text(str(row + 1), "bold"), *line, Text("▸"), *wall])


def _space(side: int, seat: azul.Seat, row: int, column: int) -> Text:
    colour = seat.wall[row, column]
    if colour != azul.NONE:
        return pieces.tile(AZUL.colours[colour])
    if side == azul.COLOURED:
        return pieces.pale(AZUL.colours[_printed_colour(row, column)])
    return pieces.free()


def _printed_colour(row: int, column: int) -> int:
    """The colour of a space of the coloured wall."""
    return next(colour for colour in range(azul.COLOURS) if ask(wall_column, row, colour) == column)


def _floor(seat: azul.Seat) -> tuple[Text, Text]:
    """The floor line: what lies there, and what every space costs."""
    held = [pieces.marker()] * counts(seat.floor)[azul.MARKER]
    held += pieces.tiles_of(seat.floor, AZUL.colours)
    held += [pieces.free()] * (azul.FLOOR_SPACES - len(held))
    costs = [Text(f"-{cost}") for cost in azul.FLOOR_COSTS]
    return (
        pieces.in_a_row([Text("f", "bold"), Text("floor line"), *held]),
        pieces.in_a_row([Text(" " * 12), *costs]),
    )


def _marker_is_free(on_table: azul.Table) -> bool:
    return on_table.phase == azul.OFFER and on_table.marker_seat == azul.NONE


# In sentences


def describe(state: State[azul.Table], names: Names) -> str:
    """A line for every display, pile and board."""
    on_table = state.table
    lines = [f"{_headline(state, names)}."]
    if on_table.phase == azul.OFFER:
        has_marker = _marker_is_free(on_table)
        lines += pieces.offer_words(on_table, AZUL.colours, has_marker=has_marker)
    lines += [f"Bag: {_words(on_table.bag)}.", f"Discard: {_words(on_table.discard)}."]
    for index in range(state.players):
        lines += _board_words(on_table.seats[index], names[index])
    return "\n".join(lines)


def _board_words(seat: azul.Seat, name: str) -> list[str]:
    lines = [
        f"line {line + 1} has {held} of {line + 1} {COLOUR_NAMES[colour]}"
        for line in range(azul.SIZE)
        for colour, held in [ask(line_content, seat, line)]
        if held
    ]
    rows = [f"row {row + 1} has {_row_words(seat, row)}" for row in range(azul.SIZE)]
    return [
        f"{name} has {counted(seat.score, 'point')}.",
        f"  Pattern lines: {'; '.join(lines) or 'all are empty'}.",
        f"  Wall: {'; '.join(row for row in rows if not row.endswith(' ')) or 'empty'}.",
        f"  Floor line: {_floor_words(seat)}.",
    ]


def _row_words(seat: azul.Seat, row: int) -> str:
    held = [(seat.wall[row, column], column) for column in range(azul.SIZE)]
    return ", ".join(f"{COLOUR_NAMES[c]} in column {n + 1}" for c, n in held if c != azul.NONE)


def _floor_words(seat: azul.Seat) -> str:
    held = counts(seat.floor)
    if not any(held):
        return "empty"
    tiles = [_words(seat.floor)] * any(held[: azul.COLOURS])
    marker = ["the first-player marker"] * held[azul.MARKER]
    return f"{', '.join(marker + tiles)}; it costs {ask(floor_cost, sum(held))}"


def _words(pile: int) -> str:
    return pieces.words(pile, AZUL.colours)


DRAWING = Drawing(table, describe)
