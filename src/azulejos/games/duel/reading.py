"""Positions of Azul Duel from text: what `notation` wrote, and shorter ones."""

from __future__ import annotations

import re

from azulejos.core.asking import ask
from azulejos.core.notation import (
    NOTHING,
    SCORES,
    Section,
    no_tile,
    read_pile,
    read_tiles,
    unknown_section,
    unreadable,
)
from azulejos.core.turn import CHANCE, NOBODY
from azulejos.errors import NotationError, excerpt
from azulejos.games.duel import notation
from azulejos.games.duel import table as duel
from azulejos.games.duel.checks import chips_missing, tiles_missing
from azulejos.games.duel.moves import DIRECTIONS, TURNS, no_chip
from azulejos.games.duel.round_checks import plates_missing
from azulejos.games.duel.table import Seat, Table
from azulejos.messages import fault


def read(sections: list[Section], table: Table) -> None:
    """Read the sections of a position into a table that was just set up."""
    _clear_offer(table)
    given: set[str] = set()
    specials_in_hand = duel.NONE
    for section in sections:
        match section.keyword:
            case "round":
                _read_round(section, table)
            case "plates":
                table.face_up = notation.read_face_up(section)
            case "stack":
                notation.read_stack(section, table)
            case "hand":
                specials_in_hand = notation.read_hand(section, table)
            case "factories":
                _read_factories(section, table)
            case "large":
                _read_large(section, table)
            case "bag":
                table.bag = section.pile(duel.LETTERS)
            case "discard":
                table.discard = section.pile(duel.LETTERS)
            case "seat":
                _read_seat(section, table)
            case other:
                raise unknown_section("Azul Duel", other)
        section.finish()
        given.add(section.keyword)
    _add_the_rest(table, given)
    notation.complete_groups(table, specials_in_hand)


def _clear_offer(table: Table) -> None:
    """Remove what `set_up` lays out: the text itself says what lies where."""
    table.bag = 0
    for factory in range(duel.SMALL):
        table.chips[factory] = duel.NO_CHIP
    for seat in range(duel.PLAYERS):
        table.seats[seat].tokens = 0


def _add_the_rest(table: Table, given: set[str]) -> None:
    """What lies nowhere else is in the bag, in the stack, or unseen."""
    if "bag" not in given:
        table.bag = tiles_missing(table)
    table.unseen_plates = plates_missing(table)
    for kind, count in enumerate(chips_missing(table)):
        table.unseen_chips[kind] = max(0, count)
    if "stack" not in given:
        table.stack_height = table.unseen_plates.bit_count()
        for place in range(table.hand_count):
            table.stack_height -= table.hand_front[place] == duel.NONE
        table.top_kind = duel.NONE
        if table.stack_height:
            table.top_kind = (
                duel.SPECIAL_PLATE
                if table.unseen_plates & duel.SPECIAL_PLATES
                else duel.JOKER_PLATE
            )


def _read_round(section: Section, table: Table) -> None:
    seats = ("1", "2")
    table.rounds = section.plain_number(range(duel.ROUNDS + 1))
    table.phase = section.choice("phase", notation.PHASES)
    table.actor = section.choice("turn", (NOTHING, *seats), NOTHING) - 1
    if table.phase == duel.OVER:
        table.turn, table.ending = NOBODY, duel.ALL_ROUNDS
    else:
        table.turn = table.actor if table.phase >= duel.FIRST_PLATE else CHANCE
        table.ending = duel.NOT_ENDED
    table.start_seat = section.choice("start", (NOTHING, *seats), NOTHING) - 1
    table.first_seat = section.choice("first", ("factory", *seats), "factory") - 1
    table.plate_at_hand = section.number("plate", range(duel.PLATES + 1), 0) - 1
    table.factory_at_hand = section.number("factory", range(duel.SMALL + 1), 0) - 1
    table.line_at_hand = section.number("line", range(duel.SIZE + 1), 0) - 1
    table.placed = section.number("placed", range(duel.PLAYERS), 0)
    table.paid = section.number("paid", range(2 * duel.ROUNDS + 1), 0)
    table.paid_showing = section.number("showing", range(table.paid + 1), 0)
    table.paid_kind = section.choice("chip", (NOTHING, *duel.CHIP_TEXTS), NOTHING) - 1


