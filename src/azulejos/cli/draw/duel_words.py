"""Azul Duel in plain sentences, and the words that its drawing shares with them."""

from __future__ import annotations

from collections.abc import Iterable

from azulejos.cli.arguments import counted
from azulejos.cli.draw import Names
from azulejos.cli.draw import tiles as pieces
from azulejos.core.asking import ask
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.games.duel import table as duel
from azulejos.games.duel.checks import stack_colours
from azulejos.games.duel.game import DUEL
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.refusals import DUE
from azulejos.games.duel.round_checks import groups
from azulejos.games.duel.scoring import broken_cost

COLOUR_NAMES = tuple(colour.name for colour in DUEL.colours)
KINDS = ("special", "joker")


def describe(state: State[duel.Table], names: Names) -> str:
    """A line for every factory, pile and part of a board."""
    on_table = state.table
    lines = [f"{headline(state, names)}."]
    lines += [f"Scoring tile {line}." for line in scoring_lines(on_table)]
    lines += _plates_told(on_table, names)
    if on_table.phase != duel.OVER:
        lines += [_small_told(on_table, factory) for factory in range(duel.SMALL)]
        lines.append(_large_told(on_table))
    lines += [f"Bag: {_words(on_table.bag)}.", f"Discard: {_words(on_table.discard)}."]
    for index in range(state.players):
        lines += _board_told(on_table, index, names[index])
    return "\n".join(lines)


def _plates_told(on_table: duel.Table, names: Names) -> list[str]:
    plates = [plate for plate in range(duel.PLATES) if (on_table.face_up >> plate) & 1]
    lines = [f"Plate {plate + 1} lies face up: {_plate_words(plate * TURNS)}." for plate in plates]
    for place in range(on_table.hand_count):
        front, kind = on_table.hand_front[place], on_table.hand_kind[place]
        if front != duel.NONE:
            lines.append(f"In hand: plate {front + 1}, {_plate_words(front * TURNS)}.")
        else:
            lines.append(
                f"In hand: a {KINDS[kind]} plate." if kind != duel.NONE else "In hand: a plate."
            )
    if on_table.plate_at_hand != duel.NONE:
        plate = on_table.plate_at_hand
        lines.append(f"To be laid: plate {plate + 1}, {_plate_words(plate * TURNS)}.")
    stack = stack_lines(on_table, names)
    return [*lines, f"Stack: {'; '.join(stack)}."] if stack else lines


def _plate_words(laid: int) -> str:
    names = (*COLOUR_NAMES, "joker", "special")
    first, second, third, fourth = (names[int(space)] for space in duel.PRINTED[laid])
    return f"{first} and {second} over {third} and {fourth}"


def _small_told(on_table: duel.Table, factory: int) -> str:
    stack = [COLOUR_NAMES[colour] for colour in stack_colours(on_table.stacks[factory])]
    moon = f"{', '.join(stack)} from the top down" if stack else "nothing"
    chip = on_table.chips[factory]
    shown = {duel.FACE_DOWN: "a chip face down", duel.NO_CHIP: "no chip"}.get(chip)
    shown = shown or f"the chip {duel.CHIP_TEXTS[chip]}"
    sun = _words(on_table.sun[factory])
    return f"Factory {factory + 1}: sun side {sun}; moon side {moon}; {shown}."


def _large_told(on_table: duel.Table) -> str:
    sun, moon = _words(on_table.sun[duel.LARGE]), _words(on_table.large_moon)
    first = "; the first-player tile" if on_table.first_seat == duel.NONE else ""
    return f"Large factory: sun side {sun}; moon side {moon}{first}."


def _board_told(on_table: duel.Table, index: int, name: str) -> list[str]:
    seat = on_table.seats[index]
    lines = [
        f"line {line + 1} has {seat.line_count[line]} of {line + 1} "
        f"{COLOUR_NAMES[seat.line_colour[line]]}"
        for line in range(duel.SIZE)
        if seat.line_count[line]
    ]
    slots = [
        f"slot {slot + 1} has plate {seat.laid[slot] // TURNS + 1}, {_plate_words(seat.laid[slot])}"
        for slot in range(duel.SLOTS)
        if seat.laid[slot] != duel.NONE
    ]
    return [
        f"{name} has {counted(seat.score, 'point')} and {counted(seat.tokens, 'token')}.",
        f"  Pattern lines: {'; '.join(lines) or 'all are empty'}.",
        f"  Plates: {'; '.join(slots) or 'none'}.",
        f"  Dome: {_dome_words(seat) or 'no tiles'}.",
        f"  Broken track: {_broken_words(seat, has_first=on_table.first_seat == index)}.",
        f"  Chips: {chips_text(seat.chips)}; used: {chips_text(seat.used_chips)}.",
    ]


