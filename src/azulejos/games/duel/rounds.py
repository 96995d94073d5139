"""The course of a game of Azul Duel: a round begins, turns, placing, the next round, the end."""

from __future__ import annotations

from azulejos.core.bag import tiles_to_draw
from azulejos.core.compiled import compiled
from azulejos.core.turn import CHANCE, NOBODY
from azulejos.games.duel import table as duel
from azulejos.games.duel.chips import chips_to_turn, lay_out_chips, may_take_chip
from azulejos.games.duel.drawing import forget_blanks, knows_hand, look, may_draw
from azulejos.games.duel.factories import has_tiles
from azulejos.games.duel.placing import count_broken, settle_line
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.scoring import final_score
from azulejos.games.duel.table import Table


@compiled
def other(seat: int) -> int:
    """The other of the two seats."""
    return 1 - seat


@compiled
def ask_chance(table: Table, phase: int) -> None:
    """Chance is to deal."""
    table.phase = phase
    table.turn = CHANCE


@compiled
def ask_actor(table: Table, phase: int) -> None:
    """The seat whose turn it is has a decision to make."""
    table.phase = phase
    table.turn = table.actor


# Before a round


@compiled
def prepare_round(table: Table) -> None:
    """Tokens and first-player tile go back; plates, factories and chips follow (DU-3, DU-20)."""
    table.actor = duel.NONE
    table.first_seat = duel.NONE
    for seat in range(duel.PLAYERS):
        table.seats[seat].tokens = duel.TOKENS if table.rounds < duel.PLATE_ROUNDS else 0
        table.seats[seat].chips_taken = 0
    lay_out_chips(table)
    turn_up_plates(table)


@compiled
def turn_up_plates(table: Table) -> None:
    """Up to three plates lie face up (DU-2, DU-4, DU-20)."""
    if plates_to_turn(table) > 0:
        ask_chance(table, duel.TURN_PLATES)
    else:
        go_on_from_plates(table)


@compiled
def go_on_from_plates(table: Table) -> None:
    """Plates are turned up before the factories are filled, and after each first plate (DU-4)."""
    if table.actor == duel.NONE:
        go_on_filling(table, duel.FILL_LARGE)
    elif table.actor == table.start_seat:
        begin_round(table)
    else:
        table.actor = table.start_seat
        ask_actor(table, duel.FIRST_PLATE)


@compiled
def go_on_filling(table: Table, phase: int) -> None:
    """Fill the large factory, then the small ones, as long as there are tiles (DU-3, DU-21)."""
    if tiles_to_draw(table) > 0:
        ask_chance(table, phase)
    else:
        go_on_from_factories(table)


@compiled
def go_on_from_factories(table: Table) -> None:
    """Factories that stay empty show their chips at once (DU-21)."""
    if chips_to_turn(table) > 0:
        ask_chance(table, duel.TURN_CHIPS)
    else:
        begin_play(table)


@compiled
def begin_play(table: Table) -> None:
    """In the set-up the other player takes the first plate (DU-4)."""
    if table.rounds == 0:
        table.actor = other(table.start_seat)
        ask_actor(table, duel.FIRST_PLATE)
    else:
        begin_round(table)


@compiled
def begin_round(table: Table) -> None:
    """The start player begins (DU-20)."""
    table.rounds += 1
    table.actor = table.start_seat
    ask_actor(table, duel.ACTION)


# Phase 1: turns


@compiled
def end_turn(table: Table) -> None:
    """Turn up the chips of factories that are empty now (DU-12)."""
    if chips_to_turn(table) > 0:
        ask_chance(table, duel.TURN_CHIPS)
    else:
        next_turn(table)


@compiled
def go_on_from_chips(table: Table) -> None:
    """Chips are turned up before a round and after a turn."""
    if table.actor == duel.NONE:
        begin_play(table)
    else:
        next_turn(table)


