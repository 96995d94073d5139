"""The rules of Summer Pavilion: the taking, and the moves of every phase."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.displays import displays_for, is_empty, sweep, takes_marker
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Codes, Raw
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.core.turn import next_seat
from azulejos.games.pavilion import observe, scoring, setup
from azulejos.games.pavilion.moves import (
    FIRST_BONUS_CODE,
    FIRST_KEEP_CODE,
    FIRST_PLACE_CODE,
    PASS_CODE,
    place_code,
    place_colour,
    place_jokers,
    place_space,
    place_star,
    take_code,
    take_colour,
    take_source,
)
from azulejos.games.pavilion.placing import (
    begin_placing,
    end_pass,
    joker_of,
    keep,
    list_bonus_tiles,
    list_colours,
    list_kept,
    list_placements,
    pay,
    place,
    take_bonus,
)
from azulejos.games.pavilion.scoring import (
    colours_accepted,
    cost_of,
    final_bonus,
    lay_tile,
    lose,
    points_for_tile,
)
from azulejos.games.pavilion.table import (
    BONUS,
    COLOURS,
    CORNERS,
    KEEPING,
    NONE,
    OVER,
    PLACING,
    ROUNDS,
    SPACES,
    STARS,
    TABLE,
    TAKING,
    Seat,
    Table,
)

# Phase 1: taking


@compiled
def list_takes(table: Table, codes: Codes) -> int:
    """List every source and colour; the joker only where nothing else lies (SP-4)."""
    joker = 1 << joker_of(table)
    count = 0
    for source in range(1 + displays_for(table.players)):
        colours = colours_in(table.sources[source])
        if colours & ~joker:
            colours &= ~joker
        count = list_colours(colours, take_code(source, 0), codes, count)
    return count


@compiled
def take(table: Table, source: int, colour: int) -> None:
    """Take tiles; the first from the centre takes the marker and loses a point for each (SP-5)."""
    seat = table.seats[table.turn]
    taken = tiles_taken(table, source, colour)
    table.sources[source] -= taken
    seat.tiles += taken
    if takes_marker(table, source):
        table.marker_seat = table.turn
        lose(seat, total(taken))
    sweep(table.sources, source)
    if is_empty(table.sources):
        begin_placing(table)
    else:
        table.turn = next_seat(table.turn, table.players)


@compiled
def tiles_taken(table: Table, source: int, colour: int) -> int:
    """The pile that a take brings: a colour and one joker, or only one joker (SP-4)."""
    lying, joker = table.sources[source], joker_of(table)
    taken = tiles(joker, min(1, count(lying, joker)))
    if colour != joker:
        taken += tiles(colour, count(lying, colour))
    return taken


# Moves of every phase


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    if table.phase == TAKING:
        return list_takes(table, codes)
    if table.phase == PLACING:
        return list_placements(table, codes)
    if table.phase == BONUS:
        return list_bonus_tiles(table, codes)
    if table.phase == KEEPING:
        return list_kept(table, codes)
    return 0


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    if code < FIRST_PLACE_CODE:
        take(table, take_source(code), take_colour(code))
    elif code < FIRST_BONUS_CODE:
        place(table, place_star(code), place_space(code), place_colour(code), place_jokers(code))
    elif code < FIRST_KEEP_CODE:
        take_bonus(table, code - FIRST_BONUS_CODE)
    elif code < PASS_CODE:
        keep(table, code - FIRST_KEEP_CODE)
    elif code == PASS_CODE:
        table.phase = KEEPING
    else:
        end_pass(table)


# Preview: the score if the round ended right after a move, for people and the greedy bot
#
# A placement is worth the score right after it, so the difference from the present score is what it
# brings. Taking is worth what the seat's tiles would bring if it placed them at once, always the
# most points for a tile. In the last round the final bonuses count.


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    """What a move is worth in its round: where nothing is left to deal, the next has begun."""
    return round_points(record(after, TABLE), seat, code, record(before, TABLE).rounds)


@compiled
def round_points(table: Table, index: int, code: int, rounds: int) -> int:
    """The score of a seat if the round ended after the move just made. Spoils the table."""
    seat = table.seats[index]
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
    count = total(seat.tiles)
    added = min(count, CORNERS - total(seat.corners))
    lose(seat, count - added)
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


# All rules, registered for `core/kernels.py`

KERNELS = register(
    Rules(
        game="pavilion",
        module=__name__,
        table=TABLE,
        set_up=setup.set_up,
        list_moves=list_moves,
        make_move=make_move,
        sample=setup.sample,
        deal=setup.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
        observe=observe.observe,
    )
)
