"""What a move of Summer Pavilion is worth if the round ended right after it.

A placement is worth the score right after it, so the difference from the present score is what it
brings. Taking is worth what the seat's tiles would bring if it placed them at once, always the most
points for a tile. In the last round the final bonuses count.

For people, and for the greedy bot.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.layout import Raw
from azulejos.core.pile import count, total
from azulejos.games.pavilion.board import colours_accepted, lay_tile
from azulejos.games.pavilion.data import SPACES, STARS
from azulejos.games.pavilion.moves import (
    FIRST_PLACE_CODE,
    place_code,
    place_colour,
    place_jokers,
    place_space,
    place_star,
)
from azulejos.games.pavilion.placing import joker_of, pay
from azulejos.games.pavilion.scoring import cost_of, final_bonus, lose, points_for_tile
from azulejos.games.pavilion.table import (
    COLOURS,
    CORNERS,
    KEEPING,
    NONE,
    OVER,
    ROUNDS,
    TABLE,
    Seat,
    Table,
)


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    """What a move is worth in its round: where nothing is left to deal, the next has begun."""
    return round_points(record(after, TABLE), seat, code, record(before, TABLE).rounds)


@compiled
def round_points(table: Table, number: int, code: int, rounds: int) -> int:
    """The score of a seat if the round ended after the move just made. Spoils the table."""
    seat = table.seats[number]
    if table.phase == OVER:
        return seat.score
    kept = total(seat.corners)
    if code < FIRST_PLACE_CODE:
        place_all(table, seat)
        kept = pass_at_best(seat)
    elif table.phase == KEEPING:
        kept = pass_at_best(seat)
    if rounds == ROUNDS:
        seat.score += final_bonus(table.side, seat)
        lose(seat, kept)  # (SP-19)
    return seat.score


@compiled
def pass_at_best(seat: Seat) -> int:
    """Keep all that the corners can hold, pay for the rest, and say how many are kept (SP-15)."""
    number = total(seat.tiles)
    added = min(number, CORNERS - total(seat.corners))
    lose(seat, number - added)
    return total(seat.corners) + added


@compiled
def place_all(table: Table, seat: Seat) -> None:
    """Place tiles as long as the seat can pay, taking no tiles for ornaments."""
    code = best_placement(table, seat)
    while code != NONE:
        star, space, colour = place_star(code), place_space(code), place_colour(code)
        pay(table, seat, cost_of(table.side, star, space), colour, place_jokers(code))
        lay_tile(seat, star, space, colour)
        code = best_placement(table, seat)


@compiled
def best_placement(table: Table, seat: Seat) -> int:
    """The placement with the most points for a tile spent, with as few jokers as it takes."""
    joker = joker_of(table)
    best = NONE
    most, least = 0, 1
    for star in range(STARS):
        accepted = colours_accepted(table.side, seat, star)
        for colour in range(COLOURS):
            held = count(seat.tiles, colour)
            if held == 0 or not (accepted >> colour) & 1:
                continue
            jokers = 0 if colour == joker else count(seat.tiles, joker)
            for space in range(SPACES):
                cost = cost_of(table.side, star, space)
                if cost > held + jokers or (seat.filled[star] >> space) & 1:
                    continue
                points = points_for_tile(seat.filled[star] | 1 << space, space)
                if points * least > most * cost:
                    most, least = points, cost
                    best = place_code(star, space, colour, max(0, cost - held))
    return best
