"""How a game of Azul Duel begins."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.pile import tiles
from azulejos.games.duel.data import CHIP_KINDS
from azulejos.games.duel.factories import clear_factories
from azulejos.games.duel.placing import close_payment, empty_line
from azulejos.games.duel.plates import clear_plates
from azulejos.games.duel.rounds import ask_chance, prepare_round
from azulejos.games.duel.table import (
    CHOOSE_SCORING,
    CHOOSE_START,
    COLOURS,
    NONE,
    NOT_ENDED,
    PLAYERS,
    SIZE,
    SLOTS,
    START_SCORE,
    TILES_OF_A_COLOUR,
    Seat,
    Table,
)


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (DU-1, DU-2); what the options leave open is left to chance."""
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    clear_factories(table)
    clear_plates(table)
    for seat in range(PLAYERS):
        clear_board(table.seats[seat])
    table.factory_at_hand = NONE
    table.line_at_hand = NONE
    close_payment(table)
    table.placed = 0
    table.rounds = 0
    table.ending = NOT_ENDED
    table.actor = NONE
    table.first_seat = NONE
    if table.start_seat == NONE:
        ask_chance(table, CHOOSE_START)
    else:
        choose_scoring(table)


@compiled
def clear_board(seat: Seat) -> None:
    """Five points and nothing else (DU-1)."""
    seat.score = START_SCORE
    seat.broken = 0
    seat.tokens = 0
    seat.chips_taken = 0
    for row in range(SIZE):
        empty_line(seat, row)
        for column in range(SIZE):
            seat.dome[row, column] = NONE
    for slot in range(SLOTS):
        seat.laid[slot] = NONE
    for kind in range(CHIP_KINDS):
        seat.chips[kind] = 0
        seat.used_chips[kind] = 0


@compiled
def name_start(table: Table, seat: int) -> None:
    """The start player is known (DU-4)."""
    table.start_seat = seat
    choose_scoring(table)


@compiled
def choose_scoring(table: Table) -> None:
    """Let chance pick scoring tiles where they were not chosen (DU-2)."""
    if table.scoring_wanted:
        ask_chance(table, CHOOSE_SCORING)
    else:
        prepare_round(table)


@compiled
def name_scoring(table: Table, scoring: int) -> None:
    """The scoring tiles are known (DU-2)."""
    table.scoring = scoring
    table.scoring_wanted = 0
    prepare_round(table)
