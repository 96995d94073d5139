"""What can be edited in a position of Azul Duel. What nobody has seen stays unknown."""

from __future__ import annotations

import re

from azulejos.core.notation import NOTHING
from azulejos.editing import places
from azulejos.editing.places import EVERY_WORD, Place, Where, round_value, seat_value, seats
from azulejos.games.duel import table as duel
from azulejos.games.duel.game import DUEL, DuelOptions
from azulejos.games.duel.moves import DIRECTIONS
from azulejos.games.duel.notation import KINDS, PHASES, UNKNOWN

TILES = tuple(duel.LETTERS)
PLATE_NUMBERS = seats(duel.PLATES)
MAX_CHIPS = duel.CHIP_COPIES * len(duel.CHIP_TEXTS)


def board(seat: int) -> list[Place]:
    """Everything on a player's board."""
    most = 3 * duel.BROKEN_SPACES
    return [
        *places.line_places(seat, TILES, duel.SIZE),
        seat_value(seat, "broken", "tiles", TILES, most, label="broken-track"),
        *(place for slot in range(duel.SLOTS) for place in _slot(seat, slot)),
        *places.cell_places(seat, "dome", (*TILES, "*"), duel.SIZE),
        seat_value(seat, "chips", "pieces", duel.CHIP_TEXTS, MAX_CHIPS),
        seat_value(seat, "used", "pieces", duel.CHIP_TEXTS, MAX_CHIPS),
        seat_value(seat, "tokens", "number", numbers=range(duel.TOKENS + 1)),
        seat_value(seat, "taken", "number", numbers=range(duel.CHIPS_A_ROUND + 1)),
        places.score_place(seat),
    ]


def _slot(seat: int, slot: int) -> tuple[Place, ...]:
    """A plate, and where its printed top points."""
    where, said = Where(f"seat {seat + 1}", "plates").part(slot), (slot + 1,)
    plate, turn = (where.part(which, places.LAST_LETTER) for which in range(2))
    name, to = f"seat-{seat}-slot-{slot + 1}", tuple(DIRECTIONS)
    plates = (NOTHING, *PLATE_NUMBERS)
    return (
        Place(name, plate, "choice", "slot", plates, said=said, seat=seat),
        Place(f"{name}-turn", turn, "choice", "slot-turn", to, said=said, seat=seat),
    )


SMALL_TILES = 4
MAX_MOON = 20  # tiles on the moon side of the large factory
STACKED = 3  # tiles of a moon stack


def everything(_options: DuelOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    return [
        *_round(),
        *(place for factory in range(duel.SMALL) for place in _factory(factory)),
        *_large(),
        Place("discard", Where("discard", 0), "tiles", "discard", TILES, 60),
        Place(
            "plates", Where("plates", EVERY_WORD), "pieces", "plates", PLATE_NUMBERS, duel.FACE_UP
        ),
        Place("top", Where("stack", "top"), "choice", "top", (NOTHING, *KINDS)),
        Place("stack", Where("stack", EVERY_WORD), "words", "stack"),
        Place("hand", Where("hand", EVERY_WORD), "words", "hand"),
        Place("specials", Where("hand", "specials"), "words", "specials"),
        *(place for seat in range(duel.PLAYERS) for place in board(seat)),
    ]


def _round() -> list[Place]:
    numbers = (NOTHING, *seats(duel.PLAYERS))
    counted = {
        "plate": range(duel.PLATES + 1),
        "factory": range(duel.SMALL + 1),
        "line": range(duel.SIZE + 1),
        "placed": range(duel.PLAYERS),
        "paid": range(2 * duel.ROUNDS + 1),
        "showing": range(2 * duel.ROUNDS + 1),
    }
    return [
        Place("round", Where("round", 0), "number", "round", numbers=range(duel.ROUNDS + 1)),
        round_value("phase", "choice", PHASES),
        round_value("turn", "choice", numbers),
        round_value("start", "choice", numbers),
        round_value("first", "choice", ("factory", *seats(duel.PLAYERS))),
        *(
            round_value(f"{name}-at-hand", "number", key=name, numbers=allowed, otherwise="0")
            for name, allowed in counted.items()
        ),
        round_value("chip-at-hand", "choice", (NOTHING, *duel.CHIP_TEXTS), key="chip"),
    ]


def _factory(factory: int) -> tuple[Place, ...]:
    """Sun side, moon stack from the top down, and chip of a small factory."""
    where, of, said = Where("factories", factory), f"factory-{factory + 1}", (factory + 1,)
    sun, moon, chip = (where.part(which) for which in range(3))
    chips = (UNKNOWN, NOTHING, *duel.CHIP_TEXTS)
    return (
        Place(f"{of}-sun", sun, "tiles", "sun", TILES, SMALL_TILES, said=said, is_dealt=True),
        Place(f"{of}-moon", moon, "row", "moon", TILES, STACKED, said=said),
        Place(f"{of}-chip", chip, "choice", "chip", chips, said=said),
    )


def _large() -> tuple[Place, ...]:
    sun, moon = Where("large", 0).part(0), Where("large", 0).part(1)
    return (
        Place(
            "factory-large-sun", sun, "tiles", "sun-large", TILES, duel.LARGE_TILES, is_dealt=True
        ),
        Place("factory-large-moon", moon, "tiles", "moon-large", TILES, MAX_MOON),
    )


def complete(parts: places.Sections) -> None:
    """The stack holds every plate that lies nowhere else: so many are unseen."""
    hand = parts.words("hand")
    if hand in ([], [NOTHING]):
        parts.drop("hand")
    elif parts.value("hand", "specials") == NOTHING:
        parts.leave_out("hand", "specials")
    put_back = [word for word in parts.words("stack") if not re.fullmatch(r"\?[0-9]+|-", word)]
    top = parts.value("stack", "top")
    parts.drop("stack")
    rest = DUEL.draft(parts.text()).table
    unseen = max(0, rest.stack_height - len(put_back))
    words = [f"{UNKNOWN}{unseen}"] * (unseen > 0) + put_back
    parts.words("stack")[:] = words or [NOTHING]
    if top != NOTHING and words:
        parts.give("stack", "top", top)


EDITOR = places.Editor(
    everything,
    fresh=(
        "round 1 phase=action turn=1 start=1; factories -/-/? -/-/? -/-/? -/-/?; "
        "seat 1 score=5 tokens=2; seat 2 score=5 tokens=2"
    ),
    dealt={
        "phase": "action",
        "first": "factory",
        **{f"factory-{factory + 1}-chip": UNKNOWN for factory in range(duel.SMALL)},
    },
    starred="special",
    complete=complete,
)
