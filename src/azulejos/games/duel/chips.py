"""Bonus chips: turned up where a small factory is bare, and taken (DU-3, DU-12, DU-21)."""

from __future__ import annotations

from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.games.duel import table as duel
from azulejos.games.duel.moves import FIRST_CHIP_CODE
from azulejos.games.duel.table import Seat, Table


@compiled
def lay_out_chips(table: Table) -> None:
    """A face-down chip on every small factory (DU-3)."""
    for factory in range(duel.SMALL):
        table.chips[factory] = duel.FACE_DOWN


@compiled
def is_bare(table: Table, factory: int) -> bool:
    """Whether both sides of a small factory are empty."""
    return table.sun[factory] == 0 and table.stacks[factory] == 0


@compiled
def is_chip_due(table: Table, factory: int) -> bool:
    """Whether the chip of a small factory is to be turned up (DU-12, DU-21)."""
    return table.chips[factory] == duel.FACE_DOWN and is_bare(table, factory)


@compiled
def chips_to_turn(table: Table) -> int:
    """How many chips are due to be turned up (DU-12, DU-21)."""
    count = 0
    for factory in range(duel.SMALL):
        count += is_chip_due(table, factory)
    return count


@compiled
def sample_chips(table: Table, rng: Rng, pieces: Codes) -> int:
    """Draw a face for each chip that is turned up; the copies of a kind follow one another."""
    count = chips_to_turn(table)
    unseen = 0
    for kind in range(duel.CHIP_KINDS):
        unseen += table.unseen_chips[kind]
    for drawn in range(count):
        place = below(rng, unseen - drawn)
        kind = -1
        while place >= 0:
            kind += 1
            place -= table.unseen_chips[kind]
            for earlier in range(drawn):
                if pieces[earlier] == kind:
                    place += 1
        pieces[drawn] = kind
    return count


@compiled
def turn_chips(table: Table, pieces: Codes) -> None:
    """Turn up the chip of every bare factory (DU-12, DU-21)."""
    count = 0
    for factory in range(duel.SMALL):
        if is_chip_due(table, factory):
            kind = int(pieces[count])
            count += 1
            table.chips[factory] = kind
            table.unseen_chips[kind] -= 1


@compiled
def may_take_chip(table: Table, seat: Seat) -> bool:
    """Whether a chip lies ready and the seat has taken less than two (DU-12)."""
    if seat.chips_taken == duel.CHIPS_A_ROUND:
        return False
    for factory in range(duel.SMALL):
        if table.chips[factory] >= 0:
            return True
    return False


@compiled
def list_chips(table: Table, seat: Seat, codes: Codes, count: int) -> int:
    """List the turned-up chips that a seat may take (DU-12)."""
    if seat.chips_taken == duel.CHIPS_A_ROUND:
        return count
    for factory in range(duel.SMALL):
        if table.chips[factory] >= 0:
            codes[count] = FIRST_CHIP_CODE + factory
            count += 1
    return count


@compiled
def take_chip(table: Table, seat: Seat, factory: int) -> None:
    """Take a turned-up chip to the store (DU-12)."""
    seat.chips[table.chips[factory]] += 1
    seat.chips_taken += 1
    table.chips[factory] = duel.NO_CHIP
