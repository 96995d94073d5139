"""The table of Sintra as a page draws it."""

from __future__ import annotations

import msgspec

from azulejos.core.displays import CENTRE
from azulejos.core.move import Move
from azulejos.core.offer import display_numbers
from azulejos.core.state import State
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.game import SIDES, SINTRA
from azulejos.games.sintra.moves import NO_STRIP, Back, Keep, Take
from azulejos.games.sintra.strips import spaces_of, tiles_lying
from azulejos.games.sintra.table import Seat, Table
from azulejos.narration.message import Bonus
from azulejos.narration.sintra import bonuses
from azulejos.scenes import pieces

NAMES = pieces.colour_names(SINTRA)
_name = dict(enumerate(NAMES)).get  # None where there is none
SPACE_NAMES = {**dict(enumerate(NAMES)), sintra.JOKER: "joker"}


class Strip(msgspec.Struct, frozen=True):
    """A strip of glass, from its top space down."""

    spaces: list[str]  # the colours printed, or "joker"
    tiles: list[str | None]  # on each space


class Window(msgspec.Struct, frozen=True):
    """A window of the palace, and the strip above it."""

    points: int  # printed under it
    cells: list[str | None]  # the upper one, the lower one
    strip: Strip | None


class Palace(msgspec.Struct, frozen=True):
    """One player's board."""

    score: int
    windows: list[Window]
    glazier: int  # the window from 1 above which it stands
    broken: int  # the space on the broken-glass track, from 0 at the top
    wraps: int  # how often the end of the track was reached
    bonuses: list[Bonus]


class SintraScene(msgspec.Struct, frozen=True, tag="sintra"):
    """Everything on the table."""

    phase: str
    round: int
    side: str
    displays: list[list[str]]
    centre: list[str]  # the marker first, while it lies there
    bag: dict[str, int]
    discard: dict[str, int]
    round_tiles: list[str | None]  # by round; None where it is used up
    losses: list[int]  # what the spaces of the broken-glass track cost, from the top
    start_seat: int | None
    marker_seat: int | None
    boards: list[Palace]


def scene(state: State[Table]) -> SintraScene:
    """The table as it stands."""
    table = state.table
    is_free = table.phase in (sintra.TURN, sintra.KEEP) and table.marker_seat == sintra.NONE
    return SintraScene(
        phase=state.phase,
        round=table.rounds,
        side=SIDES[table.side],
        displays=[
            pieces.tiles_in(SINTRA, table.sources[n]) for n in display_numbers(state.players)
        ],
        centre=[pieces.FIRST] * is_free + pieces.tiles_in(SINTRA, table.sources[CENTRE]),
        bag=pieces.amounts_in(SINTRA, table.bag),
        discard=pieces.amounts_in(SINTRA, table.discard),
        round_tiles=[_name(colour) for colour in table.round_tiles],
        losses=sintra.LOSSES[table.track, : sintra.TRACK_ENDS[table.track] + 1].tolist(),
        start_seat=pieces.or_none(table.start_seat),
        marker_seat=pieces.or_none(table.marker_seat),
        boards=[_palace(table, table.seats[seat]) for seat in range(state.players)],
    )


def _palace(table: Table, seat: Seat) -> Palace:
    return Palace(
        score=seat.score,
        windows=[_window(table.side, seat, window) for window in range(sintra.WINDOWS)],
        glazier=seat.glazier + 1,
        broken=seat.broken,
        wraps=seat.wraps,
        bonuses=bonuses(table, seat),
    )


def _window(side: int, seat: Seat, window: int) -> Window:
    cells = [_name(seat.cells[window, cell]) for cell in (sintra.UPPER, sintra.LOWER)]
    return Window(int(sintra.POINTS[side, window]), cells, _strip(seat, window))


def _strip(seat: Seat, window: int) -> Strip | None:
    side_up = seat.strips[window]
    if side_up == sintra.NONE:
        return None
    lying = tiles_lying(side_up, seat.tiles[window])
    return Strip([SPACE_NAMES[space] for space in spaces_of(side_up)], [*map(_name, lying)])


def steps(move: Move) -> list[str]:
    """Tiles and strip of a take, the tile to keep, or the glazier's way back."""
    match move:
        case Take(source, colour, window):
            target = "broken" if window == NO_STRIP else f"strip-{window + 1}"
            return [f"{pieces.source_name(source)}-{NAMES[colour]}", target]
        case Keep(colour):
            return [f"keep-{NAMES[colour]}"]
        case Back():
            return ["back"]
    raise AssertionError(move)


STAGE = pieces.Stage(SintraScene, scene, steps)
