"""Stained Glass of Sintra as text."""

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
from azulejos.games.sintra.data import BROKEN_GLASS, JOKER_LETTER, LETTERS, STRIPS, WINDOW_POINTS
from azulejos.games.sintra.game import SINTRA
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.options import SIDES
from azulejos.games.sintra.strips import room_for
from azulejos.games.sintra.table import (
    KEEP,
    LOWER,
    NONE,
    OVER,
    SPACES,
    STRIP_SPACES,
    TURN,
    UPPER,
    WINDOWS,
    Seat,
    Table,
)
from azulejos.play.record import Event

Names = Sequence[str]
PALACE_WIDTH = 38
GLAZIER = "▼"
ROUND_SPACES = ("I", "II", "III", "IV", "V", "VI")
COLOURS = SINTRA.colours
SIDES_OF_STRIPS = tuple(side for strip in STRIPS for side in strip.sides)


# Drawn


def table(state: State, names: Names) -> RenderableType:
    """Displays, centre and piles, then the palaces, two to a row of 80 columns."""
    on_table: Table = state.table
    return Group(
        Text(_headline(state, names), "bold"),
        *(_offer(on_table) if on_table.phase in (TURN, KEEP) else ()),
        _pile("bag", on_table.bag),
        _pile("discard", on_table.discard),
        _round_track(on_table),
        Columns(
            [_palace(on_table, seat, names[seat]) for seat in range(state.players)], padding=(0, 1)
        ),
    )


def _headline(state: State, names: Names) -> str:
    on_table: Table = state.table
    if on_table.phase == OVER:
        return "Stained Glass of Sintra, after round 6: the game is over"
    if on_table.turn < 0:
        return f"Stained Glass of Sintra, before round {on_table.rounds + 1}"
    name, seat = names[on_table.turn], on_table.seats[on_table.turn]
    due = "take tiles or move the glazier back"
    if on_table.phase == KEEP:
        due = f"choose the tile for window {seat.glazier + 1}"
    return f"Stained Glass of Sintra, round {on_table.rounds}: {name} to {due}"


def _offer(on_table: Table) -> tuple[RenderableType, Text]:
    """The displays, and the centre with the marker."""
    displays = range(1, int(displays_for(on_table.players)) + 1)
    tiles = pieces.amounts(on_table.sources[CENTRE], COLOURS)
    if _marker_is_free(on_table):
        tiles = pieces.in_a_row([pieces.marker(), Text(""), tiles])
    boxes = pieces.displays([on_table.sources[number] for number in displays], COLOURS)
    return boxes, Text.assemble((" c centre  ", "bold"), tiles)


def _pile(name: str, pile: int) -> Text:
    held = pieces.number_of(sum(counts(pile)), "tile")
    return Text.assemble(
        (f"   {name:<7} ", "dim"), pieces.amounts(pile, COLOURS), (f"  ({held})", "dim")
    )


def _round_track(on_table: Table) -> Text:
    """The round tiles still to come, each with its space."""
    laid = [
        Text.assemble(f"{space} ", pieces.tile(COLOURS[colour]))
        for space, colour in zip(ROUND_SPACES, on_table.round_tiles, strict=True)
        if colour != NONE
    ]
    return Text.assemble(("   rounds  ", "dim"), Text("  ").join(laid) if laid else "-")


def _palace(on_table: Table, number: int, name: str) -> Panel:
    seat, is_due = on_table.seats[number], on_table.turn == number
    title = f"▶ {name}" if is_due else name
    return Panel(
        Group(*_palace_rows(on_table, seat)),
        title=Text(f"{title}: {pieces.number_of(seat.score, 'point')}", "bold"),
        title_align="left",
        box=HEAVY if is_due else ROUNDED,
        border_style="bold" if is_due else "",
        width=PALACE_WIDTH,
    )


def _palace_rows(on_table: Table, seat: Seat) -> list[Text]:
    """The glazier, the strips, the windows with their points, the broken-glass track."""
    windows = range(WINDOWS)
    strips = [_strip(seat, window) for window in windows]
    points = [number.value for number in WINDOW_POINTS[SIDES[on_table.side]]]
    glazier = [f" {GLAZIER}" if window == seat.glazier else "  " for window in windows]
    return [
        _row("", [Text(sign, "bold") for sign in glazier]),
        *(
            _row("strips" if space == 0 else "", [strip[space] for strip in strips])
            for space in range(STRIP_SPACES)
        ),
        _row("window", [Text(f" {window + 1}", "bold") for window in windows]),
        *(_row("", [_cell(seat, window, cell) for window in windows]) for cell in (UPPER, LOWER)),
        _row("points", [Text(f"{number:>2}") for number in points]),
        _broken_glass(seat),
    ]


