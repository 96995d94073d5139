"""The scoring of Summer Pavilion: tiles placed, points lost, bonuses of stars and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from azulejos.core.asking import ask
from azulejos.games.pavilion import rules
from azulejos.games.pavilion.game import PAVILION
from azulejos.games.pavilion.moves import star_text
from azulejos.games.pavilion.placing import end_game, end_pass
from azulejos.games.pavilion.rules import KERNELS
from azulejos.games.pavilion.scoring import (
    colours_accepted,
    cost_of,
    final_bonus,
    has_all_of,
    lay_tile,
    lose,
    run_length,
    star_bonus,
)
from azulejos.games.pavilion.table import (
    COLOURED,
    NONE,
    NUMBER_BONUS,
    SPACES,
    STAR_BONUS,
    STARS,
    Seat,
    Table,
)
from azulejos.narration.bonus import Bonus, whole
from azulejos.narration.score_trace import (
    Rehearsal,
    ScoreEntry,
    ScoreTrace,
    final_counting,
    no_entry,
)
from azulejos.narration.sentences import colour_words

KINDS = (
    "pavilion.tile",
    "pavilion.marker",
    "pavilion.unkept",
    "pavilion.star",
    "pavilion.number",
    "pavilion.corners",
)
"""The kinds of parts, in the order in which they are counted."""

WORDS = colour_words(PAVILION)
ALL_SPACES = [(star, space) for star in range(STARS) for space in range(SPACES)]


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """How far every star and every number has come (SP-17, SP-18)."""
    return [
        *(_star(table.side, seat, star) for star in range(STARS)),
        *(_number(table.side, seat, number) for number in range(1, len(NUMBER_BONUS))),
    ]


def _star(side: int, seat: Seat, star: int) -> Bonus:
    """A star by what lies in it, or may come to lie in it (SP-17)."""
    colours = seat.star_colours[star]
    if side == COLOURED:
        colours |= ask(colours_accepted, side, seat, star)
    points = ask(star_bonus, colours) if colours else max(STAR_BONUS)
    return whole("pavilion.star", star + 1, seat.filled[star].bit_count(), SPACES, points)


def _number(side: int, seat: Seat, number: int) -> Bonus:
    """All spaces of a number, on all seven stars (SP-18)."""
    spaces = _spaces_of(side, number)
    filled = sum(seat.board[space] != NONE for space in spaces)
    points = NUMBER_BONUS[number]
    now = points if ask(has_all_of, side, seat, number) else 0
    return Bonus("pavilion.number", number, filled, len(spaces), points, now)


@cache
def _spaces_of(side: int, number: int) -> list[tuple[int, int]]:
    """The stars and spaces on which a number is printed."""
    return [space for space in ALL_SPACES if ask(cost_of, side, *space) == number]


# What is heard


def _tile(sheet: ScoreTrace, seat: Seat, star: int, space: int, _colour: int) -> Iterator[None]:
    """The group that a tile joins, all round its star (SP-12)."""
    filled = seat.filled[star]
    after, before = ask(run_length, filled, space, 1), ask(run_length, filled, space, SPACES - 1)
    group = {each % SPACES for each in range(space - before, space + after + 1)}
    places = [_place(star, each) for each in (space, *sorted(group - {space}))]
    sheet.opens(seat, ScoreEntry("pavilion.tile", places, {"group": len(group)}))
    yield


def _place(star: int, space: int) -> str:
    return f"{star_text(star)}-{space + 1}"


LOSSES = {
    "take": ("pavilion.marker", "tiles"),  # (SP-5)
    "end_pass": ("pavilion.unkept", "tiles"),  # (SP-15)
    "end_game": ("pavilion.corners", "corners"),  # (SP-19)
}
"""Of each rule that takes points off, the kind of the loss, and where the tiles lie."""


def _loss(sheet: ScoreTrace, seat: Seat, points: int) -> Iterator[None]:
    """A point for each tile, as long as there is one to lose."""
    name, place = LOSSES[next(rule for rule in reversed(sheet.within) if rule in LOSSES)]
    sheet.opens(seat, ScoreEntry(name, [place], {"tiles": points}, is_told_at_zero=points > 0))
    yield


def _bonuses(sheet: ScoreTrace, side: int, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(sheet.table, seat) if bonus.now]
    sheet.opens(seat, *(_bonus(side, bonus) for bonus in earned))


def _bonus(side: int, bonus: Bonus) -> ScoreEntry:
    """A complete star (SP-17), or all spaces of a number (SP-18)."""
    if bonus.name == "pavilion.star":
        spaces = [(bonus.number - 1, space) for space in range(SPACES)]
    else:
        spaces = _spaces_of(side, bonus.number)
    places = [_place(*space) for space in spaces]
    return ScoreEntry(bonus.name, places, {"number": bonus.number}, bonus.now)


REHEARSAL = Rehearsal(
    KERNELS.rules,
    {
        rules.take: no_entry,
        lay_tile: _tile,
        end_pass: no_entry,
        lose: _loss,
        end_game: final_counting,
        final_bonus: _bonuses,
    },
)
