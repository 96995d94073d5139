"""The table of Summer Pavilion as a page draws it."""

from __future__ import annotations

import msgspec

from azulejos.core.asking import ask
from azulejos.core.displays import CENTRE
from azulejos.core.move import Move
from azulejos.core.offer import display_numbers
from azulejos.core.state import State
from azulejos.games.pavilion import table as pavilion
from azulejos.games.pavilion.game import PAVILION
from azulejos.games.pavilion.moves import Done, Keep, Pass, Place, Take, TakeBonus, star_text
from azulejos.games.pavilion.placing import joker_of
from azulejos.games.pavilion.table import Seat, Table
from azulejos.narration.message import Bonus
from azulejos.narration.pavilion import bonuses
from azulejos.scenes import pieces

NAMES = pieces.colour_names(PAVILION)
_name = dict(enumerate(NAMES)).get  # None where there is none
KINDS = {pavilion.PILLAR: "pillar", pavilion.STATUE: "statue", pavilion.WINDOW: "window"}


class Star(msgspec.Struct, frozen=True):
    """What is printed on a star, the same on every board: its spaces are numbered from 1."""

    name: str  # in the notation: 1 to 6 clockwise from the upper left, c in the centre
    colour: str | None  # None: any colours
    slot: int  # where space 1 points: 0 is up, then clockwise in steps of 60 degrees
    costs: list[int]


class Ornament(msgspec.Struct, frozen=True):
    """What lies between the stars, and the spaces around it."""

    kind: str  # pillar, statue or window
    tiles: int  # that it brings from the supply
    spaces: list[str]  # things: "space-1-2" is space 2 of star 1


class PavilionBoard(msgspec.Struct, frozen=True):
    """One player's board and the tiles beside it."""

    score: int
    stars: list[list[str | None]]  # the tile at [star][space]
    ornaments: list[int]  # how many spaces around each one are filled
    tiles: list[str]
    corners: list[str]
    has_passed: bool
    bonuses: list[Bonus]


class PavilionScene(msgspec.Struct, frozen=True, tag="pavilion"):
    """Everything on the table."""

    phase: str
    round: int
    side: str
    joker: str | None  # the colour of this round
    displays: list[list[str]]
    centre: list[str]  # the marker first, while it lies there
    supply: list[str]
    supply_spaces: int
    bag: dict[str, int]
    discard: dict[str, int]
    stars: list[Star]
    ornaments: list[Ornament]
    corner_spaces: int
    bonus_tiles: int  # that are due to be taken from the supply
    start_seat: int | None
    marker_seat: int | None
    boards: list[PavilionBoard]


def scene(state: State[Table]) -> PavilionScene:
    """The table as it stands."""
    table = state.table
    is_free = table.phase == pavilion.TAKING and table.marker_seat == pavilion.NONE
    return PavilionScene(
        phase=state.phase,
        round=table.rounds,
        side="coloured" if table.side == pavilion.COLOURED else "grey",
        joker=NAMES[ask(joker_of, table)] if table.rounds else None,
        displays=[
            pieces.tiles_in(PAVILION, table.sources[n]) for n in display_numbers(state.players)
        ],
        centre=[pieces.FIRST] * is_free + pieces.tiles_in(PAVILION, table.sources[CENTRE]),
        supply=pieces.tiles_in(PAVILION, table.supply),
        supply_spaces=pavilion.SUPPLY_SPACES,
        bag=pieces.amounts_in(PAVILION, table.bag),
        discard=pieces.amounts_in(PAVILION, table.discard),
        stars=[_star(table.side, star) for star in range(pavilion.STARS)],
        ornaments=[
            Ornament(KINDS[kind], kind, [space_name(*space) for space in _spaces(parts)])
            for kind, parts in pavilion.ORNAMENTS
        ],
        corner_spaces=pavilion.CORNERS,
        bonus_tiles=table.bonus_tiles,
        start_seat=pieces.or_none(table.start_seat),
        marker_seat=pieces.or_none(table.marker_seat),
        boards=[_board(table, table.seats[seat]) for seat in range(state.players)],
    )


def _star(side: int, star: int) -> Star:
    is_free = side != pavilion.COLOURED or star == pavilion.CENTRE_STAR
    colour = None if is_free else NAMES[pavilion.STAR_COLOURS[star]]
    return Star(
        star_text(star), colour, pavilion.FIRST_SLOTS[star], pavilion.COSTS[side, star].tolist()
    )


Parts = tuple[tuple[int, tuple[int, ...]], ...]  # of an ornament: stars and numbers of spaces


def _spaces(parts: Parts) -> list[tuple[int, int]]:
    """The stars and spaces around an ornament."""
    return [(star, number - 1) for star, numbers in parts for number in numbers]


def _board(table: Table, seat: Seat) -> PavilionBoard:
    board = [
        [_name(seat.board[star, space]) for space in range(pavilion.SPACES)]
        for star in range(pavilion.STARS)
    ]
    return PavilionBoard(
        score=seat.score,
        stars=board,
        ornaments=[
            sum(board[star][space] is not None for star, space in _spaces(parts))
            for _, parts in pavilion.ORNAMENTS
        ],
        tiles=pieces.tiles_in(PAVILION, seat.tiles),
        corners=pieces.tiles_in(PAVILION, seat.corners),
        has_passed=bool(seat.passed),
        bonuses=bonuses(table, seat),
    )


def space_name(star: int, space: int) -> str:
    """The name of a space of a star."""
    return f"space-{star_text(star)}-{space + 1}"


def steps(move: Move) -> list[str]:
    """What to take; or the space, the colour and the jokers that pay for it; or a tile to keep."""
    match move:
        case Take(source, colour):
            return [f"{pieces.source_name(source)}-{NAMES[colour]}"]
        case Place(star, space, colour, jokers):
            return [space_name(star, space), f"tile-{NAMES[colour]}", f"pay-{jokers}"]
        case TakeBonus(colour):
            return [f"supply-{NAMES[colour]}"]
        case Keep(colour):
            return [f"tile-{NAMES[colour]}"]
        case Pass():
            return ["pass"]
        case Done():
            return ["done"]
    raise AssertionError(move)


STAGE = pieces.Stage(PavilionScene, scene, steps)
