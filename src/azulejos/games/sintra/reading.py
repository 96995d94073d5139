"""Positions of Sintra from text: what `notation` wrote, and shorter ones."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.misread import not_written_so, unknown_section
from azulejos.core.notation import NOTHING, SCORES, Section, pile_text, read_pile
from azulejos.core.offer import has_bag, read_marker, read_offer
from azulejos.core.turn import NOBODY
from azulejos.errors import NotationError, excerpt, worded
from azulejos.games.sintra.chance import first_side
from azulejos.games.sintra.checks import round_tiles_left, tiles_missing
from azulejos.games.sintra.data import LETTERS, SIDES_OF_A_SET
from azulejos.games.sintra.notation import PHASES, SIDE_TEXTS, SPACE_LETTERS
from azulejos.games.sintra.scoring import has_tile, is_finished
from azulejos.games.sintra.strips import colours_accepted
from azulejos.games.sintra.table import (
    DEAL,
    LAY_STRIPS,
    OVER,
    ROUNDS,
    ROUNDS_PLAYED,
    SPACES,
    TRACK_ENDS,
    WINDOWS,
    Seat,
    Table,
)

USUAL_TRACK = "BBOPYW"


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position into a table that was just set up."""
    with_strips: set[int] = set()
    for section in sections:
        match section.keyword:
            case "round":
                _read_round(section, table)
            case "seat":
                _read_seat(section, table, with_strips)
            case _ if read_offer(section, table, LETTERS):
                pass
            case other:
                raise unknown_section("Sintra", other)
        section.finish()
    if table.phase > LAY_STRIPS:
        for number in {*range(table.players)} - with_strips:
            _lay_usual_strips(table.seats[number], ask(first_side, table.own_strips, number))
    if not has_bag(sections):
        table.bag = 0  # it was filled when the table was set up
        table.bag = tiles_missing(table)


def _read_round(section: Section, table: Table) -> None:
    table.rounds = section.plain_number(range(ROUNDS + 1))
    table.phase = section.choice("phase", PHASES)
    if table.phase == OVER:
        table.turn = NOBODY
        table.ending = ROUNDS_PLAYED
    elif table.phase > DEAL:
        table.turn = section.number("turn", range(1, table.players + 1)) - 1
    read_marker(section, table)
    left = round_tiles_left(table)
    track = section.text("track", USUAL_TRACK[ROUNDS - left :] or NOTHING)
    if track == NOTHING:
        return
    if len(track) > ROUNDS or any(letter not in LETTERS for letter in track):
        says = f"track={{text}} should be up to {ROUNDS} letters of {LETTERS}, like {{like}}"
        raise not_written_so(track, says, USUAL_TRACK)
    for space, letter in enumerate(track, ROUNDS - len(track)):
        table.round_tiles[space] = LETTERS.index(letter)


def _read_seat(section: Section, table: Table, with_strips: set[int]) -> None:
    number = section.plain_number(range(1, table.players + 1)) - 1
    seat = table.seats[number]
    seat.score = section.number("score", SCORES, 0)
    seat.broken = section.number("broken", range(int(TRACK_ENDS[table.track])), 0)
    seat.wraps = section.number("wraps", range(100), 0)
    seat.glazier = section.number("glazier", range(1, WINDOWS + 1), 1) - 1
    for window, text in enumerate(section.parts("windows", WINDOWS)):
        _read_window(seat, window, text)
    if "strips" in section.values:
        with_strips.add(number)
        for window, text in enumerate(section.parts("strips", WINDOWS)):
            _read_strip(seat, window, text, ask(first_side, table.own_strips, number))


def _read_window(seat: Seat, window: int, text: str) -> None:
    if text == NOTHING:
        return
    if len(text) > 2 or any(letter not in LETTERS for letter in text):
        says = "a window is written as its tiles, like B or {like}, not {text}"
        raise not_written_so(text, says, "BO")
    for cell, letter in enumerate(text):
        seat.cells[window, cell] = LETTERS.index(letter)


def _read_strip(seat: Seat, window: int, text: str, first: int) -> None:
    """Read a strip of the set that begins with a side."""
    if text == NOTHING:
        return
    spaces, _, held = text.partition(":")
    side = pile_text(read_pile(spaces, SPACE_LETTERS), SPACE_LETTERS)
    sides = SIDE_TEXTS[first : first + SIDES_OF_A_SET]
    if side not in sides:
        raise NotationError(
            worded(
                "fault.text.side",
                "no strip of the seat has the side {text}; there are {allowed}",
                text=excerpt(spaces),
                allowed=" ".join(sides),
            )
        )
    side_up = first + sides.index(side)
    seat.strips[window] = side_up
    seat.tiles[window] = read_pile(held or NOTHING, LETTERS)
    seat.accepts[window] = ask(colours_accepted, int(SPACES[side_up]), seat.tiles[window])


def _lay_usual_strips(seat: Seat, first: int) -> None:
    """The strips in the order of the rules page, flipped or gone as their windows tell (SG-13)."""
    for window in range(WINDOWS):
        if not ask(is_finished, seat, window):
            side_up = first + 2 * window + ask(has_tile, seat, window)
            _read_strip(seat, window, SIDE_TEXTS[side_up], first)
