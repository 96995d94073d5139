"""The rules of Azul Duel: what seats may do, and what follows from it."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.games.duel import chips, drawing, factories, placing, plates, rounds
from azulejos.games.duel.moves import (
    DRAW_CODE,
    FIRST_CHIP_CODE,
    FIRST_KEEP_CODE,
    FIRST_LAY_CODE,
    FIRST_MOON_CODE,
    FIRST_PLACE_CODE,
    FIRST_SPEND_CODE,
    FIRST_STACK_CODE,
    FIRST_SUN_CODE,
    FIRST_UNDER_CODE,
    LOOK_CODE,
    PAY_CODE,
    SKIP_CODE,
    lay_slot,
    lay_turns,
    moon_colour,
    moon_line,
    place_column,
    stack_of,
    sun_colour,
    sun_factory,
    sun_line,
)
from azulejos.games.duel.table import (
    ACTION,
    DRAWING,
    KEEPING,
    LAYING,
    PAYING,
    PLACING,
    RETURNING,
    SETTLING,
    STACKING,
    Seat,
    Table,
)


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    phase = table.phase
    if table.turn < 0:
        return 0
    seat = table.seats[table.turn]
    if phase == ACTION:
        return list_actions(table, seat, codes)
    if phase == STACKING:
        return factories.list_stacks(table, codes)
    if phase == LAYING:
        return plates.list_lays(seat, codes)
    if phase == PAYING:
        return placing.list_payments(table, seat, codes)
    if phase == PLACING:
        return placing.list_spaces(table, seat, codes)
    if phase == DRAWING:
        return drawing.list_draws(codes)
    if phase == KEEPING:
        return drawing.list_kept(table, codes)
    if phase == RETURNING:
        return drawing.list_returned(table, codes)
    return plates.list_face_up(table, codes, 0)  # FIRST_PLATE


@compiled
def list_actions(table: Table, seat: Seat, codes: Codes) -> int:
    """List what a seat may do with its turn (DU-5)."""
    number = factories.list_takes(table, seat, codes, 0)
    number = chips.list_chips(table, seat, codes, number)
    if seat.tokens > 0:
        number = plates.list_face_up(table, codes, number)
        if drawing.may_draw(table, seat):
            codes[number] = DRAW_CODE
            number += 1
    return number


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    seat = table.seats[table.turn]
    if code < FIRST_SUN_CODE:
        move_plate(table, seat, code)
    elif code < FIRST_STACK_CODE:
        take_tiles(table, seat, code)
        rounds.go_on_from_take(table)
    elif code < FIRST_CHIP_CODE:
        factories.stack_rest(table, stack_of(code))
        rounds.end_turn(table)
    elif code < SKIP_CODE:
        chips.take_chip(table, seat, code - FIRST_CHIP_CODE)
        rounds.next_turn(table)
    elif code < FIRST_PLACE_CODE:
        spend_chips(table, seat, code)
    else:
        placing.place_tile(table, seat, table.line_at_hand, place_column(code))
        rounds.leave_line(table)
    if table.phase == SETTLING:
        rounds.place_lines(table)


@compiled
def move_plate(table: Table, seat: Seat, code: int) -> None:
    """Take, draw, keep, return or lay a plate (DU-4, DU-6)."""
    if code >= FIRST_LAY_CODE:
        plates.lay(table, seat, lay_slot(code), lay_turns(code))
        rounds.go_on_from_laying(table)
    elif code >= FIRST_UNDER_CODE:
        drawing.put_under(table, code - FIRST_UNDER_CODE)
        rounds.go_on_from_keeping(table)
    elif code >= FIRST_KEEP_CODE:
        drawing.keep(table, code - FIRST_KEEP_CODE)
        rounds.go_on_from_keeping(table)
    elif code == LOOK_CODE:
        rounds.look_at_hand(table)
    elif code == DRAW_CODE:
        use_token(table, seat)
        drawing.draw_plate(table, seat)
        rounds.go_on_from_draw(table)
    else:
        use_token(table, seat)
        plates.take_plate(table, code)
        rounds.ask_actor(table, LAYING)


@compiled
def use_token(table: Table, seat: Seat) -> None:
    """The action costs a token (DU-6); the set-up does not, nor does drawing on (DU-4)."""
    if table.phase == ACTION:
        seat.tokens -= 1


@compiled
def take_tiles(table: Table, seat: Seat, code: int) -> None:
    """Take tiles from a sun side or from the moon sides (DU-8, DU-9)."""
    if code < FIRST_MOON_CODE:
        factories.sun_take(table, seat, sun_factory(code), sun_colour(code), sun_line(code))
    else:
        factories.moon_take(table, seat, moon_colour(code), moon_line(code))


@compiled
def spend_chips(table: Table, seat: Seat, code: int) -> None:
    """Spend a chip, end the payment, or spend none (DU-16)."""
    if code == SKIP_CODE:
        rounds.leave_line(table)
    elif code == PAY_CODE:
        place_paid_line(table, seat)
    else:
        placing.spend(table, seat, code - FIRST_SPEND_CODE)
        if placing.kinds_to_spend(table, seat) == 0:
            place_paid_line(table, seat)


@compiled
def place_paid_line(table: Table, seat: Seat) -> None:
    """The line at hand counts as complete (DU-16)."""
    asking = placing.place_or_ask(table, seat, placing.spaces_for(seat, table.line_at_hand))
    if asking == PLACING:
        rounds.ask_actor(table, PLACING)
    else:
        rounds.leave_line(table)
