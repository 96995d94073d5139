"""Stained Glass of Sintra as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.cli.arguments import counted
from azulejos.cli.draw import Drawing, Names
from azulejos.cli.draw import tiles as pieces
from azulejos.core.state import State
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.game import SIDES, SINTRA
from azulejos.games.sintra.strips import tiles_lying

PALACE_WIDTH = 38
GLAZIER = "▼"
ROUND_SPACES = ("I", "II", "III", "IV", "V", "VI")
COLOURS = SINTRA.colours


# Drawn


def table(state: State[sintra.Table], names: Names) -> RenderableType:
    """Displays, centre and piles, then the palaces, two to a row of 80 columns."""
    on_table = state.table
    return Group(
        Text(_headline(state, names), "bold"),
        *(
            pieces.offer(on_table, COLOURS, has_marker=_marker_is_free(on_table))
            if on_table.phase in (sintra.TURN, sintra.KEEP)
            else ()
        ),
        pieces.named_pile("bag", on_table.bag, COLOURS),
        pieces.named_pile("discard", on_table.discard, COLOURS),
        _round_track(on_table),
        Columns(
            [_palace(on_table, seat, names[seat]) for seat in range(state.players)], padding=(0, 1)
        ),
    )


def _headline(state: State[sintra.Table], names: Names) -> str:
    on_table = state.table
    if on_table.phase == sintra.OVER:
        return "Stained Glass of Sintra, after round 6: the game is over"
    if on_table.turn < 0:
        return f"Stained Glass of Sintra, before round {on_table.rounds + 1}"
    name, seat = names[on_table.turn], on_table.seats[on_table.turn]
    due = "take tiles or move the glazier back"
    if on_table.phase == sintra.KEEP:
        due = f"choose the tile for window {seat.glazier + 1}"
    return f"Stained Glass of Sintra, round {on_table.rounds}: {name} to {due}"


def _round_track(on_table: sintra.Table) -> Text:
    """The round tiles still to come, each with its space."""
    laid = [
        Text.assemble(f"{space} ", pieces.tile(COLOURS[colour]))
        for space, colour in zip(ROUND_SPACES, on_table.round_tiles, strict=True)
        if colour != sintra.NONE
    ]
    return Text.assemble(("   rounds  ", "dim"), Text("  ").join(laid) if laid else "-")


def _palace(on_table: sintra.Table, index: int, name: str) -> Panel:
    seat, is_due = on_table.seats[index], on_table.turn == index
    rows = _palace_rows(on_table, seat)
    return pieces.board(name, seat.score, rows, width=PALACE_WIDTH, is_due=is_due)


def _palace_rows(on_table: sintra.Table, seat: sintra.Seat) -> list[Text]:
    """The glazier, the strips, the windows with their points, the broken-glass track."""
    windows = range(sintra.WINDOWS)
    strips = [_strip(seat, window) for window in windows]
    points = [number.value for number in sintra.WINDOW_POINTS[SIDES[on_table.side]]]
    glazier = [f" {GLAZIER}" if window == seat.glazier else "  " for window in windows]
    return [
        _row("", [Text(sign, "bold") for sign in glazier]),
        *(
            _row("strips" if space == 0 else "", [strip[space] for strip in strips])
            for space in range(sintra.STRIP_SPACES)
        ),
        _row("window", [Text(f" {window + 1}", "bold") for window in windows]),
        *(
            _row("", [_cell(seat, window, cell) for window in windows])
            for cell in (sintra.UPPER, sintra.LOWER)
        ),
        _row("points", [Text(f"{number:>2}") for number in points]),
        _broken_glass(on_table, seat),
    ]


def _row(label: str, columns: Sequence[Text]) -> Text:
    return pieces.in_a_row([Text(f"{label:<6}", "dim"), *columns])


def _strip(seat: sintra.Seat, window: int) -> list[Text]:
    """The five spaces of a strip from the top, each with its tile or its colour."""
    if seat.strips[window] == sintra.NONE:
        return [Text("  ")] * sintra.STRIP_SPACES
    side_up = seat.strips[window]
    lying = tiles_lying(side_up, seat.tiles[window])
    return [
        pieces.tile(COLOURS[colour]) if colour != sintra.NONE else _free_space(space)
        for colour, space in zip(lying, sintra.SIDES_OF_STRIPS[side_up], strict=True)
    ]


def _free_space(space: str) -> Text:
    """A space made for a colour, or a joker."""
    return (
        Text("·*")
        if space == sintra.JOKER_LETTER
        else pieces.pale(COLOURS[sintra.LETTERS.index(space)])
    )


def _cell(seat: sintra.Seat, window: int, cell: int) -> Text:
    colour = seat.cells[window, cell]
    return pieces.free() if colour == sintra.NONE else pieces.tile(COLOURS[colour])


def _track(on_table: sintra.Table) -> list[int]:
    """What the spaces of the broken-glass track cost."""
    return [space.value for space in sintra.BROKEN_GLASS[sintra.TRACKS[on_table.track]]]


def _broken_glass(on_table: sintra.Table, seat: sintra.Seat) -> Text:
    """The broken-glass track: what its spaces cost, the seat's own in brackets."""
    spaces = [
        f"[{cost}]" if space == seat.broken else str(cost)
        for space, cost in enumerate(_track(on_table))
    ]
    return Text.assemble(("broken ", "dim"), " ".join(spaces))


