"""The rules of Pebbles, and the `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from azulejos.core import texts
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled, record
from azulejos.core.draw import Draw
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Codes, Int8, Raw, layout
from azulejos.core.move import Move, MoveField, Moves
from azulejos.core.observing import Observed
from azulejos.core.offer import START_POOL
from azulejos.core.options import Options
from azulejos.core.position import Choice, Number, Who
from azulejos.core.texts import PositionText
from azulejos.core.turn import CHANCE, NOBODY, next_seat
from azulejos.errors import IllegalDraw
from azulejos.messages import Message, fault

HEAP = 12  # PE-1
LAST_PEBBLE = 3  # PE-3
PLAYERS = 2
NONE = -1

CHOOSE_START, TAKING, OVER = 0, 1, 2
PHASES = ("choose-start", "taking", "over")
NOT_ENDED, TAKEN = 0, 1


class Seat:
    score: Int8


class Table:
    heap: Int8
    players: Int8
    phase: Int8
    ending: Int8
    turn: Int8
    start_seat: Int8
    seats: Annotated[Sequence[Seat], PLAYERS]


TABLE = layout(Table)


# Moves

Count = Annotated[int, MoveField("123")]


@dataclass(frozen=True)
class Take(Move):
    """Take one, two (1) or three (2) pebbles."""

    word = "t"
    how = "t and how many pebbles you take, like t2"
    number: Count


MOVES = Moves("Pebbles", Take)


# Rules


@compiled
def set_up(table: Table) -> None:
    """A whole heap, and nobody has a point (PE-1)."""
    table.heap = HEAP
    table.ending = NOT_ENDED
    for seat in range(PLAYERS):
        table.seats[seat].score = 0
    table.phase = CHOOSE_START
    table.turn = CHANCE
    if table.start_seat != NONE:
        begin(table)


@compiled
def begin(table: Table) -> None:
    table.phase = TAKING
    table.turn = table.start_seat


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Name a start player (PE-1)."""
    pieces[0] = below(rng, PLAYERS)
    return 1


@compiled
def deal(table: Table, pieces: Codes, _number: int) -> None:
    table.start_seat = int(pieces[0])
    begin(table)


@compiled
def list_moves(table: Table, codes: Codes) -> int:
    """As many as one likes and as there are (PE-2)."""
    if table.phase != TAKING:
        return 0
    most = min(len("123"), table.heap)
    for number in range(most):
        codes[number] = number
    return most


@compiled
def make_move(table: Table, code: int) -> None:
    """Take pebbles (PE-2)."""
    seat = table.seats[table.turn]
    table.heap -= code + 1
    seat.score += code + 1
    if table.heap:
        table.turn = next_seat(table.turn, PLAYERS)
    else:
        end(table, seat)


@compiled
def end(table: Table, seat: Seat) -> None:
    """The last pebble is worth more, and ends the game (PE-3)."""
    seat.score += LAST_PEBBLE
    table.turn = NOBODY
    table.phase = OVER
    table.ending = TAKEN


@compiled
def rank_keys(table: Table, seat: int, keys: Codes) -> None:
    keys[0] = table.seats[seat].score


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    return record(after, TABLE).seats[seat].score


OBSERVED = Observed(
    __name__,
    Table,
    {
        "heap": Number("pebbles on the heap", HEAP),
        "seats": {"score": Number("points", HEAP + LAST_PEBBLE)},
        "turn": Who("who is to move"),
        "start_seat": Who("who began", name="start"),
        "phase": Choice(", ".join(PHASES), "phase", len(PHASES)),
    },
    apart=("ending",),
    players=PLAYERS,
)


KERNELS = register(
    Rules(
        game="pebbles",
        module=__name__,
        table=TABLE,
        set_up=set_up,
        list_moves=list_moves,
        make_move=make_move,
        sample=sample,
        deal=deal,
        rank_keys=rank_keys,
        preview=preview,
        observe=OBSERVED.observe,
    )
)


# The edges


@dataclass(frozen=True, kw_only=True)
class PebblesOptions(Options):
    """Nothing but who starts."""


def complete(table: Table) -> None:
    """Note what follows from the phase."""
    table.turn = {CHOOSE_START: CHANCE, OVER: NOBODY}.get(table.phase, table.turn)
    table.ending = TAKEN if table.phase == OVER else NOT_ENDED


TEXT = PositionText(
    "Pebbles",
    texts.Number("heap", range(HEAP + 1)),
    round=(
        texts.Choice("phase", PHASES),
        texts.Who("turn", phases=(TAKING,), is_needed=True),
        texts.Who("start_seat", name="start"),
    ),
    seat=(texts.Number("score", range(HEAP + LAST_PEBBLE + 1), 0),),
    complete=complete,
)


def faults(table: Table) -> list[Message]:
    points = HEAP - table.heap + (LAST_PEBBLE if table.phase == OVER else 0)
    found = sum(table.seats[seat].score for seat in range(PLAYERS))
    if found == points:
        return []
    return [fault("fault.as_it_is", text=f"{found} points for what is worth {points} (PE-2)")]


def refusal(table: Table, _move: Move) -> str:
    return f"only {table.heap} are left (PE-2)"


def check_draw(_table: Table, draw: Draw) -> None:
    if len(draw.pieces) != 1 or draw.pieces[0] not in range(PLAYERS):
        raise IllegalDraw(f"the start player is one seat from 1 to {PLAYERS}")


PEBBLES: Game[Table] = Game(
    name="pebbles",
    title="Pebbles",
    rules_version=1,
    colours=(Colour("white", "W", "o"),),
    options=PebblesOptions,
    table=TABLE,
    phases=(Phase(PHASES[0], pool="start"), Phase(PHASES[1]), Phase(PHASES[2])),
    endings=("none", "taken"),
    ranked_by=("points",),
    pools=(START_POOL,),
    max_pieces=1,
    moves=MOVES,
    write_position=TEXT.write,
    read_position=TEXT.read,
    faults=faults,
    refusal=refusal,
    check_draw=check_draw,
    observation=OBSERVED.observation,
    kernels=KERNELS,
)
