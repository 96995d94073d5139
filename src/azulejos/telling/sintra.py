"""What happens in Stained Glass of Sintra."""

from __future__ import annotations

from azulejos.core.displays import CENTRE, TILES_PER_DISPLAY
from azulejos.core.draw import Draw
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.sintra.data import ORNAMENT_POINTS, STRIPS, WINDOWS_OF_AN_ORNAMENT
from azulejos.games.sintra.game import SINTRA
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.strips import room_for
from azulejos.games.sintra.table import (
    COLOURS,
    LOSSES,
    LOWER,
    NONE,
    OVER,
    SIDE_A,
    SPACES,
    TRACK_END,
    UPPER,
    WINDOWS,
    Seat,
    Table,
)
from azulejos.play.record import Event
from azulejos.telling import Said, Value
from azulejos.telling.bonus import Bonus
from azulejos.telling.sentences import (
    colour_words,
    final_told,
    is_refilled,
    points_told,
    start_told,
)

WORDS = colour_words(SINTRA)
SIDES_OF_STRIPS = tuple(side for strip in STRIPS for side in strip.sides)


def told(before: State, event: Event, after: State, seat: int | None) -> list[Said]:  # noqa: ARG001 - no secrets
    """What an event did: points, and the end of a round."""
    if isinstance(event, Draw):
        return [_draw_told(before, event)]
    table: Table = before.table
    mover = table.seats[table.turn]
    values: dict[str, Value]
    match event:
        case Take():
            said = _take_told(table, event)
        case Keep(colour):
            window = mover.glazier + 1
            values = {"seat": table.turn, "colour": WORDS[colour], "window": window}
            said = Said("sintra.keep", values)
        case Back():
            leftmost = min(w for w in range(WINDOWS) if mover.strips[w] != NONE)
            said = Said("sintra.back", {"seat": table.turn, "window": leftmost + 1})
        case _:
            raise AssertionError(event)
    return [said, *_followed(before, event, after)]


def _draw_told(before: State, draw: Draw) -> Said:
    table: Table = before.table
    match draw.pool:
        case "start":
            return start_told(draw)
        case "strips":
            laid = sum(seat.strips[0] != NONE for seat in table.seats)
            sides = " ".join(SIDES_OF_STRIPS[side] for side in draw.pieces)
            return Said("sintra.lay_strips", {"seat": laid, "strips": sides})
        case "track":
            return Said("sintra.track", {"colours": [WORDS[colour] for colour in draw.pieces]})
    return Said(
        "game.deal",
        {
            "round": table.rounds + 1,
            "tiles": len(draw.pieces),
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "refilled": is_refilled(before, draw),
            "seat": table.start_seat,
        },
    )


def _take_told(table: Table, take: Take) -> Said:
    number = counts(table.sources[take.source])[take.colour]
    values: dict[str, Value] = {
        "seat": table.turn,
        "tiles": number,
        "colour": WORDS[take.colour],
        "marker": int(take.source == CENTRE and table.marker_seat == NONE),
        "source": take.source,
    }
    if take.window == NO_STRIP:
        return Said("sintra.take_breaks", values)
    mover = table.seats[table.turn]
    spaces = int(SPACES[mover.strips[take.window]])
    broken = number - int(room_for(spaces, mover.tiles[take.window], take.colour))
    return Said("sintra.take", {**values, "window": take.window + 1, "broken": max(0, broken)})


def _followed(before: State, event: Event, after: State) -> list[Said]:
    """Finished strips, the track's last space, points, and the end of a round."""
    followed = []
    for seat in range(before.players):
        was, now = before.table.seats[seat], after.table.seats[seat]
        is_take = seat == before.to_move and isinstance(event, Take)
        has_finished = is_take and _has_finished(before, after)
        has_wrapped = now.wraps > was.wraps
        gained = now.score - was.score
        if has_finished or has_wrapped or gained:
            message = _reason(has_finished=has_finished, has_wrapped=has_wrapped)
            followed.append(points_told(message, after, seat, gained))
    if after.phase == "deal":
        followed.append(Said("sintra.round_over", {"round": before.table.rounds}))
    if after.table.phase == OVER:
        followed.append(Said("sintra.over"))
        for seat in range(before.players):
            followed += final_told(seat, bonuses(after.table, after.table.seats[seat]))
    return followed


def _reason(*, has_finished: bool, has_wrapped: bool) -> str:
    """The message that says why points changed."""
    if has_finished:
        return "sintra.finishes_and_wraps" if has_wrapped else "sintra.finishes"
    return "sintra.wraps" if has_wrapped else "game.points"


def _has_finished(before: State, after: State) -> bool:
    """Whether the strip that was just filled is full: its tile is chosen next, or in the window."""
    was, now = (state.table.seats[before.table.turn] for state in (before, after))
    window = now.glazier
    filled = [[seat.cells[window, cell] for cell in (UPPER, LOWER)] for seat in (was, now)]
    return after.phase == "keep" or filled[0] != filled[1]


# The final scoring


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """Tiles on strips, the loss for broken glass, and what the palace brings (SG-19 to SG-22)."""
    return [
        _strips(seat),
        Bonus("sintra.broken", 0, seat.broken, TRACK_END, 0, -int(LOSSES[seat.broken])),
        *(_ornaments(seat) if table.side == SIDE_A else [_colour(seat)]),
    ]


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
