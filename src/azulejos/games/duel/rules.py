"""The rules of Azul Duel: what seats may do, and what follows from it."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Codes, Raw
from azulejos.core.move import digit
from azulejos.core.tables import copy_table
from azulejos.games.duel import (
    chips,
    drawing,
    factories,
    moves,
    observe,
    placing,
    plates,
    rounds,
    scoring,
    secrets,
    setup,
)
from azulejos.games.duel import table as duel
from azulejos.games.duel.table import Seat, Table


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    phase = table.phase
    if table.turn < 0:
        return 0
    seat = table.seats[table.turn]
    if phase == duel.ACTION:
        return list_actions(table, seat, codes)
    if phase == duel.STACKING:
        return factories.list_stacks(table, codes)
    if phase == duel.LAYING:
        return plates.list_lays(seat, codes)
    if phase == duel.PAYING:
        return placing.list_payments(table, seat, codes)
    if phase == duel.PLACING:
        return placing.list_spaces(table, seat, codes)
    if phase == duel.DRAWING:
        return drawing.list_draws(codes)
    if phase == duel.KEEPING:
        return drawing.list_hand(table, codes, moves.FIRST_KEEP_CODE)
    if phase == duel.RETURNING:
        return drawing.list_hand(table, codes, moves.FIRST_UNDER_CODE)
    return plates.list_face_up(table, codes, 0)  # FIRST_PLATE


@compiled
def list_actions(table: Table, seat: Seat, codes: Codes) -> int:
    """List what a seat may do with its turn (DU-5)."""
    count = factories.list_takes(table, seat, codes, 0)
    count = chips.list_chips(table, seat, codes, count)
    if seat.tokens > 0:
        count = plates.list_face_up(table, codes, count)
        if drawing.may_draw(table, seat):
            codes[count] = moves.DRAW_CODE
            count += 1
    return count


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    seat = table.seats[table.turn]
    if code < moves.FIRST_SUN_CODE:
        move_plate(table, seat, code)
    elif code < moves.FIRST_STACK_CODE:
        take_tiles(table, seat, code)
        rounds.go_on_from_take(table)
    elif code < moves.FIRST_CHIP_CODE:
        factories.stack_rest(table, moves.stack_of(code))
        rounds.end_turn(table)
    elif code < moves.SKIP_CODE:
        chips.take_chip(table, seat, code - moves.FIRST_CHIP_CODE)
        rounds.next_turn(table)
    elif code < moves.FIRST_PLACE_CODE:
        spend_chips(table, seat, code)
    else:
        placing.place_tile(table, seat, table.line_at_hand, digit(code, moves.PLACE_COLUMN))
        rounds.leave_line(table)
    if table.phase == duel.SETTLING:
        rounds.place_lines(table)


@compiled
def move_plate(table: Table, seat: Seat, code: int) -> None:
    """Take, draw, keep, return or lay a plate (DU-4, DU-6)."""
    if code >= moves.FIRST_LAY_CODE:
        plates.lay(table, seat, digit(code, moves.LAY_SLOT), digit(code, moves.LAY_TURNS))
        rounds.go_on_from_laying(table)
    elif code >= moves.FIRST_UNDER_CODE:
        drawing.put_under(table, code - moves.FIRST_UNDER_CODE)
        rounds.go_on_from_keeping(table)
    elif code >= moves.FIRST_KEEP_CODE:
        drawing.keep(table, code - moves.FIRST_KEEP_CODE)
        rounds.go_on_from_keeping(table)
    elif code == moves.LOOK_CODE:
        rounds.look_at_hand(table)
    elif code == moves.DRAW_CODE:
        use_token(table, seat)
        drawing.draw_plate(table, seat)
        rounds.go_on_from_draw(table)
    else:
        use_token(table, seat)
        plates.take_plate(table, code)
        rounds.ask_actor(table, duel.LAYING)


@compiled
def use_token(table: Table, seat: Seat) -> None:
    """The action costs a token (DU-6); the set-up does not, nor does drawing on (DU-4)."""
    if table.phase == duel.ACTION:
        seat.tokens -= 1


@compiled
def take_tiles(table: Table, seat: Seat, code: int) -> None:
    """Take tiles from a sun side or from the moon sides (DU-8, DU-9)."""
    if code < moves.FIRST_MOON_CODE:
        factory, colour = digit(code, moves.SUN_FACTORY), digit(code, moves.SUN_COLOUR)
        factories.sun_take(table, seat, factory, colour, digit(code, moves.SUN_LINE))
    else:
        colour, line = digit(code, moves.MOON_COLOUR), digit(code, moves.MOON_LINE)
        factories.moon_take(table, seat, colour, line)


@compiled
def spend_chips(table: Table, seat: Seat, code: int) -> None:
    """Spend a chip, end the payment, or spend none (DU-16)."""
    if code == moves.SKIP_CODE:
        rounds.leave_line(table)
    elif code == moves.PAY_CODE:
        place_paid_line(table, seat)
    else:
        placing.spend(table, seat, code - moves.FIRST_SPEND_CODE)
        if placing.kinds_to_spend(table, seat) == 0:
            place_paid_line(table, seat)


@compiled
def place_paid_line(table: Table, seat: Seat) -> None:
    """The line at hand counts as complete (DU-16)."""
    asking = placing.place_or_ask(table, seat, placing.spaces_for(seat, table.line_at_hand))
    if asking == duel.PLACING:
        rounds.ask_actor(table, duel.PLACING)
    else:
        rounds.leave_line(table)


# Preview: the score if the round ended right after a move, for people and the greedy bot


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    """A move that brings a plate to be laid is worth the best place for it."""
    if record(after, duel.TABLE).phase != duel.LAYING:
        return round_points(record(after, duel.TABLE), seat)
    most = 0
    for slot in range(duel.SLOTS):
        if record(before, duel.TABLE).seats[seat].laid[slot] != duel.NONE:
            continue
        for turns in range(moves.TURNS):
            copy_table(before, after)
            table = record(after, duel.TABLE)
            make_move(table, code)
            plates.lay(table, table.seats[seat], slot, turns)
            most = max(most, round_points(table, seat))
    return most


@compiled
def round_points(table: Table, index: int) -> int:
    """The score of a seat if the round ended now. Spoils the table.

    Chips are spent wherever they complete a line, and every tile goes where it scores most at
    once. In the last round the scoring tiles count too.
    """
    seat = table.seats[index]
    if table.phase == duel.OVER:
        return seat.score
    if not has_placed(table, index):
        place_all(table, seat, index)
    return scoring.final_score(table, index) if table.rounds == duel.ROUNDS else seat.score


@compiled
def has_placed(table: Table, seat: int) -> bool:
    """Whether the round is over for a seat."""
    return table.actor == duel.NONE or (table.placed > 0 and table.actor != seat)


@compiled
def place_all(table: Table, seat: Seat, index: int) -> None:
    """Go through the lines that are left, then count the broken track."""
    is_at_line = table.actor == index and table.line_at_hand != duel.NONE
    if not is_at_line:
        table.line_at_hand = 0
        placing.close_payment(table)
    elif placing.is_placing(table):
        pay_and_place(table, seat)
        table.line_at_hand += 1
    while table.line_at_hand < duel.SIZE:
        asking = placing.settle_line(table, seat)
        if asking != duel.NONE:
            pay_and_place(table, seat)
        table.line_at_hand += 1
    placing.count_broken(table, index)


@compiled
def pay_and_place(table: Table, seat: Seat) -> None:
    """Pay with the first chips that do, and place the tile where it scores most."""
    line = table.line_at_hand
    while seat.line_count[line] <= line and not placing.is_paid(table, seat):
        kinds = placing.kinds_to_spend(table, seat)
        kind = 0
        while not (kinds >> kind) & 1:
            kind += 1
        placing.spend(table, seat, kind)
    placing.place_tile(table, seat, line, best_space(seat, line))


@compiled
def best_space(seat: Seat, row: int) -> int:
    """The space that scores most at once."""
    spaces = placing.spaces_for(seat, row)
    best = duel.NONE
    most = 0
    for column in range(duel.SIZE):
        if (spaces >> column) & 1:
            points = scoring.points_for_tile(seat, row, column)
            if points > most:
                best, most = column, points
    return best


# All rules, registered for `core/kernels.py`

KERNELS = register(
    Rules(
        game="duel",
        module=__name__,
        table=duel.TABLE,
        set_up=setup.set_up,
        list_moves=list_moves,
        make_move=make_move,
        sample=setup.sample,
        deal=setup.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
        observe=observe.observe,
        conceal=secrets.conceal,
        determinize=secrets.determinize,
        fill_view=secrets.fill_view,
    )
)
