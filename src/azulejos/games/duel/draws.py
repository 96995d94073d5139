"""What chance cannot have answered in Azul Duel, and what it answers one seat alone."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.errors import IllegalDraw
from azulejos.games.duel.data import CHIP_KINDS, JOKER_PLATE, PLATES, SCORING_TILES, SPECIAL_PLATE
from azulejos.games.duel.moves import PutUnder
from azulejos.games.duel.plate_checks import KINDS, back_at, backs_of_secrets, groups
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import chips_due
from azulejos.games.duel.table import (
    CHOOSE_SCORING,
    CHOOSE_START,
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


def keeper(table: Table, event: Draw | Move) -> int | None:
    """The seat that looks at plates or puts them back, which the other may not see (DU-25)."""
    is_look = isinstance(event, Draw) and event.pool == "look"
    return table.actor if is_look or isinstance(event, PutUnder) else None


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
    if (
        len(sides) != wanted
        or sorted(set(tiles)) != tiles
        or not set(tiles) <= set(range(SCORING_TILES))
    ):
        raise IllegalDraw(f"{wanted} scoring tiles are in play, one side of each, in order (DU-2)")


def _check_chips(table: Table, kinds: tuple[int, ...]) -> None:
    due = len(chips_due(table))
    if len(kinds) != due:
        raise IllegalDraw(f"{len(kinds)} chips, but {due} are to be turned up (DU-12)")
    for kind in kinds:
        if kind not in range(CHIP_KINDS) or kinds.count(kind) > table.unseen_chips[kind]:
            raise IllegalDraw("a chip that is not among the unseen ones (DU-2)")


def _check_plates(table: Table, pieces: tuple[int, ...]) -> None:
    fronts, backs = plates_due(table)
    if len(pieces) != fronts + backs:
        raise IllegalDraw(
            f"{len(pieces)} plates or backs, but {fronts + backs} are to be seen (DU-2)"
        )
    if table.phase == LOOK:
        _check_look(table, pieces)
    else:
        _check_stack(table, pieces[:fronts], pieces[fronts:])


def plates_due(table: Table) -> tuple[int, int]:
    """How many fronts and how many backs chance is to show."""
    if table.phase == SHOW_BACK:
        return 0, 1
    if table.phase == LOOK:
        return sum(not table.hand_known[place] for place in range(table.hand_count)), 0
    turned = ask(plates_to_turn, table)
    return turned, int(table.stack_height > turned)


def _check_look(table: Table, plates: tuple[int, ...]) -> None:
    unseen = _unseen(table)
    places = [place for place in range(table.hand_count) if not table.hand_known[place]]
    for plate, place in zip(plates, places, strict=True):
        _check_front(plate, table.hand_front[place], {table.hand_kind[place]}, unseen)


def _check_stack(table: Table, plates: tuple[int, ...], backs: tuple[int, ...]) -> None:
    unseen = _unseen(table)
    above: list[int] = []
    for place, plate in enumerate(plates):
        _check_front(plate, table.stack_front[place], _backs_open(table, above), unseen)
        above.append(KINDS[plate])
    if any(back - PLATES not in _backs_open(table, above) for back in backs):
        raise IllegalDraw("a back that cannot lie there (DU-2)")


def _check_front(plate: int, front: int, backs: set[int], unseen: set[int]) -> None:
    """Refuse a plate that is not the one there, nor any unseen one with such a back."""
    fitting = {each for each in unseen if KINDS[each] in backs}
    if plate not in (fitting if front == NONE else {front}):
        raise IllegalDraw("a plate that cannot lie there (DU-2)")
    unseen.discard(plate)


def _unseen(table: Table) -> set[int]:
    return {plate for plate in range(PLATES) if (table.unseen_plates >> plate) & 1}


def _backs_open(table: Table, above: list[int]) -> set[int]:
    """The backs that a plate of the stack may have, below plates with these."""
    place = len(above)
    if back_at(table, place) != NONE:
        return {back_at(table, place)}
    group = next((group for group in groups(table) if place in group), None)
    if group:
        specials = table.stack_specials[group.start]
        left = [SPECIAL_PLATE] * specials + [JOKER_PLATE] * (len(group) - specials)
        gone = above[group.start :]
    else:
        left = [KINDS[plate] for plate in _unseen(table)]
        gone = backs_of_secrets(table) + above
    return {kind for kind in (SPECIAL_PLATE, JOKER_PLATE) if left.count(kind) > gone.count(kind)}
