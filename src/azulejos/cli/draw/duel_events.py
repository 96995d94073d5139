"""What happens in Azul Duel, in sentences. Nothing that only one player knows is told."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.cli.draw import tiles as pieces
from azulejos.core.draw import Draw
from azulejos.core.move import Move
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.data import CHIP_TEXTS, PLATES, SCORING_TEXTS, SPECIAL
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.moves import (
    BROKEN,
    DIRECTIONS,
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
from azulejos.games.duel.table import FACE_DOWN, LARGE, LARGE_TILES, NONE, SIZE, SMALL, Seat, Table
from azulejos.play.record import Event

Names = Sequence[str]
COLOUR_NAMES = tuple(colour.name for colour in DUEL.colours)
KINDS = ("special", "joker")
WAYS = dict(zip(DIRECTIONS, ("north", "east", "south", "west"), strict=True))


def tell(state: State, event: Event, names: Names) -> str:
    """What an event does to the position before it, and at the end of a round the placing."""
    on_table: Table = state.table
    if isinstance(event, Draw):
        return _draw_told(on_table, event, names)
    told = f"{names[on_table.turn]} {_move_told(on_table, event)}."
    return "\n".join([told, *_placing_told(state, event, names)])


def in_words(pile: int) -> str:
    """A pile in words."""
    return pieces.words(pile, DUEL.colours)


# Chance


def _draw_told(on_table: Table, draw: Draw, names: Names) -> str:
    match draw.pool:
        case "start":
            return f"{names[draw.pieces[0]]} is drawn to be the start player."
        case "scoring":
            sides = ", ".join(SCORING_TEXTS[side] for side in draw.pieces)
            return f"The scoring tiles are drawn: {sides}."
        case "large":
            return _large_told(draw)
        case "small":
            return f"The small factories get {pieces.number_of(len(draw.pieces), 'tile')}."
        case "chips":
            return _chips_told(on_table, draw)
        case "look":
            return f"{names[on_table.actor]} looks at the plates drawn."
    return _plates_told(draw)


def _large_told(draw: Draw) -> str:
    number = len(draw.pieces)
    told = f"The large factory gets {pieces.number_of(number, 'tile')}"
    if number == LARGE_TILES and len(set(draw.pieces)) == 1:
        told += f", all {COLOUR_NAMES[draw.pieces[0]]}"
    return told + "."


def _chips_told(on_table: Table, draw: Draw) -> str:
    bare = [
        factory
        for factory in range(SMALL)
        if on_table.chips[factory] == FACE_DOWN
        and not on_table.sun[factory]
        and not on_table.stacks[factory]
    ]
    return " ".join(
        f"The chip of factory {factory + 1} is turned up: {CHIP_TEXTS[kind]}."
        for factory, kind in zip(bare, draw.pieces, strict=True)
    )


def _plates_told(draw: Draw) -> str:
    plates = [str(piece + 1) for piece in draw.pieces if piece < PLATES]
    backs = [KINDS[piece - PLATES] for piece in draw.pieces if piece >= PLATES]
    told = []
    if plates:
        turned = f"Plate {plates[0]} is" if len(plates) == 1 else f"Plates {', '.join(plates)} are"
        told.append(f"{turned} turned up.")
    told += [f"The next plate of the stack is a {back} plate." for back in backs]
    return " ".join(told)


# Moves


def _move_told(on_table: Table, move: Move) -> str:  # noqa: PLR0912 - one for each kind of move
    match move:
        case TakePlate(plate):
            return f"takes plate {plate + 1}"
        case DrawPlate():
            cost = "a point" if on_table.seats[on_table.turn].score else "nothing"
            return f"draws a plate from the stack for {cost}"
        case Look():
            return "draws no more"
        case Keep(plate):
            return f"keeps plate {plate + 1}"
        case PutUnder():
            return "puts a plate under the stack"
        case Lay(slot, turns):
            way = WAYS[DIRECTIONS[turns]]
            plate = on_table.plate_at_hand
            return f"lays plate {plate + 1} on slot {slot + 1} with its top to the {way}"
        case SunTake() | MoonTake():
            return _take_told(on_table, move)
        case Stack(colours):
            tiles = ", ".join(COLOUR_NAMES[colour] for colour in colours)
            return f"stacks {tiles} from the top down on factory {on_table.factory_at_hand + 1}"
        case TakeChip(factory):
            chip = CHIP_TEXTS[on_table.chips[factory]]
            return f"takes the chip {chip} of factory {factory + 1}"
        case Skip():
            return f"spends no chips on line {on_table.line_at_hand + 1}"
        case Pay():
            return f"completes line {on_table.line_at_hand + 1} with chips"
        case Spend(kind):
            return f"spends the chip {CHIP_TEXTS[kind]} on line {on_table.line_at_hand + 1}"
        case Place(row, column):
            colour = COLOUR_NAMES[on_table.seats[on_table.turn].line_colour[row]]
            return f"places {colour} on row {row + 1}, column {column + 1}"
    raise AssertionError(move)


def _take_told(on_table: Table, take: SunTake | MoonTake) -> str:
    number, source, has_first = _taken(on_table, take)
    first = " and the first-player tile" if has_first else ""
    target = "the broken track" if take.line == BROKEN else f"line {take.line + 1}"
    told = f"takes {number} {COLOUR_NAMES[take.colour]}{first} from {source} to {target}"
    if take.line != BROKEN:
        room = take.line + 1 - on_table.seats[on_table.turn].line_count[take.line]
        if number > room:
            broken = number - room
            told += f"; {broken} {'is' if broken == 1 else 'are'} broken"
    return told


def _taken(on_table: Table, take: SunTake | MoonTake) -> tuple[int, str, bool]:
    """How many tiles are taken, from where, and whether the first-player tile comes along."""
    is_free = on_table.first_seat == NONE
    if isinstance(take, SunTake):
        numbers = counts(on_table.sun[take.factory])
        is_large = take.factory == LARGE
        name = "the large factory" if is_large else f"factory {take.factory + 1}"
        number = numbers[take.colour]
        has_first = is_large and is_free and number == sum(numbers)
        return number, f"the sun side of {name}", has_first
    tops = [stack_colours(stack)[:1] for stack in on_table.stacks]
    on_large = counts(on_table.large_moon)[take.colour]
    return on_large + tops.count([take.colour]), "the moon sides", is_free and on_large > 0


# What follows by itself


def _placing_told(state: State, move: Move, names: Names) -> list[str]:
    """What changed on domes and in points without a move of its own."""
    after = state.play(move)
    told = []
    for seat in range(state.players):
        placed = _placed(state.table.seats[seat], after.table.seats[seat])
        if seat == state.to_move and isinstance(move, Place):
            placed.pop((move.row, move.column), None)
        gained = after.scores[seat] - state.scores[seat]
        if placed or gained:
            points = pieces.number_of(after.scores[seat], "point")
            told.append(f"{names[seat]}{_placed_words(placed)}: {gained:+d}, now {points}.")
    if after.phase == "over":
        told.append("The scoring tiles are in these points.")
    return told


def _placed(before: Seat, after: Seat) -> dict[tuple[int, int], int]:
    """The tiles that are new on a dome, by row and column."""
    return {
        (row, column): after.dome[row, column]
        for row in range(SIZE)
        for column in range(SIZE)
        if after.dome[row, column] != before.dome[row, column]
    }


def _placed_words(placed: dict[tuple[int, int], int]) -> str:
    tiles = [
        f"{'a special tile' if tile == SPECIAL else COLOUR_NAMES[tile]} on row {row + 1}"
        for (row, _), tile in placed.items()
    ]
    return f" places {', '.join(tiles)}" if tiles else ""
