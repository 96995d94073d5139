"""The plates of a position of Azul Duel from text: face up, in the stack, in the hand."""

from __future__ import annotations

import re
from itertools import pairwise

from azulejos.core.asking import ask
from azulejos.core.misread import unreadable
from azulejos.core.notation import NOTHING, Section, read_number
from azulejos.errors import NotationError, quoted
from azulejos.games.duel.notation import KINDS, UNKNOWN
from azulejos.games.duel.plate_checks import back_at
from azulejos.games.duel.secrets import end_of_stack
from azulejos.games.duel.table import NONE, PLATES, RETURNING, SPECIAL_PLATE, Table
from azulejos.messages import fault


def read_plate(text: str) -> int:
    """Read the number of a plate."""
    number = read_number(text)
    if number is None or not 1 <= number <= PLATES:
        raise NotationError(fault("fault.text.plate", text=quoted(text), last=PLATES))
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
            places += [(NONE, NONE, NONE)] * int(unseen[1])
        elif known:
            front = NONE if known[2] == UNKNOWN else read_plate(known[2])
            specials = NONE if known[3] is None else int(known[3])
            places.append((front, int(known[1]) - 1, specials))
        elif word != NOTHING:
            raise unreadable(word, "?8 1:16s1 1:17 2:?s0")
    if len(places) > PLATES:
        raise NotationError(fault("fault.text.plates", most=PLATES, n=len(places)))
    table.stack_height = len(places)
    for place in range(PLATES):
        front, seer, specials = places[place] if place < len(places) else (NONE, NONE, NONE)
        table.stack_front[place], table.stack_seer[place] = front, seer
        table.stack_specials[place] = specials
    table.top_kind = section.choice("top", (NOTHING, *KINDS), NOTHING) - 1


def read_hand(section: Section, table: Table) -> int:
    """Read the plates drawn, and return how many of them are special if the text says so."""
    if len(section.words) > PLATES:
        raise NotationError(fault("fault.text.plates", most=PLATES, n=len(section.words)))
    table.hand_count = len(section.words)
    for place, word in enumerate(section.words):
        result = re.fullmatch(r"([SJ?])([0-9]*)(!?)", word.upper())
        if not result:
            raise unreadable(word, "J7!, S, ?!")
        kind, front, known = result.groups()
        table.hand_kind[place] = NONE if kind == UNKNOWN else KINDS.index(kind)
        table.hand_front[place] = read_plate(front) if front else NONE
        table.hand_known[place] = len(known)
    return section.number("specials", range(PLATES + 1), NONE)


def complete_groups(table: Table, specials_in_hand: int) -> None:
    """Begin a group where a seat's plates begin, and count special plates where it is left out."""
    if ask(end_of_stack, table) > PLATES:
        return  # a fault that is found anyway
    begins = [place for place in range(table.stack_height) if _begins_group(table, place)]
    is_returning = table.phase == RETURNING and table.hand_count > 0
    if is_returning and (specials_in_hand != NONE or not _is_group_open(table)):
        begins.append(table.stack_height)
        table.stack_specials[table.stack_height] = specials_in_hand
    elif specials_in_hand != NONE:
        raise NotationError(fault("fault.text.specials"))
    for first, end in pairwise([*begins, ask(end_of_stack, table)]):
        if table.stack_specials[first] == NONE:
            table.stack_specials[first] = _count_specials(table, range(first, end))


def _begins_group(table: Table, place: int) -> bool:
    above = table.stack_seer[place - 1] if place else NONE
    return table.stack_specials[place] != NONE or table.stack_seer[place] not in (NONE, above)


def _is_group_open(table: Table) -> bool:
    """Whether the lowest plate of the stack belongs to the seat that is putting plates back."""
    return table.stack_height > 0 and table.stack_seer[table.stack_height - 1] == table.actor


def _count_specials(table: Table, group: range) -> int:
    backs = [back_at(table, place) for place in group]
    if NONE in backs:
        raise NotationError(fault("fault.text.no_specials", like="2:?s1 2:?"))
    return backs.count(SPECIAL_PLATE)
