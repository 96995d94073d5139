"""What is printed on the cardboard of Azul Duel, and what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.core.layout import Int8, Int8s, Int16, Int16s, Int32, Int32s, layout
from azulejos.core.pile import pile_of

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


PLAYERS = 2
COLOURS = 5  # blue, yellow, red, black, turquoise
TILES_OF_A_COLOUR = 13
FULL_BAG = pile_of([TILES_OF_A_COLOUR] * COLOURS)
SIZE = 6  # rows and columns of the dome, and the pattern lines; line r holds r + 1 tiles (DU-1)
SLOTS = 9  # for plates, three by three, in reading order (DU-1)
SLOTS_IN_A_ROW = 3
BROKEN_SPACES = len(BROKEN_COSTS)  # (DU-1)
START_SCORE = 5  # (DU-1)
TOKENS = 2  # plates to take in each of the rounds with plates (DU-6)
PLATE_ROUNDS = 4  # (DU-6)
ROUNDS = 5  # (DU-20)
CHIPS_A_ROUND = 2  # for each player (DU-12)
FACE_UP = 3  # plates on offer (DU-2)
SMALL = 4  # small factories, numbered 0 to 3 (DU-3)
LARGE = 4  # the number of the large factory
FACTORIES = 5
LARGE_TILES = 5
SMALL_TILES = 4
MAX_BONUS = (  # (DU-23)
    SIZE * (ROW_POINTS + COLOURFUL_ROW_POINTS + COLUMN_POINTS)
    + EDGE_POINTS * 4 * (SIZE - 1)
    + 2 * DIAGONAL_POINTS
    + 2 * sum(CORNER_POINTS)
    + JOKER_POINTS * SLOTS
)

# Phases
CHOOSE_START = 0  # chance names the start player (DU-4)
CHOOSE_SCORING = 1  # chance picks the scoring tiles (DU-2)
TURN_PLATES = 2  # chance turns plates up, and shows the next back (DU-2, DU-4, DU-20)
FILL_LARGE = 3  # chance fills the large factory (DU-3)
FILL_SMALL = 4  # chance fills the small factories (DU-3)
TURN_CHIPS = 5  # chance turns chips up (DU-12, DU-21)
SHOW_BACK = 6  # chance shows the back of the new top of the stack (DU-2)
LOOK = 7  # chance shows the drawer the fronts of the plates drawn (DU-6)
FIRST_PLATE = 8  # a seat takes the plate of the set-up (DU-4)
ACTION = 9  # a seat acts (DU-5)
DRAWING = 10  # a seat draws one more plate from the stack, or looks (DU-6)
KEEPING = 11  # a seat keeps one of the plates drawn (DU-6)
RETURNING = 12  # a seat puts the others under the stack (DU-6)
LAYING = 13  # a seat lays a plate (DU-6)
STACKING = 14  # a seat orders the stack that a sun take leaves (DU-8)
PAYING = 15  # a seat may spend chips on the line at hand (DU-16)
PLACING = 16  # a seat chooses a space of the dome (DU-14)
OVER = 17
SETTLING = 18  # lines are to be settled: only inside a move, never after it

# What a chip of a small factory is, apart from a kind from 0
NO_CHIP = -1
FACE_DOWN = -2

# How a game ends
NOT_ENDED = 0
ALL_ROUNDS = 1  # (DU-20)

NONE = -1  # no colour, no plate, no seat, no line


class Seat:
    """One player's board."""

    score: Int32
    broken: Int32  # the pile on the broken track
    dome: Annotated[Int8s, (SIZE, SIZE)]  # the tile at [row, column]: a colour, SPECIAL or NONE
    laid: Annotated[Int8s, (SLOTS,)]  # in each slot plate * 4 + quarter turns, or NONE
    line_colour: Annotated[Int8s, (SIZE,)]  # of each pattern line, or NONE
    line_count: Annotated[Int8s, (SIZE,)]
    chips: Annotated[Int8s, (CHIP_KINDS,)]  # unused ones of each kind
    used_chips: Annotated[Int8s, (CHIP_KINDS,)]
    tokens: Int8  # left in this round
    chips_taken: Int8  # in this round


