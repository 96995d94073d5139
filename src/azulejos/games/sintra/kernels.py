"""The rules of Sintra, as they are registered: see `core/kernels.py`."""

from __future__ import annotations

from azulejos.core.compiled import compiled, record
from azulejos.core.kernels import Rules, register
from azulejos.core.layout import Raw
from azulejos.games.sintra import rules, scoring, setup
from azulejos.games.sintra.table import TABLE


@compiled
def preview(_before: Raw, after: Raw, _code: int, seat: int) -> int:
    return scoring.points_now(record(after, TABLE), seat)


KERNELS = register(
    Rules(
        game="sintra",
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
