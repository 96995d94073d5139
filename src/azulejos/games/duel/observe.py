"""What a seat may know of a position of Azul Duel as numbers: as much as its view shows (DU-25)."""

from __future__ import annotations

from functools import cache

from azulejos.core.compiled import compiled
from azulejos.core.layout import Numbers
from azulejos.core.observation import (
    Observation,
    clear,
    put,
    put_choice,
    put_pile,
    put_seat,
)
from azulejos.games.duel.data import (
    CHIP_KINDS,
    JOKER_PLATE,
    PLATES,
    SCORING_TEXTS,
    SPECIAL,
)
from azulejos.games.duel.observed import CHIPS_SHOWN, MOON_TILES, SPACE_KINDS, TILE_KINDS, fields
from azulejos.games.duel.scoring import printed
from azulejos.games.duel.secrets import knows_backs, knows_drawn, knows_put_back, unseen_by
from azulejos.games.duel.stacks import take_off, top_of
from azulejos.games.duel.table import (
    COLOURS,
    FACE_DOWN,
    FACTORIES,
    NONE,
    OVER,
    PLAYERS,
    SIZE,
    SMALL,
    Seat,
    Table,
)


@cache
def observation(_players: int) -> Observation:
    """What the numbers mean that `observe` writes."""
    return Observation(fields())


@compiled
def observe(table: Table, seat: int, out: Numbers) -> None:
    """Write what a seat may know; `observation` says what the numbers mean."""
    clear(out)
    place = put_factories(table, out, 0)
    place = put_chips(table, out, place)
    place = put_plates(table, seat, out, place)
    place = put_hand(table, seat, out, place)
    place = put_turn(table, seat, out, place)
    place = put_boards(table.seats[seat], table.seats[1 - seat], out, place)
    put_variant(table, out, place)


@compiled
def put_factories(table: Table, out: Numbers, place: int) -> int:
    """Write what lies on the factories, in the bag and beside it."""
    for factory in range(FACTORIES):
        place = put_pile(out, place, table.sun[factory], COLOURS)
    place = put_pile(out, place, table.large_moon, COLOURS)
    for factory in range(SMALL):
        stack = table.stacks[factory]
        for _ in range(MOON_TILES):
            place = put_choice(out, place, top_of(stack), COLOURS)
            stack = take_off(stack)
    place = put_pile(out, place, table.bag, COLOURS)
    return put_pile(out, place, table.discard, COLOURS)


@compiled
def put_chips(table: Table, out: Numbers, place: int) -> int:
    """Write the chips on the factories, and those that nobody has seen."""
    for factory in range(SMALL):
        kind = table.chips[factory]
        place = put_choice(out, place, CHIP_KINDS if kind == FACE_DOWN else kind, CHIPS_SHOWN)
    for kind in range(CHIP_KINDS):
        place = put(out, place, table.unseen_chips[kind])
    return place


@compiled
def put_plates(table: Table, seat: int, out: Numbers, place: int) -> int:
    """Write the plates on offer, those that the seat has not seen, and the stack."""
    place = put_bits(out, place, table.face_up, PLATES)
    place = put_bits(out, place, unseen_by(table, seat), PLATES)
    for depth in range(table.stack_height):
        if knows_put_back(table, seat, depth):
            out[place + table.stack_front[depth]] = depth + 1
    place += PLATES
    for depth in range(PLATES):
        place = put_seat(out, place, table.stack_seer[depth], seat, PLAYERS)
    for depth in range(PLATES):
        specials = table.stack_specials[depth]
        out[place + depth] = specials != NONE
        out[place + PLATES + depth] = max(0, specials)
    place = put(out, place + 2 * PLATES, table.stack_height)
    return put_choice(out, place, table.top_kind, JOKER_PLATE + 1)


