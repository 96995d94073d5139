"""Azul as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import HEAVY, ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.cli.draw import tiles as pieces
from azulejos.core.displays import CENTRE, TILES_PER_DISPLAY, displays_for
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.moves import FLOOR_LINE, Place, Take
from azulejos.games.azul.scoring import floor_cost
from azulejos.games.azul.table import (
    COLOURED,
    COLOURS,
    FLOOR_SPACES,
    MARKER,
    NONE,
    OFFER,
    OVER,
    SIZE,
    TILING,
    Seat,
    Table,
    line_content,
)
from azulejos.games.azul.tiling import wall_column
from azulejos.play.record import Event

Names = Sequence[str]
BOARD_WIDTH = 37
COLOUR_NAMES = tuple(colour.name for colour in AZUL.colours)


# Drawn


def table(state: State, names: Names) -> RenderableType:
    """Displays, centre and piles, then the boards, two to a row of 80 columns."""
    on_table: Table = state.table
    return Group(
        Text(_headline(state, names), "bold"),
        *(_offer(on_table) if on_table.phase == OFFER else ()),
        _pile("bag", on_table.bag),
        _pile("discard", on_table.discard),
        Columns(
            [_board(on_table, seat, names[seat]) for seat in range(state.players)], padding=(0, 1)
        ),
    )


def _headline(state: State, names: Names) -> str:
    on_table: Table = state.table
    if on_table.phase == OVER:
        return f"Azul, after round {on_table.rounds}: the game is over"
    if on_table.turn < 0:
        return f"Azul, before round {on_table.rounds + 1}"
    due = "take tiles"
    if on_table.phase == TILING:
        due = f"choose a space of the wall for line {on_table.tiling_line + 1}"
    return f"Azul, round {on_table.rounds}: {names[on_table.turn]} to {due}"


def _offer(on_table: Table) -> tuple[RenderableType, Text]:
    """The displays, and the centre with the marker."""
    displays = range(1, int(displays_for(on_table.players)) + 1)
    tiles = pieces.amounts(on_table.sources[CENTRE], AZUL.colours)
    if _marker_is_free(on_table):
        tiles = pieces.in_a_row([pieces.marker(), Text(""), tiles])
    boxes = pieces.displays([on_table.sources[number] for number in displays], AZUL.colours)
    return boxes, Text.assemble((" c centre  ", "bold"), tiles)


def _pile(name: str, pile: int) -> Text:
    held = pieces.number_of(sum(counts(pile)), "tile")
    tiles = pieces.amounts(pile, AZUL.colours)
    return Text.assemble((f"   {name:<7} ", "dim"), tiles, (f"  ({held})", "dim"))


def _board(on_table: Table, number: int, name: str) -> Panel:
    seat, is_due = on_table.seats[number], on_table.turn == number
    title = f"▶ {name}" if is_due else name
    return Panel(
        Group(*(_row(on_table, seat, row) for row in range(SIZE)), *_floor(seat)),
        title=Text(f"{title}: {pieces.number_of(seat.score, 'point')}", "bold"),
        title_align="left",
        box=HEAVY if is_due else ROUNDED,
        border_style="bold" if is_due else "",
        width=BOARD_WIDTH,
    )


def _row(on_table: Table, seat: Seat, row: int) -> Text:
    """A pattern line, filled from the right as on the board, and its row of the wall."""
    colour, held = line_content(seat, row)
    line = [Text("  ")] * (SIZE - row - 1) + [pieces.free()] * (row + 1 - held)
    line += [pieces.tile(AZUL.colours[colour])] * held
    wall = [_space(on_table.side, seat, row, column) for column in range(SIZE)]
    return pieces.in_a_row([Text(str(row + 1), "bold"), *line, Text("▸"), *wall])


def _space(side: int, seat: Seat, row: int, column: int) -> Text:
    colour = seat.wall[row, column]
    if colour != NONE:
        return pieces.tile(AZUL.colours[colour])
    if side == COLOURED:
        return pieces.pale(AZUL.colours[_printed_colour(row, column)])
    return pieces.free()


def _printed_colour(row: int, column: int) -> int:
    """The colour of a space of the coloured wall."""
    return next(colour for colour in range(COLOURS) if wall_column(row, colour) == column)


def _floor(seat: Seat) -> tuple[Text, Text]:
    """The floor line: what lies there, and what every space costs."""
    held = [pieces.marker()] * counts(seat.floor)[MARKER]
    held += pieces.tiles_of(seat.floor, AZUL.colours)
    held += [pieces.free()] * (FLOOR_SPACES - len(held))
    costs = [Text(f"-{cost}") for cost in _floor_costs()]
    return (
        pieces.in_a_row([Text("f", "bold"), Text("floor line"), *held]),
        pieces.in_a_row([Text(" " * 12), *costs]),
    )


def _floor_costs() -> list[int]:
    return [int(floor_cost(n + 1) - floor_cost(n)) for n in range(FLOOR_SPACES)]


def _marker_is_free(on_table: Table) -> bool:
    return on_table.phase == OFFER and on_table.marker_seat == NONE


# In sentences


def describe(state: State, names: Names) -> str:
    """A line for every display, pile and board."""
    on_table: Table = state.table
    displays = range(1, int(displays_for(state.players)) + 1)
    lines = [f"{_headline(state, names)}."]
    if on_table.phase == OFFER:
        lines += [f"Display {d}: {_words(on_table.sources[d])}." for d in displays]
        lines.append(f"Centre: {_centre_words(on_table)}.")
    lines += [f"Bag: {_words(on_table.bag)}.", f"Discard: {_words(on_table.discard)}."]
    for number in range(state.players):
        lines += _board_words(on_table.seats[number], names[number])
    return "\n".join(lines)


def _centre_words(on_table: Table) -> str:
    if not _marker_is_free(on_table):
        return _words(on_table.sources[CENTRE])
    tiles = f", {_words(on_table.sources[CENTRE])}" if on_table.sources[CENTRE] else ""
    return f"the first-player marker{tiles}"


def _board_words(seat: Seat, name: str) -> list[str]:
    lines = [
        f"line {line + 1} has {held} of {line + 1} {COLOUR_NAMES[colour]}"
        for line in range(SIZE)
        for colour, held in [line_content(seat, line)]
        if held
    ]
    rows = [f"row {row + 1} has {_row_words(seat, row)}" for row in range(SIZE)]
    return [
        f"{name} has {pieces.number_of(seat.score, 'point')}.",
        f"  Pattern lines: {'; '.join(lines) or 'all are empty'}.",
        f"  Wall: {'; '.join(row for row in rows if not row.endswith(' ')) or 'empty'}.",
        f"  Floor line: {_floor_words(seat)}.",
    ]


def _row_words(seat: Seat, row: int) -> str:
    held = [(seat.wall[row, column], column) for column in range(SIZE)]
    return ", ".join(f"{COLOUR_NAMES[c]} in column {n + 1}" for c, n in held if c != NONE)


def _floor_words(seat: Seat) -> str:
    numbers = counts(seat.floor)
    if not any(numbers):
        return "empty"
    tiles = [_words(seat.floor)] * any(numbers[:COLOURS])
    marker = ["the first-player marker"] * numbers[MARKER]
    return f"{', '.join(marker + tiles)}; it costs {int(floor_cost(sum(numbers)))}"


def _words(pile: int) -> str:
    return pieces.words(pile, AZUL.colours)


# Events


def tell(state: State, event: Event, names: Names) -> str:
    """What an event does to the position before it, and at the end of a round the tiling."""
    on_table: Table = state.table
    match event:
        case Draw("start"):
            return f"{names[event.pieces[0]]} is drawn to be the start player."
        case Draw():
            return _deal_told(on_table, event, names)
        case Take():
            told = _take_told(on_table, event, names[on_table.turn])
        case Place(row, column):
            colour, _ = line_content(on_table.seats[on_table.turn], row)
            laid = COLOUR_NAMES[colour]
            told = f"{names[on_table.turn]} lays {laid} on row {row + 1}, column {column + 1}."
    return "\n".join([told, *_tiling_told(state, event, names)])


def _deal_told(on_table: Table, draw: Draw, names: Names) -> str:
    displays = -(-len(draw.pieces) // TILES_PER_DISPLAY)
    refilled = sum(counts(on_table.bag)) < len(draw.pieces)
    return (
        f"Round {on_table.rounds + 1}: {len(draw.pieces)} tiles are dealt to {displays} displays"
        f"{', the bag being refilled from the discard' if refilled else ''}; "
        f"{names[on_table.start_seat]} starts."
    )


def _take_told(on_table: Table, take: Take, name: str) -> str:
    number = counts(on_table.sources[take.source])[take.colour]
    source = f"display {take.source}" if take.source != CENTRE else "the centre"
    marker = " and the first-player marker"
    has_marker = take.source == CENTRE and _marker_is_free(on_table)
    target = "the floor line" if take.line == FLOOR_LINE else f"line {take.line + 1}"
    told = f"{name} takes {number} {COLOUR_NAMES[take.colour]}{marker if has_marker else ''}"
    told += f" from {source} to {target}"
    if take.line != FLOOR_LINE:
        _, held = line_content(on_table.seats[on_table.turn], take.line)
        room = take.line + 1 - held
        if number > room:
            fallen = number - room
            told += f"; {fallen} {'falls' if fallen == 1 else 'fall'} to the floor line"
    return told + "."


def _tiling_told(state: State, event: Move, names: Names) -> list[str]:
    """What changed on walls and in points without a move of its own."""
    after = state.play(event)
    told = []
    for seat in range(state.players):
        laid = _laid(state.table.seats[seat], after.table.seats[seat])
        if seat == state.to_move and isinstance(event, Place):
            laid.pop((event.row, event.column), None)
        gained = after.scores[seat] - state.scores[seat]
        if laid or gained:
            told.append(f"{names[seat]}{_laid_words(laid)}: {_points_words(gained, after, seat)}.")
    if after.phase == "over" and state.phase != "over":
        told.append("The final bonuses are in these points.")
    return told


def _laid(before: Seat, after: Seat) -> dict[tuple[int, int], int]:
    """The tiles that are new on a wall, by row and column."""
    return {
        (row, column): after.wall[row, column]
        for row in range(SIZE)
        for column in range(SIZE)
        if after.wall[row, column] != before.wall[row, column]
    }


def _laid_words(laid: dict[tuple[int, int], int]) -> str:
    tiles = [f"{COLOUR_NAMES[colour]} on row {row + 1}" for (row, _), colour in laid.items()]
    return f" lays {', '.join(tiles)}" if tiles else ""


def _points_words(gained: int, after: State, seat: int) -> str:
    return f"{gained:+d}, now {pieces.number_of(after.scores[seat], 'point')}"
