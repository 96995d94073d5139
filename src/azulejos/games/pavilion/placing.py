"""The rules of Summer Pavilion from the placing on: placing, passing, the end of a round."""

from __future__ import annotations

from azulejos.core.bag import discard, tiles_to_draw
from azulejos.core.compiled import compiled, lowest_bit
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.core.turn import CHANCE, NOBODY, next_seat
from azulejos.games.pavilion import moves, scoring
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.table import Seat, Table

# Colours


@compiled
def joker_of(table: Table) -> int:
    """The joker colour of the round being played."""
    return joker_in(table.rounds)


@compiled
def joker_in(round_number: int) -> int:
    """The joker colour of a round, counted from 1: the colours take turns (SP-3)."""
    return round_number - 1


@compiled
def list_colours(colours: int, first_code: int, codes: Codes, count: int) -> int:
    """Append a code for each colour to a list of codes."""
    while colours:
        codes[count] = first_code + lowest_bit(colours)
        colours &= colours - 1
        count += 1
    return count


# Phase 2: placing


@compiled
def begin_placing(table: Table) -> None:
    """The marker's holder starts this phase and the next round, if anybody took it (SP-6)."""
    if table.marker_seat != pavilion.NONE:
        table.start_seat = table.marker_seat
    place_before(table, table.start_seat)
    go_on_placing(table)


@compiled
def place_before(table: Table, seat: int) -> None:
    """Leave the turn just before a seat, so that this seat is the next."""
    table.placer = (seat + table.players - 1) % table.players


@compiled
def go_on_placing(table: Table) -> None:
    """Give the turn to the next seat that places, or end the round (SP-7).

    Where nothing can be dealt, the next round begins with placing, and perhaps ends at once.
    """
    while not somebody_places(table):
        end_round(table)
        if table.turn < 0:  # chance is to deal, or the game is over
            return


@compiled
def somebody_places(table: Table) -> bool:
    """Find the next seat that has not passed; without tiles it passes automatically (SP-15)."""
    for _ in range(table.players):
        table.placer = next_seat(table.placer, table.players)
        seat = table.seats[table.placer]
        if seat.tiles == 0:  # so has everybody who passed
            seat.passed = 1
        else:
            table.phase = pavilion.PLACING
            table.turn = table.placer
            return True
    return False


@compiled
def end_turn(table: Table) -> None:
    """Refill the supply where that is needed and possible, but not after the last turn (SP-14)."""
    if is_last_turn(table):
        go_on_placing(table)
    elif total(table.supply) < pavilion.SUPPLY_SPACES and (table.bag | table.discard) != 0:
        table.phase = pavilion.REFILL
        table.turn = CHANCE
    else:
        go_on_placing(table)


@compiled
def is_last_turn(table: Table) -> bool:
    """Whether nobody has a tile left to place with in the last round (SP-14)."""
    for seat in range(table.players):
        if table.seats[seat].tiles != 0:  # who has passed has none
            return False
    return table.rounds == pavilion.ROUNDS


@compiled
def list_placements(table: Table, codes: Codes) -> int:
    """List every way to place a tile, and passing (SP-7 to SP-11)."""
    seat = table.seats[table.turn]
    held = colours_in(seat.tiles)
    count = 0
    for star in range(pavilion.STARS):
        colours = scoring.colours_accepted(table.side, seat, star) & held
        while colours:
            count = list_payments(table, star, lowest_bit(colours), codes, count)
            colours &= colours - 1
    codes[count] = moves.PASS_CODE
    return count + 1


@compiled
def list_payments(table: Table, star: int, colour: int, codes: Codes, listed: int) -> int:
    """List each free space that the seat can pay, with every mix of jokers (SP-8, SP-9)."""
    seat = table.seats[table.turn]
    joker = joker_of(table)
    held = count(seat.tiles, colour)
    jokers = 0 if colour == joker else count(seat.tiles, joker)
    for space in range(pavilion.SPACES):
        cost = scoring.cost_of(table.side, star, space)
        if cost > held + jokers or (seat.filled[star] >> space) & 1:
            continue
        for spent in range(max(0, cost - held), min(cost - 1, jokers) + 1):
            codes[listed] = moves.place_code(star, space, colour, spent)
            listed += 1
    return listed