@compiled
def next_turn(table: Table) -> None:
    """The other player acts if possible, else the same again, else the phase ends (DU-5, DU-13)."""
    if may_act(table, other(table.actor)):
        table.actor = other(table.actor)
    elif not may_act(table, table.actor):
        begin_placing(table)
        return
    ask_actor(table, duel.ACTION)


@compiled
def may_act(table: Table, index: int) -> bool:
    """Whether a seat has a legal action (DU-5)."""
    seat = table.seats[index]
    return seat.tokens > 0 or has_tiles(table) or may_take_chip(table, seat)


@compiled
def go_on_from_take(table: Table) -> None:
    """A sun take may leave a stack to be ordered (DU-8)."""
    if table.factory_at_hand == duel.NONE:
        end_turn(table)
    else:
        ask_actor(table, duel.STACKING)


@compiled
def go_on_from_draw(table: Table) -> None:
    """The new top of the stack shows its back before the next decision (DU-2, DU-6)."""
    if table.stack_height > 0 and table.top_kind == duel.NONE:
        ask_chance(table, duel.SHOW_BACK)
    elif may_draw(table, table.seats[table.actor]):
        ask_actor(table, duel.DRAWING)
    else:
        look_at_hand(table)


@compiled
def look_at_hand(table: Table) -> None:
    """The drawer looks at the plates drawn, if there is one to be seen for the first time."""
    forget_blanks(table)
    if knows_hand(table):
        go_on_from_look(table)
    else:
        ask_chance(table, duel.LOOK)


@compiled
def go_on_from_look(table: Table) -> None:
    """Choose among several plates, lay a single one (DU-6)."""
    look(table)
    ask_actor(table, duel.KEEPING if table.hand_count else duel.LAYING)


@compiled
def go_on_from_keeping(table: Table) -> None:
    """The others are put back one by one, then the plate is laid (DU-6)."""
    ask_actor(table, duel.RETURNING if table.hand_count else duel.LAYING)


@compiled
def go_on_from_laying(table: Table) -> None:
    """The plate of the set-up is replaced, others are not (DU-4, DU-6)."""
    if table.rounds == 0:
        turn_up_plates(table)
    else:
        next_turn(table)


# Phase 2: placing


@compiled
def begin_placing(table: Table) -> None:
    """The holder of the first-player tile places first; else whoever began the round."""
    table.actor = table.first_seat if table.first_seat != duel.NONE else table.start_seat
    table.line_at_hand = 0
    table.phase = duel.SETTLING


@compiled
def place_lines(table: Table) -> None:
    """Go on from the line at hand until a seat has a choice to make or all is done (DU-14).

    Whatever leads here only sets the phase, and a move ends with this: Numba optimises a function
    again in each of its callers, and this is the largest.
    """
    while True:
        while table.line_at_hand < duel.SIZE:
            asking = settle_line(table, table.seats[table.actor])
            if asking != duel.NONE:
                ask_actor(table, asking)
                return
            table.line_at_hand += 1
        count_broken(table, table.actor)
        table.placed += 1
        if table.placed == duel.PLAYERS:
            end_round(table)
            return
        table.actor = other(table.actor)
        table.line_at_hand = 0


@compiled
def leave_line(table: Table) -> None:
    """Go on with the next line."""
    table.line_at_hand += 1
    table.phase = duel.SETTLING


# Phase 3 and the end


@compiled
def end_round(table: Table) -> None:
    """The holder of the first-player tile starts the next round, or the game ends (DU-20)."""
    table.placed = 0
    table.line_at_hand = duel.NONE
    if table.first_seat != duel.NONE:
        table.start_seat = table.first_seat
    if table.rounds == duel.ROUNDS:
        end_game(table)
    else:
        prepare_round(table)


@compiled
def end_game(table: Table) -> None:
    """Add the points of the scoring tiles (DU-23)."""
    for seat in range(duel.PLAYERS):
        table.seats[seat].score = final_score(table, seat)
    table.actor = duel.NONE
    table.ending = duel.ALL_ROUNDS
    table.phase = duel.OVER
    table.turn = NOBODY
