"""The rules of Azul, as they are registered: see `core/kernels.py`."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Raw
from azulejos.games.azul import rules, scoring, setup, tiling
from azulejos.games.azul.table import TABLE


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    return tiling.round_points(record(after, TABLE), seat)


KERNELS = register(
    Rules(
        game="azul",
        module=__name__,
        table=TABLE,
        set_up=setup.set_up,
        list_moves=rules.list_moves,
        make_move=rules.make_move,
        sample=setup.sample,
        deal=setup.deal,
        rank_keys=scoring.rank_keys,
        preview=preview,
    )
)
