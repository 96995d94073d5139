"""What a seat may know of a position of Summer Pavilion as numbers: all of it."""

from __future__ import annotations

from azulejos.core.observing import TURN, Observed, offer
from azulejos.core.position import Choice, Number, Pile, Who
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.table import Table

MAX_POINTS = (
    pavilion.START_SCORE + pavilion.STARS * pavilion.SPACES * pavilion.SPACES + pavilion.MAX_BONUS
)
"""No tile brings more than a full star (SP-12)."""

OBSERVED = Observed(
    __name__,
    Table,
    {
        **offer(pavilion.COLOURS, pavilion.TILES_OF_A_COLOUR),
        "supply": Pile("tiles in the supply", pavilion.COLOURS, pavilion.SUPPLY_SPACES),
        **TURN,
        "placer": Who("whose turn of phase 2 it is, also while chance refills"),
        "seats": {
            "score": Number("points", MAX_POINTS, usual=100),
            "tiles": Pile(
                "tiles beside the board",
                pavilion.COLOURS,
                pavilion.TILES_OF_A_COLOUR,
                usual=pavilion.SUPPLY_SPACES,
            ),
            "corners": Pile("tiles in the corners", pavilion.COLOURS, pavilion.CORNERS),
            "board": Choice(
                "1 where a tile of that colour lies on a space; the centre is the last star",
                "colour",
                pavilion.COLOURS,
                each={"star": pavilion.STARS, "space": pavilion.SPACES},
            ),
            "passed": Number("1 if the seat has passed in this round", 1),
        },
        "joker": Choice("the joker colour of this round", "colour", pavilion.COLOURS, by=joker_of),
        "phase": Choice(
            "choose-start, refill, deal, taking, placing, bonus, keeping, over",
            "phase",
            pavilion.OVER + 1,
        ),
        "rounds": Number("the round being played, from 1", pavilion.ROUNDS),
        "bonus_tiles": Number(
            "tiles that the seat to move has yet to take from the supply",
            pavilion.MAX_BONUS_TILES,
            name="bonus",
        ),
        "side": Number("1 on the grey side", 1, name="grey"),
    },
    apart=("ending", "filled", "star_colours"),
)
observe = OBSERVED.observe
