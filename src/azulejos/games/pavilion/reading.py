"""Positions of Summer Pavilion from text: what `notation` wrote, and shorter ones."""

from __future__ import annotations

from azulejos.core.misread import no_tile, not_written_so, unknown_section
from azulejos.core.notation import NOTHING, SCORES, Section, read_pile
from azulejos.core.offer import has_bag, read_marker, read_offer
from azulejos.core.turn import NOBODY
from azulejos.games.pavilion.checks import tiles_missing
from azulejos.games.pavilion.data import SPACES, STARS
from azulejos.games.pavilion.moves import LETTERS
from azulejos.games.pavilion.notation import PHASES, YES_OR_NO
from azulejos.games.pavilion.table import (
    BONUS,
    MAX_BONUS_TILES,
    OVER,
    PLACING,
    REFILL,
    ROUNDS,
    ROUNDS_PLAYED,
    START_SCORE,
    TAKING,
    Seat,
    Table,
)


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position into a table that was just set up."""
    for section in sections:
        match section.keyword:
            case "round":
                _read_round(section, table)
            case "supply":
                table.supply = section.pile(LETTERS)
            case "seat":
                _read_seat(section, table)
            case _ if read_offer(section, table, LETTERS):
                pass
            case other:
                raise unknown_section("Summer Pavilion", other)
        section.finish()
    if not has_bag(sections):
        table.bag = 0  # it was filled when the table was set up
        table.bag = tiles_missing(table)


def _read_round(section: Section, table: Table) -> None:
    table.rounds = section.plain_number(range(ROUNDS + 1))
    table.phase = section.choice("phase", PHASES)
    if table.phase == OVER:
        table.turn = NOBODY
        table.ending = ROUNDS_PLAYED
    elif table.phase >= TAKING:
        table.turn = section.number("turn", range(1, table.players + 1)) - 1
    if table.phase >= PLACING and table.phase != OVER:
        table.placer = table.turn
    if table.phase == REFILL:
        table.placer = section.number("after", range(table.players + 1), 0) - 1
    if table.phase == BONUS:
        table.bonus_tiles = section.number("bonus", range(1, MAX_BONUS_TILES + 1))
    read_marker(section, table)


def _read_seat(section: Section, table: Table) -> None:
    seat = table.seats[section.plain_number(range(1, table.players + 1)) - 1]
    seat.score = section.number("score", SCORES, START_SCORE)
    seat.tiles = read_pile(section.text("tiles", NOTHING), LETTERS)
    seat.corners = read_pile(section.text("corners", NOTHING), LETTERS)
    seat.passed = section.choice("passed", YES_OR_NO, "no")
    for star, text in enumerate(section.parts("stars", STARS)):
        if text != NOTHING:
            _read_star(seat, star, text)


def _read_star(seat: Seat, star: int, text: str) -> None:
    if len(text) != SPACES:
        says = f"star {{text}} should have {SPACES} spaces, like {{like}}, or be -"
        raise not_written_so(text, says, ".B..B.")
    for space, letter in enumerate(text.upper()):
        if letter == ".":
            continue
        if letter not in LETTERS:
            raise no_tile(letter, LETTERS)
        colour = LETTERS.index(letter)
        seat.board[star, space] = colour
        seat.filled[star] |= 1 << space
        seat.star_colours[star] |= 1 << colour
