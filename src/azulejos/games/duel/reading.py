"""Positions of Azul Duel from text: what `notation` wrote, and shorter ones."""

from __future__ import annotations

import re
from itertools import pairwise

from azulejos.core.asking import ask
from azulejos.core.notation import NOTHING, SCORES, Section, read_number, read_pile, read_tiles
from azulejos.core.turn import CHANCE, NOBODY
from azulejos.errors import NotationError, excerpt, quoted
from azulejos.games.duel.checks import chips_missing, tiles_missing
from azulejos.games.duel.data import (
    CHIP_COPIES,
    CHIP_KINDS,
    CHIP_TEXTS,
    JOKER_PLATE,
    LETTERS,
    PLATES,
    SPECIAL_PLATE,
    SPECIAL_PLATES,
)
from azulejos.games.duel.moves import DIRECTIONS, TURNS
from azulejos.games.duel.notation import (
    EMPTY_DOME,
    KINDS,
    PHASES,
    TILE_LETTERS,
    UNKNOWN,
)
from azulejos.games.duel.plate_checks import back_at, plates_missing
from azulejos.games.duel.secrets import end_of_stack
from azulejos.games.duel.stacks import put_on
from azulejos.games.duel.table import (
    ALL_ROUNDS,
    CHIPS_A_ROUND,
    FACE_DOWN,
    FIRST_PLATE,
    LARGE,
    NO_CHIP,
    NONE,
    NOT_ENDED,
    OVER,
    PLAYERS,
    RETURNING,
    ROUNDS,
    SIZE,
    SLOTS,
    SMALL,
    TOKENS,
    Seat,
    Table,
)


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position into a table that was just set up."""
    _clear_offer(table)
    given: set[str] = set()
    specials_in_hand = NONE
    for section in sections:
        match section.keyword:
            case "round":
                _read_round(section, table)
            case "plates":
                table.face_up = _read_plates(section)
            case "stack":
                _read_stack(section, table)
            case "hand":
                specials_in_hand = _read_hand(section, table)
            case "factories":
                _read_factories(section, table)
            case "large":
                _read_large(section, table)
            case "bag":
                table.bag = section.pile(LETTERS)
            case "discard":
                table.discard = section.pile(LETTERS)
            case "seat":
                _read_seat(section, table)
            case other:
                raise NotationError(
                    f"no section of a position of Azul Duel begins with {quoted(other)}"
                )
        section.finish()
        given.add(section.keyword)
    _add_the_rest(table, given)
    _complete_groups(table, specials_in_hand)


def _clear_offer(table: Table) -> None:
    """Take away what a table has that was just set up: a text says itself what lies where."""
    table.bag = 0
    for factory in range(SMALL):
        table.chips[factory] = NO_CHIP
    for seat in range(PLAYERS):
        table.seats[seat].tokens = 0


def _add_the_rest(table: Table, given: set[str]) -> None:
    """What lies nowhere else is in the bag, in the stack, or unseen."""
    if "bag" not in given:
        table.bag = tiles_missing(table)
    table.unseen_plates = plates_missing(table)
    for kind, number in enumerate(chips_missing(table)):
        table.unseen_chips[kind] = max(0, number)
    if "stack" not in given:
        table.stack_height = table.unseen_plates.bit_count()
        for place in range(table.hand_count):
            table.stack_height -= table.hand_front[place] == NONE
        table.top_kind = NONE
        if table.stack_height:
            table.top_kind = SPECIAL_PLATE if table.unseen_plates & SPECIAL_PLATES else JOKER_PLATE


def _read_round(section: Section, table: Table) -> None:
    seats = ("1", "2")
    table.rounds = section.plain_number(range(ROUNDS + 1))
    table.phase = section.choice("phase", PHASES)
    table.actor = section.choice("turn", (NOTHING, *seats), NOTHING) - 1
    if table.phase == OVER:
        table.turn, table.ending = NOBODY, ALL_ROUNDS
    else:
        table.turn = table.actor if table.phase >= FIRST_PLATE else CHANCE
        table.ending = NOT_ENDED
    table.start_seat = section.choice("start", (NOTHING, *seats), NOTHING) - 1
    table.first_seat = section.choice("first", ("factory", *seats), "factory") - 1
    table.plate_at_hand = section.number("plate", range(PLATES + 1), 0) - 1
    table.factory_at_hand = section.number("factory", range(SMALL + 1), 0) - 1
    table.line_at_hand = section.number("line", range(SIZE + 1), 0) - 1
    table.placed = section.number("placed", range(PLAYERS), 0)
    table.paid = section.number("paid", range(2 * ROUNDS + 1), 0)
    table.paid_showing = section.number("showing", range(table.paid + 1), 0)
    table.paid_kind = section.choice("chip", (NOTHING, *CHIP_TEXTS), NOTHING) - 1


def _plate(text: str) -> int:
    number = read_number(text)
    if number is None or not 1 <= number <= PLATES:
        raise NotationError(f"{quoted(text)} is no plate: plates go from 1 to {PLATES}")
    return number - 1


def _read_plates(section: Section) -> int:
    plates = [_plate(word) for word in section.words if word != NOTHING]
    if len(set(plates)) < len(plates):
        raise NotationError("a plate lies face up twice")
    return sum(1 << plate for plate in plates)


def _read_stack(section: Section, table: Table) -> None:
    places: list[tuple[int, int, int]] = []
    for word in section.words:
        unseen = re.fullmatch(r"\?([0-9]{1,2})", word)
        known = re.fullmatch(r"([12]):([0-9]{1,2}|\?)(?:s([0-9]{1,2}))?", word)
        if unseen and not places:
            places += [(NONE, NONE, NONE)] * int(unseen[1])
        elif known:
            front = NONE if known[2] == UNKNOWN else _plate(known[2])
            specials = NONE if known[3] is None else int(known[3])
            places.append((front, int(known[1]) - 1, specials))
        elif word != NOTHING:
            raise NotationError(
                f"{quoted(word)} is no part of a stack; it is written like ?8 1:16s1 1:17 2:?s0 "
                "from the top down"
            )
    if len(places) > PLATES:
        raise NotationError(f"a stack has at most {PLATES} plates")
    table.stack_height = len(places)
    for place in range(PLATES):
        front, seer, specials = places[place] if place < len(places) else (NONE, NONE, NONE)
        table.stack_front[place], table.stack_seer[place] = front, seer
        table.stack_specials[place] = specials
    table.top_kind = section.choice("top", (NOTHING, *KINDS), NOTHING) - 1


def _read_hand(section: Section, table: Table) -> int:
    """Read the plates drawn, and return how many of them are special if the text says so."""
    if len(section.words) > PLATES:
        raise NotationError(f"a hand has at most {PLATES} plates")
    table.hand_count = len(section.words)
    for place, word in enumerate(section.words):
        found = re.fullmatch(r"([SJ?])([0-9]*)(!?)", word.upper())
        if not found:
            raise NotationError(f"{quoted(word)} is no plate drawn; write it like J7!, S or ?!")
        kind, front, known = found.groups()
        table.hand_kind[place] = NONE if kind == UNKNOWN else KINDS.index(kind)
        table.hand_front[place] = _plate(front) if front else NONE
        table.hand_known[place] = len(known)
    return section.number("specials", range(PLATES + 1), NONE)


def _complete_groups(table: Table, specials_in_hand: int) -> None:
    """Begin a group where a seat's plates begin, and count special plates where it is left out."""
    if ask(end_of_stack, table) > PLATES:
        return  # a fault that is found anyway
    begins = [place for place in range(table.stack_height) if _begins_group(table, place)]
    if table.phase == RETURNING and (specials_in_hand != NONE or not _is_group_open(table)):
        begins.append(table.stack_height)
        table.stack_specials[table.stack_height] = specials_in_hand
    elif specials_in_hand != NONE:
        raise NotationError("specials= belongs to plates in the hand that are to be put back")
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
        raise NotationError(
            "the stack does not tell how many plates put back together are special; it is written "
            "like 2:?s1 2:? where it is one"
        )
    return backs.count(SPECIAL_PLATE)