class Table:
    """Everything: a position is these bytes and no others.

    What nobody knows does not exist yet: a plate of the stack that nobody has seen has no front
    until chance draws it, a face-down chip no face. A plate that somebody has put back has both
    front and place, and `stack_seer` is the one seat that knows them (DU-25).

    Plates that were put back together are a group. Both seats saw their backs, so how many of
    them are special is open; it is noted with the topmost plate of the group that is still in the
    stack. Plates that are still in the hand to be put back count with the others of their group;
    before the first of them lies there, the number waits at the place that it will have.
    """

    bag: Int32
    discard: Int32
    sun: Annotated[Int32s, (FACTORIES,)]  # a pile for each factory
    large_moon: Int32  # a pile
    unseen_plates: Int32  # those without a place, a bit each: chance draws from them
    face_up: Int32  # the plates on offer, a bit each
    seats: Annotated[Sequence[Seat], PLAYERS]
    stacks: Annotated[Int16s, (SMALL,)]  # the moon sides, as described below
    chips: Annotated[Int8s, (SMALL,)]  # a kind, FACE_DOWN or NO_CHIP
    unseen_chips: Annotated[Int8s, (CHIP_KINDS,)]  # of each kind, on factories and beside them
    stack_front: Annotated[Int8s, (PLATES,)]  # from the top: a plate, or NONE
    stack_seer: Annotated[Int8s, (PLATES,)]  # the seat that put it there, or NONE
    stack_specials: Annotated[Int8s, (PLATES,)]  # where a group begins, its specials; or NONE
    stack_height: Int8
    top_kind: Int8  # the back of the top plate, or NONE
    hand_front: Annotated[Int8s, (PLATES,)]  # plates drawn: a plate, or NONE
    hand_kind: Annotated[Int8s, (PLATES,)]
    hand_known: Annotated[Int8s, (PLATES,)]  # 1 where the drawer knows the front
    hand_count: Int8
    plate_at_hand: Int8  # taken and to be laid, or NONE
    factory_at_hand: Int8  # whose rest is to be stacked, or NONE
    line_at_hand: Int8  # of the seat that is placing, or NONE
    paid: Int8  # chips spent so far on the line at hand
    paid_showing: Int8  # those of them that show its colour
    paid_kind: Int8  # the last of them, or NONE
    placed: Int8  # seats that have done their placing in this round
    scoring: Int16  # the sides in play, a bit each
    scoring_wanted: Int8  # how many sides chance has still to pick
    free_draws: Int8  # option `stack_draw_at_zero` (DU-7)
    special_colour: Int8  # option `special_counts_as_colour` (DU-23)
    players: Int8
    rounds: Int8  # the round being played or just played, 0 in the set-up
    phase: Int8
    ending: Int8
    turn: Int8
    actor: Int8  # the seat whose turn it is, also while chance answers; NONE between rounds
    start_seat: Int8  # who began this round
    first_seat: Int8  # who took the first-player tile in this round; NONE while on the factory


TABLE = layout(Table)

# The stack of tiles on the moon side of a small factory: one int, three bits a tile, top lowest.
# The bits of a tile are its colour + 1, so that 0 is no tile.

STACK_BITS = 3
STACK_TILE = (1 << STACK_BITS) - 1


@compiled
def top_of(stack: int) -> int:
    """The colour of the top tile; NONE, which is -1, of an empty stack."""
    return (stack & STACK_TILE) - 1


@compiled
def put_on(stack: int, colour: int) -> int:
    """A stack with one more tile on top."""
    return stack << STACK_BITS | (colour + 1)


@compiled
def take_off(stack: int) -> int:
    """A stack without its top tile."""
    return stack >> STACK_BITS


@compiled
def nth_from_top(stack: int, depth: int) -> int:
    """The colour of the tile so deep in a stack, NONE below its last."""
    return (stack >> (STACK_BITS * depth) & STACK_TILE) - 1
