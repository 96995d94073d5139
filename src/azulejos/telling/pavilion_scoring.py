"""The scoring of Summer Pavilion: tiles placed, points lost, bonuses of stars and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.games.pavilion import rules
from azulejos.games.pavilion.board import lay_tile
from azulejos.games.pavilion.data import (
    CENTRE_STAR,
    COSTS,
    MULTICOLOUR_BONUS,
    NUMBER_BONUS,
    SPACES,
    STAR_BONUS,
    STAR_COLOURS,
    STARS,
)
from azulejos.games.pavilion.game import PAVILION
from azulejos.games.pavilion.moves import star_text
from azulejos.games.pavilion.placing import end_game, end_pass
from azulejos.games.pavilion.scoring import final_bonus, lose
from azulejos.games.pavilion.table import COLOURED, NONE, Seat, Table
from azulejos.telling.bonus import Bonus, whole
from azulejos.telling.rehearsal import Entry, Ledger, Rehearsal, final_counting, no_entry
from azulejos.telling.sentences import colour_words

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


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """How far every star and every number has come (SP-17, SP-18)."""
    return [
        *(_star(table.side, seat, star) for star in range(STARS)),
        *(_number(table.side, seat, number) for number in range(1, len(NUMBER_BONUS))),
    ]


def _star(side: int, seat: Seat, star: int) -> Bonus:
    """A star by what lies in it, or may come to lie in it (SP-17)."""
    colours = [seat.board[star, space] for space in range(SPACES)]
    filled = [colour for colour in colours if colour != NONE]
    if side == COLOURED:
        points = MULTICOLOUR_BONUS if star == CENTRE_STAR else STAR_BONUS[STAR_COLOURS[star]]
    elif len(set(filled)) > 1:
        points = MULTICOLOUR_BONUS
    else:
        points = STAR_BONUS[filled[0]] if filled else max(STAR_BONUS)
    return whole("pavilion.star", star + 1, len(filled), SPACES, points)


def _number(side: int, seat: Seat, number: int) -> Bonus:
    """All spaces of a number, on all seven stars (SP-18)."""
    held = [
        seat.board[star, space] != NONE
        for star in range(STARS)
        for space in range(SPACES)
        if COSTS[side, star, space] == number
    ]
    return whole("pavilion.number", number, sum(held), len(held), NUMBER_BONUS[number])


# What is heard


def _tile(ledger: Ledger, seat: Seat, star: int, space: int, _colour: int) -> Iterator[None]:
    """The group that a tile joins, all round its star (SP-12)."""
    group = {space, *_neighbours(seat, star, space, 1), *_neighbours(seat, star, space, -1)}
    places = [_place(star, each) for each in (space, *sorted(group - {space}))]
    ledger.opens(seat, Entry("pavilion.tile", places, {"group": len(group)}))
    yield


def _neighbours(seat: Seat, star: int, space: int, way: int) -> Iterator[int]:
    """The filled spaces next to one, up to a gap or all round."""
    place = (space + way) % SPACES
    while seat.board[star, place] != NONE and place != space:
        yield place
        place = (place + way) % SPACES


def _place(star: int, space: int) -> str:
    return f"{star_text(star)}-{space + 1}"


LOSSES = {
    "take": ("pavilion.marker", "tiles"),  # (SP-5)
    "end_pass": ("pavilion.unkept", "tiles"),  # (SP-15)
    "end_game": ("pavilion.corners", "corners"),  # (SP-19)
}
"""Of each rule that takes points off, the kind of the loss, and where the tiles lie."""


def _loss(ledger: Ledger, seat: Seat, points: int) -> Iterator[None]:
    """A point for each tile, as long as there is one to lose."""
    name, place = LOSSES[next(rule for rule in reversed(ledger.within) if rule in LOSSES)]
    ledger.opens(seat, Entry(name, [place], {"tiles": points}, is_told_at_zero=points > 0))
    yield


def _bonuses(ledger: Ledger, side: int, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(ledger.table, seat) if bonus.now]
    ledger.opens(seat, *(_bonus(side, bonus) for bonus in earned))


def _bonus(side: int, bonus: Bonus) -> Entry:
    """A complete star (SP-17), or all spaces of a number (SP-18)."""
    is_star = bonus.name == "pavilion.star"
    places = [
        _place(star, space)
        for star in range(STARS)
        for space in range(SPACES)
        if bonus.number == (star + 1 if is_star else COSTS[side, star, space])
    ]
    return Entry(bonus.name, places, {"number": bonus.number}, bonus.now)


REHEARSAL = Rehearsal(
    rules.make_move,
    rules.deal,
    {
        rules.take: no_entry,
        lay_tile: _tile,
        end_pass: no_entry,
        lose: _loss,
        end_game: final_counting,
        final_bonus: _bonuses,
    },
)
