"""What a seat may know of a position of Azul as numbers: all of it, there are no secrets."""

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
from azulejos.core.pile import count
from azulejos.games.azul.data import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS
from azulejos.games.azul.table import (
    COLOURS,
    FLOOR_SPACES,
    GREY,
    MAX_QUIET_ROUNDS,
    NONE,
    OVER,
    QUIET,
    SIZE,
    TILES_OF_A_COLOUR,
    Seat,
    Table,
)
from azulejos.games.azul.tiling import line_colour

MAX_POINTS = SIZE * SIZE * 2 * SIZE + SIZE * (ROW_BONUS + COLUMN_BONUS + COLOUR_BONUS)
"""No tile brings more than a full row and a full column (AZ-13, AZ-17)."""

MAX_ROUNDS = MAX_QUIET_ROUNDS * (COLOURS * TILES_OF_A_COLOUR + 1)
"""Every so many rounds at least one tile goes to a wall (AZ-20)."""


@cache
def observation(players: int) -> Observation:
    """What the numbers mean that `observe` writes."""
    by_seat = {"seat": players}
    return Observation(
        (
            *offer_fields(players, COLOURS, TILES_OF_A_COLOUR),
            *turn_fields(players),
            Field("score", "points", by_seat, MAX_POINTS, usual=100),
            Field(
                "lines",
                "tiles on each pattern line, by their colour",
                {**by_seat, "line": SIZE, "colour": COLOURS},
                SIZE,
            ),
            Field(
                "floor",
                "tiles on the floor line; the marker counts as a sixth colour",
                {**by_seat, "colour": COLOURS + 1},
                FLOOR_SPACES,
            ),
            Field(
                "wall",
                "1 where a tile of that colour lies on the wall",
                {**by_seat, "row": SIZE, "column": SIZE, "colour": COLOURS},
                1,
            ),
            Field("phase", "choose-start, deal, offer, tiling, over", {"phase": OVER + 1}, 1),
            Field("line", "the pattern line whose tile is to be placed", {"line": SIZE}, 1),
            Field("ending", "how the game ended: row, tiles, quiet", {"ending": QUIET}, 1),
            Field("rounds", "the round being played, from 1", {}, MAX_ROUNDS, usual=10),
            Field(
                "quiet",
                "rounds in a row without a tile on any wall",
                {},
                MAX_QUIET_ROUNDS,
                usual=10,
            ),
            Field("quiet_limit", "option `quiet_rounds`", {}, MAX_QUIET_ROUNDS, usual=10),
            Field("grey", "1 on the grey side", {}, 1),
        )
    )


@compiled
def observe(table: Table, seat: int, out: Numbers) -> None:
    """Write what a seat may know; `observation` says what the numbers mean."""
    clear(out)
    place = put_offer(table, COLOURS, out, 0)
    place = put_turn(table, seat, out, place)
    for number in range(table.players):
        place = put(out, place, table.seats[nth_seat(seat, number, table.players)].score)
    for number in range(table.players):
        place = put_lines(table.seats[nth_seat(seat, number, table.players)], out, place)
    for number in range(table.players):
        floor = table.seats[nth_seat(seat, number, table.players)].floor
        place = put_pile(out, place, floor, COLOURS + 1)
    for number in range(table.players):
        place = put_wall(table.seats[nth_seat(seat, number, table.players)], out, place)
    place = put_choice(out, place, table.phase, OVER + 1)
    place = put_choice(out, place, table.tiling_line, SIZE)
    place = put_choice(out, place, table.ending - 1, QUIET)
    place = put(out, place, table.rounds)
    place = put(out, place, table.quiet_rounds)
    place = put(out, place, table.quiet_limit)
    put(out, place, 1 if table.side == GREY else 0)


@compiled
def put_lines(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles on the pattern lines."""
    for line in range(SIZE):
        held = count(seat.line_tiles, line)
        if held:
            out[place + COLOURS * line + line_colour(seat, line)] = held
    return place + SIZE * COLOURS


@compiled
def put_wall(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles on the wall."""
    for row in range(SIZE):
        for column in range(SIZE):
            if seat.wall[row, column] != NONE:
                out[place + (row * SIZE + column) * COLOURS + seat.wall[row, column]] = 1
    return place + SIZE * SIZE * COLOURS
