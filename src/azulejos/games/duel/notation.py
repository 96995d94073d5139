"""Positions of Azul Duel as text.

::

    duel players=2
    round 2 phase=action turn=1 start=1 first=factory
    plates 3 7 12
    stack ?8 1:16s1 1:17 2:?s0 top=J
    factories B2YR/-/? -/YK/? -/-/BR -/-/-
    large B2YRK/-
    bag B9Y8R8K9T9
    discard -
    seat 1 score=5 tokens=2 taken=1 lines=-/B2/-/-/-/- broken=- chips=B,YT used=-
           plates=-/-/-/-/5e/-/-/-/- dome=....../....../....../....../....../......

A seat is written on one line. `stack` goes from the top down: `?8` are eight plates that nobody
has seen, `1:16` is plate 16, put there by seat 1, `2:?` a plate that only seat 2 knows; `top` is
the back that shows. `s1` begins a group of plates that were put back together, of which one is
special; plates of the group that are still in the hand count with it. A small factory is its sun
side, its moon stack from the top down, and its chip (`?` face down). While plates are drawn, `hand`
lists them: the back, the front where it is known, and `!` where the drawer knows it. As long as all
those to be put back are in the hand, `specials` says how many of them are special.

What is left out is empty; the bag left out holds all the tiles that lie nowhere else, the stack
left out all the plates. Without numbers of special plates, adjacent plates of a seat are a group.
"""

from __future__ import annotations

from azulejos.core.notation import NOTHING, pile_text, tiles_text
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.moves import DIRECTIONS, TURNS
from azulejos.games.duel.table import (
    CHIP_TEXTS,
    FACE_DOWN,
    FIRST_PLATE,
    LARGE,
    LETTERS,
    NO_CHIP,
    NONE,
    OVER,
    PLATES,
    PLAYERS,
    RETURNING,
    SIZE,
    SMALL,
    SPECIAL,
    Seat,
    Table,
)

PHASES = (
    "choose-start",
    "choose-scoring",
    "turn-plates",
    "fill-large",
    "fill-small",
    "turn-chips",
    "show-back",
    "look",
    "first-plate",
    "action",
    "drawing",
    "keeping",
    "returning",
    "laying",
    "stacking",
    "paying",
    "placing",
    "over",
)
POOLS_DUE = (
    "start",
    "scoring",
    "plates",
    "large",
    "small",
    "chips",
    "back",
    "look",
    *[None] * (OVER - FIRST_PLATE + 1),
)
KINDS = "SJ"
UNKNOWN = "?"
PLATE_PIECES = (*(str(plate + 1) for plate in range(PLATES)), *KINDS)
EMPTY_DOME = "/".join(["." * SIZE] * SIZE)
TILE_LETTERS = {**dict(enumerate(LETTERS)), SPECIAL: "*", NONE: "."}


def write(table: Table) -> list[str]:
    """Write the sections of a position."""
    lines = [
        _round_text(table),
        "plates " + _face_up_text(table),
        "stack " + _stack_text(table),
        "factories " + " ".join(_small_text(table, factory) for factory in range(SMALL)),
        f"large {pile_text(table.sun[LARGE], LETTERS)}/{pile_text(table.large_moon, LETTERS)}",
        "bag " + pile_text(table.bag, LETTERS),
        "discard " + pile_text(table.discard, LETTERS),
        *(_seat_text(number, table.seats[number]) for number in range(PLAYERS)),
    ]
    if table.hand_count:
        lines.insert(3, "hand " + _hand_text(table))
    return lines


def _round_text(table: Table) -> str:
    text = f"round {table.rounds} phase={PHASES[table.phase]}"
    if table.actor != NONE:
        text += f" turn={table.actor + 1}"
    if table.start_seat != NONE:
        text += f" start={table.start_seat + 1}"
    text += " first=" + ("factory" if table.first_seat == NONE else str(table.first_seat + 1))
    if table.plate_at_hand != NONE:
        text += f" plate={table.plate_at_hand + 1}"
    if table.factory_at_hand != NONE:
        text += f" factory={table.factory_at_hand + 1}"
    if table.line_at_hand != NONE:
        text += f" line={table.line_at_hand + 1}"
    if table.line_at_hand != NONE or table.placed:
        text += f" placed={table.placed}"
    if table.paid:
        text += f" paid={table.paid} showing={table.paid_showing}"
    if table.paid_kind != NONE:
        text += f" chip={CHIP_TEXTS[table.paid_kind]}"
    return text


def _face_up_text(table: Table) -> str:
    plates = [str(plate + 1) for plate in range(PLATES) if (table.face_up >> plate) & 1]
    return " ".join(plates) or NOTHING


def _stack_text(table: Table) -> str:
    places = range(table.stack_height)
    known = [place for place in places if table.stack_seer[place] != NONE]
    unseen = table.stack_height - len(known)
    words = [f"{UNKNOWN}{unseen}"] if unseen else []
    words += [_put_back_text(table, place) for place in known]
    if table.top_kind != NONE:
        words.append(f"top={KINDS[table.top_kind]}")
    return " ".join(words) or NOTHING


def _put_back_text(table: Table, place: int) -> str:
    plate, specials = table.stack_front[place], table.stack_specials[place]
    front = UNKNOWN if plate == NONE else str(plate + 1)
    group = "" if specials == NONE else f"s{specials}"
    return f"{table.stack_seer[place] + 1}:{front}{group}"


def _hand_text(table: Table) -> str:
    words = []
    for place in range(table.hand_count):
        kind, front = table.hand_kind[place], table.hand_front[place]
        text = UNKNOWN if kind == NONE else KINDS[kind]
        text += str(front + 1) if front != NONE else ""
        words.append(text + "!" * table.hand_known[place])
    if table.phase == RETURNING and table.stack_specials[table.stack_height] != NONE:
        words.append(f"specials={table.stack_specials[table.stack_height]}")
    return " ".join(words)


def _small_text(table: Table, factory: int) -> str:
    tiles = "".join(LETTERS[colour] for colour in stack_colours(table.stacks[factory]))
    chip = {FACE_DOWN: UNKNOWN, NO_CHIP: NOTHING}.get(table.chips[factory])
    chip = chip or CHIP_TEXTS[table.chips[factory]]
    return f"{pile_text(table.sun[factory], LETTERS)}/{tiles or NOTHING}/{chip}"


def _seat_text(number: int, seat: Seat) -> str:
    lines = [
        tiles_text(seat.line_colour[line], seat.line_count[line], LETTERS) for line in range(SIZE)
    ]
    dome = ["".join(TILE_LETTERS[seat.dome[r, c]] for c in range(SIZE)) for r in range(SIZE)]
    return (
        f"seat {number + 1} score={seat.score} tokens={seat.tokens} taken={seat.chips_taken} "
        f"lines={'/'.join(lines)} broken={pile_text(seat.broken, LETTERS)} "
        f"chips={_chips_text(list(seat.chips))} used={_chips_text(list(seat.used_chips))} "
        f"plates={'/'.join(_laid_text(laid) for laid in seat.laid)} dome={'/'.join(dome)}"
    )


def _laid_text(laid: int) -> str:
    return NOTHING if laid == NONE else f"{laid // TURNS + 1}{DIRECTIONS[laid % TURNS]}"


def _chips_text(numbers: list[int]) -> str:
    texts = [text for text, number in zip(CHIP_TEXTS, numbers, strict=True) for _ in range(number)]
    return ",".join(texts) or NOTHING
