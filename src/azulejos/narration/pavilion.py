"""What happens in Summer Pavilion, and how it is scored."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from azulejos.core.asking import ask
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import count
from azulejos.core.state import State
from azulejos.games.pavilion import rules, scoring
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.game import PAVILION
from azulejos.games.pavilion.moves import Done, Keep, Pass, Place, Take, TakeBonus, star_text
from azulejos.games.pavilion.placing import end_game, end_pass, joker_in, joker_of
from azulejos.games.pavilion.rules import KERNELS, tiles_taken
from azulejos.games.pavilion.table import Seat, Table
from azulejos.messages import Message, Value
from azulejos.narration import Narrator, sentences
from azulejos.narration.message import Bonus, Step, whole
from azulejos.narration.score_trace import (
    ScoreEntry,
    ScoreTrace,
    ScoreTracer,
    final_counting,
    no_entry,
)
from azulejos.narration.sentences import deal_values, is_refilled, start_message, take_values
from azulejos.play.record import Event


def narrate(
    before: State[Table],
    event: Event,
    after: State[Table],
    _seat: int | None,  # no secrets
    steps: list[Step],
) -> list[Message]:
    """What an event did, and what followed automatically."""
    if isinstance(event, Draw):
        first = _draw_message(before, event)
    else:
        first = _move_message(before.table, event)
    return [
        first,
        *sentences.counted(step for step in steps if not step.is_final),
        *_followed(before, after),
        *sentences.counted(step for step in steps if step.is_final),
    ]


def _draw_message(before: State[Table], draw: Draw) -> Message:
    if draw.pool == "start":
        return start_message(draw)
    if before.table.phase == pavilion.REFILL:
        values: dict[str, Value] = {
            "tiles": len(draw.pieces),
            "refilled": is_refilled(before, draw),
            "amounts": sentences.amounts(PAVILION, draw.pieces),
        }
        return Message("pavilion.supply", values)
    joker = WORDS[ask(joker_in, before.table.rounds + 1)]
    return Message("pavilion.deal", {**deal_values(before, draw), "joker": joker})


def _move_message(table: Table, move: Move) -> Message:
    seat: int = table.turn
    match move:
        case Take():
            return _take_message(table, move)
        case Place():
            return _place_message(table, move)
        case TakeBonus(colour):
            return Message("pavilion.take_bonus", {"seat": seat, "colour": WORDS[colour]})
        case Keep(colour):
            return Message("pavilion.keep", {"seat": seat, "colour": WORDS[colour]})
        case Pass():
            return Message("pavilion.pass", {"seat": seat})
        case Done():
            return Message("pavilion.done", {"seat": seat})
    raise AssertionError(move)


def _take_message(table: Table, take: Take) -> Message:
    joker = ask(joker_of, table)
    taken = ask(tiles_taken, table, take.source, take.colour)
    values = {**take_values(table, take.source), "joker": WORDS[joker]}
    if take.colour == joker:
        return Message("pavilion.take_joker", values)
    counts = {"tiles": ask(count, taken, take.colour), "jokers": ask(count, taken, joker)}
    return Message("pavilion.take", {**values, **counts, "colour": WORDS[take.colour]})


def _place_message(table: Table, place: Place) -> Message:
    return Message(
        "pavilion.place",
        {
            "seat": table.turn,
            "colour": WORDS[place.colour],
            "space": place.space + 1,
            "star": 0 if place.star == pavilion.CENTRE_STAR else place.star + 1,
            "own": ask(scoring.cost_of, table.side, place.star, place.space) - place.jokers,
            "jokers": place.jokers,
            "joker": WORDS[ask(joker_of, table)],
        },
    )


def _followed(before: State[Table], after: State[Table]) -> list[Message]:
    """Tiles due for ornaments, and seats that passed because they had no tiles."""
    now = after.table
    followed = []
    if now.phase == pavilion.BONUS and before.phase != after.phase:
        followed.append(Message("pavilion.due", {"seat": now.turn, "tiles": now.bonus_tiles}))
    for seat in range(before.players):
        has_passed = now.seats[seat].passed and not before.table.seats[seat].passed
        if has_passed and not (seat == before.to_move and before.phase == "keeping"):
            followed.append(Message("pavilion.no_tiles", {"seat": seat}))
    return followed


# Scoring: tiles placed, points lost, bonuses of stars and numbers

KINDS = (
    "pavilion.tile",
    "pavilion.marker",
    "pavilion.unkept",
    "pavilion.star",
    "pavilion.number",
    "pavilion.corners",
)
"""The kinds of parts, in the order in which they are counted."""

WORDS = sentences.colour_words(PAVILION)
ALL_SPACES = [(star, space) for star in range(pavilion.STARS) for space in range(pavilion.SPACES)]


def bonuses(table: Table, seat: Seat) -> list[Bonus]:
    """How far every star and every number has come (SP-17, SP-18)."""
    return [
        *(_star(table.side, seat, star) for star in range(pavilion.STARS)),
        *(_number(table.side, seat, number) for number in range(1, len(pavilion.NUMBER_BONUS))),
    ]


def _star(side: int, seat: Seat, star: int) -> Bonus:
    """A star by what lies in it, or may come to lie in it (SP-17)."""
    colours = seat.star_colours[star]
    if side == pavilion.COLOURED:
        colours |= ask(scoring.colours_accepted, side, seat, star)
    points = ask(scoring.star_bonus, colours) if colours else max(pavilion.STAR_BONUS)
    return whole("pavilion.star", star + 1, seat.filled[star].bit_count(), pavilion.SPACES, points)


def _number(side: int, seat: Seat, number: int) -> Bonus:
    """All spaces of a number, on all seven stars (SP-18)."""
    spaces = _spaces_of(side, number)
    filled = sum(seat.board[space] != pavilion.NONE for space in spaces)
    points = pavilion.NUMBER_BONUS[number]
    now = points if ask(scoring.has_all_of, side, seat, number) else 0
    return Bonus("pavilion.number", number, filled, len(spaces), points, now)


@cache
def _spaces_of(side: int, number: int) -> list[tuple[int, int]]:
    """The stars and spaces on which a number is printed."""
    return [space for space in ALL_SPACES if ask(scoring.cost_of, side, *space) == number]


# Listeners


def _tile(trace: ScoreTrace, seat: Seat, star: int, space: int, _colour: int) -> Iterator[None]:
    """The group that a tile joins, all round its star (SP-12)."""
    filled = seat.filled[star]
    after, before = (
        ask(scoring.run_length, filled, space, 1),
        ask(scoring.run_length, filled, space, pavilion.SPACES - 1),
    )
    group = {each % pavilion.SPACES for each in range(space - before, space + after + 1)}
    places = [_place(star, each) for each in (space, *sorted(group - {space}))]
    trace.opens(seat, ScoreEntry("pavilion.tile", places, {"group": len(group)}))
    yield


def _place(star: int, space: int) -> str:
    return f"{star_text(star)}-{space + 1}"


LOSSES = {
    "take": ("pavilion.marker", "tiles"),  # (SP-5)
    "end_pass": ("pavilion.unkept", "tiles"),  # (SP-15)
    "end_game": ("pavilion.corners", "corners"),  # (SP-19)
}
"""Of each rule that takes points off, the kind of the loss, and where the tiles lie."""


def _loss(trace: ScoreTrace, seat: Seat, points: int) -> Iterator[None]:
    """A point for each tile, as long as there is one to lose."""
    name, place = LOSSES[next(rule for rule in reversed(trace.within) if rule in LOSSES)]
    trace.opens(seat, ScoreEntry(name, [place], {"tiles": points}, is_shown_at_zero=points > 0))
    yield


def _bonuses(trace: ScoreTrace, side: int, seat: Seat) -> Iterator[None]:
    yield
    earned = [bonus for bonus in bonuses(trace.table, seat) if bonus.now]
    trace.opens(seat, *(_bonus(side, bonus) for bonus in earned))


def _bonus(side: int, bonus: Bonus) -> ScoreEntry:
    """A complete star (SP-17), or all spaces of a number (SP-18)."""
    if bonus.name == "pavilion.star":
        spaces = [(bonus.number - 1, space) for space in range(pavilion.SPACES)]
    else:
        spaces = _spaces_of(side, bonus.number)
    places = [_place(*space) for space in spaces]
    return ScoreEntry(bonus.name, places, {"number": bonus.number}, bonus.now)


TRACER = ScoreTracer(
    KERNELS.rules,
    {
        rules.take: no_entry,
        scoring.lay_tile: _tile,
        end_pass: no_entry,
        scoring.lose: _loss,
        end_game: final_counting,
        scoring.final_bonus: _bonuses,
    },
)


NARRATOR = Narrator(narrate, TRACER, KINDS)
