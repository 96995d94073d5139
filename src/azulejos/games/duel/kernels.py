"""The rules of Azul Duel, as they are registered: see `core/kernels.py`."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Raw
from azulejos.core.tables import copy_table
from azulejos.games.duel import outlook, plates, rounds, rules, scoring, secrets
from azulejos.games.duel.moves import TURNS
from azulejos.games.duel.table import LAYING, NONE, SLOTS, TABLE


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    """A move that brings a plate to be laid is worth the best place for it."""
    if record(after, TABLE).phase != LAYING:
        return outlook.round_points(record(after, TABLE), seat)
    most = 0
    for slot in range(SLOTS):
        if record(before, TABLE).seats[seat].laid[slot] != NONE:
            continue
        for turns in range(TURNS):
            copy_table(before, after)
            table = record(after, TABLE)
            rules.make_move(table, code)
            plates.lay(table, table.seats[seat], slot, turns)
            most = max(most, outlook.round_points(table, seat))
    return most


KERNELS = register(
    Rules(
        game="duel",
        module=__name__,
        table=TABLE,
        set_up=rounds.set_up,
        list_moves=rules.list_moves,
        make_move=rules.make_move,
        sample=rules.sample,
        deal=rules.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
        conceal=secrets.conceal,
        imagine=secrets.imagine,
    )
)