def _read_factories(section: Section, table: Table) -> None:
    if len(section.words) != SMALL:
        raise NotationError(f"there are {SMALL} small factories")
    for factory, word in enumerate(section.words):
        parts = word.split("/")
        if len(parts) != 3:
            raise NotationError(f"{quoted(word)}: a factory is written like B2YR/-/? or -/YK/BR")
        table.sun[factory] = read_pile(parts[0], LETTERS)
        table.stacks[factory] = _read_moon(parts[1])
        table.chips[factory] = _read_chip(parts[2])


def _read_moon(text: str) -> int:
    if text == NOTHING:
        return 0
    if not re.fullmatch(f"[{LETTERS}]{{1,3}}", text.upper()):
        raise NotationError(f"{quoted(text)} is no moon stack: up to three tiles from the top down")
    stack = 0
    for letter in reversed(text.upper()):
        stack = ask(put_on, stack, LETTERS.index(letter))
    return stack


def _read_chip(text: str) -> int:
    if text == UNKNOWN:
        return FACE_DOWN
    return NO_CHIP if text == NOTHING else _chip(text)


def _chip(text: str) -> int:
    if text.upper() not in CHIP_TEXTS:
        raise NotationError(f"no chip shows {excerpt(text)}; there are: {' '.join(CHIP_TEXTS)}")
    return CHIP_TEXTS.index(text.upper())


