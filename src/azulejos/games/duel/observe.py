"""What a seat may know of a position of Azul Duel as numbers: as much as its view shows (DU-25)."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Numbers
from azulejos.core.observation import put_bits
from azulejos.core.observing import Observed
from azulejos.core.position import Bits, Choice, Kind, Line, Number, Pile, Secret, Who
from azulejos.games.duel import table as duel
from azulejos.games.duel.scoring import printed
from azulejos.games.duel.secrets import knows_backs, knows_drawn, knows_put_back, unseen_by
from azulejos.games.duel.table import Seat, Table

MOON_TILES = duel.SMALL_TILES - 1  # one at least is taken before the rest is stacked (DU-8)
CHIPS_SHOWN = duel.CHIP_KINDS + 1  # face down is one more kind
TILE_KINDS = duel.COLOURS + 1  # special tiles are one more
MAX_POINTS = duel.START_SCORE + 2 * duel.SIZE * duel.SIZE * duel.SIZE + duel.MAX_BONUS
MAX_PAID = duel.CHIP_COPIES * duel.CHIP_KINDS

PLATE = {"plate": duel.PLATES}
PLACE = {"place": duel.PLATES}
DEPTH = {"depth": duel.PLATES}
DOME = {"row": duel.SIZE, "column": duel.SIZE}

# What lies there, as numbers


@compiled
def stacked(table: Table, factory: int, depth: int) -> int:
    """The colour so deep in a moon stack."""
    return duel.nth_from_top(table.stacks[factory], depth)


@compiled
def chip_shown(table: Table, factory: int) -> int:
    """The chip of a small factory, face down as the last kind."""
    kind = table.chips[factory]
    return duel.CHIP_KINDS if kind == duel.FACE_DOWN else kind


@compiled
def begins_group(table: Table, depth: int) -> int:
    return 1 if table.stack_specials[depth] != duel.NONE else 0


@compiled
def specials_in_group(table: Table, depth: int) -> int:
    return max(0, table.stack_specials[depth])


@compiled
def line_content(seat: Seat, line: int) -> tuple[int, int]:
    """The colour of a pattern line (NONE if it is empty) and how many tiles lie on it."""
    return seat.line_colour[line], seat.line_count[line]


@compiled
def tile_laid(seat: Seat, row: int, column: int) -> int:
    """The tile on a space of the dome, special ones after the colours."""
    tile = seat.dome[row, column]
    return duel.COLOURS if tile == duel.SPECIAL else tile


@compiled
def chips_held(seat: Seat, is_used: int, kind: int) -> int:
    return seat.used_chips[kind] if is_used else seat.chips[kind]


# What the seat knows, and the other may not


@compiled
def put_unseen(table: Table, seat: int, out: Numbers, place: int) -> None:
    put_bits(out, place, unseen_by(table, seat), duel.PLATES)


@compiled
def put_stack(table: Table, seat: int, out: Numbers, place: int) -> None:
    for depth in range(table.stack_height):
        if knows_put_back(table, seat, depth):
            out[place + table.stack_front[depth]] = depth + 1


@compiled
def put_hand(table: Table, seat: int, out: Numbers, place: int) -> None:
    for drawn in range(table.hand_count):
        if knows_drawn(table, seat, drawn) and table.hand_front[drawn] != duel.NONE:
            out[place + table.hand_front[drawn]] = drawn + 1


@compiled
def put_backs(table: Table, seat: int, out: Numbers, place: int) -> None:
    for drawn in range(table.hand_count):
        if knows_backs(table, seat) and table.hand_kind[drawn] != duel.NONE:
            out[place + 2 * drawn + table.hand_kind[drawn]] = 1


FACTORY_FIELDS: dict[str, Kind] = {
    "sun": Pile(
        "tiles on the sun side of each factory; the large one is the last",
        duel.COLOURS,
        duel.LARGE_TILES,
        each={"factory": duel.FACTORIES},
    ),
    "large_moon": Pile(
        "tiles on the moon side of the large factory", duel.COLOURS, duel.LARGE_TILES
    ),
    "stacks": Choice(
        "the stack on the moon side of each small factory, from the top down",
        "colour",
        duel.COLOURS,
        each={"factory": duel.SMALL, "depth": MOON_TILES},
        by=stacked,
    ),
    "bag": Pile("tiles in the bag", duel.COLOURS, duel.TILES_OF_A_COLOUR),
    "discard": Pile("tiles laid aside", duel.COLOURS, duel.TILES_OF_A_COLOUR),
    "chips": Choice(
        "the chip of each small factory: its kind, the last is face down",
        "kind",
        CHIPS_SHOWN,
        each={"factory": duel.SMALL},
        by=chip_shown,
    ),
    "unseen_chips": Number(
        "chips that nobody has seen", duel.CHIP_COPIES, each={"kind": duel.CHIP_KINDS}
    ),
}
PLATE_FIELDS: dict[str, Kind] = {
    "face_up": Bits("1 if the plate is on offer", "plate", duel.PLATES),
    "unseen_plates": Secret(
        "1 if the seat does not know where the plate is", 1, put_unseen, each=PLATE
    ),
    "stack_plates": Secret(
        "how deep in the stack the plate lies, from 1 at the top; 0 if it is not known there",
        duel.PLATES,
        put_stack,
        each=PLATE,
    ),
    "stack_seer": Who("who put a plate back there", each=DEPTH),
    "groups": Number(
        "1 where plates begin that were put back together", 1, each=DEPTH, by=begins_group
    ),
    "specials": Number(
        "how many of these are special", duel.PLATES, each=DEPTH, by=specials_in_group
    ),
    "stack_height": Number("plates in the stack", duel.PLATES),
    "top_kind": Choice("the back of the top plate: special, joker", "kind", 2, name="top"),
    "hand_plates": Secret(
        "where in the hand the plate is, from 1; 0 if it is not known there",
        duel.PLATES,
        put_hand,
        each=PLATE,
    ),
    "hand_backs": Secret(
        "the back of each plate in the hand: special, joker",
        1,
        put_backs,
        each={**PLACE, "kind": 2},
    ),
    "hand_known": Number("1 if the drawer has looked at the plate", 1, each=PLACE),
    "hand_count": Number("plates in the hand", duel.PLATES),
    "plate_at_hand": Choice("the plate that is to be laid", "plate", duel.PLATES, name="plate"),
}
TURN_FIELDS: dict[str, Kind] = {
    "turn": Who("who is to move; nobody where chance is due or the game is over"),
    "actor": Who("whose turn it is, also while chance answers"),
    "start_seat": Who("who began the round", name="start"),
    "first_seat": Who("who took the first-player tile in this round", name="first"),
    "phase": Choice("the phases in the order of `Game.phases`", "phase", duel.OVER + 1),
    "rounds": Number("the round being played, from 1; 0 in the set-up", duel.ROUNDS),
    "factory_at_hand": Choice(
        "the factory whose rest is to be stacked", "factory", duel.SMALL, name="factory"
    ),
    "line_at_hand": Choice("the pattern line that is to be placed", "line", duel.SIZE, name="line"),
    "paid": Number("chips spent so far on that line", MAX_PAID, usual=duel.SIZE),
    "paid_showing": Number("those of them that show its colour", MAX_PAID, usual=duel.SIZE),
    "paid_kind": Choice("the last of them", "kind", duel.CHIP_KINDS),
    "placed": Number("seats that have done their placing in this round", duel.PLAYERS),
}
BOARD_FIELDS: dict[str, Kind] = {
    "score": Number("points", MAX_POINTS, usual=100),
    "lines": Line(
        "tiles on each pattern line",
        duel.COLOURS,
        duel.SIZE,
        each={"line": duel.SIZE},
        by=line_content,
    ),
    "broken": Pile("tiles on the broken track", duel.COLOURS, duel.BROKEN_SPACES),
    "spaces": Choice(
        "what each space of the dome asks for: a colour, a joker (5), a special tile (6)",
        "kind",
        len(duel.SPACE_LETTERS),
        each=DOME,
        by=printed,
    ),
    "dome": Choice(
        "the tile there: a colour or special (5)", "tile", TILE_KINDS, each=DOME, by=tile_laid
    ),
    "own_chips": Number(
        "unused (0) and used (1) chips",
        duel.CHIP_COPIES,
        each={"use": 2, "kind": duel.CHIP_KINDS},
        by=chips_held,
    ),
    "tokens": Number("plates that may still be taken in this round", duel.TOKENS),
    "chips_taken": Number("chips taken in this round", duel.CHIPS_A_ROUND),
}
OPTION_FIELDS: dict[str, Kind] = {
    "scoring": Bits(
        "1 for each side of a scoring tile in play: " + ", ".join(duel.SCORING_TEXTS),
        "side",
        len(duel.SCORING_TEXTS),
    ),
    "scoring_wanted": Number("sides that chance has still to pick", duel.SCORING_TILES),
    "free_draws": Number("option `stack_draw_at_zero`: 1 for free", 1),
    "special_colour": Number("option `special_counts_as_colour`: 1 for yes", 1),
}

OBSERVED = Observed(
    __name__,
    Table,
    {**FACTORY_FIELDS, **PLATE_FIELDS, **TURN_FIELDS, "seats": BOARD_FIELDS, **OPTION_FIELDS},
    apart=(
        *("stack_front", "stack_specials", "hand_front", "hand_kind", "ending"),
        *("laid", "line_colour", "line_count", "chips", "used_chips"),
    ),
    players=duel.PLAYERS,
)
observe = OBSERVED.observe
