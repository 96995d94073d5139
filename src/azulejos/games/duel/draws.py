"""What chance cannot have answered in Azul Duel."""

from __future__ import annotations

from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.errors import IllegalDraw
from azulejos.games.duel.data import CHIP_KINDS, PLATES
from azulejos.games.duel.plate_checks import kind_of
from azulejos.games.duel.table import (
    CHOOSE_SCORING,
    CHOOSE_START,
    FACE_DOWN,
    FACE_UP,
    FILL_LARGE,
    FILL_SMALL,
    LARGE_TILES,
    LOOK,
    NONE,
    PLAYERS,
    SHOW_BACK,
    SMALL,
    SMALL_TILES,
    TURN_CHIPS,
    Table,
)


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    match table.phase:
        case phase if phase == CHOOSE_START:
            if len(draw.pieces) != 1 or draw.pieces[0] not in range(PLAYERS):
                raise IllegalDraw(f"the start player is one seat from 1 to {PLAYERS} (DU-4)")
        case phase if phase == CHOOSE_SCORING:
            _check_scoring(table.scoring_wanted, draw.pieces)
        case phase if phase == FILL_LARGE:
            check_tiles(table, LARGE_TILES, draw)
        case phase if phase == FILL_SMALL:
            check_tiles(table, SMALL * SMALL_TILES, draw)
        case phase if phase == TURN_CHIPS:
            _check_chips(table, draw.pieces)
        case _:
            _check_plates(table, draw.pieces)


def _check_scoring(wanted: int, sides: tuple[int, ...]) -> None:
    tiles = [side // 2 for side in sides]
    if len(sides) != wanted or sorted(set(tiles)) != tiles or not set(tiles) <= {0, 1, 2, 3}:
        raise IllegalDraw(f"{wanted} scoring tiles are in play, one side of each, in order (DU-2)")


def _check_chips(table: Table, kinds: tuple[int, ...]) -> None:
    due = sum(
        table.chips[factory] == FACE_DOWN and not table.sun[factory] and not table.stacks[factory]
        for factory in range(SMALL)
    )
    if len(kinds) != due:
        raise IllegalDraw(f"{len(kinds)} chips, but {due} are to be turned up (DU-12)")
    for kind in kinds:
        if kind not in range(CHIP_KINDS) or kinds.count(kind) > table.unseen_chips[kind]:
            raise IllegalDraw("a chip that is not among the unseen ones (DU-2)")


def _check_plates(table: Table, pieces: tuple[int, ...]) -> None:
    fronts, backs = plates_due(table)
    if len(pieces) != len(fronts) + len(backs):
        raise IllegalDraw(
            f"{len(pieces)} plates or backs, but {len(fronts) + len(backs)} are to be seen (DU-2)"
        )
    unseen = {plate for plate in range(PLATES) if (table.unseen_plates >> plate) & 1}
    for plate, (front, kind) in zip(pieces, fronts, strict=False):
        fitting = {each for each in unseen if kind in (NONE, kind_of(each))}
        if plate not in ({front} if front != NONE else fitting):
            raise IllegalDraw("a plate that cannot lie there (DU-2)")
        unseen.discard(plate)
    for back, front in zip(pieces[len(fronts) :], backs, strict=True):
        if back - PLATES not in ([kind_of(front)] if front != NONE else _backs(table, unseen)):
            raise IllegalDraw("a back that cannot lie there (DU-2)")


def plates_due(table: Table) -> tuple[list[tuple[int, int]], list[int]]:
    """What chance is to say: fronts of plates, and the back of the next; NONE where it is open."""
    hand, stack = range(table.hand_count), table.stack_front
    if table.phase == SHOW_BACK:
        return [], [stack[0]]
    if table.phase == LOOK:
        unknown = [place for place in hand if not table.hand_known[place]]
        return [(table.hand_front[place], table.hand_kind[place]) for place in unknown], []
    turned = min(FACE_UP - table.face_up.bit_count(), table.stack_height)
    fronts = [(stack[place], NONE if place else table.top_kind) for place in range(turned)]
    return fronts, [stack[turned]] if table.stack_height > turned else []


def _backs(table: Table, unseen: set[int]) -> list[int]:
    """The backs of unseen plates, apart from those in the hand."""
    left = [kind_of(plate) for plate in unseen]
    for place in range(table.hand_count):
        if table.hand_front[place] == NONE:
            left.remove(table.hand_kind[place])
    return left
