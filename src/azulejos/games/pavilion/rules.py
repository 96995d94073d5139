"""The rules of Summer Pavilion: the taking, and the moves of every phase."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.displays import displays_for, is_empty, sweep, takes_marker
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Codes, Raw
from azulejos.core.move import digit
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.core.turn import next_seat
from azulejos.games.pavilion import moves, observe, placing, scoring, setup
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.table import Seat, Table

# Phase 1: taking


@compiled
def list_takes(table: Table, codes: Codes) -> int:
    """List every source and colour; the joker only where nothing else lies (SP-4)."""
    joker = 1 << placing.joker_of(table)
    count = 0
    for source in range(1 + displays_for(table.players)):
        colours = colours_in(table.sources[source])
        if colours & ~joker:
            colours &= ~joker
        count = placing.list_colours(colours, moves.take_code(source, 0), codes, count)
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
        scoring.lose(seat, total(taken))
    sweep(table.sources, source)
    if is_empty(table.sources):
        placing.begin_placing(table)
    else:
        table.turn = next_seat(table.turn, table.players)


@compiled
def tiles_taken(table: Table, source: int, colour: int) -> int:
    """The pile that a take brings: a colour and one joker, or only one joker (SP-4)."""
    lying, joker = table.sources[source], placing.joker_of(table)
    taken = tiles(joker, min(1, count(lying, joker)))
    if colour != joker:
        taken += tiles(colour, count(lying, colour))
    return taken


# Moves of every phase


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """List the legal moves as codes and return how many they are."""
    if table.phase == pavilion.TAKING:
        return list_takes(table, codes)
    if table.phase == pavilion.PLACING:
        return placing.list_placements(table, codes)
    if table.phase == pavilion.BONUS:
        return placing.list_bonus_tiles(table, codes)
    if table.phase == pavilion.KEEPING:
        return placing.list_kept(table, codes)
    return 0


@compiled
def make_move(table: Table, code: int) -> None:
    """Play a legal move."""
    if code < moves.FIRST_PLACE_CODE:
        take(table, digit(code, moves.SOURCE), digit(code, moves.COLOUR))
    elif code < moves.FIRST_BONUS_CODE:
        placing.place(
            table,
            moves.place_star(code),
            moves.place_space(code),
            moves.place_colour(code),
            moves.place_jokers(code),
        )
    elif code < moves.FIRST_KEEP_CODE:
        placing.take_bonus(table, code - moves.FIRST_BONUS_CODE)
    elif code < moves.PASS_CODE:
        placing.keep(table, code - moves.FIRST_KEEP_CODE)
    elif code == moves.PASS_CODE:
        table.phase = pavilion.KEEPING
    else:
        placing.end_pass(table)


# Preview: the score if the round ended right after a move, for people and the greedy bot
#
# A placement is worth the score right after it, so the difference from the present score is what it
# brings. Taking is worth what the seat's tiles would bring if it placed them at once, always the
# most points for a tile. In the last round the final bonuses count.


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    """What a move is worth in its round: where nothing is left to deal, the next has begun."""
    return round_points(
        record(after, pavilion.TABLE), seat, code, record(before, pavilion.TABLE).rounds
    )


@compiled
def round_points(table: Table, index: int, code: int, rounds: int) -> int:
    """The score of a seat if the round ended after the move just made. Spoils the table."""
    seat = table.seats[index]
    if table.phase == pavilion.OVER:
        return seat.score
    kept = total(seat.corners)
    if code < moves.FIRST_PLACE_CODE:
        place_all(table, seat)
        kept = pass_at_best(seat)
    elif table.phase == pavilion.KEEPING:
        kept = pass_at_best(seat)
    if rounds == pavilion.ROUNDS:
        seat.score += scoring.final_bonus(table.side, seat)
        scoring.lose(seat, kept)  # (SP-19)
    return seat.score


@compiled
def pass_at_best(seat: Seat) -> int:
    """Keep all that the corners can hold, pay for the rest, and say how many are kept (SP-15)."""
    count = total(seat.tiles)
    added = min(count, pavilion.CORNERS - total(seat.corners))
    scoring.lose(seat, count - added)
    return total(seat.corners) + added


@compiled
def place_all(table: Table, seat: Seat) -> None:
    """Place tiles as long as the seat can pay, taking no tiles for ornaments."""
    code = best_placement(table, seat)
    while code != pavilion.NONE:
        star, space, colour = (
            moves.place_star(code),
            moves.place_space(code),
            moves.place_colour(code),
        )
        placing.pay(
            table, seat, scoring.cost_of(table.side, star, space), colour, moves.place_jokers(code)
        )
        scoring.lay_tile(seat, star, space, colour)
        code = best_placement(table, seat)


@compiled
def best_placement(table: Table, seat: Seat) -> int:
    """The placement with the most points for a tile spent, with as few jokers as it takes."""
    joker = placing.joker_of(table)
    best = pavilion.NONE
    most, least = 0, 1
    for star in range(pavilion.STARS):
        accepted = scoring.colours_accepted(table.side, seat, star)
        for colour in range(pavilion.COLOURS):
            held = count(seat.tiles, colour)
            if held == 0 or not (accepted >> colour) & 1:
                continue
            jokers = 0 if colour == joker else count(seat.tiles, joker)
            for space in range(pavilion.SPACES):
                cost = scoring.cost_of(table.side, star, space)
                if cost > held + jokers or (seat.filled[star] >> space) & 1:
                    continue
                points = scoring.points_for_tile(seat.filled[star] | 1 << space, space)
                if points * least > most * cost:
                    most, least = points, cost
                    best = moves.place_code(star, space, colour, max(0, cost - held))
    return best


# All rules, registered for `core/kernels.py`

KERNELS = register(
    Rules(
        game="pavilion",
        module=__name__,
        table=pavilion.TABLE,
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
