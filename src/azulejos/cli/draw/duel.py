"""Azul Duel drawn as text; in sentences it is told by `duel_words.py`."""

from __future__ import annotations

from rich.box import ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.cli.draw import Drawing, Names
from azulejos.cli.draw import tiles as pieces
from azulejos.cli.draw.duel_words import (
    KINDS,
    chips_text,
    describe,
    headline,
    scoring_lines,
    stack_lines,
)
from azulejos.core.asking import ask
from azulejos.core.state import State
from azulejos.games.duel import table as duel
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.scoring import printed

BOARD_WIDTH = 39
SMALL_WIDTH = 15
LARGE_WIDTH = 18
PLATE_WIDTH = 12


def table(state: State[duel.Table], names: Names) -> RenderableType:
    """Scoring tiles, plates and factories, then the two boards side by side in 80 columns."""
    on_table = state.table
    boards = [_board(on_table, seat, names[seat]) for seat in range(state.players)]
    return Group(
        Text(headline(state, names), "bold"),
        *(Text(f"  {line}", "dim") for line in scoring_lines(on_table)),
        *_plates(on_table, names),
        *([] if on_table.phase == duel.OVER else [_factories(on_table)]),
        pieces.named_pile("bag", on_table.bag, DUEL.colours),
        pieces.named_pile("discard", on_table.discard, DUEL.colours),
        Columns(boards, padding=(0, 1)),
    )


def _plates(on_table: duel.Table, names: Names) -> list[RenderableType]:
    """The face-up plates, those in hand or to be laid, and the stack."""
    drawn: list[RenderableType] = [
        _plate(plate, f"p{plate + 1}")
        for plate in range(duel.PLATES)
        if (on_table.face_up >> plate) & 1
    ]
    drawn += [_drawn_plate(on_table, place) for place in range(on_table.hand_count)]
    if on_table.plate_at_hand != duel.NONE:
        drawn.append(_plate(on_table.plate_at_hand, f"lay {on_table.plate_at_hand + 1}"))
    lines: list[RenderableType] = [Columns(drawn, padding=(0, 1))] if drawn else []
    for number, words in enumerate(stack_lines(on_table, names)):
        lines.append(Text(f"   {'stack' if number == 0 else '':<7} {words}"))
    return lines


def _plate(plate: int, title: str) -> Panel:
    spaces = [_space_of(int(space)) for space in duel.PRINTED[plate * TURNS]]
    rows = Group(pieces.in_a_row(spaces[:2]), pieces.in_a_row(spaces[2:]))
    return Panel(rows, title=Text(title, "bold"), box=ROUNDED, width=PLATE_WIDTH)


def _drawn_plate(on_table: duel.Table, place: int) -> Panel:
    """A plate in hand: its front if the viewer knows it, else its back."""
    front, kind = on_table.hand_front[place], on_table.hand_kind[place]
    if front != duel.NONE:
        return _plate(front, f"{front + 1}")
    back = "?" if kind == duel.NONE else KINDS[kind]
    return Panel(Group(Text(back), Text("")), box=ROUNDED, padding=0, width=PLATE_WIDTH)


def _space_of(space: int) -> Text:
    """A free space: its colour, joker, special, or nothing where no plate lies."""
    if space == duel.NONE:
        return pieces.free()
    if space in (duel.JOKER, duel.SPECIAL):
        return Text("·?" if space == duel.JOKER else "·*", "bold")
    return pieces.pale(DUEL.colours[space])


def _factories(on_table: duel.Table) -> Columns:
    boxes = [_small(on_table, factory) for factory in range(duel.SMALL)]
    moon = pieces.tiles_of(on_table.large_moon, DUEL.colours)
    first = [pieces.marker()] if on_table.first_seat == duel.NONE else []
    boxes.append(_factory("l", on_table.sun[duel.LARGE], moon, first, LARGE_WIDTH))
    return Columns(boxes, padding=0)


def _small(on_table: duel.Table, factory: int) -> Panel:
    moon = [pieces.tile(DUEL.colours[c]) for c in stack_colours(on_table.stacks[factory])]
    chip = on_table.chips[factory]
    shown = {duel.FACE_DOWN: "chip ?", duel.NO_CHIP: ""}.get(chip)
    text = Text(f"chip {duel.CHIP_TEXTS[chip]}", "bold") if shown is None else Text(shown, "dim")
    return _factory(str(factory + 1), on_table.sun[factory], moon, [text], SMALL_WIDTH)


def _factory(name: str, sun: int, moon: list[Text], below: list[Text], width: int) -> Panel:
    """The sun side, the moon side with its top first, and what lies below."""
    return Panel(
        Group(
            pieces.in_a_row([Text("s", "dim"), *pieces.tiles_of(sun, DUEL.colours)]),
            pieces.in_a_row([Text("m", "dim"), *moon]),
            pieces.in_a_row([Text(" "), *below]),
        ),
        title=Text(name, "bold"),
        box=ROUNDED,
        padding=0,
        width=width,
    )


def _board(on_table: duel.Table, index: int, name: str) -> Panel:
    seat = on_table.seats[index]
    rows = (
        *(_row(seat, row) for row in range(duel.SIZE)),
        *_broken(seat, has_first=on_table.first_seat == index),
        Text(f"tokens {seat.tokens}  chips {chips_text(seat.chips)}"),
        Text(f"used   {chips_text(seat.used_chips)}", "dim"),
    )
    is_due = on_table.turn == index
    return pieces.board(name, seat.score, rows, width=BOARD_WIDTH, is_due=is_due)


def _row(seat: duel.Seat, row: int) -> Text:
    """A pattern line as a tile with how many it holds, and its row of the dome."""
    held = seat.line_count[row]
    tile = pieces.tile(DUEL.colours[seat.line_colour[row]]) if held else pieces.free()
    dome = [_space(seat, row, column) for column in range(duel.SIZE)]
    label = Text(str(row + 1), "bold")
    return pieces.in_a_row([label, tile, Text(f"{held}/{row + 1} ▸"), *dome])


def _space(seat: duel.Seat, row: int, column: int) -> Text:
    tile = seat.dome[row, column]
    if tile == duel.NONE:
        return _space_of(ask(printed, seat, row, column))
    return Text("★*", "bold reverse") if tile == duel.SPECIAL else pieces.tile(DUEL.colours[tile])


def _broken(seat: duel.Seat, *, has_first: bool) -> tuple[Text, Text]:
    """The broken track and what its spaces cost; the first-player tile beside it."""
    held = pieces.tiles_of(seat.broken, DUEL.colours)
    held += [pieces.free()] * (duel.BROKEN_SPACES - len(held))
    costs = [Text(f"-{cost}") for cost in duel.BROKEN_COSTS]
    first = [Text(""), pieces.marker()] if has_first else []
    costs += [Text(""), Text(f"-{duel.FIRST_TILE_COST}")] if has_first else []
    return (
        pieces.in_a_row([Text("x", "bold"), Text("broken"), *held, *first]),
        pieces.in_a_row([Text(" " * 8), *costs]),
    )


DRAWING = Drawing(table, describe)
