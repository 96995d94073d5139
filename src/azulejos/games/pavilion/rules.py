"""The rules of Summer Pavilion: set up, chance, the taking, and the moves of every phase."""

from __future__ import annotations

from azulejos.core.bag import draw, sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.displays import (
    SOURCES,
    TILES_PER_DISPLAY,
    displays_for,
    is_empty,
    sweep,
    takes_marker,
    tiles_to_deal,
)
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.core.turn import CHANCE, MOST_SEATS, next_seat
from azulejos.games.pavilion.board import clear_board
from azulejos.games.pavilion.moves import (
    FIRST_BONUS_CODE,
    FIRST_KEEP_CODE,
    FIRST_PLACE_CODE,
    PASS_CODE,
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
    begin_round,
    end_pass,
    go_on_placing,
    joker_of,
    keep,
    list_bonus_tiles,
    list_colours,
    list_kept,
    list_placements,
    place,
    take_bonus,
)
from azulejos.games.pavilion.scoring import lose
from azulejos.games.pavilion.table import (
    BONUS,
    CHOOSE_START,
    COLOURS,
    DEAL,
    KEEPING,
    NONE,
    NOT_ENDED,
    PLACING,
    REFILL,
    SUPPLY_SPACES,
    TAKING,
    TILES_OF_A_COLOUR,
    Table,
)

# Set up


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (SP-1, SP-2); without a start seat chance will name one."""
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    table.supply = 0
    for source in range(SOURCES):
        table.sources[source] = 0
    for seat in range(MOST_SEATS):
        clear_board(table.seats[seat])
    table.rounds = 0
    table.marker_seat = NONE
    table.placer = NONE
    table.bonus_tiles = 0
    table.ending = NOT_ENDED
    table.phase = CHOOSE_START if table.start_seat == NONE else REFILL
    table.turn = CHANCE


# Chance


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    if table.phase == CHOOSE_START:
        pieces[0] = below(rng, table.players)
        return 1
    return sample_tiles(table.bag, table.discard, tiles_wanted(table), rng, pieces)


@compiled
def tiles_wanted(table: Table) -> int:
    """As many as the supply lacks (SP-14), or four for each display (SP-2)."""
    if table.phase == REFILL:
        return SUPPLY_SPACES - total(table.supply)
    return tiles_to_deal(table.players)


@compiled
def deal(table: Table, pieces: Codes, number: int) -> None:
    """Let happen what chance answered."""
    if table.phase == CHOOSE_START:
        table.start_seat = pieces[0]
        table.phase = REFILL
    elif table.phase == REFILL:
        refill_supply(table, pieces, number)
    else:
        fill_displays(table, pieces, number)


@compiled
def refill_supply(table: Table, pieces: Codes, number: int) -> None:
    """Lay tiles on the supply (SP-14); then the next seat is to place, or the first deal is due."""
    for drawn in range(number):
        colour = int(pieces[drawn])
        draw(table, colour)
        table.supply += tiles(colour, 1)
    if table.rounds == 0:
        table.phase = DEAL
    else:
        go_on_placing(table)


@compiled
def fill_displays(table: Table, pieces: Codes, number: int) -> None:
    """Four tiles to each display as long as there are any (SP-2)."""
    for drawn in range(number):
        colour = int(pieces[drawn])
        draw(table, colour)
        table.sources[1 + drawn // TILES_PER_DISPLAY] += tiles(colour, 1)
    begin_round(table)


# Phase 1: taking


@compiled
def list_takes(table: Table, codes: Codes) -> int:
    """List every source and colour; the joker only where nothing else lies (SP-4)."""
    joker = 1 << joker_of(table)
    number = 0
    for source in range(1 + displays_for(table.players)):
        colours = colours_in(table.sources[source])
        if colours & ~joker:
            colours &= ~joker
        number = list_colours(colours, take_code(source, 0), codes, number)
    return number


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
