"""Azul's kernels against the naive rules, over whole games in every option set."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import AZUL, CHANCE, Move, State
from azulejos.core.compiled import IS_FAST
from naive import azul as naive
from option_sets import option_sets, read_options

GAMES = 6 if IS_FAST else 2


@pytest.mark.parametrize("text", option_sets("azul"))
@settings(max_examples=GAMES)
@given(seed=st.integers(0, 2**32), skill=st.sampled_from([0, 0.5, 0.95]))
def test_kernels_agree_with_the_naive_rules(text: str, seed: int, skill: float) -> None:
    """Skilled seats fill their walls: random ones rarely see a column or a colour complete."""
    source = random.Random(seed)
    state = AZUL.new(read_options(AZUL, text))
    while state.to_move is not None:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
            continue
        position = naive.read(str(state))
        assert {str(move) for move in state.legal_moves} == naive.legal_moves(position)
        move = choose(state, source, skill)
        state = state.play(move)
        assert naive.read(str(state)) == naive.after(position, str(move))
    assert state.outcome is not None
    assert state.outcome.places == naive.places(naive.read(str(state)))


def choose(state: State, source: random.Random, skill: float) -> Move:
    moves = state.legal_moves
    if source.random() >= skill:
        return source.choice(moves)
    values = state.move_values
    best = max(values)
    return source.choice([m for m, v in zip(moves, values, strict=True) if v == best])


boards = st.fixed_dictionaries(
    {
        (row, column): st.sampled_from([".", "X"])
        for row in naive.ONE_TO_FIVE
        for column in naive.ONE_TO_FIVE
    }
)


@given(boards)
def test_tiles_and_bonuses_of_any_wall(marks: dict[tuple[int, int], str]) -> None:
    """Any wall, even one that no game leads to, gives the same bonus when the game ends."""
    wall = {
        (row, column): naive.COLOURS[(column - row) % 5]
        for (row, column), mark in marks.items()
        if mark == "X"
    }
    rows = [
        "".join(wall.get((row, column), ".") for column in naive.ONE_TO_FIVE)
        for row in naive.ONE_TO_FIVE
    ]
    state = AZUL.position(
        "azul quiet_rounds=1; round 3 phase=offer turn=2 start=1 marker=2 quiet=1; centre W;"
        f"seat 1 wall={'/'.join(rows)}"
    ).play("cWf")
    assert state.scores[0] == naive.final_bonus(wall)
