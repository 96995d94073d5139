"""What the edges of Summer Pavilion check, since kernels trust: positions, moves and draws."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles, tiles_to_draw
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.notation import SPARE
from azulejos.core.offer import check_start, display_faults, missing_tiles, tile_faults
from azulejos.core.pile import counts, pile_of
from azulejos.games.pavilion.board import colours_accepted
from azulejos.games.pavilion.data import (
    CENTRE_STAR,
    NUMBER_BONUS,
    SPACES,
    STAR_BONUS,
    STAR_COLOURS,
    STARS,
)
from azulejos.games.pavilion.moves import (
    LETTERS,
    Keep,
    Place,
    Take,
    TakeBonus,
    star_text,
)
from azulejos.games.pavilion.placing import is_last_turn, joker_of
from azulejos.games.pavilion.rules import tiles_wanted
from azulejos.games.pavilion.scoring import cost_of
from azulejos.games.pavilion.table import (
    BONUS,
    CHOOSE_START,
    COLOURED,
    COLOURS,
    CORNERS,
    DEAL,
    KEEPING,
    LOWEST_SCORE,
    NONE,
    OVER,
    PLACING,
    REFILL,
    ROUNDS,
    SUPPLY_SPACES,
    TAKING,
    TILES_OF_A_COLOUR,
    Seat,
    Table,
)

MOST_BONUS = STARS * max(STAR_BONUS) + sum(NUMBER_BONUS)  # (SP-17, SP-18)


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == CHOOSE_START:
        check_start(table, draw)
    else:
        check_tiles(table, ask(tiles_wanted, table), draw)


# Moves

DUE = {
    TAKING: "take tiles (SP-4)",
    PLACING: "place a tile or pass (SP-7)",
    BONUS: "take a tile from the supply (SP-13)",
    KEEPING: "choose the tiles to keep (SP-15)",
}


def refusal(table: Table, move: Move) -> str:
    """Why a move is illegal, with the rule."""
    match move:
        case Take() if table.phase == TAKING:
            return _take_refusal(table, move)
        case Place() if table.phase == PLACING:
            return _place_refusal(table, move)
        case TakeBonus() if table.phase == BONUS:
            return f"no {LETTERS[move.colour]} lies in the supply (SP-13)"
        case Keep() if table.phase == KEEPING:
            return f"no {LETTERS[move.colour]} lies beside the board (SP-15)"
    return f"seat {table.turn + 1} is to {DUE[table.phase]}"


def _take_refusal(table: Table, take: Take) -> str:
    place = f"display {take.source}" if take.source else "the centre"
    if counts(table.sources[take.source])[take.colour] == 0:
        return f"no {LETTERS[take.colour]} lies in {place} (SP-4)"
    return f"{LETTERS[take.colour]} is the joker, and other colours lie in {place} (SP-4)"


def _place_refusal(table: Table, place: Place) -> str:
    seat = table.seats[table.turn]
    space = f"space {place.space + 1} of star {star_text(place.star)}"
    if seat.board[place.star, place.space] != NONE:
        return f"{space} is filled (SP-8)"
    return _colour_refusal(table.side, seat, place) or _payment_refusal(table, seat, place)


def _colour_refusal(side: int, seat: Seat, place: Place) -> str:
    """Why a star does not take a colour; nothing if it does."""
    star = f"star {star_text(place.star)}"
    accepted = ask(colours_accepted, side, seat, place.star)
    if (accepted >> place.colour) & 1:
        return ""
    if place.colour in _colours_on(seat, place.star):
        rule = "SP-10" if side == COLOURED else "SP-11"
        return f"{star} has {LETTERS[place.colour]} already ({rule})"
    only = LETTERS[accepted.bit_length() - 1]
    return (
        f"{star} takes only {only} (SP-10)" if side == COLOURED else f"{star} is all {only} (SP-11)"
    )


def _payment_refusal(table: Table, seat: Seat, place: Place) -> str:
    cost = ask(cost_of, table.side, place.star, place.space)
    own = cost - place.jokers
    held = counts(seat.tiles)
    joker = ask(joker_of, table)
    if own < 1:
        return f"the space costs {cost}: one tile at least is of the colour placed (SP-8)"
    if place.jokers and place.colour == joker:
        return f"{LETTERS[joker]} is the joker: it is placed with its own colour alone (SP-9)"
    if held[place.colour] < own:
        return f"it takes {own} {LETTERS[place.colour]}, and {held[place.colour]} are there (SP-8)"
    return f"it takes {place.jokers} jokers, and {held[joker]} are there (SP-8)"


# Positions


def faults(table: Table) -> list[str]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    found = tile_faults(_tiles_found(table), TILES_OF_A_COLOUR, LETTERS)
    found += _source_faults(table)
    found += _phase_faults(table)
    for number in range(table.players):
        found += [f"seat {number + 1}: {fault}" for fault in _seat_faults(table, number)]
    return found


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return missing_tiles(_tiles_found(table), TILES_OF_A_COLOUR)


def _tiles_found(table: Table) -> list[int]:
    """How many tiles of each colour lie anywhere."""
    piles = [table.bag, table.discard, table.supply, *table.sources]
    boards = []
    for number in range(table.players):
        seat = table.seats[number]
        piles += [seat.tiles, seat.corners]
        boards += [colour for star in range(STARS) for colour in _colours_on(seat, star)]
    return [
        sum(counts(pile)[colour] for pile in piles) + boards.count(colour)
        for colour in range(COLOURS)
    ]


def _colours_on(seat: Seat, star: int) -> list[int]:
    return [seat.board[star, space] for space in range(SPACES)]


def _source_faults(table: Table) -> list[str]:
    found = display_faults(table)
    if sum(counts(table.supply)) > SUPPLY_SPACES:
        found.append(f"the supply holds more than {SUPPLY_SPACES} tiles")
    if any(table.sources) != (table.phase == TAKING):
        found.append("tiles lie in displays or centre while they are taken, and only then")
    return found


def _phase_faults(table: Table) -> list[str]:
    found = []
    if (table.start_seat == NONE) != (table.phase == CHOOSE_START):
        found.append("a start player is missing, or named too early")
    if not _round_fits(table):
        found.append("the round does not fit the phase")
    supply = sum(counts(table.supply))
    if table.phase in (REFILL, DEAL) and not ask(tiles_to_draw, table):
        found.append("no tile is left to draw (SP-14)")
    if table.phase == CHOOSE_START and table.bag != pile_of([TILES_OF_A_COLOUR] * COLOURS):
        found.append("all tiles are in the bag before the start player is chosen (SP-2)")
    if table.phase == REFILL and supply == SUPPLY_SPACES:
        found.append("the supply is full (SP-14)")
    if table.phase == REFILL and (table.placer == NONE) != (table.rounds == 0):
        found.append("after= names the seat whose turn is over, except before the first round")
    if table.phase == REFILL and ask(is_last_turn, table):
        found.append("nothing is drawn after the last turn (SP-14)")
    if table.phase == BONUS and supply < table.bonus_tiles:
        found.append("the supply holds fewer tiles than are to be taken (SP-13)")
    if table.phase == KEEPING and sum(counts(table.seats[table.turn].corners)) == CORNERS:
        found.append("all corners are full: nothing is left to choose (SP-15)")
    if table.phase >= PLACING and table.marker_seat not in (NONE, table.start_seat):
        found.append("who holds the marker starts (SP-6)")
    return found


def _round_fits(table: Table) -> bool:
    allowed = {
        CHOOSE_START: range(1),
        REFILL: range(ROUNDS + 1),
        DEAL: range(ROUNDS),
        OVER: range(ROUNDS, ROUNDS + 1),
    }
    return table.rounds in allowed.get(table.phase, range(1, ROUNDS + 1))


def _seat_faults(table: Table, number: int) -> list[str]:
    seat = table.seats[number]
    found = []
    laid = sum(seat.filled[star].bit_count() for star in range(STARS))
    most = SPARE + SPACES * laid + MOST_BONUS * (table.phase == OVER)
    if not LOWEST_SCORE <= seat.score <= most:
        found.append("fewer than 1 point, or more than its stars can have brought (SP-12)")
    if sum(counts(seat.corners)) > CORNERS:
        found.append(f"more than {CORNERS} tiles in the corners (SP-15)")
    keeps = table.phase == KEEPING and table.turn == number
    if seat.corners and not seat.passed and not keeps:
        found.append("tiles in the corners before passing (SP-15)")
    if seat.tiles and seat.passed:
        found.append("tiles beside the board after passing (SP-15)")
    if seat.passed and (table.phase == TAKING or table.turn == number or table.rounds == 0):
        found.append("it has not yet passed, or it is not to move (SP-7)")
    if not seat.passed and (table.phase == OVER or (table.phase == DEAL and table.rounds > 0)):
        found.append("it has yet to pass (SP-16)")
    if table.turn == number and table.phase in (PLACING, KEEPING) and not seat.tiles:
        found.append("no tiles: it passes without a move (SP-15)")
    return found + _board_faults(table.side, seat)


def _board_faults(side: int, seat: Seat) -> list[str]:
    found = []
    for star in range(STARS):
        laid = [colour for colour in _colours_on(seat, star) if colour != NONE]
        if side == COLOURED and star != CENTRE_STAR:
            if any(colour != STAR_COLOURS[star] for colour in laid):
                found.append(f"star {star_text(star)} holds another colour (SP-10)")
            continue
        rule = "SP-10" if side == COLOURED else "SP-11"
        one_colour = side != COLOURED and len(set(laid)) == 1
        if len(set(laid)) < len(laid) and not one_colour:
            found.append(f"star {star_text(star)} holds a colour twice ({rule})")
    return found