@compiled
def put_hand(table: Table, seat: int, out: Numbers, place: int) -> int:
    """Write the plates that were drawn, as far as the seat knows them."""
    for number in range(table.hand_count):
        if knows_drawn(table, seat, number) and table.hand_front[number] != NONE:
            out[place + table.hand_front[number]] = number + 1
        if knows_backs(table, seat) and table.hand_kind[number] != NONE:
            out[place + PLATES + 2 * number + table.hand_kind[number]] = 1
        out[place + 3 * PLATES + number] = table.hand_known[number]
    place = put(out, place + 4 * PLATES, table.hand_count)
    return put_choice(out, place, table.plate_at_hand, PLATES)


@compiled
def put_turn(table: Table, seat: int, out: Numbers, place: int) -> int:
    """Write whose turn it is, and what is at hand."""
    place = put_seat(out, place, table.turn, seat, PLAYERS)
    place = put_seat(out, place, table.actor, seat, PLAYERS)
    place = put_seat(out, place, table.start_seat, seat, PLAYERS)
    place = put_seat(out, place, table.first_seat, seat, PLAYERS)
    place = put_choice(out, place, table.phase, OVER + 1)
    place = put(out, place, table.rounds)
    place = put_choice(out, place, table.factory_at_hand, SMALL)
    place = put_choice(out, place, table.line_at_hand, SIZE)
    place = put(out, place, table.paid)
    place = put(out, place, table.paid_showing)
    place = put_choice(out, place, table.paid_kind, CHIP_KINDS)
    return put(out, place, table.placed)


@compiled
def put_boards(own: Seat, other: Seat, out: Numbers, place: int) -> int:
    """Write both boards, the observer's first."""
    place = put(out, place, own.score)
    place = put(out, place, other.score)
    place = put_lines(other, out, put_lines(own, out, place))
    place = put_pile(out, place, own.broken, COLOURS)
    place = put_pile(out, place, other.broken, COLOURS)
    place = put_spaces(other, out, put_spaces(own, out, place))
    place = put_tiles(other, out, put_tiles(own, out, place))
    place = put_own_chips(other, out, put_own_chips(own, out, place))
    place = put(out, place, own.tokens)
    place = put(out, place, other.tokens)
    place = put(out, place, own.chips_taken)
    return put(out, place, other.chips_taken)


@compiled
def put_lines(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles on the pattern lines."""
    for line in range(SIZE):
        if seat.line_count[line]:
            out[place + seat.line_colour[line]] = seat.line_count[line]
        place += COLOURS
    return place


@compiled
def put_spaces(seat: Seat, out: Numbers, place: int) -> int:
    """Write what is printed on the plates of a dome."""
    for row in range(SIZE):
        for column in range(SIZE):
            place = put_choice(out, place, printed(seat, row, column), SPACE_KINDS)
    return place


@compiled
def put_tiles(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles on a dome; special ones come after the colours."""
    for row in range(SIZE):
        for column in range(SIZE):
            tile = seat.dome[row, column]
            place = put_choice(out, place, COLOURS if tile == SPECIAL else tile, TILE_KINDS)
    return place


@compiled
def put_own_chips(seat: Seat, out: Numbers, place: int) -> int:
    """Write the chips of a seat, the unused ones first."""
    for kind in range(CHIP_KINDS):
        out[place + kind] = seat.chips[kind]
        out[place + CHIP_KINDS + kind] = seat.used_chips[kind]
    return place + 2 * CHIP_KINDS


@compiled
def put_variant(table: Table, out: Numbers, place: int) -> int:
    """Write what is scored at the end, and other options."""
    place = put_bits(out, place, table.scoring, len(SCORING_TEXTS))
    place = put(out, place, table.scoring_wanted)
    place = put(out, place, table.free_draws)
    return put(out, place, table.special_colour)


@compiled
def put_bits(out: Numbers, place: int, bits: int, number: int) -> int:
    """Write 1 for each bit that is set."""
    for bit in range(number):
        out[place + bit] = (bits >> bit) & 1
    return place + number
