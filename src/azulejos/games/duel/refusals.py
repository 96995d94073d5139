"""Why a move of Azul Duel is illegal, with the rule.

Also what chance cannot have drawn, and what it tells one seat alone.
"""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.offer import check_start, due
from azulejos.core.pile import counts
from azulejos.errors import IllegalDraw
from azulejos.games.duel import moves
from azulejos.games.duel import table as duel
from azulejos.games.duel.factories import room_on, tiles_on_moons
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import KINDS, back_at, backs_of_secrets, chips_due, groups
from azulejos.games.duel.table import Table
from azulejos.messages import Message, fault

DUE = {
    duel.FIRST_PLATE: fault("fault.duel.due_first_plate"),
    duel.ACTION: fault("fault.duel.due_action"),
    duel.DRAWING: fault("fault.duel.due_drawing"),
    duel.KEEPING: fault("fault.duel.due_keeping"),
    duel.RETURNING: fault("fault.duel.due_returning"),
    duel.LAYING: fault("fault.duel.due_laying"),
    duel.STACKING: fault("fault.duel.due_stacking"),
    duel.PAYING: fault("fault.duel.due_paying"),
    duel.PLACING: fault("fault.duel.due_placing"),
}
CHOOSING = (duel.KEEPING, duel.RETURNING)


def refusal(table: Table, move: Move) -> Message:
    """Why a move is illegal, with the rule."""
    match move:
        case moves.TakePlate() if table.phase in (duel.FIRST_PLATE, duel.ACTION):
            if table.phase == duel.ACTION and table.seats[table.turn].tokens == 0:
                return _token_refusal(table)
            return fault("fault.duel.not_face_up", plate=move.plate + 1)
        case moves.DrawPlate() if table.phase == duel.ACTION:
            return _draw_refusal(table)
        case moves.SunTake() | moves.MoonTake() if table.phase == duel.ACTION:
            return _take_refusal(table, move)
        case moves.TakeChip(factory) if table.phase == duel.ACTION:
            return _chip_refusal(table, factory)
        case moves.Keep(plate) | moves.PutUnder(plate) if table.phase in CHOOSING:
            if plate not in list(table.hand_front)[: table.hand_count]:
                return fault("fault.duel.not_in_hand", plate=plate + 1)
        case moves.Lay(slot) if table.phase == duel.LAYING:
            return fault("fault.duel.slot_taken", slot=slot + 1)
        case moves.Stack() if table.phase == duel.STACKING:
            return fault("fault.duel.other_tiles")
        case moves.Spend() | moves.Pay() | moves.Skip() if table.phase == duel.PAYING:
            return _payment_refusal(table, move)
        case moves.Place() if table.phase == duel.PLACING:
            return _place_refusal(table, move)
    return due(table.turn, DUE[table.phase])


def _token_refusal(table: Table) -> Message:
    if table.rounds > duel.PLATE_ROUNDS:
        return fault("fault.duel.last_round")
    return fault("fault.duel.tokens_used")


def _draw_refusal(table: Table) -> Message:
    if table.seats[table.turn].tokens == 0:
        return _token_refusal(table)
    if table.stack_height == 0:
        return fault("fault.duel.stack_empty")
    return fault("fault.duel.costs_point")


def _take_refusal(table: Table, move: moves.SunTake | moves.MoonTake) -> Message:
    letter, line = duel.LETTERS[move.colour], move.line + 1
    if isinstance(move, moves.SunTake) and counts(table.sun[move.factory])[move.colour] == 0:
        factory = 0 if move.factory == duel.LARGE else move.factory + 1
        return fault("fault.duel.not_on_sun", letter=letter, factory=factory)
    if isinstance(move, moves.MoonTake) and not ask(tiles_on_moons, table, move.colour):
        return fault("fault.duel.not_on_moon", letter=letter)
    assert move.line != moves.BROKEN, "the broken track is always open (DU-11)"
    seat = table.seats[table.turn]
    if ask(room_on, seat, move.line) == 0:
        return fault("fault.move.line_full", line=line, rule="DU-11")
    held = duel.LETTERS[seat.line_colour[move.line]]
    return fault("fault.move.line_holds", line=line, letter=held, rule="DU-11")


def _chip_refusal(table: Table, factory: int) -> Message:
    if table.chips[factory] == duel.NO_CHIP:
        return fault("fault.duel.no_chip", factory=factory + 1)
    if table.chips[factory] == duel.FACE_DOWN:
        return fault("fault.duel.chip_down", factory=factory + 1)
    return fault("fault.duel.chips_round", most=duel.CHIPS_A_ROUND)


