"""Positions of Sintra as text.

::

    sintra players=2 side=B
    round 2 phase=turn turn=1 start=1 marker=centre track=OPYWB
    displays B2YO P2W2 - - -
    centre -
    bag B10O12P11Y12W12
    discard -
    seat 1 score=7 broken=2 wraps=0 glazier=3 strips=OW4:W2/B4W/.../B3O2 windows=-/Y/-/-/-/-/-/-
    seat 2 ...

A strip is written as the spaces of the side that lies up (`J` is a joker space) and, after a
colon, the tiles on it; a window as its upper and its lower tile. `-` is nothing: a strip that is
gone, a window without tiles. `track` lists the round tiles left, that of this round first.

What is left out is empty; the bag left out holds all the tiles that lie nowhere else. Strips left
out lie in the order of the rules page, first side up, flipped or gone as their windows tell; a
track left out is that of BBOPYW.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from azulejos.core.asking import ask
from azulejos.core.notation import NOTHING, SCORES, Section, pile_text, read_pile, unreadable
from azulejos.core.texts import MARKER, Choice, Number, PositionText, Value, Who
from azulejos.core.turn import NOBODY
from azulejos.errors import NotationError, excerpt
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.checks import round_tiles_left, tiles_missing
from azulejos.games.sintra.scoring import has_tile, is_finished
from azulejos.games.sintra.setup import first_side
from azulejos.games.sintra.strips import colours_accepted
from azulejos.games.sintra.table import Seat, Table
from azulejos.messages import fault

PHASES = ("choose-start", "strips", "round-tiles", "deal", "turn", "keep", "over")
SPACE_LETTERS = sintra.LETTERS + sintra.JOKER_LETTER
SIDE_TEXTS = tuple(pile_text(int(spaces), SPACE_LETTERS) for spaces in sintra.SPACES)
DRAWN_TEXTS = tuple(  # of the second set on, a draw says whose it is
    f"{side // sintra.SIDES_OF_A_SET + 1}:{text}" if side >= sintra.SIDES_OF_A_SET else text
    for side, text in enumerate(SIDE_TEXTS)
)
USUAL_TRACK = "BBOPYW"


@dataclass(frozen=True)
class Track(Value):
    """The round tiles that are left."""

    def write(self, table: Table) -> str:
        return _tiles_text(table.round_tiles)

    def read(self, section: Section, _record: Table, table: Table) -> None:
        usual = USUAL_TRACK[sintra.ROUNDS - round_tiles_left(table) :] or NOTHING
        track = section.text(self.key, usual)
        if track == NOTHING:
            return
        if len(track) > sintra.ROUNDS or any(letter not in sintra.LETTERS for letter in track):
            raise unreadable(track, USUAL_TRACK)
        for space, letter in enumerate(track, sintra.ROUNDS - len(track)):
            table.round_tiles[space] = sintra.LETTERS.index(letter)


@dataclass(frozen=True)
class Strips(Value):
    """The strips above the windows, with their tiles."""

    def write(self, seat: Seat) -> str:
        return "/".join(self._text(seat, window) for window in range(sintra.WINDOWS))

    @staticmethod
    def _text(seat: Seat, window: int) -> str:
        if seat.strips[window] == sintra.NONE:
            return NOTHING
        text, pile = SIDE_TEXTS[seat.strips[window]], seat.tiles[window]
        return f"{text}:{pile_text(pile, sintra.LETTERS)}" if pile else text

    def read(self, section: Section, seat: Seat, table: Table) -> None:
        first = ask(first_side, table.own_strips, int(section.words[0]) - 1)
        for window, text in enumerate(section.parts(self.key, sintra.WINDOWS)):
            _read_strip(seat, window, text, first)


@dataclass(frozen=True)
class Windows(Value):
    """The tiles in the windows."""

    def write(self, seat: Seat) -> str:
        return "/".join(_tiles_text(cells) for cells in seat.cells.tolist())

    def read(self, section: Section, seat: Seat, _table: Table) -> None:
        for window, text in enumerate(section.parts(self.key, sintra.WINDOWS)):
            if text == NOTHING:
                continue
            if len(text) > 2 or any(letter not in sintra.LETTERS for letter in text):
                raise unreadable(text, "BO")
            for cell, letter in enumerate(text):
                seat.cells[window, cell] = sintra.LETTERS.index(letter)


def _tiles_text(colours: Iterable[int]) -> str:
    return "".join(sintra.LETTERS[colour] for colour in colours if colour != sintra.NONE) or NOTHING


def _read_strip(seat: Seat, window: int, text: str, first: int) -> None:
    """Read a strip of the set that begins with a side."""
    if text == NOTHING:
        return
    spaces, _, held = text.partition(":")
    side = pile_text(read_pile(spaces, SPACE_LETTERS), SPACE_LETTERS)
    sides = SIDE_TEXTS[first : first + sintra.SIDES_OF_A_SET]
    if side not in sides:
        raise NotationError(fault("fault.text.side", text=excerpt(spaces), allowed=" ".join(sides)))
    side_up = first + sides.index(side)
    seat.strips[window] = side_up
    seat.tiles[window] = read_pile(held or NOTHING, sintra.LETTERS)
    seat.accepts[window] = ask(colours_accepted, int(sintra.SPACES[side_up]), seat.tiles[window])


def _complete(table: Table) -> None:
    if table.phase == sintra.OVER:
        table.turn = NOBODY
        table.ending = sintra.ROUNDS_PLAYED


TEXT = PositionText(
    "Sintra",
    Number("rounds", range(sintra.ROUNDS + 1), name="round"),
    round=(
        Choice("phase", PHASES),
        Who("turn", phases=(sintra.TURN, sintra.KEEP), is_needed=True),
        *MARKER,
        Track("track"),
    ),
    seat=(
        Number("score", SCORES, 0),
        Number("broken", lambda table: range(int(sintra.TRACK_ENDS[table.track])), 0),
        Number("wraps", range(100), 0),
        Number("glazier", range(1, sintra.WINDOWS + 1), 1, first=1),
        Strips("strips"),
        Windows("windows"),
    ),
    letters=sintra.LETTERS,
    tiles_missing=tiles_missing,
    complete=_complete,
)


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position; strips that are left out are the usual ones."""
    told = [section.words for section in sections if "strips" in section.values]
    TEXT.read(sections, table)
    seats = {*range(table.players)} - {int(count) - 1 for (count,) in told}
    for seat in seats if table.phase > sintra.LAY_STRIPS else ():
        _lay_usual_strips(table.seats[seat], ask(first_side, table.own_strips, seat))


def _lay_usual_strips(seat: Seat, first: int) -> None:
    """The strips in the order of the rules page, flipped or gone as their windows tell (SG-13)."""
    for window in range(sintra.WINDOWS):
        if not ask(is_finished, seat, window):
            side_up = first + 2 * window + ask(has_tile, seat, window)
            _read_strip(seat, window, SIDE_TEXTS[side_up], first)
