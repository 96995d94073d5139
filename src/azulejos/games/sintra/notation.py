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

from azulejos.core.notation import NOTHING, pile_text
from azulejos.core.offer import marker_text, offer_text
from azulejos.games.sintra.data import JOKER_LETTER, LETTERS, SIDES_OF_A_SET
from azulejos.games.sintra.table import LOWER, NONE, SPACES, UPPER, WINDOWS, Seat, Table

PHASES = ("choose-start", "strips", "round-tiles", "deal", "turn", "keep", "over")
SPACE_LETTERS = LETTERS + JOKER_LETTER
SIDE_TEXTS = tuple(pile_text(int(spaces), SPACE_LETTERS) for spaces in SPACES)
DRAWN_TEXTS = tuple(  # of the second set on, a draw says whose it is
    f"{side // SIDES_OF_A_SET + 1}:{text}" if side >= SIDES_OF_A_SET else text
    for side, text in enumerate(SIDE_TEXTS)
)


def write(table: Table) -> list[str]:
    """Write the sections of a position."""
    return [
        _round_text(table),
        *offer_text(table, LETTERS),
        *(_seat_text(number, table.seats[number]) for number in range(table.players)),
    ]


def _round_text(table: Table) -> str:
    track = "".join(LETTERS[colour] for colour in table.round_tiles if colour != NONE)
    text = f"round {table.rounds} phase={PHASES[table.phase]}{marker_text(table)}"
    return f"{text} track={track or NOTHING}"


def _seat_text(number: int, seat: Seat) -> str:
    strips = [_strip_text(seat, window) for window in range(WINDOWS)]
    windows = [_window_text(seat, window) for window in range(WINDOWS)]
    return (
        f"seat {number + 1} score={seat.score} broken={seat.broken} wraps={seat.wraps} "
        f"glazier={seat.glazier + 1} strips={'/'.join(strips)} windows={'/'.join(windows)}"
    )


def _strip_text(seat: Seat, window: int) -> str:
    if seat.strips[window] == NONE:
        return NOTHING
    text = SIDE_TEXTS[seat.strips[window]]
    pile = seat.tiles[window]
    return f"{text}:{pile_text(pile, LETTERS)}" if pile else text


def _window_text(seat: Seat, window: int) -> str:
    colours = (seat.cells[window, cell] for cell in (UPPER, LOWER))
    return "".join(LETTERS[colour] for colour in colours if colour != NONE) or NOTHING
