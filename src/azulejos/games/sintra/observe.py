"""What a seat may know of a position of Sintra as numbers: all of it, there are no secrets."""

from __future__ import annotations

from functools import cache

from azulejos.core.compiled import compiled
from azulejos.core.layout import Numbers
from azulejos.core.observation import (
    Field,
    Observation,
    clear,
    nth_seat,
    offer_fields,
    put,
    put_choice,
    put_offer,
    put_pile,
    put_turn,
    turn_fields,
)
from azulejos.games.sintra.scoring import has_tile
from azulejos.games.sintra.strips import other_side
from azulejos.games.sintra.table import (
    COLOURS,
    JOKER,
    LOWER,
    MAX_BONUS,
    MAX_BROKEN,
    MAX_LOSS,
    MAX_POINTS,
    MAX_TRACK,
    NONE,
    OVER,
    ROUNDS,
    SIDE_A,
    SPACES,
    STRIP_SPACES,
    TILES_OF_A_COLOUR,
    TRACK_ENDS,
    UPPER,
    WINDOWS,
    Seat,
    Table,
)

MAX_WRAPS = MAX_BROKEN // int(TRACK_ENDS.min())
STRIP_COLOURS = JOKER + 1  # of spaces


@cache
def observation(players: int) -> Observation:
    """What the numbers mean that `observe` writes."""
    by_seat = {"seat": players}
    by_window = {**by_seat, "window": WINDOWS}
    by_space = {**by_window, "colour": STRIP_COLOURS}
    return Observation(
        (
            *offer_fields(players, COLOURS, TILES_OF_A_COLOUR),
            *turn_fields(players),
            Field(
                "score",
                "points",
                by_seat,
                2 * WINDOWS * MAX_POINTS + MAX_BONUS,
                lowest=-(MAX_WRAPS + 1) * MAX_LOSS,
                usual=100,
            ),
            Field(
                "strips",
                "spaces of each colour on the strip above each window; jokers are a sixth colour",
                by_space,
                STRIP_SPACES,
            ),
            Field(
                "backs",
                "the same of its other side, while that is still to be filled",
                by_space,
                STRIP_SPACES,
            ),
            Field(
                "tiles",
                "tiles on the strip above each window",
                {**by_window, "colour": COLOURS},
                STRIP_SPACES,
            ),
            Field(
                "cells",
                "1 where a tile of that colour is in the upper (0) or lower (1) cell of a window",
                {**by_window, "cell": 2, "colour": COLOURS},
                1,
            ),
            Field("glazier", "the window above which the glazier stands", by_window, 1),
            Field("broken", "the space on the broken-glass track, from 0", by_seat, MAX_TRACK - 1),
            Field(
                "wraps",
                "how often the last space of that track was reached",
                by_seat,
                MAX_WRAPS,
                usual=4,
            ),
            Field(
                "track",
                "colours on the round track; nothing on a space that was used",
                {"round": ROUNDS, "colour": COLOURS},
                1,
            ),
            Field(
                "phase",
                "choose-start, strips, round-tiles, deal, turn, keep, over",
                {"phase": OVER + 1},
                1,
            ),
            Field("rounds", "the round being played, from 1", {}, ROUNDS),
            Field("side_b", "1 on side B of the palaces", {}, 1),
            Field("floor_at_zero", "option `floor_at_zero`: 1 for yes", {}, 1),
            Field("own_strips", "option `strips`: 1 for own", {}, 1),
            Field("short_track", "option `track`: 1 for short", {}, 1),
        )
    )


@compiled
def observe(table: Table, seat: int, out: Numbers) -> None:
    """Write what a seat may know; `observation` says what the numbers mean."""
    clear(out)
    players = table.players
    place = put_offer(table, COLOURS, out, 0)
    place = put_turn(table, seat, out, place)
    for number in range(players):
        place = put(out, place, table.seats[nth_seat(seat, number, players)].score)
    for number in range(players):
        place = put_strips(table.seats[nth_seat(seat, number, players)], out, place)
    for number in range(players):
        place = put_backs(table.seats[nth_seat(seat, number, players)], out, place)
    for number in range(players):
        place = put_tiles(table.seats[nth_seat(seat, number, players)], out, place)
    for number in range(players):
        place = put_cells(table.seats[nth_seat(seat, number, players)], out, place)
    for number in range(players):
        glazier = table.seats[nth_seat(seat, number, players)].glazier
        place = put_choice(out, place, glazier, WINDOWS)
    for number in range(players):
        place = put(out, place, table.seats[nth_seat(seat, number, players)].broken)
    for number in range(players):
        place = put(out, place, table.seats[nth_seat(seat, number, players)].wraps)
    for space in range(ROUNDS):
        place = put_choice(out, place, table.round_tiles[space], COLOURS)
    place = put_choice(out, place, table.phase, OVER + 1)
    place = put(out, place, table.rounds)
    place = put(out, place, 0 if table.side == SIDE_A else 1)
    place = put(out, place, table.floor_at_zero)
    place = put(out, place, table.own_strips)
    put(out, place, table.track)


@compiled
def put_strips(seat: Seat, out: Numbers, place: int) -> int:
    """Write the spaces of the strips."""
    for window in range(WINDOWS):
        if seat.strips[window] != NONE:
            put_pile(out, place, int(SPACES[seat.strips[window]]), STRIP_COLOURS)
        place += STRIP_COLOURS
    return place


@compiled
def put_backs(seat: Seat, out: Numbers, place: int) -> int:
    """Write the spaces of the other sides: a strip is flipped with the first tile (SG-13)."""
    for window in range(WINDOWS):
        if seat.strips[window] != NONE and not has_tile(seat, window):
            put_pile(out, place, int(SPACES[other_side(seat.strips[window])]), STRIP_COLOURS)
        place += STRIP_COLOURS
    return place


@compiled
def put_tiles(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles on the strips."""
    for window in range(WINDOWS):
        if seat.tiles[window]:  # most strips are empty
            put_pile(out, place, seat.tiles[window], COLOURS)
        place += COLOURS
    return place


@compiled
def put_cells(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles in the windows."""
    for window in range(WINDOWS):
        place = put_choice(out, place, seat.cells[window, UPPER], COLOURS)
        place = put_choice(out, place, seat.cells[window, LOWER], COLOURS)
    return place
