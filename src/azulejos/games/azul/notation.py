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

from dataclasses import dataclass

from azulejos.core import notation, texts
from azulejos.core.asking import ask
from azulejos.core.pile import tiles
from azulejos.core.turn import NOBODY
from azulejos.errors import NotationError
from azulejos.games.azul.checks import tiles_missing
from azulejos.games.azul.moves import LETTERS
from azulejos.games.azul.table import OFFER, OVER, SIZE, TILING, Seat, Table
from azulejos.games.azul.tiling import in_grid, line_content
from azulejos.messages import fault

PHASES = ("choose-start", "deal", "offer", "tiling", "over")
ENDINGS = ("none", "row", "tiles", "quiet")
FLOOR_LETTERS = LETTERS + "*"
EMPTY_WALL = "/".join([texts.EMPTY_CELL * SIZE] * SIZE)


@dataclass(frozen=True)
class Lines(texts.Value):
    """The tiles on the pattern lines."""

    def write(self, seat: Seat) -> str:
        return "/".join(
            notation.tiles_text(*ask(line_content, seat, n), LETTERS) for n in range(SIZE)
        )

    def read(self, section: notation.Section, seat: Seat, _table: Table) -> None:
        for line, text in enumerate(section.parts(self.key, SIZE)):
            if text != notation.NOTHING:
                colour, held = notation.read_tiles(text, LETTERS)
                if held > line + 1:
                    raise NotationError(fault("fault.text.line", most=line + 1, n=held))
                seat.line_colours |= ask(in_grid, line, colour)
                seat.line_tiles += ask(tiles, line, held)


@dataclass(frozen=True)
class Wall(texts.Value):
    """The tiles on the wall, row by row."""

    def write(self, seat: Seat) -> str:
        return "/".join(texts.cells_text(row, LETTERS) for row in seat.wall.tolist())

    def read(self, section: notation.Section, seat: Seat, _table: Table) -> None:
        rows = section.text(self.key, EMPTY_WALL).split("/")
        if [len(row) for row in rows] != [SIZE] * SIZE:
            raise notation.unreadable("/".join(rows), EMPTY_WALL)
        for row, text in enumerate(rows):
            for column, colour in texts.read_cells(text, LETTERS):
                seat.wall[row, column] = colour
                seat.wall_colours |= ask(in_grid, row, colour)


def _complete(table: Table) -> None:
    if table.phase == OVER:
        table.turn = NOBODY


TEXT = texts.PositionText(
    "Azul",
    texts.Number("rounds", notation.ROUNDS, name="round"),
    round=(
        texts.Choice("phase", PHASES),
        texts.Who("turn", phases=(OFFER, TILING), is_needed=True),
        *texts.MARKER,
        texts.Number("quiet_rounds", lambda table: range(table.quiet_limit + 1), 0, name="quiet"),
        texts.Number("tiling_line", range(1, SIZE + 1), name="line", first=1, phases=(TILING,)),
        texts.Choice("ending", ENDINGS[1:], first=1, phases=(OVER,)),
    ),
    seat=(
        texts.Number("score", notation.SCORES, 0),
        Lines("lines"),
        texts.Pile("floor", FLOOR_LETTERS),
        Wall("wall"),
    ),
    letters=LETTERS,
    tiles_missing=tiles_missing,
    complete=_complete,
)
