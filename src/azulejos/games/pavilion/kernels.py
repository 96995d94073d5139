"""The rules of Summer Pavilion, as they are registered: see `core/kernels.py`."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Raw
from azulejos.games.pavilion import rules, scoring
from azulejos.games.pavilion.table import TABLE
from azulejos.games.pavilion.value import round_points


@compiled
def preview(before: Raw, after: Raw, code: int, seat: int) -> int:
    return round_points(record(after, TABLE), seat, code, record(before, TABLE).rounds)


KERNELS = register(
    Rules(
        game="pavilion",
        module=__name__,
        table=TABLE,
        set_up=rules.set_up,
        list_moves=rules.list_moves,
        make_move=rules.make_move,
        sample=rules.sample,
        deal=rules.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
    )
)
