"""What a seat may know of a position of Azul as numbers: all of it, there are no secrets."""

from __future__ import annotations

from azulejos.core.observing import TURN, Observed, offer
from azulejos.core.position import Choice, Line, Number, Pile
from azulejos.games.azul.table import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    FLOOR_SPACES,
    MAX_QUIET_ROUNDS,
    OVER,
    QUIET,
    ROW_BONUS,
    SIZE,
    TILES_OF_A_COLOUR,
    Table,
)
from azulejos.games.azul.tiling import line_content

MAX_POINTS = SIZE * SIZE * 2 * SIZE + SIZE * (ROW_BONUS + COLUMN_BONUS + COLOUR_BONUS)
"""No tile brings more than a full row and a full column (AZ-13, AZ-17)."""

MAX_ROUNDS = MAX_QUIET_ROUNDS * (COLOURS * TILES_OF_A_COLOUR + 1)
"""Every so many rounds at least one tile goes to a wall (AZ-20)."""


OBSERVED = Observed(
    __name__,
    Table,
    {
        **offer(COLOURS, TILES_OF_A_COLOUR),
        **TURN,
        "seats": {
            "score": Number("points", MAX_POINTS, usual=100),
            "lines": Line(
                "tiles on each pattern line, by their colour",
                COLOURS,
                SIZE,
                each={"line": SIZE},
                by=line_content,
            ),
            "floor": Pile(
                "tiles on the floor line; the marker counts as a sixth colour",
                COLOURS + 1,
                FLOOR_SPACES,
            ),
            "wall": Choice(
                "1 where a tile of that colour lies on the wall",
                "colour",
                COLOURS,
                each={"row": SIZE, "column": SIZE},
            ),
        },
        "phase": Choice("choose-start, deal, offer, tiling, over", "phase", OVER + 1),
        "tiling_line": Choice(
            "the pattern line whose tile is to be placed", "line", SIZE, name="line"
        ),
        "ending": Choice("how the game ended: row, tiles, quiet", "ending", QUIET, first=1),
        "rounds": Number("the round being played, from 1", MAX_ROUNDS, usual=10),
        "quiet_rounds": Number(
            "rounds in a row without a tile on any wall", MAX_QUIET_ROUNDS, name="quiet", usual=10
        ),
        "quiet_limit": Number("option `quiet_rounds`", MAX_QUIET_ROUNDS, usual=10),
        "side": Number("1 on the grey side", 1, name="grey"),
    },
    apart=("line_tiles", "line_colours", "wall_colours"),
)
observe = OBSERVED.observe
