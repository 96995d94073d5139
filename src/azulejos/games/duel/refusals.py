"""Why a move of Azul Duel is illegal, with the rule.

Also what chance cannot have drawn, and what it tells one seat alone.
"""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.errors import IllegalDraw
from azulejos.games.duel import moves
from azulejos.games.duel import table as duel
from azulejos.games.duel.factories import room_on, tiles_on_moons
from azulejos.games.duel.placing import shows
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import KINDS, back_at, backs_of_secrets, chips_due, groups
from azulejos.games.duel.table import Table

DUE = {
    duel.FIRST_PLATE: "take a face-up plate (DU-4)",
    duel.ACTION: "take a plate, tiles or a chip (DU-5)",
    duel.DRAWING: "draw another plate or look (DU-6)",
    duel.KEEPING: "keep one of the plates drawn (DU-6)",
    duel.RETURNING: "put the other plates under the stack (DU-6)",
    duel.LAYING: "lay the plate (DU-6)",
    duel.STACKING: "stack the tiles that are left (DU-8)",
    duel.PAYING: "spend chips or skip (DU-16)",
    duel.PLACING: "choose a space of the dome (DU-14)",
}


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    match move:
        case moves.TakePlate() if table.phase in (duel.FIRST_PLATE, duel.ACTION):
            return _plate_refusal(table, move)
        case moves.DrawPlate() if table.phase == duel.ACTION:
            return _draw_refusal(table)
        case moves.SunTake() | moves.MoonTake() if table.phase == duel.ACTION:
            return _take_refusal(table, move)
        case moves.TakeChip() if table.phase == duel.ACTION:
            return _chip_refusal(table, move)
        case moves.Keep() | moves.PutUnder() if table.phase in (duel.KEEPING, duel.RETURNING):
            return _hand_refusal(table, move)
        case moves.Lay() if table.phase == duel.LAYING:
            return f"slot {move.slot + 1} is taken (DU-6)"
        case moves.Stack() if table.phase == duel.STACKING:
            return "these are not the tiles left on the factory (DU-8)"
        case moves.Spend() | moves.Pay() | moves.Skip() if table.phase == duel.PAYING:
            return _payment_refusal(table, move)
        case moves.Place() if table.phase == duel.PLACING:
            return _place_refusal(table, move)
    return f"seat {table.turn + 1} is to {DUE[table.phase]}"


def _plate_refusal(table: Table, move: moves.TakePlate) -> str:
    if table.phase == duel.ACTION and table.seats[table.turn].tokens == 0:
        return _token_refusal(table)
    return f"plate {move.plate + 1} does not lie face up (DU-6)"


def _token_refusal(table: Table) -> str:
    if table.rounds > duel.PLATE_ROUNDS:
        return "no plates are taken in the last round (DU-6)"
    return "both tokens of the round are used (DU-6)"


def _draw_refusal(table: Table) -> str:
    if table.seats[table.turn].tokens == 0:
        return _token_refusal(table)
    if table.stack_height == 0:
        return "the stack is empty (DU-6)"
    return "a plate of the stack costs a point, and face-up plates are left (DU-7)"


def _take_refusal(table: Table, move: moves.SunTake | moves.MoonTake) -> str:
    letter = duel.LETTERS[move.colour]
    if isinstance(move, moves.SunTake) and counts(table.sun[move.factory])[move.colour] == 0:
        name = "the large factory" if move.factory == duel.LARGE else f"factory {move.factory + 1}"
        return f"no {letter} lies on the sun side of {name} (DU-8)"
    if isinstance(move, moves.MoonTake) and not ask(tiles_on_moons, table, move.colour):
        return f"no {letter} lies on top of a moon side (DU-9)"
    assert move.line != moves.BROKEN, "the broken track is always open (DU-11)"
    seat = table.seats[table.turn]
    if ask(room_on, seat, move.line) == 0:
        return f"line {move.line + 1} is full (DU-11)"
    return f"line {move.line + 1} holds {duel.LETTERS[seat.line_colour[move.line]]} (DU-11)"


def _chip_refusal(table: Table, move: moves.TakeChip) -> str:
    if table.chips[move.factory] == duel.NONE:
        return f"factory {move.factory + 1} has no chip any more (DU-12)"
    if table.chips[move.factory] < 0:
        return f"the chip of factory {move.factory + 1} is not turned up (DU-12)"
    return f"two chips a round, and {duel.CHIPS_A_ROUND} are taken (DU-12)"


