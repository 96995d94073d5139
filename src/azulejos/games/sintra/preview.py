"""What a move of Sintra is worth if the round ended right after it.

For people, and for the greedy bot.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Raw
from azulejos.games.sintra.scoring import count_up, is_keeping, points_for_window
from azulejos.games.sintra.table import OVER, TABLE, Table


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    """What a move is worth, whatever it was."""
    return round_points(record(after, TABLE), seat)


@compiled
def round_points(table: Table, number: int) -> int:
    """The score of a seat if the game ended now: the end of a round alone scores nothing.

    A strip that waits for the choice of a tile counts for its window. Spoils the table.
    """
    seat = table.seats[number]
    if table.phase != OVER:
        if is_keeping(table, number):
            seat.score += points_for_window(table.side, seat, seat.glazier)
        count_up(table, seat)
    return seat.score
