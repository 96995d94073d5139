"""The table of Azul Duel as a page draws it.

A scene is made of a seat's view, in which the other's secrets are blank: so nothing here asks who
is looking.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.games.duel import moves
from azulejos.games.duel import table as duel
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.round_checks import groups
from azulejos.games.duel.table import Seat, Table
from azulejos.narration.duel import KINDS
from azulejos.narration.duel_scoring import bonuses
from azulejos.scenes import duel_scene
from azulejos.scenes.pieces import Line, Stage, amounts_in, colour_names, or_none, tiles_in

NAMES = colour_names(DUEL)
SPACE_NAMES = {**dict(enumerate(NAMES)), duel.JOKER: "joker", duel.SPECIAL: "special"}


def scene(state: State[Table]) -> duel_scene.DuelScene:
    """The table as it stands."""
    table = state.table
    return duel_scene.DuelScene(
        phase=state.phase,
        round=table.rounds,
        small=[_small(table, factory) for factory in range(duel.SMALL)],
        large=duel_scene.LargeFactory(
            tiles_in(DUEL, table.sun[duel.LARGE]),
            tiles_in(DUEL, table.large_moon),
            table.first_seat == duel.NONE,
        ),
        bag=amounts_in(DUEL, table.bag),
        discard=amounts_in(DUEL, table.discard),
        unseen_chips=_chips(table.unseen_chips),
        plates=[_plate(plate) for plate in range(duel.PLATES) if (table.face_up >> plate) & 1],
        stack=_stack(table),
        hand=[_drawn(table, place) for place in range(table.hand_count)],
        plate_at_hand=None if table.plate_at_hand == duel.NONE else _plate(table.plate_at_hand),
        factory_at_hand=_counted(table.factory_at_hand),
        line_at_hand=_counted(table.line_at_hand),
        paid=table.paid,
        broken_costs=list(duel.BROKEN_COSTS),
        first_cost=duel.FIRST_TILE_COST,
        actor=or_none(table.actor),
        start_seat=or_none(table.start_seat),
        boards=[_dome(table, seat) for seat in range(state.players)],
    )


def _counted(index: int) -> int | None:
    """Count from 1 what the table counts from 0."""
    return None if index == duel.NONE else index + 1


def _small(table: Table, factory: int) -> duel_scene.SmallFactory:
    return duel_scene.SmallFactory(
        tiles_in(DUEL, table.sun[factory]),
        [NAMES[colour] for colour in stack_colours(table.stacks[factory])],
        _chip(table.chips[factory]),
    )


def _chip(chip: int) -> list[str] | None:
    if chip == duel.NO_CHIP:
        return None
    return [] if chip == duel.FACE_DOWN else chip_colours(chip)


@cache
def chip_colours(kind: int) -> list[str]:
    """The colours that a chip shows."""
    return [NAMES[duel.LETTERS.index(letter)] for letter in duel.CHIP_TEXTS[kind]]


def _chips(counts: Iterable[int]) -> list[list[str]]:
    """The colours of every chip, given how many there are of each kind."""
    return [chip_colours(kind) for kind, count in enumerate(counts) for _ in range(count)]


# Plates


@cache
def _plate(plate: int) -> duel_scene.Plate:
    return duel_scene.Plate(plate + 1, _spaces(plate * moves.TURNS))


def _spaces(laid: int) -> list[str]:
    return [SPACE_NAMES[space] for space in duel.PRINTED[laid].tolist()]


def _drawn(table: Table, place: int) -> duel_scene.DrawnPlate:
    front, kind = table.hand_front[place], table.hand_kind[place]
    plate = None if front == duel.NONE else _plate(front)
    return duel_scene.DrawnPlate(plate, None if kind == duel.NONE else KINDS[kind])


def _stack(table: Table) -> duel_scene.PlateStack:
    top = None if table.top_kind == duel.NONE else KINDS[table.top_kind]
    height = table.stack_height
    lying = [group for group in groups(table) if group.start < height]
    return duel_scene.PlateStack(height, top, [_put_back(table, group) for group in lying])


def _put_back(table: Table, group: range) -> duel_scene.PutBack:
    """A group; while it is being put back, its number of specials counts those in the hand."""
    fronts = [table.stack_front[place] for place in group if place < table.stack_height]
    return duel_scene.PutBack(
        seat=table.stack_seer[group.start],
        first=group.start + 1,
        last=group.stop,
        specials=table.stack_specials[group.start],
        plates=[_plate(front) for front in fronts if front != duel.NONE],
    )


@cache
def _laid(laid: int) -> duel_scene.LaidPlate | None:
    if laid == duel.NONE:
        return None
    plate, turns = divmod(laid, moves.TURNS)
    return duel_scene.LaidPlate(plate + 1, moves.DIRECTIONS[turns], _spaces(laid))


# Boards


def _dome(table: Table, index: int) -> duel_scene.Dome:
    seat = table.seats[index]
    return duel_scene.Dome(
        score=seat.score,
        slots=[_laid(laid) for laid in seat.laid],
        tiles=[[SPACE_NAMES.get(tile) for tile in row] for row in seat.dome.tolist()],
        lines=[_line(seat, line) for line in range(duel.SIZE)],
        broken=tiles_in(DUEL, seat.broken),
        has_first=table.first_seat == index,
        chips=_chips(seat.chips),
        used_chips=_chips(seat.used_chips),
        tokens=seat.tokens,
        chips_to_take=duel.CHIPS_A_ROUND - seat.chips_taken,
        bonuses=bonuses(table, seat),
    )


def _line(seat: Seat, line: int) -> Line:
    colour = seat.line_colour[line]
    return Line(None if colour == duel.NONE else NAMES[colour], seat.line_count[line], line + 1)


# Steps


def steps(move: Move) -> list[str]:
    """Tiles and line, plate, slot and turn, the tiles of a stack from the top down, chips."""
    match move:
        case moves.TakePlate(plate) | moves.Keep(plate) | moves.PutUnder(plate):
            return [f"plate-{plate + 1}"]
        case moves.DrawPlate():
            return ["stack"]
        case moves.Lay(slot, turns):
            return [f"slot-{slot + 1}", f"turn-{moves.DIRECTIONS[turns]}"]
        case moves.SunTake(factory, colour, line):
            name = "large" if factory == duel.LARGE else str(factory + 1)
            return [f"sun-{name}-{NAMES[colour]}", _target(line)]
        case moves.MoonTake(colour, line):
            return [f"moon-{NAMES[colour]}", _target(line)]
        case moves.Stack(colours):
            return [f"stack-{NAMES[colour]}" for colour in colours]
        case moves.TakeChip(factory):
            return [f"chip-{factory + 1}"]
        case moves.Spend(kind):
            return ["-".join(["spend", *chip_colours(kind)])]
        case moves.Place(row, column):
            return [f"dome-{row + 1}-{column + 1}"]
        case moves.Look():
            return ["look"]
        case moves.Skip():
            return ["skip"]
        case moves.Pay():
            return ["pay"]
    raise AssertionError(move)


def _target(line: int) -> str:
    return "broken" if line == moves.BROKEN else f"line-{line + 1}"


STAGE = Stage(duel_scene.DuelScene, scene, steps)