def _row(label: str, columns: Sequence[Text]) -> Text:
    return pieces.in_a_row([Text(f"{label:<6}", "dim"), *columns])


def _strip(seat: Seat, window: int) -> list[Text]:
    """The five spaces of a strip from the top, each with its tile or its colour."""
    if seat.strips[window] == NONE:
        return [Text("  ")] * STRIP_SPACES
    side = SIDES_OF_STRIPS[seat.strips[window]]
    lying = _tiles_on(side, seat.tiles[window])
    return [
        pieces.tile(COLOURS[lying[place]]) if place in lying else _free_space(space)
        for place, space in enumerate(side)
    ]


def _tiles_on(side: str, pile: int) -> dict[int, int]:
    """The colours that lie on a strip by their places: own spaces are filled first (SG-10)."""
    left = [colour for colour, number in enumerate(counts(pile)) for _ in range(number)]
    lying = {}
    for place in sorted(range(STRIP_SPACES), key=lambda place: side[place] == JOKER_LETTER):
        fitting = [colour for colour in left if side[place] in (LETTERS[colour], JOKER_LETTER)]
        if fitting:
            lying[place] = fitting[0]
            left.remove(fitting[0])
    return lying


def _free_space(space: str) -> Text:
    """A space made for a colour, or a joker."""
    return Text("·*") if space == JOKER_LETTER else pieces.pale(COLOURS[LETTERS.index(space)])


def _cell(seat: Seat, window: int, cell: int) -> Text:
    colour = seat.cells[window, cell]
    return pieces.free() if colour == NONE else pieces.tile(COLOURS[colour])


def _broken_glass(seat: Seat) -> Text:
    """The broken-glass track: what its spaces cost, the seat's own in brackets."""
    spaces = [
        f"[{space.value}]" if number == seat.broken else str(space.value)
        for number, space in enumerate(BROKEN_GLASS)
    ]
    return Text.assemble(("broken ", "dim"), " ".join(spaces))


def _marker_is_free(on_table: Table) -> bool:
    return on_table.phase in (TURN, KEEP) and on_table.marker_seat == NONE


# In sentences


def describe(state: State, names: Names) -> str:
    """A line for every display, pile and window."""
    on_table: Table = state.table
    lines = [f"{_headline(state, names)}."]
    if on_table.phase in (TURN, KEEP):
        displays = range(1, int(displays_for(state.players)) + 1)
        lines += [f"Display {d}: {_words(on_table.sources[d])}." for d in displays]
        marker = "the first-player marker, " if _marker_is_free(on_table) else ""
        lines.append(f"Centre: {marker}{_words(on_table.sources[CENTRE])}.")
    lines += [f"Bag: {_words(on_table.bag)}.", f"Discard: {_words(on_table.discard)}."]
    lines.append(f"Round tiles: {_round_track_words(on_table)}.")
    for number in range(state.players):
        lines += _palace_words(on_table, on_table.seats[number], names[number])
    return "\n".join(lines)


def _round_track_words(on_table: Table) -> str:
    laid = [
        f"{space} {COLOURS[colour].name}"
        for space, colour in zip(ROUND_SPACES, on_table.round_tiles, strict=True)
        if colour != NONE
    ]
    return ", ".join(laid) or "none"


def _palace_words(on_table: Table, seat: Seat, name: str) -> list[str]:
    points = WINDOW_POINTS[SIDES[on_table.side]]
    return [
        f"{name} has {pieces.number_of(seat.score, 'point')}.",
        f"  Broken glass: on the space that costs {BROKEN_GLASS[seat.broken].value}; "
        f"went round {pieces.number_of(seat.wraps, 'time')}.",
        f"  The glazier stands above window {seat.glazier + 1}.",
        *(
            f"  Window {window + 1}, {pieces.number_of(points[window].value, 'point')}: "
            f"{_window_words(seat, window)}."
            for window in range(WINDOWS)
        ),
    ]


