"""What happens in Summer Pavilion."""

from __future__ import annotations

from azulejos.core.displays import CENTRE, TILES_PER_DISPLAY
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.core.state import State
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
from azulejos.games.pavilion.moves import Done, Keep, Pass, Place, Take, TakeBonus
from azulejos.games.pavilion.table import BONUS, COLOURED, NONE, OVER, REFILL, Seat, Table
from azulejos.play.record import Event
from azulejos.telling import Said, Value
from azulejos.telling.bonus import Bonus, whole
from azulejos.telling.sentences import (
    amounts,
    colour_words,
    final_told,
    is_refilled,
    points_told,
    start_told,
)

WORDS = colour_words(PAVILION)


def told(before: State, event: Event, after: State, seat: int | None) -> list[Said]:  # noqa: ARG001 - no secrets
    """What an event did, and what followed by itself."""
    if isinstance(event, Draw):
        return [_draw_told(before, event)]
    return [_move_told(before.table, event), *_followed(before, event, after)]


def _draw_told(before: State, draw: Draw) -> Said:
    if draw.pool == "start":
        return start_told(draw)
    table: Table = before.table
    tiles: dict[str, Value] = {"tiles": len(draw.pieces), "refilled": is_refilled(before, draw)}
    if table.phase == REFILL:
        return Said("pavilion.supply", {**tiles, "amounts": amounts(PAVILION, draw.pieces)})
    return Said(
        "pavilion.deal",
        {
            **tiles,
            "round": table.rounds + 1,
            "joker": WORDS[table.rounds],
            "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
            "seat": table.start_seat,
        },
    )


def _move_told(table: Table, move: Move) -> Said:
    seat: int = table.turn
    match move:
        case Take():
            return _take_told(table, move)
        case Place():
            return _place_told(table, move)
        case TakeBonus(colour):
            return Said("pavilion.take_bonus", {"seat": seat, "colour": WORDS[colour]})
        case Keep(colour):
            return Said("pavilion.keep", {"seat": seat, "colour": WORDS[colour]})
        case Pass():
            return Said("pavilion.pass", {"seat": seat})
        case Done():
            return Said("pavilion.done", {"seat": seat})
    raise AssertionError(move)


def _take_told(table: Table, take: Take) -> Said:
    held = counts(table.sources[take.source])
    joker: int = table.rounds - 1
    values: dict[str, Value] = {
        "seat": table.turn,
        "joker": WORDS[joker],
        "source": take.source,
        "marker": int(take.source == CENTRE and table.marker_seat == NONE),
    }
    if take.colour == joker:
        return Said("pavilion.take_joker", values)
    taken = {"tiles": held[take.colour], "jokers": int(held[joker] > 0)}
    return Said("pavilion.take", {**values, **taken, "colour": WORDS[take.colour]})


def _place_told(table: Table, place: Place) -> Said:
    return Said(
        "pavilion.place",
        {
            "seat": table.turn,
            "colour": WORDS[place.colour],
            "space": place.space + 1,
            "star": 0 if place.star == CENTRE_STAR else place.star + 1,
            "own": int(COSTS[table.side, place.star, place.space]) - place.jokers,
            "jokers": place.jokers,
            "joker": WORDS[table.rounds - 1],
        },
    )


def _followed(before: State, move: Move, after: State) -> list[Said]:
    """Points, tiles due for ornaments, seats that passed for want of tiles, the final scoring."""
    now: Table = after.table
    gained = [now - was for was, now in zip(before.scores, after.scores, strict=True)]
    followed = [points_told("game.points", after, seat, n) for seat, n in enumerate(gained) if n]
    if now.phase == BONUS and before.phase != after.phase:
        followed.append(Said("pavilion.due", {"seat": now.turn, "tiles": now.bonus_tiles}))
    for seat in range(before.players):
        has_passed = now.seats[seat].passed and not before.table.seats[seat].passed
        if has_passed and not (seat == before.to_move and before.phase == "keeping"):
            followed.append(Said("pavilion.no_tiles", {"seat": seat}))
    if now.phase == OVER:
        followed.append(Said("game.bonuses"))
        for seat in range(before.players):
            followed += final_told(seat, bonuses(now, now.seats[seat]))
            followed += _corners_told(before, move, seat)
    return followed


def _corners_told(before: State, move: Move, seat: int) -> list[Said]:
    """Tiles that were left in the corners (SP-19); the last move may have kept one more."""
    kept = sum(counts(before.table.seats[seat].corners))
    kept += seat == before.to_move and isinstance(move, Keep)
    values: dict[str, Value] = {"seat": seat, "number": kept, "points": -kept}
    return [Said("pavilion.corners.final", values)] if kept else []


# The final scoring


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
