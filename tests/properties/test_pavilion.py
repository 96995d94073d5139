"""Summer Pavilion's kernels against the naive rules, over whole games in every option set."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import CHANCE, PAVILION, Move, State
from azulejos.core.compiled import IS_FAST
from naive import pavilion as naive
from option_sets import option_sets, read_options

GAMES = 6 if IS_FAST else 1


@pytest.mark.parametrize("text", option_sets("pavilion"))
@settings(max_examples=GAMES)
@given(seed=st.integers(0, 2**32), skill=st.sampled_from([0, 0.5, 0.95]))
def test_kernels_agree_with_the_naive_rules(text: str, seed: int, skill: float) -> None:
    """Skilled seats fill their stars: random ones rarely complete an ornament."""
    source = random.Random(seed)
    state = PAVILION.new(read_options(PAVILION, text))
    if state.phase == "choose-start":
        state = state.deal(state.sample(source))
    while state.to_move is not None:
        position = naive.read(str(state))
        if state.to_move == CHANCE:
            draw = state.sample(source)
            state = state.deal(draw)
            expected = naive.deal(position, "".join(PAVILION.letters[p] for p in draw.pieces))
        else:
            assert {str(move) for move in state.legal_moves} == naive.legal_moves(position)
            move = choose(state, source, skill)
            state = state.play(move)
            expected = naive.after(position, str(move))
        assert naive.read(str(state)) == expected
    assert state.outcome is not None
    assert state.outcome.places == naive.places(naive.read(str(state)))


def choose(state: State, source: random.Random, skill: float) -> Move:
    moves = state.legal_moves
    if source.random() >= skill:
        return source.choice(moves)
    values = state.move_values
    best = max(values)
    return source.choice([m for m, v in zip(moves, values, strict=True) if v == best])


def grey_star() -> st.SearchStrategy[str]:
    """A star that a game can lead to: any gaps, one colour or different ones."""
    alike = st.builds(str.__mul__, st.sampled_from(naive.COLOURS), st.just(6))
    mixed = st.permutations(naive.COLOURS).map("".join)
    gaps = st.lists(st.booleans(), min_size=6, max_size=6) | st.just([True] * 6)
    return st.builds(with_gaps, alike | mixed, gaps)


def with_gaps(colours: str, kept: list[bool]) -> str:
    return "".join(colour if keep else "." for colour, keep in zip(colours, kept, strict=True))


@given(st.lists(grey_star(), min_size=7, max_size=7))
def test_bonuses_of_any_grey_board(stars: list[str]) -> None:
    """The same bonus when the game ends, as far as there are tiles for such a board."""
    if any("".join(stars).count(colour) > 21 for colour in naive.COLOURS):
        return
    state = PAVILION.position(
        "pavilion side=grey; round 6 phase=placing turn=2 start=1; seat 2 tiles=B;"
        f"seat 1 score=100 passed=yes stars={'/'.join(stars)}"
    )
    board = naive.read(str(state)).boards[1]
    state = state.play("pass").play("done")
    assert state.scores[0] == 100 + naive.final_bonus(True, board.stars)


@given(st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=7, max_size=7))
def test_bonuses_of_any_coloured_board(filled: list[list[bool]]) -> None:
    colours = [colour * 6 for colour in naive.STAR_COLOURS.values()] + [naive.COLOURS]
    stars = [with_gaps(*star) for star in zip(colours, filled, strict=True)]
    state = PAVILION.position(
        "pavilion; round 6 phase=placing turn=2 start=1; seat 2 tiles=B;"
        f"seat 1 score=100 passed=yes stars={'/'.join(stars)}"
    )
    board = naive.read(str(state)).boards[1]
    state = state.play("pass").play("done")
    assert state.scores[0] == 100 + naive.final_bonus(False, board.stars)
