"""What happens in Stained Glass of Sintra, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.sintra import rules, scoring
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.game import SINTRA
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.rules import KERNELS
from azulejos.games.sintra.setup import seat_without_strips
from azulejos.games.sintra.strips import leftmost_strip, room_for
from azulejos.games.sintra.table import Seat, Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator
from azulejos.narration.message import Bonus, Step
from azulejos.narration.score_trace import (
    ScoreEntry,
    ScoreTrace,
    ScoreTracer,
    final_counting,
    no_entry,
)
from azulejos.narration.sentences import (
    colour_words,
    counted,
    deal_values,
    start_message,
    take_values,
)
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    after: State[Table],
    _seat: int | None,  # no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did: points, and the end of a round."""
    if isinstance(event, Draw):
        return [_draw_message(before, event)]
    said = [_move_message(before.table, event), *counted(steps)]
    if after.phase == "deal":
        said.append(Message("sintra.round_over", {"round": before.table.rounds}))
    return said


def _move_message(table: Table, move: Move) -> Message:
    mover = table.seats[table.turn]
    match move:
        case Take():
            return _take_message(table, move)
        case Keep(colour):
            place: dict[str, Value] = {"colour": WORDS[colour], "window": mover.glazier + 1}
            return Message("sintra.keep", {"seat": table.turn, **place})
        case Back():
            window = ask(leftmost_strip, mover) + 1
            return Message("sintra.back", {"seat": table.turn, "window": window})
    raise AssertionError(move)


def _draw_message(before: State[Table], draw: Draw) -> Message:
    table = before.table
    match draw.pool:
        case "start":
            return start_message(draw)
        case "strips":
            return Message("sintra.lay_strips", {"seat": ask(seat_without_strips, table)})
        case "track":
            return Message("sintra.track", {"colours": [WORDS[colour] for colour in draw.pieces]})
    return Message("game.deal", deal_values(before, draw))


def _take_message(table: Table, take: Take) -> Message:
    count = counts(table.sources[take.source])[take.colour]
    values: dict[str, Value] = {
        **take_values(table, take.source),
        "tiles": count,
        "colour": WORDS[take.colour],
    }
    if take.window == NO_STRIP:
        return Message("sintra.take_breaks", values)
    mover = table.seats[table.turn]
    spaces = int(sintra.SPACES[mover.strips[take.window]])
    broken = count - ask(room_for, spaces, mover.tiles[take.window], take.colour)
    return Message("sintra.take", {**values, "window": take.window + 1, "broken": max(0, broken)})


# Scoring: finished strips, windows, broken glass, and what counts at the end

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
        *(_ornaments(seat) if table.side == sintra.SIDE_A else [_colour(seat)]),
    ]


def _broken(table: Table, seat: Seat) -> Bonus:
    """The loss for broken glass (SG-20)."""
    end = int(sintra.TRACK_ENDS[table.track])
    return Bonus("sintra.broken", 0, seat.broken, end, 0, -ask(scoring.glass_cost, table, seat))


def _strips(seat: Seat) -> Bonus:
    """The tiles left on all strips together, and how many the next point takes (SG-19)."""
    tiles, points = ask(scoring.tiles_on_strips, seat), ask(scoring.points_for_strips, seat)
    need = sintra.TILES_FOR_A_POINT * (points + 1)
    return Bonus("sintra.strips", 0, tiles, need, points + 1, points)


def _ornaments(seat: Seat) -> list[Bonus]:
    """Side A: each ornament by its filled cells (SG-21)."""
    cells = 2 * sintra.WINDOWS_OF_AN_ORNAMENT
    result = []
    for number, first in enumerate(range(0, sintra.WINDOWS, sintra.WINDOWS_OF_AN_ORNAMENT), 1):
        filled = ask(scoring.cells_of_ornament, seat, first)
        points, most = sintra.ORNAMENT_POINTS[filled], sintra.ORNAMENT_POINTS[cells]
        result.append(Bonus("sintra.ornament", number, filled, cells, most, points))
    return result


