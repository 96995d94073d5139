"""What is impossible about a position of Azul Duel."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import tiles_to_draw
from azulejos.core.notation import SPARE
from azulejos.core.pile import counts, pile_of, total
from azulejos.games.duel.data import (
    CHIP_COPIES,
    CHIP_KINDS,
    CHIP_TEXTS,
    LETTERS,
    SPECIAL,
)
from azulejos.games.duel.drawing import knows_hand
from azulejos.games.duel.factories import has_tiles, only_colour
from azulejos.games.duel.placing import accepts, is_paid, kinds_to_spend, spaces_for, special_due
from azulejos.games.duel.plate_checks import plate_faults
from azulejos.games.duel.plates import plates_to_turn
from azulejos.games.duel.round_checks import chips_due, round_faults
from azulejos.games.duel.rounds import may_act
from azulejos.games.duel.scoring import printed, slot_at
from azulejos.games.duel.stacks import take_off, top_of
from azulejos.games.duel.table import (
    ACTION,
    BROKEN_SPACES,
    CHOOSE_SCORING,
    CHOOSE_START,
    COLOURS,
    DRAWING,
    FACE_DOWN,
    FILL_LARGE,
    FILL_SMALL,
    FIRST_PLATE,
    KEEPING,
    LARGE,
    LARGE_TILES,
    LAYING,
    LOOK,
    MOST_BONUS,
    NONE,
    OVER,
    PAYING,
    PLACING,
    PLAYERS,
    RETURNING,
    SHOW_BACK,
    SIZE,
    SMALL,
    SMALL_TILES,
    STACKING,
    TILES_OF_A_COLOUR,
    TURN_CHIPS,
    TURN_PLATES,
    Table,
)

SPACES = [(row, column) for row in range(SIZE) for column in range(SIZE)]

# What lies where


def tiles_missing(table: Table) -> int:
    """The pile of tiles that lie nowhere on the table."""
    return pile_of([max(0, missing) for missing in _missing(table)])


def _missing(table: Table) -> list[int]:
    piles = [table.bag, table.discard, table.large_moon, *table.sun]
    found = [sum(counts(pile)[colour] for pile in piles) for colour in range(COLOURS)]
    for stack in table.stacks:
        for colour in stack_colours(stack):
            found[colour] += 1
    for number in range(PLAYERS):
        seat = table.seats[number]
        for colour in range(COLOURS):
            found[colour] += counts(seat.broken)[colour]
            found[colour] += sum(seat.dome[r, c] == colour for r, c in SPACES)
        for line in range(SIZE):
            if seat.line_count[line]:
                found[seat.line_colour[line]] += seat.line_count[line]
    return [TILES_OF_A_COLOUR - number for number in found]


def stack_colours(stack: int) -> list[int]:
    """The tiles of a moon stack, from the top down."""
    colours = []
    while stack:
        colours.append(ask(top_of, stack))
        stack = ask(take_off, stack)
    return colours


def chips_missing(table: Table) -> list[int]:
    """The chips of each kind that nobody has seen."""
    found = [CHIP_COPIES] * CHIP_KINDS
    for kind in table.chips:
        if kind >= 0:
            found[kind] -= 1
    for number in range(PLAYERS):
        for kind in range(CHIP_KINDS):
            found[kind] -= table.seats[number].chips[kind] + table.seats[number].used_chips[kind]
    return found


# Faults


def faults(table: Table) -> list[str]:
    """Everything that is impossible about a table; nothing for every table of a real game."""
    found = [
        f"{TILES_OF_A_COLOUR - missing} tiles of {LETTERS[colour]} instead of {TILES_OF_A_COLOUR}"
        for colour, missing in enumerate(_missing(table))
        if missing
    ]
    found += [
        f"more than {CHIP_COPIES} chips {CHIP_TEXTS[kind]}"
        for kind, missing in enumerate(chips_missing(table))
        if missing < 0
    ]
    found += plate_faults(table)
    found += _factory_faults(table)
    for number in range(PLAYERS):
        found += [f"seat {number + 1}: {fault}" for fault in _seat_faults(table, number)]
    return found or _phase_faults(table) or round_faults(table)


def _factory_faults(table: Table) -> list[str]:
    found = []
    for factory in range(SMALL):
        sun, stack = table.sun[factory], stack_colours(table.stacks[factory])
        if sum(counts(sun)) > SMALL_TILES or (sun and stack):
            found.append(f"factory {factory + 1} holds what it cannot hold (DU-8)")
        if table.chips[factory] != FACE_DOWN and (sun or stack):
            found.append(f"factory {factory + 1} has tiles but its chip is not face down (DU-12)")
    if sum(counts(table.sun[LARGE])) > LARGE_TILES or (table.sun[LARGE] and table.large_moon):
        found.append("the large factory holds what it cannot hold (DU-8)")
    elif sum(counts(table.large_moon)) >= LARGE_TILES:
        found.append("the moon side of the large factory has four spaces (DU-8)")
    return found


def _seat_faults(table: Table, number: int) -> list[str]:
    seat = table.seats[number]
    found = []
    tiles = sum(seat.dome[r, c] != NONE for r, c in SPACES)
    most = SPARE + 2 * SIZE * tiles + MOST_BONUS * (table.phase == OVER)
    if not 0 <= seat.score <= most:
        found.append("fewer than 0 points, or more than its dome can have brought (DU-17)")
    if sum(counts(seat.broken)) > BROKEN_SPACES:
        found.append(f"more than {BROKEN_SPACES} on the broken track (DU-11)")
    for row, column in SPACES:
        tile, space = seat.dome[row, column], ask(printed, seat, row, column)
        if tile not in (NONE, space) and (tile == SPECIAL or not ask(accepts, space, tile)):
            found.append(f"the tile in row {row + 1}, column {column + 1} does not fit (DU-14)")
    found += [
        f"the special tile of slot {ask(slot_at, *space) + 1} lies there too early or is missing "
        "(DU-18)"
        for space in SPACES
        if ask(printed, seat, *space) == SPECIAL
        and (seat.dome[space] == SPECIAL) != (ask(special_due, seat, *space) == space)
    ]
    return found


# Phases


SET_UP_ONLY = (CHOOSE_START, CHOOSE_SCORING, FIRST_PLATE)
ANY_ROUND = (TURN_PLATES, FILL_LARGE, FILL_SMALL, TURN_CHIPS, LAYING)


def _phase_faults(table: Table) -> list[str]:
    found: list[str] = []
    phase = table.phase
    if (table.start_seat == NONE) != (phase == CHOOSE_START):
        found.append("a start player is missing, or named too early (DU-4)")
    if (table.scoring_wanted > 0) != (phase == CHOOSE_SCORING) and phase != CHOOSE_START:
        found.append("scoring tiles are missing, or chosen already (DU-2)")
    if (table.actor == NONE) and FIRST_PLATE <= phase < OVER:
        return [*found, "turn= is missing"]
    if phase not in ANY_ROUND and (phase in SET_UP_ONLY) != (table.rounds == 0):
        found.append("this phase is not one of this round (DU-4)")
    return found + _hand_faults(table) + _chance_faults(table) + _decision_faults(table)


def _hand_faults(table: Table) -> list[str]:
    """What is at hand in a phase, and in no other."""
    found = []
    phase = table.phase
    if (table.plate_at_hand != NONE) != (phase in (LAYING, RETURNING)):
        found.append("a plate is at hand while it is to be laid, and only then (DU-6)")
    if (table.hand_count > 0) != (phase in (SHOW_BACK, LOOK, DRAWING, KEEPING, RETURNING)):
        found.append("plates drawn are in hand while they are drawn, and only then (DU-6)")
    if (table.factory_at_hand != NONE) != (phase == STACKING):
        found.append("a factory is at hand while its rest is stacked, and only then (DU-8)")
    if (table.line_at_hand != NONE) != (phase in (PAYING, PLACING)):
        found.append("a line is at hand while tiles are placed, and only then (DU-14)")
    return found


def _chance_faults(table: Table) -> list[str]:
    """Where chance is to answer there must be a question."""
    match table.phase:
        case phase if phase == TURN_PLATES and ask(plates_to_turn, table) <= 0:
            return ["no plate is to be turned up (DU-2)"]
        case phase if phase == FILL_LARGE and (
            ask(has_tiles, table) or not ask(tiles_to_draw, table)
        ):
            return ["the large factory is not to be filled (DU-3)"]
        case phase if phase == FILL_SMALL and not ask(tiles_to_draw, table):
            return ["no tile is left for the small factories (DU-21)"]
        case phase if phase == FILL_SMALL and (any(table.stacks) or any(list(table.sun)[:LARGE])):
            return ["the small factories are not to be filled (DU-3)"]
        case phase if phase == TURN_CHIPS and not chips_due(table):
            return ["no chip is to be turned up (DU-12)"]
        case phase if phase == SHOW_BACK and not (table.stack_height and table.top_kind == NONE):
            return ["no back is to be shown (DU-2)"]
        case phase if phase in (SHOW_BACK, LOOK) and table.actor == NONE:
            return ["turn= is missing"]
        case phase if phase == LOOK and ask(knows_hand, table):
            return ["the drawer knows the plates drawn (DU-6)"]
    return []


def _decision_faults(table: Table) -> list[str]:
    """A seat that is to move must have a move."""
    match table.phase:
        case phase if phase == ACTION and not ask(may_act, table, table.actor):
            return ["the seat to move has no action (DU-5)"]
        case phase if phase == FIRST_PLATE and not table.face_up:
            return ["no plate lies face up (DU-4)"]
        case phase if phase == DRAWING and table.stack_height == 0:
            return ["no plate is left to draw (DU-6)"]
        case phase if phase in (KEEPING, RETURNING) and not ask(knows_hand, table):
            return ["the drawer has yet to look at the plates drawn (DU-6)"]
        case phase if phase in (KEEPING, RETURNING) and table.hand_count < 2:
            return ["there is nothing to choose among the plates drawn (DU-6)"]
        case phase if phase == LAYING and NONE not in table.seats[table.actor].laid:
            return ["no slot is free (DU-6)"]
        case phase if phase == STACKING and not _is_order_open(table):
            return ["the tiles can be stacked in one way only (DU-8)"]
        case phase if phase in (PAYING, PLACING) and not _is_line_open(table):
            return ["the line at hand leaves no choice (DU-14, DU-16)"]
    return []


def _is_order_open(table: Table) -> bool:
    rest = table.sun[table.factory_at_hand]
    return ask(total, rest) < SMALL_TILES and ask(only_colour, rest) == NONE


def _is_line_open(table: Table) -> bool:
    """Whether the line at hand has a fitting space and, if paid for, chips to do so."""
    seat, row = table.seats[table.actor], table.line_at_hand
    spaces = ask(spaces_for, seat, row).bit_count() if seat.line_count[row] else 0
    if table.phase == PLACING:
        return spaces > 1 and ask(is_paid, table, seat)
    return spaces > 0 and ask(kinds_to_spend, table, seat) > 0
