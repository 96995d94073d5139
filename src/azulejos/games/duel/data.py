"""What is printed on the cardboard of Azul Duel.

How sure we are that it is printed so: `CONFIDENCE`.
"""

from __future__ import annotations

import numpy as np

BLUE, YELLOW, RED, BLACK, TURQUOISE = range(5)
JOKER = 5  # a space for any colour
SPECIAL = 6  # a space for a special tile, and that tile
LETTERS = "BYRKT"
COLOUR_NAMES = ("blue", "yellow", "red", "black", "turquoise")
SPACE_LETTERS = LETTERS + "?*"

CONFIDENCE = {
    "plates": 0.95,
    "backs": 0.97,
    "chips": 0.95,
    "scoring values": 0.99,
    "scoring sides": 0.93,
    "corner plates": 0.93,
    "special points": 0.96,
    "first scoring tiles": 0.45,
}
"""The probability that a piece of printed data is right."""

PLATES = 18
PLATE_TEXTS = (
    "YKT*",
    "?BTK",
    "TRB?",
    "KYR?",
    "K*TR",
    "TY?K",
    "*KRB",
    "YBK*",
    "TRB*",
    "YR?B",
    "Y*KR",
    "TKR?",
    "BK*T",
    "RTY?",
    "TB?Y",
    "*TYB",
    "R?BK",
    "*YBR",
)
"""The four spaces of each plate: top left, top right, bottom left, bottom right."""

# Kinds of plates, as their backs show
SPECIAL_PLATE = 0
JOKER_PLATE = 1

QUARTER_TURN = (2, 0, 3, 1)  # where the space at each place was before a clockwise quarter turn


def _turned(text: str) -> list[str]:
    """A plate as printed and after one, two and three quarter turns clockwise."""
    turns = [text]
    for _ in range(3):
        turns.append("".join(turns[-1][place] for place in QUARTER_TURN))
    return turns


PRINTED = np.array(
    [
        [SPACE_LETTERS.index(space) for space in turned]
        for text in PLATE_TEXTS
        for turned in _turned(text)
    ],
    np.int8,
)
"""The spaces of a laid plate: `PRINTED[plate * 4 + quarter turns, place on the plate]`."""

SPECIAL_PLATES = sum(1 << plate for plate, text in enumerate(PLATE_TEXTS) if "*" in text)
"""The plates with a special space, a bit each; the others have a joker."""

CHIP_KINDS = 10
CHIP_COPIES = 2
CHIP_TEXTS = ("B", "Y", "R", "K", "T", "BK", "YK", "BR", "RT", "YT")
CHIP_COLOURS = np.array(
    [sum(1 << LETTERS.index(letter) for letter in text) for text in CHIP_TEXTS], np.int8
)
"""The colours that each kind of chip shows, a bit each."""

BROKEN_COSTS = (1, 2, 3, 4)
"""What each space of the broken track costs, from the left (DU-19)."""

FIRST_TILE_COST = 2  # of the first-player tile (DU-19)

SPECIAL_POINTS = (1, 2, 3, 4, 5, 6)
"""The points of a special tile, by its row of the dome (DU-18)."""

# Sides of the scoring tiles, tile by tile, and what they bring (DU-23)
ROWS, COLOURFUL_ROWS, COLUMNS, EDGE, DIAGONALS, CORNERS, JOKERS, EMPTY_SPECIALS = range(8)
SCORING_TILES = 4
SCORING_TEXTS = ("1A", "1B", "2A", "2B", "3A", "3B", "4A", "4B")
ROW_POINTS = 3
COLOURFUL_ROW_POINTS = 4
COLUMN_POINTS = 7
EDGE_POINTS = 1  # for each tile there
DIAGONAL_POINTS = 10
CORNER_POINTS = (3, 8)  # for a full plate in a corner above, below
JOKER_POINTS = 2  # for each joker space
EMPTY_SPECIAL_COST = 3
SCORING_MEANINGS = (
    f"{ROW_POINTS} points for each complete row",
    f"{COLOURFUL_ROW_POINTS} points for each row with tiles of five colours",
    f"{COLUMN_POINTS} points for each complete column",
    f"{EDGE_POINTS} point for each tile at the edge",
    f"{DIAGONAL_POINTS} points for each complete main diagonal",
    f"{CORNER_POINTS[0]} points for each full corner plate above, {CORNER_POINTS[1]} below",
    f"{JOKER_POINTS} points for each joker space, if all of them are filled",
    f"{EMPTY_SPECIAL_COST} points lost for each empty special space",
)
FIRST_SCORING = "1A2A3A"
