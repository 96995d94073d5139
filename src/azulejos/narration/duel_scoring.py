"""The scoring of Azul Duel: tiles placed, the broken track, plates drawn, the scoring tiles."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.core.asking import ask
from azulejos.games.duel.drawing import draw_plate
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.placing import complete_plate, count_broken, place_tile, special_due
from azulejos.games.duel.rounds import end_game, place_lines
from azulejos.games.duel.rules import KERNELS
from azulejos.games.duel.scoring import final_score, run_from
from azulejos.games.duel.table import NONE, SCORING_TEXTS, Seat, Table
from azulejos.messages import Value
from azulejos.narration.duel_bonuses import counted
from azulejos.narration.score_trace import (
    Rehearsal,
    ScoreEntry,
    ScoreTrace,
    counting,
    final_counting,
    lines_through,
)
from azulejos.narration.sentences import colour_words

KINDS = (
    "duel.draw",
    "duel.tile",
    "duel.special",
    "duel.broken",
    *(f"duel.scoring.{text}" for text in SCORING_TEXTS),
)
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(DUEL)


def _draw(sheet: ScoreTrace, _table: Table, seat: Seat) -> Iterator[None]:
    """A plate from the stack costs a point, if there is one (DU-7)."""
    sheet.opens(seat, ScoreEntry("duel.draw", ["score"]))
    yield


def _tile(sheet: ScoreTrace, _table: Table, seat: Seat, row: int, column: int) -> Iterator[None]:
    spaces = lines_through(run_from, seat, row, column)
    values: dict[str, Value] = {"colour": WORDS[seat.line_colour[row]], "row": row + 1}
    sheet.opens(seat, ScoreEntry("duel.tile", [_space(*space) for space in spaces], values))
    yield


def _space(row: int, column: int) -> str:
    return f"dome-{row + 1}-{column + 1}"


def _special(sheet: ScoreTrace, seat: Seat, row: int, column: int) -> Iterator[None]:
    """The special tile of a plate that is complete now (DU-18)."""
    space = ask(special_due, seat, row, column)
    if NONE not in space:
        sheet.opens(seat, ScoreEntry("duel.special", [_space(*space)], {"row": space[0] + 1}))
    yield


def _broken(sheet: ScoreTrace, table: Table, number: int) -> Iterator[None]:
    seat = table.seats[number]
    has_first = table.first_seat == number
    if seat.broken or has_first:
        places = ["broken"] * bool(seat.broken) + ["first"] * has_first
        entry = ScoreEntry("duel.broken", places, {"first": int(has_first)}, is_told_at_zero=True)
        sheet.opens(seat, entry, is_shown_before=True)
    yield


def _scoring_tiles(sheet: ScoreTrace, table: Table, number: int) -> Iterator[None]:
    yield
    seat = table.seats[number]
    sheet.opens(
        seat,
        *(
            ScoreEntry(bonus.name, [_space(*space) for space in spaces], points=bonus.now)
            for bonus, spaces in counted(table, seat)
            if bonus.now
        ),
    )


REHEARSAL = Rehearsal(
    KERNELS.rules,
    {
        draw_plate: _draw,
        place_lines: counting,
        place_tile: _tile,
        complete_plate: _special,
        count_broken: _broken,
        end_game: final_counting,
        final_score: _scoring_tiles,
    },
)
