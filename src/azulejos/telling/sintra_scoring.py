"""The scoring of Sintra: finished strips, windows, broken glass, and what counts at the end."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.pile import counts
from azulejos.games.sintra import rules, setup
from azulejos.games.sintra.data import ORNAMENT_POINTS, WINDOWS_OF_AN_ORNAMENT
from azulejos.games.sintra.game import SINTRA
from azulejos.games.sintra.scoring import break_glass, count_up, lose
from azulejos.games.sintra.table import (
    COLOURS,
    LOSSES,
    LOWER,
    NONE,
    SIDE_A,
    TRACK_ENDS,
    UPPER,
    WINDOWS,
    Seat,
    Table,
)
from azulejos.telling.bonus import Bonus
from azulejos.telling.rehearsal import Entry, Ledger, Rehearsal, final_counting, no_entry
from azulejos.telling.said import Value
from azulejos.telling.sentences import colour_words

KINDS = (
    "sintra.round",
    "sintra.window",
    "sintra.wrap",
    "sintra.strips",
    "sintra.broken",
    "sintra.ornament",
    "sintra.colour",
)
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(SINTRA)


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """Tiles on strips, the loss for broken glass, and what the palace brings (SG-19 to SG-22)."""
    return [
        _strips(seat),
        _broken(table, seat),
        *(_ornaments(seat) if table.side == SIDE_A else [_colour(seat)]),
    ]


def _broken(table: Table, seat: Seat) -> Bonus:
    """The loss for broken glass (SG-20)."""
    end, loss = TRACK_ENDS[table.track], LOSSES[table.track, seat.broken]
    return Bonus("sintra.broken", 0, seat.broken, int(end), 0, -int(loss))


def _strips(seat: Seat) -> Bonus:
    """A point for three tiles left on all strips together (SG-19)."""
    tiles = sum(sum(counts(pile)) for pile in seat.tiles)
    return Bonus("sintra.strips", 0, tiles, 3 * (tiles // 3 + 1), tiles // 3 + 1, tiles // 3)


def _ornaments(seat: Seat) -> list[Bonus]:
    """Side A: each ornament by its filled cells (SG-21)."""
    cells = 2 * WINDOWS_OF_AN_ORNAMENT
    found = []
    for number, first in enumerate(range(0, WINDOWS, WINDOWS_OF_AN_ORNAMENT), 1):
        windows = range(first, first + WINDOWS_OF_AN_ORNAMENT)
        filled = sum(seat.cells[w, cell] != NONE for w in windows for cell in (UPPER, LOWER))
        points = ORNAMENT_POINTS[filled]
        found.append(
            Bonus("sintra.ornament", number, filled, cells, ORNAMENT_POINTS[cells], points)
        )
    return found


def _colour(seat: Seat) -> Bonus:
    """Side B: finished windows times the tiles of the best colour (SG-22)."""
    finished = sum(seat.cells[window, LOWER] != NONE for window in range(WINDOWS))
    cells = [seat.cells[window, cell] for window in range(WINDOWS) for cell in (UPPER, LOWER)]
    most, best = max((cells.count(colour), -colour) for colour in range(COLOURS))
    return Bonus("sintra.colour", 1 - best, finished, WINDOWS, WINDOWS * most, finished * most)


# What is heard


def _strip(ledger: Ledger, table: Table, seat: Seat) -> Iterator[None]:
    """A point for each tile of the round tile's colour on a finished strip (SG-12)."""
    colour = table.round_tiles[table.rounds - 1]
    places = [f"strip-{seat.glazier + 1}"]
    ledger.opens(seat, Entry("sintra.round", places, {"colour": WORDS[colour]}))
    yield


def _window(ledger: Ledger, _table: Table, seat: Seat, _colour: int) -> Iterator[None]:
    """The points printed under the window, and those of windows to its right (SG-14)."""
    window = seat.glazier
    cell = UPPER if seat.cells[window, UPPER] == NONE else LOWER
    right = [w for w in range(window + 1, WINDOWS) if seat.cells[w, UPPER] != NONE]
    places = [f"window-{window + 1}-{cell}", *(f"points-{w + 1}" for w in (window, *right))]
    values = {"window": window + 1, "others": len(right)}
    ledger.opens(seat, Entry("sintra.window", places, values))
    yield


def _loss(ledger: Ledger, table: Table, seat: Seat, points: int) -> Iterator[None]:
    """The end of the broken-glass track (SG-11), or where one stands on it at the end (SG-20)."""
    is_end = "count_up" in ledger.within
    name = "sintra.broken" if is_end else "sintra.wrap"
    place = f"track-{seat.broken if is_end else TRACK_ENDS[table.track]}"
    ledger.opens(seat, Entry(name, [place], is_told_at_zero=points > 0))
    yield
    if is_end:
        ledger.opens(seat, *_palace(table, seat))


def _left_on_strips(ledger: Ledger, _table: Table, seat: Seat) -> Iterator[None]:
    places = [f"strip-{window + 1}" for window in range(WINDOWS) if seat.tiles[window]]
    ledger.opens(seat, Entry("sintra.strips", places))
    yield


def _palace(table: Table, seat: Seat) -> Iterator[Entry]:
    """What the palace brings (SG-21, SG-22)."""
    for bonus in _ornaments(seat) if table.side == SIDE_A else [_colour(seat)]:
        if bonus.name == "sintra.ornament":
            first = (bonus.number - 1) * WINDOWS_OF_AN_ORNAMENT
            windows = range(first, first + WINDOWS_OF_AN_ORNAMENT)
            places = [f"window-{w + 1}-{cell}" for w in windows for cell in (UPPER, LOWER)]
            yield Entry(bonus.name, places, {"number": bonus.number}, bonus.now)
        elif bonus.now:
            colour = bonus.number - 1
            places = [
                f"window-{w + 1}-{cell}"
                for w in range(WINDOWS)
                for cell in (UPPER, LOWER)
                if seat.cells[w, LOWER] != NONE or seat.cells[w, cell] == colour
            ]
            tiles = bonus.now // bonus.have
            values: dict[str, Value] = {
                "windows": bonus.have,
                "tiles": tiles,
                "colour": WORDS[colour],
            }
            yield Entry(bonus.name, places, values, bonus.now)


REHEARSAL = Rehearsal(
    rules.make_move,
    setup.deal,
    {
        rules.finish_strip: _strip,
        rules.fill_window: _window,
        break_glass: no_entry,
        lose: _loss,
        rules.end_game: final_counting,
        count_up: _left_on_strips,
    },
)