def _colour(seat: Seat) -> Bonus:
    """Side B: finished windows times the tiles of the best colour (SG-22)."""
    most, best = max(
        (ask(scoring.cells_of, seat, colour), -colour) for colour in range(sintra.COLOURS)
    )
    finished, points = ask(scoring.finished_windows, seat), ask(scoring.colour_points, seat)
    return Bonus("sintra.colour", 1 - best, finished, sintra.WINDOWS, sintra.WINDOWS * most, points)


# Listeners


def _strip(trace: ScoreTrace, table: Table, seat: Seat) -> Iterator[None]:
    """A point for each tile of the round tile's colour on a finished strip (SG-12)."""
    places = [f"strip-{seat.glazier + 1}"]
    values: dict[str, Value] = {"colour": WORDS[ask(rules.round_colour, table)]}
    trace.opens(seat, ScoreEntry("sintra.round", places, values))
    yield


def _window(trace: ScoreTrace, _table: Table, seat: Seat, _colour: int) -> Iterator[None]:
    """The points printed under the window, and those of windows to its right (SG-14)."""
    window = seat.glazier
    cell = ask(rules.free_cell, seat, window)
    right = [w for w in range(window + 1, sintra.WINDOWS) if ask(scoring.has_tile, seat, w)]
    places = [f"window-{window + 1}-{cell}", *(f"points-{w + 1}" for w in (window, *right))]
    values = {"window": window + 1, "others": len(right)}
    trace.opens(seat, ScoreEntry("sintra.window", places, values))
    yield


def _loss(trace: ScoreTrace, table: Table, seat: Seat, points: int) -> Iterator[None]:
    """The end of the broken-glass track (SG-11), or where one stands on it at the end (SG-20)."""
    is_end = "count_up" in trace.within
    name = "sintra.broken" if is_end else "sintra.wrap"
    place = f"track-{seat.broken if is_end else sintra.TRACK_ENDS[table.track]}"
    trace.opens(seat, ScoreEntry(name, [place], is_shown_at_zero=points > 0))
    yield
    if is_end:
        trace.opens(seat, *_palace(table, seat))


def _left_on_strips(trace: ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    places = [f"strip-{window + 1}" for window in range(sintra.WINDOWS) if seat.tiles[window]]
    trace.opens(seat, ScoreEntry("sintra.strips", places))
    yield


def _palace(table: Table, seat: Seat) -> Iterator[ScoreEntry]:
    """What the palace brings (SG-21, SG-22)."""
    for bonus in _ornaments(seat) if table.side == sintra.SIDE_A else [_colour(seat)]:
        if bonus.name == "sintra.ornament":
            first = (bonus.number - 1) * sintra.WINDOWS_OF_AN_ORNAMENT
            windows = range(first, first + sintra.WINDOWS_OF_AN_ORNAMENT)
            places = [
                f"window-{w + 1}-{cell}" for w in windows for cell in (sintra.UPPER, sintra.LOWER)
            ]
            yield ScoreEntry(bonus.name, places, {"number": bonus.number}, bonus.now)
        elif bonus.now:
            colour = bonus.number - 1
            places = [
                f"window-{w + 1}-{cell}"
                for w in range(sintra.WINDOWS)
                for cell in (sintra.UPPER, sintra.LOWER)
                if ask(scoring.is_finished, seat, w) or seat.cells[w, cell] == colour
            ]
            tiles = bonus.now // bonus.have
            values: dict[str, Value] = {
                "windows": bonus.have,
                "tiles": tiles,
                "colour": WORDS[colour],
            }
            yield ScoreEntry(bonus.name, places, values, bonus.now)


TRACER = ScoreTracer(
    KERNELS.rules,
    {
        rules.finish_strip: _strip,
        rules.fill_window: _window,
        scoring.break_glass: no_entry,
        scoring.lose: _loss,
        rules.end_game: final_counting,
        scoring.count_up: _left_on_strips,
    },
)


NARRATOR = Narrator(narrate, TRACER, KINDS)
