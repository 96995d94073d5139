"""Rules asked from outside: the kernels as plain Python, on views."""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos import AZUL, DUEL, PAVILION, SINTRA
from azulejos.core.asking import PlainRules, ask
from azulejos.core.chance import below, new_rng
from azulejos.core.game import Game
from azulejos.core.pile import total
from azulejos.core.state import State
from azulejos.core.tables import hash_words
from azulejos.core.turn import CHANCE
from azulejos.games.azul import rules as azul
from azulejos.games.azul.scoring import complete_rows, final_bonus
from azulejos.games.azul.table import ROW_BONUS, SIZE
from azulejos.games.azul.tiling import begin_tiling, full_lines
from azulejos.games.duel import rules as duel
from azulejos.games.pavilion import rules as pavilion
from azulejos.games.sintra import rules as sintra

RULES = {AZUL: azul, SINTRA: sintra, PAVILION: pavilion, DUEL: duel}


def some_position(game: Game, moves: int) -> State:
    source = random.Random(f"asking {game.name}")
    state = game.new()
    while moves:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        else:
            state = state.play(source.choice(state.legal_moves))
            moves -= 1
    return state if state.to_move != CHANCE else state.deal(state.sample(source))


@pytest.mark.parametrize("game", RULES, ids=str)
def test_a_rule_says_the_same_of_a_view_as_of_flat_bytes(game: Game) -> None:
    state = some_position(game, 12)
    codes = np.empty(game.move_codes, np.int32)
    number = ask(RULES[game].list_moves, state.table, codes)
    assert tuple(codes[:number].tolist()) == state.legal_codes
    code = state.legal_codes[0]
    table = state.scratch()
    ask(RULES[game].make_move, table, code)
    assert table.as_dict() == state.play(game.decode(code)).table.as_dict()


def test_a_rule_that_changes_the_table_is_no_question() -> None:
    state = some_position(AZUL, 3)
    before = state.key
    with pytest.raises(TypeError, match="read-only"):
        ask(begin_tiling, state.table)
    assert state.key == before
    ask(begin_tiling, state.scratch())
    assert state.key == before


def test_the_arithmetic_of_kernels_is_the_same() -> None:
    """Instructions that compiled code has, and the random numbers."""
    words = np.arange(1, 9, dtype=np.int64) << 55
    assert ask(hash_words, words, 0, 8) == hash_words(words, 0, 8)
    one, other = (new_rng(random.Random(5)) for _ in range(2))
    assert [ask(below, one, 100) for _ in range(9)] == [below(other, 100) for _ in range(9)]


def test_answers_are_plain_numbers() -> None:
    seat = some_position(AZUL, 3).table.seats[0]
    assert type(ask(full_lines, seat)) is int
    assert type(ask(total, seat.floor)) is int


def test_rules_can_be_changed_on_the_way() -> None:
    """What a rule calls is replaced, too, and the rule itself stays as it is."""
    seat = some_position(AZUL, 3).table.seats[0]
    changed = PlainRules({complete_rows: lambda _rule: lambda _seat: SIZE})
    assert changed[final_bonus](seat) == SIZE * ROW_BONUS
    assert ask(final_bonus, seat) == 0