def _dome_words(seat: duel.Seat) -> str:
    names = {**dict(enumerate(COLOUR_NAMES)), duel.SPECIAL: "special"}
    rows = []
    for row in range(duel.SIZE):
        tiles = [(names.get(seat.dome[row, column]), column + 1) for column in range(duel.SIZE)]
        held = [f"{tile} in column {column}" for tile, column in tiles if tile]
        if held:
            rows.append(f"row {row + 1} has {', '.join(held)}")
    return "; ".join(rows)


def _broken_words(seat: duel.Seat, *, has_first: bool) -> str:
    count = sum(counts(seat.broken))
    held = [_words(seat.broken)] if count else []
    held += ["the first-player tile"] if has_first else []
    cost = ask(broken_cost, count) + duel.FIRST_TILE_COST * has_first
    return f"{', '.join(held)}; it costs {cost}" if held else "empty"


def _words(pile: int) -> str:
    return pieces.words(pile, DUEL.colours)


def headline(state: State[duel.Table], names: Names) -> str:
    """The round, and who is to do what."""
    on_table = state.table
    if on_table.phase == duel.OVER:
        return f"Azul Duel, after round {on_table.rounds}: the game is over"
    if on_table.turn < 0:
        return f"Azul Duel, round {max(1, on_table.rounds)}: chance is to answer"
    due = str(DUE[on_table.phase]).partition(" (DU")[0]
    if on_table.line_at_hand != duel.NONE:
        due += f" for line {on_table.line_at_hand + 1}"
    number = f"round {on_table.rounds}" if on_table.rounds else "the set-up"
    return f"Azul Duel, {number}: {names[on_table.turn]} to {due}"


def scoring_lines(on_table: duel.Table) -> list[str]:
    """The scoring tiles in play."""
    return [
        f"{duel.SCORING_TEXTS[side]} {duel.SCORING_MEANINGS[side]}"
        for side in range(len(duel.SCORING_TEXTS))
        if (on_table.scoring >> side) & 1
    ]


def stack_lines(on_table: duel.Table, names: Names) -> list[str]:
    """How high the stack is, its top back, and what the viewer knows of the plates put back."""
    if on_table.stack_height == 0:
        return []
    words = counted(on_table.stack_height, "plate")
    if on_table.top_kind != duel.NONE:
        words += f", on top a {KINDS[on_table.top_kind]} plate"
    known = [
        f"plate {on_table.stack_front[place] + 1} is number {place + 1} from the top, "
        f"put there by {names[on_table.stack_seer[place]]}"
        for place in range(on_table.stack_height)
        if on_table.stack_front[place] != duel.NONE
    ]
    groups_of_backs = [
        _backs_words(on_table, group, names)
        for group in groups(on_table)
        if group.stop <= on_table.stack_height and on_table.stack_front[group.start] == duel.NONE
    ]
    return [words, *known, *groups_of_backs]


def _backs_words(on_table: duel.Table, group: range, names: Names) -> str:
    """What the other seat knows of plates that were put back together."""
    specials, name = on_table.stack_specials[group.start], names[on_table.stack_seer[group.start]]
    if len(group) == 1:
        kind = KINDS[0] if specials else KINDS[1]
        return f"number {group.stop} from the top, put there by {name}, is a {kind} plate"
    return (
        f"of numbers {group.start + 1} to {group.stop} from the top, put there by {name}, "
        f"{specials} {'is' if specials == 1 else 'are'} special"
    )


def chips_text(counts_by_kind: Iterable[int]) -> str:
    """Chips by the colours that they show, given how many there are of each kind."""
    held = [
        text
        for text, number in zip(duel.CHIP_TEXTS, counts_by_kind, strict=True)
        for _ in range(number)
    ]
    return " ".join(held) or "-"
