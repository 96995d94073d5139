"""What the numbers mean that `observe` writes of a position of Azul Duel."""

from __future__ import annotations

from azulejos.core.observation import Field
from azulejos.games.duel.data import (
    CHIP_COPIES,
    CHIP_KINDS,
    PLATES,
    SCORING_TEXTS,
    SCORING_TILES,
    SPACE_LETTERS,
)
from azulejos.games.duel.table import (
    BROKEN_SPACES,
    CHIPS_A_ROUND,
    COLOURS,
    FACTORIES,
    LARGE_TILES,
    MAX_BONUS,
    OVER,
    PLAYERS,
    ROUNDS,
    SIZE,
    SMALL,
    SMALL_TILES,
    START_SCORE,
    TILES_OF_A_COLOUR,
    TOKENS,
)

MOON_TILES = SMALL_TILES - 1  # one at least is taken before the rest is stacked (DU-8)
CHIPS_SHOWN = CHIP_KINDS + 1  # face down is one more kind
SPACE_KINDS = len(SPACE_LETTERS)
TILE_KINDS = COLOURS + 1  # special tiles are one more
MAX_POINTS = START_SCORE + 2 * SIZE * SIZE * SIZE + MAX_BONUS

SEAT = {"seat": PLAYERS}
COLOUR = {"colour": COLOURS}
PLATE = {"plate": PLATES}
DEPTH = {"depth": PLATES}
DOME = {**SEAT, "row": SIZE, "column": SIZE}


def fields() -> tuple[Field, ...]:
    """All of them, in their order."""
    return (*factories(), *chips(), *plates(), *hand(), *turn(), *boards(), *options())


def factories() -> tuple[Field, ...]:
    return (
        Field(
            "sun",
            "tiles on the sun side of each factory; the large one is the last",
            {"factory": FACTORIES, **COLOUR},
            LARGE_TILES,
        ),
        Field("large_moon", "tiles on the moon side of the large factory", COLOUR, LARGE_TILES),
        Field(
            "stacks",
            "the stack on the moon side of each small factory, from the top down",
            {"factory": SMALL, "depth": MOON_TILES, **COLOUR},
            1,
        ),
        Field("bag", "tiles in the bag", COLOUR, TILES_OF_A_COLOUR),
        Field("discard", "tiles laid aside", COLOUR, TILES_OF_A_COLOUR),
    )


def chips() -> tuple[Field, ...]:
    return (
        Field(
            "chips",
            "the chip of each small factory: its kind, the last is face down",
            {"factory": SMALL, "kind": CHIPS_SHOWN},
            1,
        ),
        Field("unseen_chips", "chips that nobody has seen", {"kind": CHIP_KINDS}, CHIP_COPIES),
    )


def plates() -> tuple[Field, ...]:
    return (
        Field("face_up", "1 if the plate is on offer", PLATE, 1),
        Field("unseen_plates", "1 if the seat does not know where the plate is", PLATE, 1),
        Field(
            "stack_plates",
            "how deep in the stack the plate lies, from 1 at the top; 0 if it is not known there",
            PLATE,
            PLATES,
        ),
        Field("stack_seer", "who put a plate back there", {**DEPTH, **SEAT}, 1),
        Field("groups", "1 where plates begin that were put back together", DEPTH, 1),
        Field("specials", "how many of these are special", DEPTH, PLATES),
        Field("stack_height", "plates in the stack", {}, PLATES),
        Field("top", "the back of the top plate: special, joker", {"kind": 2}, 1),
    )


def hand() -> tuple[Field, ...]:
    return (
        Field(
            "hand_plates",
            "where in the hand the plate is, from 1; 0 if it is not known there",
            PLATE,
            PLATES,
        ),
        Field(
            "hand_backs",
            "the back of each plate in the hand: special, joker",
            {"place": PLATES, "kind": 2},
            1,
        ),
        Field("hand_known", "1 if the drawer has looked at the plate", {"place": PLATES}, 1),
        Field("hand_count", "plates in the hand", {}, PLATES),
        Field("plate", "the plate that is to be laid", PLATE, 1),
    )


def turn() -> tuple[Field, ...]:
    return (
        Field("turn", "who is to move; nobody where chance is due or the game is over", SEAT, 1),
        Field("actor", "whose turn it is, also while chance answers", SEAT, 1),
        Field("start", "who began the round", SEAT, 1),
        Field("first", "who took the first-player tile in this round", SEAT, 1),
        Field("phase", "the phases in the order of `Game.phases`", {"phase": OVER + 1}, 1),
        Field("rounds", "the round being played, from 1; 0 in the set-up", {}, ROUNDS),
        Field("factory", "the factory whose rest is to be stacked", {"factory": SMALL}, 1),
        Field("line", "the pattern line that is to be placed", {"line": SIZE}, 1),
        Field("paid", "chips spent so far on that line", {}, CHIP_COPIES * CHIP_KINDS, usual=SIZE),
        Field(
            "paid_showing",
            "those of them that show its colour",
            {},
            CHIP_COPIES * CHIP_KINDS,
            usual=SIZE,
        ),
        Field("paid_kind", "the last of them", {"kind": CHIP_KINDS}, 1),
        Field("placed", "seats that have done their placing in this round", {}, PLAYERS),
    )


def boards() -> tuple[Field, ...]:
    return (
        Field("score", "points", SEAT, MAX_POINTS, usual=100),
        Field("lines", "tiles on each pattern line", {**SEAT, "line": SIZE, **COLOUR}, SIZE),
        Field("broken", "tiles on the broken track", {**SEAT, **COLOUR}, BROKEN_SPACES),
        Field(
            "spaces",
            "what each space of the dome asks for: a colour, a joker (5), a special tile (6)",
            {**DOME, "kind": SPACE_KINDS},
            1,
        ),
        Field("dome", "the tile there: a colour or special (5)", {**DOME, "tile": TILE_KINDS}, 1),
        Field(
            "own_chips",
            "unused (0) and used (1) chips",
            {**SEAT, "use": 2, "kind": CHIP_KINDS},
            CHIP_COPIES,
        ),
        Field("tokens", "plates that may still be taken in this round", SEAT, TOKENS),
        Field("chips_taken", "chips taken in this round", SEAT, CHIPS_A_ROUND),
    )


def options() -> tuple[Field, ...]:
    return (
        Field(
            "scoring",
            "1 for each side of a scoring tile in play: " + ", ".join(SCORING_TEXTS),
            {"side": len(SCORING_TEXTS)},
            1,
        ),
        Field("scoring_wanted", "sides that chance has still to pick", {}, SCORING_TILES),
        Field("free_draws", "option `stack_draw_at_zero`: 1 for free", {}, 1),
        Field("special_colour", "option `special_counts_as_colour`: 1 for yes", {}, 1),
    )
