"""What is impossible about the course of a game of Azul Duel: what lies out when."""

from __future__ import annotations

from azulejos.core.pile import pile_of
from azulejos.games.duel.plate_checks import known_plates
from azulejos.games.duel.table import (
    CHOOSE_SCORING,
    CHOOSE_START,
    COLOURS,
    FILL_LARGE,
    FILL_SMALL,
    NONE,
    OVER,
    PAYING,
    PLACING,
    PLAYERS,
    ROUNDS,
    TILES_OF_A_COLOUR,
    TURN_CHIPS,
    TURN_PLATES,
    Table,
)

BEFORE_ALL = (CHOOSE_START, CHOOSE_SCORING)
PREPARING = (TURN_PLATES, FILL_LARGE, FILL_SMALL, TURN_CHIPS)


def round_faults(table: Table) -> list[str]:
    """Everything that does not fit the round and the phase."""
    if table.phase in BEFORE_ALL:
        return _untouched_faults(table)
    return _phase_faults(table)


def is_preparing(table: Table) -> bool:
    """Whether a round is being prepared: nobody's turn is interrupted."""
    return table.phase in PREPARING and table.actor == NONE


def _prepared(table: Table) -> int:
    """The round for which tokens and chips were last laid out."""
    return table.rounds + (table.rounds == 0 or is_preparing(table))


def _untouched_faults(table: Table) -> list[str]:
    chips = any(any(table.seats[number].chips) for number in range(PLAYERS))
    chips |= any(any(table.seats[number].used_chips) for number in range(PLAYERS))
    if chips or known_plates(table) or table.bag != pile_of([TILES_OF_A_COLOUR] * COLOURS):
        return ["something lies out before the game begins (DU-1)"]
    return []


def _phase_faults(table: Table) -> list[str]:
    found = []
    tiles = any(table.sun) or any(table.stacks) or table.large_moon
    if _prepared(table) > ROUNDS or (table.phase == OVER and table.rounds < ROUNDS):
        found.append(f"the game ends after round {ROUNDS} (DU-20)")
    if table.actor != NONE and table.phase in (FILL_LARGE, FILL_SMALL):
        found.append("factories are filled before anybody's turn (DU-3)")
    if table.actor != NONE and table.phase == TURN_PLATES and table.rounds > 0:
        found.append("plates are turned up before a round (DU-20)")
    if table.actor != NONE and table.phase == TURN_CHIPS and table.rounds == 0:
        found.append("nobody has taken tiles in the set-up (DU-4)")
    if tiles and (table.phase in (PAYING, PLACING, OVER) or _is_bare(table)):
        found.append("tiles lie on factories in a round, and only then (DU-13)")
    if table.placed and table.phase not in (PAYING, PLACING):
        found.append("nobody is placing (DU-14)")
    if (table.paid > 0) != (table.paid_kind != NONE) or table.paid_showing > table.paid:
        found.append("chips that are spent are counted, and the last is named (DU-16)")
    if table.paid and table.phase not in (PAYING, PLACING):
        found.append("chips are spent on the line at hand alone (DU-16)")
    return found


def _is_bare(table: Table) -> bool:
    """Whether the factories have not been filled yet."""
    return table.phase == TURN_PLATES and table.actor == NONE