def _hand_refusal(table: Table, move: moves.Keep | moves.PutUnder) -> str:
    hand = [table.hand_front[place] for place in range(table.hand_count)]
    if move.plate not in hand:
        return f"plate {move.plate + 1} is not in hand (DU-6)"
    return f"seat {table.turn + 1} is to {DUE[table.phase]}"


def _payment_refusal(table: Table, move: moves.Spend | moves.Pay | moves.Skip) -> str:
    if isinstance(move, moves.Skip):
        return "chips are spent already: the payment must be made (DU-16)"
    if isinstance(move, moves.Pay):
        return "the chips spent do not complete the line (DU-16)"
    seat = table.seats[table.turn]
    if seat.chips[move.kind] == 0:
        return f"no chip {duel.CHIP_TEXTS[move.kind]} is left (DU-16)"
    if move.kind < table.paid_kind:
        kinds = " ".join(duel.CHIP_TEXTS)
        return f"chips are spent in the order {kinds}: start with this one (DU-16)"
    showing = ask(shows, move.kind, seat.line_colour[table.line_at_hand])
    what = "shows the colour, but" if showing else "does not show the colour, and"
    return f"the chip {what} no payment can be made with it (DU-16)"


def _place_refusal(table: Table, move: moves.Place) -> str:
    if move.row != table.line_at_hand:
        return f"line {table.line_at_hand + 1} is at hand (DU-14)"
    if table.seats[table.turn].dome[move.row, move.column] != duel.NONE:
        return "that space is filled (DU-14)"
    return "that space does not take this colour (DU-14)"


def keeper(table: Table, event: Draw | Move) -> int | None:
    """The seat that looks at plates or puts them back, which the other may not see (DU-25)."""
    is_look = isinstance(event, Draw) and event.pool == "look"
    return table.actor if is_look or isinstance(event, moves.PutUnder) else None


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    match table.phase:
        case phase if phase == duel.CHOOSE_START:
            if len(draw.pieces) != 1 or draw.pieces[0] not in range(duel.PLAYERS):
                raise IllegalDraw(f"the start player is one seat from 1 to {duel.PLAYERS} (DU-4)")
        case phase if phase == duel.CHOOSE_SCORING:
            _check_scoring(table.scoring_wanted, draw.pieces)
        case phase if phase == duel.FILL_LARGE:
            check_tiles(table, duel.LARGE_TILES, draw)
        case phase if phase == duel.FILL_SMALL:
            check_tiles(table, duel.SMALL * duel.SMALL_TILES, draw)
        case phase if phase == duel.TURN_CHIPS:
            _check_chips(table, draw.pieces)
        case _:
            _check_plates(table, draw.pieces)


def _check_scoring(wanted: int, sides: tuple[int, ...]) -> None:
    tiles = [side // 2 for side in sides]
    if (
        len(sides) != wanted
        or sorted(set(tiles)) != tiles
        or not set(tiles) <= set(range(duel.SCORING_TILES))
    ):
        raise IllegalDraw(f"{wanted} scoring tiles are in play, one side of each, in order (DU-2)")


def _check_chips(table: Table, kinds: tuple[int, ...]) -> None:
    due = len(chips_due(table))
    if len(kinds) != due:
        raise IllegalDraw(f"{len(kinds)} chips, but {due} are to be turned up (DU-12)")
    for kind in kinds:
        if kind not in range(duel.CHIP_KINDS) or kinds.count(kind) > table.unseen_chips[kind]:
            raise IllegalDraw("a chip that is not among the unseen ones (DU-2)")


def _check_plates(table: Table, pieces: tuple[int, ...]) -> None:
    fronts, backs = plates_due(table)
    if len(pieces) != fronts + backs:
        raise IllegalDraw(
            f"{len(pieces)} plates or backs, but {fronts + backs} are to be seen (DU-2)"
        )
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
        raise IllegalDraw("a back that cannot lie there (DU-2)")


def _check_front(plate: int, front: int, backs: set[int], unseen: set[int]) -> None:
    """Refuse a plate that is not the one there, nor any unseen one with such a back."""
    fitting = {each for each in unseen if KINDS[each] in backs}
    if plate not in (fitting if front == duel.NONE else {front}):
        raise IllegalDraw("a plate that cannot lie there (DU-2)")
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