def _marker_is_free(on_table: sintra.Table) -> bool:
    return on_table.phase in (sintra.TURN, sintra.KEEP) and on_table.marker_seat == sintra.NONE


# In sentences


def describe(state: State[sintra.Table], names: Names) -> str:
    """A line for every display, pile and window."""
    on_table = state.table
    lines = [f"{_headline(state, names)}."]
    if on_table.phase in (sintra.TURN, sintra.KEEP):
        has_marker = _marker_is_free(on_table)
        lines += pieces.offer_words(on_table, COLOURS, has_marker=has_marker)
    lines += [f"Bag: {_words(on_table.bag)}.", f"Discard: {_words(on_table.discard)}."]
    lines.append(f"Round tiles: {_round_track_words(on_table)}.")
    for index in range(state.players):
        lines += _palace_words(on_table, on_table.seats[index], names[index])
    return "\n".join(lines)


def _round_track_words(on_table: sintra.Table) -> str:
    laid = [
        f"{space} {COLOURS[colour].name}"
        for space, colour in zip(ROUND_SPACES, on_table.round_tiles, strict=True)
        if colour != sintra.NONE
    ]
    return ", ".join(laid) or "none"


def _palace_words(on_table: sintra.Table, seat: sintra.Seat, name: str) -> list[str]:
    points = sintra.WINDOW_POINTS[SIDES[on_table.side]]
    return [
        f"{name} has {counted(seat.score, 'point')}.",
        f"  Broken glass: on the space that costs {_track(on_table)[seat.broken]}; "
        f"went round {counted(seat.wraps, 'time')}.",
        f"  The glazier stands above window {seat.glazier + 1}.",
        *(
            f"  Window {window + 1}, {counted(points[window].value, 'point')}: "
            f"{_window_words(seat, window)}."
            for window in range(sintra.WINDOWS)
        ),
    ]


def _window_words(seat: sintra.Seat, window: int) -> str:
    cells = [seat.cells[window, cell] for cell in (sintra.UPPER, sintra.LOWER)]
    tiles = [COLOURS[colour].name for colour in cells if colour != sintra.NONE]
    held = f"holds {' and '.join(tiles)}" if tiles else "empty"
    if seat.strips[window] == sintra.NONE:
        return f"{held}; no strip"
    strip = f"strip of {_spaces_words(sintra.SIDES_OF_STRIPS[seat.strips[window]])}"
    return f"{held}; {strip}, with {_words(seat.tiles[window])} on it"


def _spaces_words(side: str) -> str:
    """The spaces of a side of a strip: `1 orange, 4 white`."""
    names = [colour.name for colour in COLOURS] + ["joker"]
    numbers = [side.count(letter) for letter in sintra.LETTERS + sintra.JOKER_LETTER]
    return ", ".join(f"{n} {name}" for n, name in zip(numbers, names, strict=True) if n)


def _words(pile: int) -> str:
    return pieces.words(pile, COLOURS)


DRAWING = Drawing(table, describe)
