"""Summer Pavilion as text."""

from __future__ import annotations

from collections.abc import Iterator

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
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.game import PAVILION
from azulejos.games.pavilion.moves import star_text
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.scoring import is_complete

BOARD_WIDTH = 39
COLOUR_NAMES = tuple(colour.name for colour in PAVILION.colours)

STAR_PLACES = ((0, 9), (0, 21), (5, 27), (10, 21), (10, 9), (5, 3), (5, 15))
"""Row and column of each star's upper left corner in a drawing of 14 rows."""

SLOT_PLACES = ((0, 3), (1, 6), (2, 6), (3, 3), (2, 0), (1, 0))
"""Row and column of the space that points up, then clockwise, in a star of 4 rows."""

ORNAMENT_PLACES = (
    *((4, 15), (4, 22), (7, 25), (9, 22), (9, 15), (7, 13)),  # pillars
    *((2, 19), (4, 28), (9, 28), (12, 19), (9, 9), (4, 9)),  # statues
    *((0, 10), (0, 27), (7, 36), (13, 27), (13, 10), (7, 1)),  # windows
)
ORNAMENT_SIGNS = ("", "¹", "²", "³")
BOARD_ROWS = 14


# Drawn


def table(state: State[pavilion.Table], names: Names) -> RenderableType:
    """Displays, centre, supply and piles, then the boards, two to a row of 80 columns."""
    on_table = state.table
    return Group(
        Text(_headline(state, names), "bold"),
        *(
            pieces.offer(
                on_table, PAVILION.colours, has_marker=on_table.marker_seat == pavilion.NONE
            )
            if on_table.phase == pavilion.TAKING
            else ()
        ),
        pieces.named_pile("supply", on_table.supply, PAVILION.colours),
        pieces.named_pile("bag", on_table.bag, PAVILION.colours),
        pieces.named_pile("discard", on_table.discard, PAVILION.colours),
        Columns(
            [_board(on_table, seat, names[seat]) for seat in range(state.players)], padding=(0, 1)
        ),
        Text(_legend(on_table), "dim"),
    )


def _headline(state: State[pavilion.Table], names: Names) -> str:
    on_table = state.table
    if on_table.phase == pavilion.OVER:
        return "Summer Pavilion: the game is over"
    if on_table.phase == pavilion.REFILL and on_table.rounds:
        return f"Summer Pavilion, round {on_table.rounds}: the supply is refilled"
    if on_table.turn < 0:
        return f"Summer Pavilion, before round {on_table.rounds + 1}"
    return (
        f"Summer Pavilion, round {on_table.rounds}, joker {COLOUR_NAMES[ask(joker_of, on_table)]}: "
        f"{names[on_table.turn]} to {_due(on_table)}"
    )


def _due(on_table: pavilion.Table) -> str:
    room = pavilion.CORNERS - sum(counts(on_table.seats[on_table.turn].corners))
    return {
        pavilion.TAKING: "take tiles",
        pavilion.PLACING: "place a tile or pass",
        pavilion.BONUS: f"take {counted(on_table.bonus_tiles, 'tile')} from the supply",
        pavilion.KEEPING: f"choose up to {counted(room, 'tile')} to keep",
    }[on_table.phase]


def _legend(on_table: pavilion.Table) -> str:
    costs = "A free space shows its number, which is what it costs."
    if on_table.side != pavilion.COLOURED:
        costs = (
            "A free space shows its number. It costs as much, but space 1 costs 3, space 3 "
            "costs 1, and in star c all cost 3."
        )
    return f"{costs} ¹ ² ³ are ornaments and the tiles they bring, ✓ those completed."


def _board(on_table: pavilion.Table, index: int, name: str) -> Panel:
    seat, is_due = on_table.seats[index], on_table.turn == index
    note = ", passed" if seat.passed and on_table.phase != pavilion.OVER else ""
    rows = (
        *_stars(on_table.side, seat),
        Text.assemble((" tiles   ", "dim"), _tight(seat.tiles)),
        Text.assemble((" corners ", "dim"), _tight(seat.corners)),
    )
    return pieces.board(
        name, seat.score, rows, width=BOARD_WIDTH, is_due=is_due, note=note, padding=0
    )


