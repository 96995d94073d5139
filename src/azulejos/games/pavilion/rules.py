"""The rules of Summer Pavilion: the taking, and the moves of every phase."""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.displays import displays_for, is_empty, sweep, takes_marker
from azulejos.core.layout import Codes
from azulejos.core.pile import colours_in, count, tiles, total
from azulejos.core.turn import next_seat
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
    end_pass,
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
from azulejos.games.pavilion.table import BONUS, KEEPING, PLACING, TAKING, Table

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
