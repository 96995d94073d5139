"""What a seat may know of a position of Azul as numbers: all of it, there are no secrets."""

from __future__ import annotations

from azulejos.core.observing import TURN, Observed, offer
from azulejos.core.position import Choice, Line, Number, Pile
from azulejos.games.azul import table as azul
from azulejos.games.azul.table import Table
from azulejos.games.azul.tiling import line_content

MAX_POINTS = azul.SIZE * azul.SIZE * 2 * azul.SIZE + azul.SIZE * (
    azul.ROW_BONUS + azul.COLUMN_BONUS + azul.COLOUR_BONUS
)
"""No tile brings more than a full row and a full column (AZ-13, AZ-17)."""

MAX_ROUNDS = azul.MAX_QUIET_ROUNDS * (azul.COLOURS * azul.TILES_OF_A_COLOUR + 1)
"""Every so many rounds at least one tile goes to a wall (AZ-20)."""


OBSERVED = Observed(
    __name__,
    Table,
    {
        **offer(azul.COLOURS, azul.TILES_OF_A_COLOUR),
        **TURN,
        "seats": {
            "score": Number("points", MAX_POINTS, usual=100),
            "lines": Line(
                "tiles on each pattern line, by their colour",
                azul.COLOURS,
                azul.SIZE,
                each={"line": azul.SIZE},
                by=line_content,
            ),
            "floor": Pile(
                "tiles on the floor line; the marker counts as a sixth colour",
                azul.COLOURS + 1,
                azul.FLOOR_SPACES,
            ),
            "wall": Choice(
                "1 where a tile of that colour lies on the wall",
                "colour",
                azul.COLOURS,
                each={"row": azul.SIZE, "column": azul.SIZE},
            ),
        },
        "phase": Choice("choose-start, deal, offer, tiling, over", "phase", azul.OVER + 1),
        "tiling_line": Choice(
            "the pattern line whose tile is to be placed", "line", azul.SIZE, name="line"
        ),
        "ending": Choice("how the game ended: row, tiles, quiet", "ending", azul.QUIET, first=1),
        "rounds": Number("the round being played, from 1", MAX_ROUNDS, usual=10),
        "quiet_rounds": Number(
            "rounds in a row without a tile on any wall",
            azul.MAX_QUIET_ROUNDS,
            name="quiet",
            usual=10,
        ),
        "quiet_limit": Number("option `quiet_rounds`", azul.MAX_QUIET_ROUNDS, usual=10),
        "side": Number("1 on the grey side", 1, name="grey"),
    },
    apart=("line_tiles", "line_colours", "wall_colours"),
)
observe = OBSERVED.observe
