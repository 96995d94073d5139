"""The table of Azul as a page draws it."""

from __future__ import annotations

from functools import cache

import msgspec

from azulejos.core.asking import ask
from azulejos.core.displays import CENTRE
from azulejos.core.move import Move
from azulejos.core.offer import display_numbers
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.azul import table as azul
from azulejos.games.azul.game import AZUL
from azulejos.games.azul.moves import FLOOR_LINE, Place, Take
from azulejos.games.azul.table import Seat, Table
from azulejos.games.azul.tiling import line_content, wall_column
from azulejos.narration.azul import bonuses
from azulejos.narration.message import Bonus
from azulejos.scenes import pieces

NAMES = pieces.colour_names(AZUL)
_name = dict(enumerate(NAMES)).get  # None where there is none


class AzulBoard(msgspec.Struct, frozen=True):
    """One player's board."""

    score: int
    lines: list[pieces.Line]
    wall: list[list[str | None]]  # the tile at [row][column]
    floor: list[str]  # from the left, the marker among the tiles
    bonuses: list[Bonus]


class AzulScene(msgspec.Struct, frozen=True, tag="azul"):
    """Everything on the table."""

    phase: str
    round: int
    displays: list[list[str]]
    centre: list[str]  # the marker first, while it lies there
    bag: dict[str, int]
    discard: dict[str, int]
    printed: list[list[str | None]]  # the colours printed on the wall; none on the grey side
    floor_costs: list[int]  # what each space of the floor line costs
    line_at_hand: int | None  # the row from 1 for which a space of the grey wall is due
    start_seat: int | None
    boards: list[AzulBoard]


def scene(state: State[Table]) -> AzulScene:
    """The table as it stands."""
    table = state.table
    marker = [pieces.FIRST] if table.phase == azul.OFFER and table.marker_seat == azul.NONE else []
    return AzulScene(
        phase=state.phase,
        round=table.rounds,
        displays=[pieces.tiles_in(AZUL, table.sources[n]) for n in display_numbers(state.players)],
        centre=marker + pieces.tiles_in(AZUL, table.sources[CENTRE]),
        bag=pieces.amounts_in(AZUL, table.bag),
        discard=pieces.amounts_in(AZUL, table.discard),
        printed=_printed(table.side),
        floor_costs=list(azul.FLOOR_COSTS),
        line_at_hand=None if table.tiling_line == azul.NONE else table.tiling_line + 1,
        start_seat=pieces.or_none(table.start_seat),
        boards=[_board(table.seats[seat]) for seat in range(state.players)],
    )


@cache
def _printed(side: int) -> list[list[str | None]]:
    wall: list[list[str | None]] = [[None] * azul.SIZE for _ in range(azul.SIZE)]
    if side == azul.COLOURED:
        for row in range(azul.SIZE):
            for colour in range(azul.COLOURS):
                wall[row][ask(wall_column, row, colour)] = NAMES[colour]
    return wall


def _board(seat: Seat) -> AzulBoard:
    return AzulBoard(
        score=seat.score,
        lines=[_line(seat, line) for line in range(azul.SIZE)],
        wall=[[_name(colour) for colour in row] for row in seat.wall.tolist()],
        floor=[pieces.FIRST] * counts(seat.floor)[azul.MARKER] + pieces.tiles_in(AZUL, seat.floor),
        bonuses=bonuses(seat),
    )


def _line(seat: Seat, line: int) -> pieces.Line:
    colour, held = ask(line_content, seat, line)
    return pieces.Line(_name(colour) if held else None, held, line + 1)


def steps(move: Move) -> list[str]:
    """The two clicks of a take, or the space of the grey wall."""
    match move:
        case Take(source, colour, line):
            target = "floor" if line == FLOOR_LINE else f"line-{line + 1}"
            return [f"{pieces.source_name(source)}-{NAMES[colour]}", target]
        case Place(row, column):
            return [f"wall-{row + 1}-{column + 1}"]
    raise AssertionError(move)


STAGE = pieces.Stage(AzulScene, scene, steps)
