"""The kernels of a game are made of the rules that it registers."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from azulejos import AZUL, DUEL, PAVILION, State
from azulejos.core.compiled import compiled
from azulejos.core.kernels import for_each_game, for_game, list_moves, rank_keys
from azulejos.core.layout import Codes, Raw

POSITIONS = (
    AZUL.position("azul; round 2 phase=offer turn=1 start=1; displays B4 Y4 - - -"),
    PAVILION.position("pavilion; round 2 phase=taking turn=1 start=1; displays P4 G4 - - -"),
)


@for_each_game
def list_again(raw: Raw, codes: Codes) -> int:
    return list_moves(raw, codes) + list_moves(raw, codes)


@pytest.mark.parametrize("state", POSITIONS, ids=lambda state: state.game.name)
def test_what_is_written_once_means_the_rules_of_each_game(state: State) -> None:
    raw = np.frombuffer(state.key, np.uint8).copy()
    codes = np.zeros(state.game.move_codes, np.int32)
    listed = for_game(list_again, state.game.kernels.rules)(raw, codes)
    assert listed == 2 * len(state.legal_codes) > 0


@compiled
def rank_nobody(_table: object, _seat: int, keys: Codes) -> None:
    keys[0] = keys[1] = 0


def test_a_kernel_calls_the_rule_that_is_registered() -> None:
    rules = replace(AZUL.kernels.rules, game="azul_unranked", rank_keys=rank_nobody)
    keys = np.full(2, 7, np.int32)
    for_game(rank_keys, rules)(AZUL.empty_table(), 0, keys)
    assert keys.tolist() == [0, 0]


def test_only_a_game_with_secrets_conceals() -> None:
    assert DUEL.has_secrets
    assert DUEL.kernels.determinize
    assert not AZUL.has_secrets
    assert AZUL.kernels.determinize is None


COUNT = """
import gc
from numba.core.dispatcher import Dispatcher
from azulejos import AZUL
from lab.measuring import measure
measure(AZUL, AZUL.options(), 0)
kernels = [each for each in gc.get_objects() if isinstance(each, Dispatcher)]
print(sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels))
"""


@pytest.mark.compiled
def test_what_one_process_has_compiled_no_other_compiles() -> None:
    """Not even what only `lab.bench` runs."""
    compiled_by = [
        int(subprocess.run([sys.executable, "-c", COUNT], capture_output=True, check=True).stdout)
        for _ in range(2)
    ]
    assert compiled_by[1] == 0