def _read_factories(section: Section, table: Table) -> None:
    if len(section.words) != duel.SMALL:
        raise NotationError(fault("fault.text.factories", most=duel.SMALL, n=len(section.words)))
    for factory, word in enumerate(section.words):
        parts = word.split("/")
        if len(parts) != 3:
            raise unreadable(word, "B2YR/-/?, -/YK/BR")
        table.sun[factory] = read_pile(parts[0], duel.LETTERS)
        table.stacks[factory] = _read_moon(parts[1])
        table.chips[factory] = _read_chip(parts[2])


def _read_moon(text: str) -> int:
    if text == NOTHING:
        return 0
    if not re.fullmatch(f"[{duel.LETTERS}]{{1,3}}", text.upper()):
        raise unreadable(text, "YKB")
    stack = 0
    for letter in reversed(text.upper()):
        stack = ask(duel.put_on, stack, duel.LETTERS.index(letter))
    return stack


def _read_chip(text: str) -> int:
    if text == notation.UNKNOWN:
        return duel.FACE_DOWN
    return duel.NO_CHIP if text == NOTHING else read_chip(text)


def _read_large(section: Section, table: Table) -> None:
    parts = section.words[0].split("/") if len(section.words) == 1 else []
    if len(parts) != 2:
        raise unreadable(" ".join(section.words), "B2YRK/-, -/YRK")
    table.sun[duel.LARGE], table.large_moon = (read_pile(part, duel.LETTERS) for part in parts)


def _read_seat(section: Section, table: Table) -> None:
    seat = table.seats[section.plain_number(range(1, duel.PLAYERS + 1)) - 1]
    seat.score = section.number("score", SCORES, 0)
    seat.tokens = section.number("tokens", range(duel.TOKENS + 1), 0)
    seat.chips_taken = section.number("taken", range(duel.CHIPS_A_ROUND + 1), 0)
    seat.broken = read_pile(section.text("broken", NOTHING), duel.LETTERS)
    for line, text in enumerate(section.parts("lines", duel.SIZE)):
        _read_line(seat, line, text)
    chips = _read_chips(section.text("chips", NOTHING))
    used = _read_chips(section.text("used", NOTHING))
    for kind in range(duel.CHIP_KINDS):
        seat.chips[kind], seat.used_chips[kind] = chips[kind], used[kind]
    for slot, text in enumerate(section.parts("plates", duel.SLOTS)):
        seat.laid[slot] = _read_laid(text)
    rows = section.text("dome", notation.EMPTY_DOME).split("/")
    if len(rows) != duel.SIZE or any(len(row) != duel.SIZE for row in rows):
        raise unreadable("/".join(rows), notation.EMPTY_DOME)
    for row, text in enumerate(rows):
        _read_row(seat, row, text)


def _read_line(seat: Seat, line: int, text: str) -> None:
    if text == NOTHING:
        return
    colour, held = read_tiles(text, duel.LETTERS)
    if held > line + 1:
        raise NotationError(fault("fault.text.line", most=line + 1, n=held))
    seat.line_colour[line] = colour
    seat.line_count[line] = held


def read_chip(text: str) -> int:
    """Read the colours that a chip shows."""
    if text.upper() not in duel.CHIP_TEXTS:
        raise NotationError(no_chip(excerpt(text)))
    return duel.CHIP_TEXTS.index(text.upper())


def _read_chips(text: str) -> list[int]:
    counts = [0] * duel.CHIP_KINDS
    for word in text.split(",") if text != NOTHING else ():
        counts[read_chip(word)] += 1
    if max(counts) > duel.CHIP_COPIES:
        raise NotationError(fault("fault.text.chips", most=duel.CHIP_COPIES, n=max(counts)))
    return counts


def _read_laid(text: str) -> int:
    if text == NOTHING:
        return duel.NONE
    if text[-1:].lower() not in DIRECTIONS:
        raise unreadable(text, "7n")
    return notation.read_plate(text[:-1]) * TURNS + DIRECTIONS.index(text[-1].lower())


def _read_row(seat: Seat, row: int, text: str) -> None:
    tiles = {letter: tile for tile, letter in notation.TILE_LETTERS.items()}
    for column, letter in enumerate(text.upper()):
        if letter not in tiles:
            raise no_tile(letter, f"{duel.LETTERS}*")
        seat.dome[row, column] = tiles[letter]
