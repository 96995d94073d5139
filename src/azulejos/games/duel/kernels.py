"""The rules of Azul Duel, as they are registered: see `core/kernels.py`."""

from __future__ import annotations

from azulejos.core.kernels import Rules, register
from azulejos.games.duel import chance, observe, preview, rules, scoring, secrets, setup
from azulejos.games.duel.table import TABLE

KERNELS = register(
    Rules(
        game="duel",
        module=__name__,
        table=TABLE,
        set_up=setup.set_up,
        list_moves=rules.list_moves,
        make_move=rules.make_move,
        sample=chance.sample,
        deal=chance.deal,
        rank_keys=scoring.rank_keys,
        preview=preview.preview,
        observe=observe.observe,
        conceal=secrets.conceal,
        determinize=secrets.determinize,
        fill_view=secrets.fill_view,
    )
)