def _read_large(section: Section, table: Table) -> None:
    parts = section.words[0].split("/") if len(section.words) == 1 else []
    if len(parts) != 2:
        raise NotationError("the large factory is written like B2YRK/- or -/YRK")
    table.sun[LARGE], table.large_moon = (read_pile(part, LETTERS) for part in parts)


def _read_seat(section: Section, table: Table) -> None:
    seat = table.seats[section.plain_number(range(1, PLAYERS + 1)) - 1]
    seat.score = section.number("score", SCORES, 0)
    seat.tokens = section.number("tokens", range(TOKENS + 1), 0)
    seat.chips_taken = section.number("taken", range(CHIPS_A_ROUND + 1), 0)
    seat.broken = read_pile(section.text("broken", NOTHING), LETTERS)
    for line, text in enumerate(section.parts("lines", SIZE)):
        _read_line(seat, line, text)
    chips = _read_chips(section.text("chips", NOTHING))
    used = _read_chips(section.text("used", NOTHING))
    for kind in range(CHIP_KINDS):
        seat.chips[kind], seat.used_chips[kind] = chips[kind], used[kind]
    for slot, text in enumerate(section.parts("plates", SLOTS)):
        seat.laid[slot] = _read_laid(text)
    rows = section.text("dome", EMPTY_DOME).split("/")
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise NotationError(f"a dome has {SIZE} rows of {SIZE} spaces, like {EMPTY_DOME}")
    for row, text in enumerate(rows):
        _read_row(seat, row, text)


def _read_line(seat: Seat, line: int, text: str) -> None:
    if text == NOTHING:
        return
    colour, held = read_tiles(text, LETTERS)
    if held > line + 1:
        raise NotationError(f"line {line + 1} holds at most {line + 1} tiles, not {held}")
    seat.line_colour[line] = colour
    seat.line_count[line] = held


def _read_chips(text: str) -> list[int]:
    numbers = [0] * CHIP_KINDS
    for word in text.split(",") if text != NOTHING else ():
        numbers[_chip(word)] += 1
    if max(numbers) > CHIP_COPIES:
        raise NotationError(f"chips {excerpt(text)}: there are only {CHIP_COPIES} of each kind")
    return numbers


def _read_laid(text: str) -> int:
    if text == NOTHING:
        return NONE
    if text[-1:].lower() not in DIRECTIONS:
        raise NotationError(f"{quoted(text)} is no laid plate: write its number and n, e, s or w")
    return _plate(text[:-1]) * TURNS + DIRECTIONS.index(text[-1].lower())


def _read_row(seat: Seat, row: int, text: str) -> None:
    tiles = {letter: tile for tile, letter in TILE_LETTERS.items()}
    for column, letter in enumerate(text.upper()):
        if letter not in tiles:
            raise NotationError(f"{letter!r} is no tile: {' '.join(LETTERS)}, *, or . for none")
        seat.dome[row, column] = tiles[letter]
