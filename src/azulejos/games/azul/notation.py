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
from azulejos.core.notation import pile_text, tiles_text
from azulejos.core.offer import marker_text, offer_text
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.table import NONE, OVER, SIZE, TILING, Seat, Table
from azulejos.games.azul.tiling import line_content

PHASES = ("choose-start", "deal", "offer", "tiling", "over")
ENDINGS = ("none", "row", "tiles", "quiet")
FLOOR_LETTERS = LETTERS + "*"


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