def _tight(pile: int) -> Text:
    """A pile on a narrow board."""
    held = [(c, n) for c, n in zip(PAVILION.colours, counts(pile), strict=True) if n]
    return Text(" ").join(Text.assemble(pieces.tile(c), str(n)) for c, n in held) or Text("-")


def _stars(side: int, seat: pavilion.Seat) -> Iterator[Text]:
    """The seven stars where they lie, and the ornaments between them."""
    drawn: list[dict[int, Text]] = [{} for _ in range(BOARD_ROWS)]
    for star, (row, column) in enumerate(STAR_PLACES):
        drawn[row + 1][column + 3] = Text(f" {star_text(star)}", "bold")
        for space in range(pavilion.SPACES):
            down, across = SLOT_PLACES[(pavilion.FIRST_SLOTS[star] + space) % pavilion.SPACES]
            drawn[row + down][column + across] = _space(side, seat, star, space)
    for index, (row, column) in enumerate(ORNAMENT_PLACES):
        kind, _ = pavilion.ORNAMENTS[index]
        sign = "✓" if ask(is_complete, seat, index) else ORNAMENT_SIGNS[kind]
        drawn[row][column] = Text(sign, "dim")
    for pieces_of_row in drawn:
        line = Text()
        for column in sorted(pieces_of_row):
            line.pad_right(column - line.cell_len)
            line.append_text(pieces_of_row[column])
        yield line


def _space(side: int, seat: pavilion.Seat, star: int, space: int) -> Text:
    colour = seat.board[star, space]
    if colour != pavilion.NONE:
        return pieces.tile(PAVILION.colours[colour])
    if side == pavilion.COLOURED and star != pavilion.CENTRE_STAR:
        printed = PAVILION.colours[pavilion.STAR_COLOURS[star]]
        return Text(f"{space + 1}{printed.letter.lower()}", pieces.PALE[printed.name])
    return Text(f"{space + 1}·", "dim")


# In sentences


def describe(state: State[pavilion.Table], names: Names) -> str:
    """A line for every display, pile and board."""
    on_table = state.table
    lines = [f"{_headline(state, names)}."]
    if on_table.phase == pavilion.TAKING:
        has_marker = on_table.marker_seat == pavilion.NONE
        lines += pieces.offer_words(on_table, PAVILION.colours, has_marker=has_marker)
    lines += [
        f"Supply: {_words(on_table.supply)}.",
        f"Bag: {_words(on_table.bag)}.",
        f"Discard: {_words(on_table.discard)}.",
    ]
    for index in range(state.players):
        lines += _board_words(on_table, on_table.seats[index], names[index])
    return "\n".join(lines)


def _board_words(on_table: pavilion.Table, seat: pavilion.Seat, name: str) -> list[str]:
    passed = " and has passed" if seat.passed and on_table.phase != pavilion.OVER else ""
    stars = [
        f"  Star {star_text(s)}, {pavilion.STAR_NAMES[s]}: {_star_words(seat, s)}."
        for s in range(pavilion.STARS)
    ]
    done = sum(ask(is_complete, seat, ornament) for ornament in range(len(pavilion.ORNAMENTS)))
    return [
        f"{name} has {counted(seat.score, 'point')}{passed}.",
        f"  Tiles: {_words(seat.tiles)}. Corners: {_words(seat.corners)}.",
        *(line for line in stars if not line.endswith(": .")),
        f"  Ornaments completed: {done} of {len(pavilion.ORNAMENTS)}.",
    ]


def _star_words(seat: pavilion.Seat, star: int) -> str:
    laid = [(space, seat.board[star, space]) for space in range(pavilion.SPACES)]
    return ", ".join(f"{COLOUR_NAMES[c]} on space {s + 1}" for s, c in laid if c != pavilion.NONE)


def _words(pile: int) -> str:
    return pieces.words(pile, PAVILION.colours)


DRAWING = Drawing(table, describe)
