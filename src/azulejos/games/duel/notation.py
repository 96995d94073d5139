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

import re
from itertools import pairwise

from azulejos.core.asking import ask
from azulejos.core.notation import NOTHING, Section, pile_text, read_number, tiles_text, unreadable
from azulejos.errors import NotationError, quoted
from azulejos.games.duel import table as duel
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.moves import DIRECTIONS, TURNS
from azulejos.games.duel.round_checks import back_at
from azulejos.games.duel.secrets import end_of_stack
from azulejos.games.duel.table import Seat, Table
from azulejos.messages import fault

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
KINDS = "SJ"
UNKNOWN = "?"
PLATE_PIECES = (*(str(plate + 1) for plate in range(duel.PLATES)), *KINDS)
EMPTY_DOME = "/".join(["." * duel.SIZE] * duel.SIZE)
TILE_LETTERS = {**dict(enumerate(duel.LETTERS)), duel.SPECIAL: "*", duel.NONE: "."}


def write(table: Table) -> list[str]:
    """Write the sections of a position."""
    large = table.sun[duel.LARGE], table.large_moon
    lines = [
        _round_text(table),
        "plates " + _face_up_text(table),
        "stack " + _stack_text(table),
        "factories " + " ".join(_small_text(table, factory) for factory in range(duel.SMALL)),
        "large " + "/".join(pile_text(pile, duel.LETTERS) for pile in large),
        "bag " + pile_text(table.bag, duel.LETTERS),
        "discard " + pile_text(table.discard, duel.LETTERS),
        *(_seat_text(seat, table.seats[seat]) for seat in range(duel.PLAYERS)),
    ]
    if table.hand_count:
        lines.insert(3, "hand " + _hand_text(table))
    return lines


def _round_text(table: Table) -> str:
    text = f"round {table.rounds} phase={PHASES[table.phase]}"
    if table.actor != duel.NONE:
        text += f" turn={table.actor + 1}"
    if table.start_seat != duel.NONE:
        text += f" start={table.start_seat + 1}"
    text += " first=" + ("factory" if table.first_seat == duel.NONE else str(table.first_seat + 1))
    if table.plate_at_hand != duel.NONE:
        text += f" plate={table.plate_at_hand + 1}"
    if table.factory_at_hand != duel.NONE:
        text += f" factory={table.factory_at_hand + 1}"
    if table.line_at_hand != duel.NONE:
        text += f" line={table.line_at_hand + 1}"
    if table.line_at_hand != duel.NONE or table.placed:
        text += f" placed={table.placed}"
    if table.paid:
        text += f" paid={table.paid} showing={table.paid_showing}"
    if table.paid_kind != duel.NONE:
        text += f" chip={duel.CHIP_TEXTS[table.paid_kind]}"
    return text


def _face_up_text(table: Table) -> str:
    plates = [str(plate + 1) for plate in range(duel.PLATES) if (table.face_up >> plate) & 1]
    return " ".join(plates) or NOTHING


def _stack_text(table: Table) -> str:
    places = range(table.stack_height)
    known = [place for place in places if table.stack_seer[place] != duel.NONE]
    unseen = table.stack_height - len(known)
    words = [f"{UNKNOWN}{unseen}"] if unseen else []
    words += [_put_back_text(table, place) for place in known]
    if table.top_kind != duel.NONE:
        words.append(f"top={KINDS[table.top_kind]}")
    return " ".join(words) or NOTHING


def _put_back_text(table: Table, place: int) -> str:
    plate, specials = table.stack_front[place], table.stack_specials[place]
    front = UNKNOWN if plate == duel.NONE else str(plate + 1)
    group = "" if specials == duel.NONE else f"s{specials}"
    return f"{table.stack_seer[place] + 1}:{front}{group}"


def _hand_text(table: Table) -> str:
    words = []
    for place in range(table.hand_count):
        kind, front = table.hand_kind[place], table.hand_front[place]
        text = UNKNOWN if kind == duel.NONE else KINDS[kind]
        text += str(front + 1) if front != duel.NONE else ""
        words.append(text + "!" * table.hand_known[place])
    if table.phase == duel.RETURNING and table.stack_specials[table.stack_height] != duel.NONE:
        words.append(f"specials={table.stack_specials[table.stack_height]}")
    return " ".join(words)


def _small_text(table: Table, factory: int) -> str:
    tiles = "".join(duel.LETTERS[colour] for colour in stack_colours(table.stacks[factory]))
    chip = {duel.FACE_DOWN: UNKNOWN, duel.NO_CHIP: NOTHING}.get(table.chips[factory])
    chip = chip or duel.CHIP_TEXTS[table.chips[factory]]
    return f"{pile_text(table.sun[factory], duel.LETTERS)}/{tiles or NOTHING}/{chip}"


def _seat_text(index: int, seat: Seat) -> str:
    lines = [
        tiles_text(seat.line_colour[line], seat.line_count[line], duel.LETTERS)
        for line in range(duel.SIZE)
    ]
    dome = [
        "".join(TILE_LETTERS[seat.dome[r, c]] for c in range(duel.SIZE)) for r in range(duel.SIZE)
    ]
    return (
        f"seat {index + 1} score={seat.score} tokens={seat.tokens} taken={seat.chips_taken} "
        f"lines={'/'.join(lines)} broken={pile_text(seat.broken, duel.LETTERS)} "
        f"chips={_chips_text(list(seat.chips))} used={_chips_text(list(seat.used_chips))} "
        f"plates={'/'.join(_laid_text(laid) for laid in seat.laid)} dome={'/'.join(dome)}"
    )


