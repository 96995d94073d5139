"""What can be edited in a position of Azul Duel. What nobody has seen stays unknown."""

from __future__ import annotations

import re

from azulejos.core.notation import NOTHING
from azulejos.editing.places import (
    EMPTY_CELL,
    EVERY_WORD,
    LAST_LETTER,
    Editor,
    Place,
    Sections,
    Where,
    chosen,
    score_place,
    seats,
)
from azulejos.games.duel import table as duel
from azulejos.games.duel.game import DUEL, DuelOptions
from azulejos.games.duel.moves import DIRECTIONS
from azulejos.games.duel.notation import KINDS, PHASES, UNKNOWN

TILES = chosen(duel.LETTERS)
PLATE_NUMBERS = (NOTHING, *(str(plate + 1) for plate in range(duel.PLATES)))
MAX_CHIPS = duel.CHIP_COPIES * len(duel.CHIP_TEXTS)


def board(seat: int) -> list[Place]:
    """Everything on a player's board."""
    section, of = f"seat {seat + 1}", f"seat-{seat}"
    broken = Where(section, "broken")
    return [
        *_lines(section, of, seat),
        Place(
            f"{of}-broken",
            broken,
            "tiles",
            "broken-track",
            TILES,
            3 * duel.BROKEN_SPACES,
            seat=seat,
        ),
        *(place for slot in range(duel.SLOTS) for place in _slot(section, of, seat, slot)),
        *_dome(section, of, seat),
        _chips(section, of, seat, "chips"),
        _chips(section, of, seat, "used"),
        _number(section, of, seat, "tokens", duel.TOKENS),
        _number(section, of, seat, "taken", duel.CHIPS_A_ROUND),
        score_place(seat),
    ]


def _lines(section: str, of: str, seat: int) -> list[Place]:
    return [
        Place(
            f"{of}-line-{line + 1}",
            Where(section, "lines").part(line),
            *("line", "line", TILES, line + 1),
            said=(line + 1,),
            seat=seat,
        )
        for line in range(duel.SIZE)
    ]


def _slot(section: str, of: str, seat: int, slot: int) -> tuple[Place, ...]:
    """A plate, and where its printed top points."""
    where, said = Where(section, "plates").part(slot), (slot + 1,)
    plate, turn = (where.part(which, LAST_LETTER) for which in range(2))
    name, to = f"{of}-slot-{slot + 1}", chosen(DIRECTIONS)
    return (
        Place(name, plate, "choice", "slot", PLATE_NUMBERS, said=said, seat=seat),
        Place(f"{name}-turn", turn, "choice", "slot-turn", to, said=said, seat=seat),
    )


def _dome(section: str, of: str, seat: int) -> list[Place]:
    return [
        Place(
            f"{of}-dome-{row + 1}-{column + 1}",
            Where(section, "dome").part(row).letter(column),
            *("tile", "dome", (*TILES, "*")),
            otherwise=EMPTY_CELL,
            said=(row + 1, column + 1),
            seat=seat,
        )
        for row in range(duel.SIZE)
        for column in range(duel.SIZE)
    ]


def _chips(section: str, of: str, seat: int, name: str) -> Place:
    where = Where(section, name)
    return Place(f"{of}-{name}", where, "pieces", name, duel.CHIP_TEXTS, MAX_CHIPS, seat=seat)


def _number(section: str, of: str, seat: int, name: str, most: int) -> Place:
    where = Where(section, name)
    return Place(f"{of}-{name}", where, "number", name, numbers=range(most + 1), seat=seat)


SMALL_TILES = 4
MAX_MOON = 20  # tiles on the moon side of the large factory
STACKED = 3  # tiles of a moon stack
NUMBERS = tuple(str(plate + 1) for plate in range(duel.PLATES))


def places(_options: DuelOptions) -> list[Place]:
    """Everything on the table, and the course of the round."""
    return [
        *_round(),
        *(place for number in range(1, duel.SMALL + 1) for place in _factory(number)),
        *_large(),
        Place("discard", Where("discard", 0), "tiles", "discard", TILES, 60),
        Place("plates", Where("plates", EVERY_WORD), "pieces", "plates", NUMBERS, duel.FACE_UP),
        Place("top", Where("stack", "top"), "choice", "top", (NOTHING, *KINDS)),
        Place("stack", Where("stack", EVERY_WORD), "words", "stack"),
        Place("hand", Where("hand", EVERY_WORD), "words", "hand"),
        Place("specials", Where("hand", "specials"), "words", "specials"),
        *(place for seat in range(duel.PLAYERS) for place in board(seat)),
    ]


def _round() -> list[Place]:
    numbers = (NOTHING, *seats(duel.PLAYERS))
    result = [
        Place("round", Where("round", 0), "number", "round", numbers=range(duel.ROUNDS + 1)),
        Place("phase", Where("round", "phase"), "choice", "phase", PHASES),
        Place("turn", Where("round", "turn"), "choice", "turn", numbers),
        Place("start", Where("round", "start"), "choice", "start", numbers),
        Place(
            "first", Where("round", "first"), "choice", "first", ("factory", *seats(duel.PLAYERS))
        ),
    ]
    counted = {
        "plate": range(duel.PLATES + 1),
        "factory": range(duel.SMALL + 1),
        "line": range(duel.SIZE + 1),
        "placed": range(duel.PLAYERS),
        "paid": range(2 * duel.ROUNDS + 1),
        "showing": range(2 * duel.ROUNDS + 1),
    }
    for name, allowed in counted.items():
        label, where = f"{name}-at-hand", Where("round", name)
        result.append(Place(label, where, "number", label, numbers=allowed, otherwise="0"))
    chips = (NOTHING, *duel.CHIP_TEXTS)
    result.append(Place("chip-at-hand", Where("round", "chip"), "choice", "chip-at-hand", chips))
    return result


def _factory(number: int) -> tuple[Place, ...]:
    """Sun side, moon stack from the top down, and chip of a small factory."""
    where, of, said = Where("factories", number - 1), f"factory-{number}", (number,)
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


def complete(parts: Sections) -> None:
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


EDITOR = Editor(
    places,
    fresh=(
        "round 1 phase=action turn=1 start=1; factories -/-/? -/-/? -/-/? -/-/?; "
        "seat 1 score=5 tokens=2; seat 2 score=5 tokens=2"
    ),
    dealt={
        "phase": "action",
        "first": "factory",
        **{f"factory-{number}-chip": UNKNOWN for number in range(1, duel.SMALL + 1)},
    },
    starred="special",
    complete=complete,
)
