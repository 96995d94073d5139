"""What can be edited on a board of Azul Duel."""

from __future__ import annotations

from azulejos.core.notation import NOTHING
from azulejos.editing.places import (
    EMPTY_CELL,
    LAST_LETTER,
    Place,
    Where,
    chosen,
    score_place,
)
from azulejos.games.duel.moves import DIRECTIONS
from azulejos.games.duel.table import (
    BROKEN_SPACES,
    CHIP_COPIES,
    CHIP_TEXTS,
    CHIPS_A_ROUND,
    LETTERS,
    PLATES,
    SIZE,
    SLOTS,
    TOKENS,
)

TILES = chosen(LETTERS)
PLATE_NUMBERS = (NOTHING, *(str(plate + 1) for plate in range(PLATES)))
MAX_CHIPS = CHIP_COPIES * len(CHIP_TEXTS)


def board(seat: int) -> list[Place]:
    """Everything on a player's board."""
    section, of = f"seat {seat + 1}", f"seat-{seat}"
    broken = Where(section, "broken")
    return [
        *_lines(section, of, seat),
        Place(f"{of}-broken", broken, "tiles", "broken-track", TILES, 3 * BROKEN_SPACES, seat=seat),
        *(place for slot in range(SLOTS) for place in _slot(section, of, seat, slot)),
        *_dome(section, of, seat),
        _chips(section, of, seat, "chips"),
        _chips(section, of, seat, "used"),
        _number(section, of, seat, "tokens", TOKENS),
        _number(section, of, seat, "taken", CHIPS_A_ROUND),
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
        for line in range(SIZE)
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
        for row in range(SIZE)
        for column in range(SIZE)
    ]


def _chips(section: str, of: str, seat: int, name: str) -> Place:
    where = Where(section, name)
    return Place(f"{of}-{name}", where, "pieces", name, CHIP_TEXTS, MAX_CHIPS, seat=seat)


def _number(section: str, of: str, seat: int, name: str, most: int) -> Place:
    where = Where(section, name)
    return Place(f"{of}-{name}", where, "number", name, numbers=range(most + 1), seat=seat)