def _laid_text(laid: int) -> str:
    return NOTHING if laid == duel.NONE else f"{laid // TURNS + 1}{DIRECTIONS[laid % TURNS]}"


def _chips_text(counts: list[int]) -> str:
    texts = [
        text for text, count in zip(duel.CHIP_TEXTS, counts, strict=True) for _ in range(count)
    ]
    return ",".join(texts) or NOTHING


# Plates from text: face up, in the stack, in the hand


def read_plate(text: str) -> int:
    """Read the number of a plate."""
    number = read_number(text)
    if number is None or not 1 <= number <= duel.PLATES:
        raise NotationError(fault("fault.text.plate", text=quoted(text), last=duel.PLATES))
    return number - 1


def read_face_up(section: Section) -> int:
    """Read the plates that lie face up, a bit for each."""
    plates = [read_plate(word) for word in section.words if word != NOTHING]
    if len(set(plates)) < len(plates):
        raise NotationError(fault("fault.text.plate_twice"))
    return sum(1 << plate for plate in plates)


def read_stack(section: Section, table: Table) -> None:
    """Read the stack from the top down, and the back that shows."""
    places: list[tuple[int, int, int]] = []
    for word in section.words:
        unseen = re.fullmatch(r"\?([0-9]{1,2})", word)
        known = re.fullmatch(r"([12]):([0-9]{1,2}|\?)(?:s([0-9]{1,2}))?", word)
        if unseen and not places:
            places += [(duel.NONE, duel.NONE, duel.NONE)] * int(unseen[1])
        elif known:
            front = duel.NONE if known[2] == UNKNOWN else read_plate(known[2])
            specials = duel.NONE if known[3] is None else int(known[3])
            places.append((front, int(known[1]) - 1, specials))
        elif word != NOTHING:
            raise unreadable(word, "?8 1:16s1 1:17 2:?s0")
    if len(places) > duel.PLATES:
        raise NotationError(fault("fault.text.plates", most=duel.PLATES, n=len(places)))
    table.stack_height = len(places)
    for place in range(duel.PLATES):
        front, seer, specials = (
            places[place] if place < len(places) else (duel.NONE, duel.NONE, duel.NONE)
        )
        table.stack_front[place], table.stack_seer[place] = front, seer
        table.stack_specials[place] = specials
    table.top_kind = section.choice("top", (NOTHING, *KINDS), NOTHING) - 1


def read_hand(section: Section, table: Table) -> int:
    """Read the plates drawn, and return how many of them are special if the text says so."""
    if len(section.words) > duel.PLATES:
        raise NotationError(fault("fault.text.plates", most=duel.PLATES, n=len(section.words)))
    table.hand_count = len(section.words)
    for place, word in enumerate(section.words):
        result = re.fullmatch(r"([SJ?])([0-9]*)(!?)", word.upper())
        if not result:
            raise unreadable(word, "J7!, S, ?!")
        kind, front, known = result.groups()
        table.hand_kind[place] = duel.NONE if kind == UNKNOWN else KINDS.index(kind)
        table.hand_front[place] = read_plate(front) if front else duel.NONE
        table.hand_known[place] = len(known)
    return section.number("specials", range(duel.PLATES + 1), duel.NONE)


def complete_groups(table: Table, specials_in_hand: int) -> None:
    """Begin a group where a seat's plates begin, and count special plates where it is left out."""
    if ask(end_of_stack, table) > duel.PLATES:
        return  # a fault that is found anyway
    begins = [place for place in range(table.stack_height) if _begins_group(table, place)]
    is_returning = table.phase == duel.RETURNING and table.hand_count > 0
    if is_returning and (specials_in_hand != duel.NONE or not _is_group_open(table)):
        begins.append(table.stack_height)
        table.stack_specials[table.stack_height] = specials_in_hand
    elif specials_in_hand != duel.NONE:
        raise NotationError(fault("fault.text.specials"))
    for first, end in pairwise([*begins, ask(end_of_stack, table)]):
        if table.stack_specials[first] == duel.NONE:
            table.stack_specials[first] = _count_specials(table, range(first, end))


def _begins_group(table: Table, place: int) -> bool:
    above = table.stack_seer[place - 1] if place else duel.NONE
    return table.stack_specials[place] != duel.NONE or table.stack_seer[place] not in (
        duel.NONE,
        above,
    )


def _is_group_open(table: Table) -> bool:
    """Whether the lowest plate of the stack belongs to the seat that is putting plates back."""
    return table.stack_height > 0 and table.stack_seer[table.stack_height - 1] == table.actor


def _count_specials(table: Table, group: range) -> int:
    backs = [back_at(table, place) for place in group]
    if duel.NONE in backs:
        raise NotationError(fault("fault.text.no_specials", like="2:?s1 2:?"))
    return backs.count(duel.SPECIAL_PLATE)