def _payment_refusal(table: Table, move: moves.Spend | moves.Pay | moves.Skip) -> Message:
    if isinstance(move, moves.Skip):
        return fault("fault.duel.must_pay")
    if isinstance(move, moves.Pay):
        return fault("fault.duel.unpaid")
    if table.seats[table.turn].chips[move.kind] == 0:
        return fault("fault.duel.chip_gone", chip=duel.CHIP_TEXTS[move.kind])
    if move.kind < table.paid_kind:
        return fault("fault.duel.chip_order", kinds=" ".join(duel.CHIP_TEXTS))
    return fault("fault.duel.chip_useless")


def _place_refusal(table: Table, move: moves.Place) -> Message:
    if move.row != table.line_at_hand:
        return fault("fault.move.other_line", line=table.line_at_hand + 1, rule="DU-14")
    if table.seats[table.turn].dome[move.row, move.column] != duel.NONE:
        return fault("fault.move.space_taken", rule="DU-14")
    return fault("fault.duel.other_colour")


def keeper(table: Table, event: Draw | Move) -> int | None:
    """The seat that looks at plates or puts them back, which the other may not see (DU-25)."""
    is_look = isinstance(event, Draw) and event.pool == "look"
    return table.actor if is_look or isinstance(event, moves.PutUnder) else None


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    match table.phase:
        case duel.CHOOSE_START:
            check_start(duel.PLAYERS, draw)
        case duel.CHOOSE_SCORING:
            _check_scoring(table.scoring_wanted, draw.pieces)
        case duel.FILL_LARGE:
            check_tiles(table, duel.LARGE_TILES, draw)
        case duel.FILL_SMALL:
            check_tiles(table, duel.SMALL * duel.SMALL_TILES, draw)
        case duel.TURN_CHIPS:
            _check_chips(table, draw.pieces)
        case _:
            _check_plates(table, draw.pieces)


def _check_scoring(wanted: int, sides: tuple[int, ...]) -> None:
    tiles = [side // 2 for side in sides]
    are_there = set(tiles) <= set(range(duel.SCORING_TILES))
    if len(sides) != wanted or sorted(set(tiles)) != tiles or not are_there:
        raise IllegalDraw(fault("fault.duel.scoring_drawn", n=wanted))


def _check_chips(table: Table, kinds: tuple[int, ...]) -> None:
    expected = len(chips_due(table))
    if len(kinds) != expected:
        raise IllegalDraw(fault("fault.duel.chips_drawn", n=len(kinds), expected=expected))
    for kind in kinds:
        if kind not in range(duel.CHIP_KINDS) or kinds.count(kind) > table.unseen_chips[kind]:
            raise IllegalDraw(fault("fault.duel.chip_drawn"))


def _check_plates(table: Table, pieces: tuple[int, ...]) -> None:
    fronts, backs = plates_due(table)
    if len(pieces) != fronts + backs:
        raise IllegalDraw(fault("fault.duel.plates_drawn", n=len(pieces), expected=fronts + backs))
    if table.phase == duel.LOOK:
        _check_look(table, pieces)
    else:
        _check_stack(table, pieces[:fronts], pieces[fronts:])


def plates_due(table: Table) -> tuple[int, int]:
    """How many fronts and how many backs chance is to show."""
    if table.phase == duel.SHOW_BACK:
        return 0, 1
    if table.phase == duel.LOOK:
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
    if any(back - duel.PLATES not in _backs_open(table, above) for back in backs):
        raise IllegalDraw(fault("fault.duel.back_drawn"))


def _check_front(plate: int, front: int, backs: set[int], unseen: set[int]) -> None:
    """Refuse a plate that is not the one there, nor any unseen one with such a back."""
    fitting = {each for each in unseen if KINDS[each] in backs}
    if plate not in (fitting if front == duel.NONE else {front}):
        raise IllegalDraw(fault("fault.duel.plate_drawn"))
    unseen.discard(plate)


def _unseen(table: Table) -> set[int]:
    return {plate for plate in range(duel.PLATES) if (table.unseen_plates >> plate) & 1}


def _backs_open(table: Table, above: list[int]) -> set[int]:
    """The backs that a plate of the stack may have, below plates with these."""
    place = len(above)
    if back_at(table, place) != duel.NONE:
        return {back_at(table, place)}
    group = next((group for group in groups(table) if place in group), None)
    if group:
        specials = table.stack_specials[group.start]
        left = [duel.SPECIAL_PLATE] * specials + [duel.JOKER_PLATE] * (len(group) - specials)
        gone = above[group.start :]
    else:
        left = [KINDS[plate] for plate in _unseen(table)]
        gone = backs_of_secrets(table) + above
    return {
        kind
        for kind in (duel.SPECIAL_PLATE, duel.JOKER_PLATE)
        if left.count(kind) > gone.count(kind)
    }
