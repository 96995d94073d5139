"""What a seat may know of a position of Summer Pavilion as numbers: all of it."""

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
    put_seat,
    put_turn,
    turn_fields,
)
from azulejos.games.pavilion.data import MAX_BONUS, SPACES, STARS
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.table import (
    COLOURS,
    CORNERS,
    GREY,
    MAX_BONUS_TILES,
    NONE,
    OVER,
    ROUNDS,
    START_SCORE,
    SUPPLY_SPACES,
    TILES_OF_A_COLOUR,
    Seat,
    Table,
)

MAX_POINTS = START_SCORE + STARS * SPACES * SPACES + MAX_BONUS
"""No tile brings more than a full star (SP-12)."""


@cache
def observation(players: int) -> Observation:
    """What the numbers mean that `observe` writes."""
    by_seat = {"seat": players}
    by_colour = {"colour": COLOURS}
    return Observation(
        (
            *offer_fields(players, COLOURS, TILES_OF_A_COLOUR),
            Field("supply", "tiles in the supply", by_colour, SUPPLY_SPACES),
            *turn_fields(players),
            Field("placer", "whose turn of phase 2 it is, also while chance refills", by_seat, 1),
            Field("score", "points", by_seat, MAX_POINTS, usual=100),
            Field(
                "tiles",
                "tiles beside the board",
                {**by_seat, **by_colour},
                TILES_OF_A_COLOUR,
                usual=SUPPLY_SPACES,
            ),
            Field("corners", "tiles in the corners", {**by_seat, **by_colour}, CORNERS),
            Field(
                "board",
                "1 where a tile of that colour lies on a space; the centre is the last star",
                {**by_seat, "star": STARS, "space": SPACES, **by_colour},
                1,
            ),
            Field("passed", "1 if the seat has passed in this round", by_seat, 1),
            Field("joker", "the joker colour of this round", by_colour, 1),
            Field(
                "phase",
                "choose-start, refill, deal, taking, placing, bonus, keeping, over",
                {"phase": OVER + 1},
                1,
            ),
            Field("rounds", "the round being played, from 1", {}, ROUNDS),
            Field(
                "bonus",
                "tiles that the seat to move has yet to take from the supply",
                {},
                MAX_BONUS_TILES,
            ),
            Field("grey", "1 on the grey side", {}, 1),
        )
    )


@compiled
def observe(table: Table, seat: int, out: Numbers) -> None:
    """Write what a seat may know; `observation` says what the numbers mean."""
    clear(out)
    players = table.players
    place = put_offer(table, COLOURS, out, 0)
    place = put_pile(out, place, table.supply, COLOURS)
    place = put_turn(table, seat, out, place)
    place = put_seat(out, place, table.placer, seat, players)
    for number in range(players):
        place = put(out, place, table.seats[nth_seat(seat, number, players)].score)
    for number in range(players):
        tiles = table.seats[nth_seat(seat, number, players)].tiles
        place = put_pile(out, place, tiles, COLOURS)
    for number in range(players):
        corners = table.seats[nth_seat(seat, number, players)].corners
        place = put_pile(out, place, corners, COLOURS)
    for number in range(players):
        place = put_board(table.seats[nth_seat(seat, number, players)], out, place)
    for number in range(players):
        place = put(out, place, table.seats[nth_seat(seat, number, players)].passed)
    place = put_choice(out, place, joker_of(table), COLOURS)
    place = put_choice(out, place, table.phase, OVER + 1)
    place = put(out, place, table.rounds)
    place = put(out, place, table.bonus_tiles)
    put(out, place, 1 if table.side == GREY else 0)


@compiled
def put_board(seat: Seat, out: Numbers, place: int) -> int:
    """Write the tiles on the stars."""
    for star in range(STARS):
        for space in range(SPACES):
            if seat.board[star, space] != NONE:
                out[place + seat.board[star, space]] = 1
            place += COLOURS
    return place