def _window_words(seat: Seat, window: int) -> str:
    cells = [seat.cells[window, cell] for cell in (UPPER, LOWER)]
    tiles = [COLOURS[colour].name for colour in cells if colour != NONE]
    held = f"holds {' and '.join(tiles)}" if tiles else "empty"
    if seat.strips[window] == NONE:
        return f"{held}; no strip"
    strip = f"strip of {_spaces_words(SIDES_OF_STRIPS[seat.strips[window]])}"
    return f"{held}; {strip}, with {_words(seat.tiles[window])} on it"


def _spaces_words(side: str) -> str:
    """The spaces of a side of a strip: `1 orange, 4 white`."""
    names = [colour.name for colour in COLOURS] + ["joker"]
    numbers = [side.count(letter) for letter in LETTERS + JOKER_LETTER]
    return ", ".join(f"{n} {name}" for n, name in zip(numbers, names, strict=True) if n)


def _words(pile: int) -> str:
    return pieces.words(pile, COLOURS)


# Events


def tell(state: State, event: Event, names: Names) -> str:
    """What an event does to the position before it: points, and the end of a round."""
    if isinstance(event, Draw):
        return _draw_told(state.table, event, names)
    seat = state.table.seats[state.table.turn]
    name = names[state.table.turn]
    told = ""
    match event:
        case Take():
            told = _take_told(state.table, event, name)
        case Keep(colour):
            told = f"{name} keeps {COLOURS[colour].name} for window {seat.glazier + 1}."
        case Back():
            leftmost = min(w for w in range(WINDOWS) if seat.strips[w] != NONE)
            told = f"{name} moves the glazier back to window {leftmost + 1}."
    return "\n".join([told, *_consequences(state, event, names)])


def _draw_told(on_table: Table, draw: Draw, names: Names) -> str:
    match draw.pool:
        case "start":
            return f"{names[draw.pieces[0]]} is drawn to be the start player."
        case "strips":
            laid = sum(seat.strips[0] != NONE for seat in on_table.seats)
            sides = " ".join(SIDES_OF_STRIPS[side] for side in draw.pieces)
            return f"{names[laid]} lays strips above the windows: {sides}."
        case "track":
            colours = ", ".join(COLOURS[colour].name for colour in draw.pieces)
            return f"The round tiles are laid, from I to VI: {colours}."
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
    has_marker = take.source == CENTRE and _marker_is_free(on_table)
    marker = " and the first-player marker" if has_marker else ""
    told = f"{name} takes {number} {COLOURS[take.colour].name}{marker} from {source}"
    if take.window == NO_STRIP:
        return f"{told}; no strip in reach has room, {'it breaks' if number == 1 else 'all break'}."
    told += f" to the strip above window {take.window + 1}"
    seat = on_table.seats[on_table.turn]
    spaces = int(SPACES[seat.strips[take.window]])
    broken = number - int(room_for(spaces, seat.tiles[take.window], take.colour))
    if broken > 0:
        told += f"; {broken} {'breaks' if broken == 1 else 'break'}"
    return f"{told}."


def _consequences(state: State, event: Move, names: Names) -> list[str]:
    """Finished strips, the track's last space, points, and the end of a round."""
    after = state.play(event)
    told = []
    for number in range(state.players):
        before, seat = state.table.seats[number], after.table.seats[number]
        reasons = [" finishes the strip"] * (
            number == state.to_move and isinstance(event, Take) and _has_finished(state, after)
        )
        if seat.wraps > before.wraps:
            reasons.append(" reaches the last space of the broken-glass track")
        gained = seat.score - before.score
        if reasons or gained:
            points = f"{gained:+d}, now {pieces.number_of(seat.score, 'point')}"
            told.append(f"{names[number]}{' and'.join(reasons)}: {points}.")
    if after.phase == "deal":
        told.append(f"Round {state.table.rounds} is over.")
    if after.phase == "over":
        told.append("The game is over; the final scoring is in these points.")
    return told


def _has_finished(state: State, after: State) -> bool:
    """Whether the strip that was just filled is full: its tile is chosen next, or in the window."""
    window = after.table.seats[state.table.turn].glazier
    before, seat = state.table.seats[state.table.turn], after.table.seats[state.table.turn]
    filled = [[palace.cells[window, cell] for cell in (UPPER, LOWER)] for palace in (before, seat)]
    return after.phase == "keep" or filled[0] != filled[1]
