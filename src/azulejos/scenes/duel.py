"""The table of Azul Duel as a page draws it.

A scene is made of a seat's view, in which the other's secrets are blank: so nothing here asks who
is looking.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.moves import (
    BROKEN,
    DIRECTIONS,
    TURNS,
    DrawPlate,
    Keep,
    Lay,
    Look,
    MoonTake,
    Pay,
    Place,
    PutUnder,
    Skip,
    Spend,
    Stack,
    SunTake,
    TakeChip,
    TakePlate,
)
from azulejos.games.duel.round_checks import groups
from azulejos.games.duel.table import (
    BROKEN_COSTS,
    CHIP_TEXTS,
    CHIPS_A_ROUND,
    FACE_DOWN,
    FIRST_TILE_COST,
    JOKER,
    LARGE,
    LETTERS,
    NO_CHIP,
    NONE,
    PLATES,
    PRINTED,
    SIZE,
    SMALL,
    SPECIAL,
    Seat,
    Table,
)
from azulejos.narration.duel import KINDS
from azulejos.narration.duel_scoring import bonuses
from azulejos.scenes.duel_scene import (
    Dome,
    DrawnPlate,
    DuelScene,
    LaidPlate,
    LargeFactory,
    Plate,
    PlateStack,
    PutBack,
    SmallFactory,
)
from azulejos.scenes.pieces import Line, Stage, amounts_in, colour_names, tiles_in

NAMES = colour_names(DUEL)
SPACE_NAMES = {**dict(enumerate(NAMES)), JOKER: "joker", SPECIAL: "special"}


def scene(state: State[Table]) -> DuelScene:
    """The table as it stands."""
    table = state.table
    return DuelScene(
        phase=state.phase,
        round=table.rounds,
        small=[_small(table, factory) for factory in range(SMALL)],
        large=LargeFactory(
            tiles_in(DUEL, table.sun[LARGE]),
            tiles_in(DUEL, table.large_moon),
            table.first_seat == NONE,
        ),
        bag=amounts_in(DUEL, table.bag),
        discard=amounts_in(DUEL, table.discard),
        unseen_chips=_chips(table.unseen_chips),
        plates=[_plate(plate) for plate in range(PLATES) if (table.face_up >> plate) & 1],
        stack=_stack(table),
        hand=[_drawn(table, place) for place in range(table.hand_count)],
        plate_at_hand=None if table.plate_at_hand == NONE else _plate(table.plate_at_hand),
        factory_at_hand=_counted(table.factory_at_hand),
        line_at_hand=_counted(table.line_at_hand),
        paid=table.paid,
        broken_costs=list(BROKEN_COSTS),
        first_cost=FIRST_TILE_COST,
        actor=None if table.actor == NONE else table.actor,
        start_seat=None if table.start_seat == NONE else table.start_seat,
        boards=[_dome(table, number) for number in range(state.players)],
    )


def _counted(number: int) -> int | None:
    """Count from 1 what the table counts from 0."""
    return None if number == NONE else number + 1


def _small(table: Table, factory: int) -> SmallFactory:
    return SmallFactory(
        tiles_in(DUEL, table.sun[factory]),
        [NAMES[colour] for colour in stack_colours(table.stacks[factory])],
        _chip(table.chips[factory]),
    )


def _chip(chip: int) -> list[str] | None:
    if chip == NO_CHIP:
        return None
    return [] if chip == FACE_DOWN else chip_colours(chip)


@cache
def chip_colours(kind: int) -> list[str]:
    """The colours that a chip shows."""
    return [NAMES[LETTERS.index(letter)] for letter in CHIP_TEXTS[kind]]


def _chips(numbers: Iterable[int]) -> list[list[str]]:
    """The colours of every chip, given how many there are of each kind."""
    return [chip_colours(kind) for kind, number in enumerate(numbers) for _ in range(number)]


# Plates


@cache
def _plate(plate: int) -> Plate:
    return Plate(plate + 1, _spaces(plate * TURNS))


def _spaces(laid: int) -> list[str]:
    return [SPACE_NAMES[space] for space in PRINTED[laid].tolist()]


def _drawn(table: Table, place: int) -> DrawnPlate:
    front, kind = table.hand_front[place], table.hand_kind[place]
    plate = None if front == NONE else _plate(front)
    return DrawnPlate(plate, None if kind == NONE else KINDS[kind])


def _stack(table: Table) -> PlateStack:
    top = None if table.top_kind == NONE else KINDS[table.top_kind]
    height = table.stack_height
    lying = [group for group in groups(table) if group.start < height]
    return PlateStack(height, top, [_put_back(table, group) for group in lying])


def _put_back(table: Table, group: range) -> PutBack:
    """A group; while it is being put back, its number of specials counts those in the hand."""
    fronts = [table.stack_front[place] for place in group if place < table.stack_height]
    return PutBack(
        seat=table.stack_seer[group.start],
        first=group.start + 1,
        last=group.stop,
        specials=table.stack_specials[group.start],
        plates=[_plate(front) for front in fronts if front != NONE],
    )


@cache
def _laid(laid: int) -> LaidPlate | None:
    if laid == NONE:
        return None
    plate, turns = divmod(laid, TURNS)
    return LaidPlate(plate + 1, DIRECTIONS[turns], _spaces(laid))


# Boards


def _dome(table: Table, index: int) -> Dome:
    seat = table.seats[index]
    return Dome(
        score=seat.score,
        slots=[_laid(laid) for laid in seat.laid],
        tiles=[[SPACE_NAMES.get(tile) for tile in row] for row in seat.dome.tolist()],
        lines=[_line(seat, line) for line in range(SIZE)],
        broken=tiles_in(DUEL, seat.broken),
        has_first=table.first_seat == index,
        chips=_chips(seat.chips),
        used_chips=_chips(seat.used_chips),
        tokens=seat.tokens,
        chips_to_take=CHIPS_A_ROUND - seat.chips_taken,
        bonuses=bonuses(table, seat),
    )


def _line(seat: Seat, line: int) -> Line:
    colour = seat.line_colour[line]
    return Line(None if colour == NONE else NAMES[colour], seat.line_count[line], line + 1)


# Steps


def steps(move: Move) -> list[str]:
    """Tiles and line, plate, slot and turn, the tiles of a stack from the top down, chips."""
    match move:
        case TakePlate(plate) | Keep(plate) | PutUnder(plate):
            return [f"plate-{plate + 1}"]
        case DrawPlate():
            return ["stack"]
        case Lay(slot, turns):
            return [f"slot-{slot + 1}", f"turn-{DIRECTIONS[turns]}"]
        case SunTake(factory, colour, line):
            name = "large" if factory == LARGE else str(factory + 1)
            return [f"sun-{name}-{NAMES[colour]}", _target(line)]
        case MoonTake(colour, line):
            return [f"moon-{NAMES[colour]}", _target(line)]
        case Stack(colours):
            return [f"stack-{NAMES[colour]}" for colour in colours]
        case TakeChip(factory):
            return [f"chip-{factory + 1}"]
        case Spend(kind):
            return ["-".join(["spend", *chip_colours(kind)])]
        case Place(row, column):
            return [f"dome-{row + 1}-{column + 1}"]
        case Look():
            return ["look"]
        case Skip():
            return ["skip"]
        case Pay():
            return ["pay"]
    raise AssertionError(move)


def _target(line: int) -> str:
    return "broken" if line == BROKEN else f"line-{line + 1}"


STAGE = Stage(DuelScene, scene, steps)