@compiled
def place(table: Table, star: int, space: int, colour: int, jokers: int) -> None:
    """Place a tile and score it; ornaments it completes bring tiles (SP-8, SP-12, SP-13)."""
    seat = table.seats[table.turn]
    pay(table, seat, scoring.cost_of(table.side, star, space), colour, jokers)
    scoring.lay_tile(seat, star, space, colour)
    table.bonus_tiles = min(scoring.tiles_for_ornaments(seat, star, space), total(table.supply))
    if table.bonus_tiles > 0:
        table.phase = pavilion.BONUS
    else:
        end_turn(table)


@compiled
def pay(table: Table, seat: Seat, cost: int, colour: int, jokers: int) -> None:
    """Spend tiles of the colour and jokers; all but the placed one are discarded (SP-8)."""
    seat.tiles -= tiles(colour, cost - jokers) + tiles(joker_of(table), jokers)
    discard(table, colour, cost - jokers - 1)
    discard(table, joker_of(table), jokers)


@compiled
def list_bonus_tiles(table: Table, codes: Codes) -> int:
    """List the colours in the supply (SP-13)."""
    return list_colours(colours_in(table.supply), moves.FIRST_BONUS_CODE, codes, 0)


@compiled
def take_bonus(table: Table, colour: int) -> None:
    """Take one tile from the supply (SP-13)."""
    table.supply -= tiles(colour, 1)
    table.seats[table.turn].tiles += tiles(colour, 1)
    table.bonus_tiles -= 1
    if table.bonus_tiles == 0:
        end_turn(table)


# Passing


@compiled
def list_kept(table: Table, codes: Codes) -> int:
    """List the colours that may be kept, and to keep no more (SP-15)."""
    held = colours_in(table.seats[table.turn].tiles)
    count = list_colours(held, moves.FIRST_KEEP_CODE, codes, 0)
    codes[count] = moves.DONE_CODE
    return count + 1


@compiled
def keep(table: Table, colour: int) -> None:
    """Keep one tile in a corner; the pass ends when all are full or no tile is left (SP-15)."""
    seat = table.seats[table.turn]
    seat.tiles -= tiles(colour, 1)
    seat.corners += tiles(colour, 1)
    if seat.tiles == 0 or total(seat.corners) == pavilion.CORNERS:
        end_pass(table)


@compiled
def end_pass(table: Table) -> None:
    """Discard the tiles not kept, a point each (SP-15)."""
    seat = table.seats[table.turn]
    scoring.lose(seat, total(seat.tiles))
    table.discard += seat.tiles
    seat.tiles = 0
    seat.passed = 1
    end_turn(table)


# Phase 3 and the end


@compiled
def begin_round(table: Table) -> None:
    """Next joker, marker to the centre, kept tiles back beside the boards (SP-16)."""
    table.rounds += 1
    table.marker_seat = pavilion.NONE
    for index in range(table.players):
        seat = table.seats[index]
        seat.tiles += seat.corners
        seat.corners = 0
        seat.passed = 0
    table.phase = pavilion.TAKING
    table.turn = table.start_seat


@compiled
def end_round(table: Table) -> None:
    """All have passed: the next round, dealt if any tile is left to deal, or the end (SP-16)."""
    table.placer = pavilion.NONE
    if table.rounds == pavilion.ROUNDS:
        end_game(table)
    elif tiles_to_draw(table) > 0:
        table.phase = pavilion.DEAL
        table.turn = CHANCE
    else:
        begin_round(table)
        place_before(table, table.start_seat)  # nothing can be taken (SP-6)


@compiled
def end_game(table: Table) -> None:
    """Add the bonuses; tiles left in the corners cost a point each (SP-17 to SP-19)."""
    for index in range(table.players):
        seat = table.seats[index]
        seat.score += scoring.final_bonus(table.side, seat)
        scoring.lose(seat, total(seat.corners))
        table.discard += seat.corners
        seat.corners = 0
    table.ending = pavilion.ROUNDS_PLAYED
    table.phase = pavilion.OVER
    table.turn = NOBODY
