"""What a move is worth: the preview for people, and what the greedy bot plays by."""

from __future__ import annotations

import random

import pytest

from azulejos import PAVILION, Match, State, bot

PLACING = "pavilion; round {} phase=placing turn=1 start=1; supply Y10; "


def values(state: State) -> dict[str, int]:
    return dict(zip(map(str, state.legal_moves), state.move_values, strict=True))


def test_a_placement_is_worth_the_points_it_brings() -> None:
    state = PAVILION.position(PLACING.format(1) + "seat 1 tiles=B6 stars=-/-/.B.B../-/-/-/-")
    result = values(state)
    assert {move: result[move] - 5 for move in ("s31B", "s33B", "s35B", "s36B", "sc6B")} == {
        "s31B": 2,
        "s33B": 3,
        "s35B": 2,
        "s36B": 1,
        "sc6B": 1,
    }
    for move in state.legal_moves:
        if str(move)[0] == "s":
            assert result[str(move)] == state.play(move).scores[0]


def test_in_the_last_round_the_bonuses_count() -> None:
    board = "tiles=B6 stars=-/-/BBBBB./-/-/-/-"
    assert values(PAVILION.position(PLACING.format(5) + f"seat 1 {board}"))["s36B"] == 11
    assert values(PAVILION.position(PLACING.format(6) + f"seat 1 {board}"))["s36B"] == 26


def test_a_pass_is_worth_what_the_tiles_beyond_four_leave() -> None:
    state = PAVILION.position(PLACING.format(1) + "seat 1 tiles=B4R2; seat 2 tiles=G")
    assert values(state)["pass"] == 3
    assert values(state.play("pass")) == {"kB": 3, "kR": 3, "done": 1}


def test_in_the_last_round_kept_tiles_are_lost_too() -> None:
    state = PAVILION.position(PLACING.format(6) + "seat 1 score=9 tiles=B4R2; seat 2 tiles=G")
    assert values(state)["pass"] == 3
    state = state.play("pass")
    assert values(state) == {"kB": 3, "kR": 3, "done": 3}
    assert values(state.play("kB").play("kB").play("kB"))["kR"] == 3


def test_a_take_is_worth_what_the_tiles_would_bring() -> None:
    """Two red on a space of cost 1 and then 2 or 1; the marker costs what is taken."""
    state = PAVILION.position(
        "pavilion; round 1 phase=taking turn=1 start=1; displays R2BG P4 - - -; centre O3Y; "
        "seat 1 score=9"
    )
    assert values(state) == {"1R": 11, "1B": 10, "1G": 10, "2P": 10, "cO": 9, "cY": 9}


def test_a_take_counts_tiles_that_cannot_be_used() -> None:
    """All stars that take red are full: seven red tiles cost three points."""
    state = PAVILION.position(
        "pavilion; round 1 phase=taking turn=1 start=1; displays R4 - - - -; "
        "seat 1 score=9 tiles=R3 stars=-/RRRRRR/-/-/-/-/R....."
    )
    assert values(state) == {"1R": 6}


@pytest.mark.compiled
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_greedy_beats_random(side: str) -> None:
    source = random.Random(1)
    for seed in range(10):
        bots = [bot(f"greedy:seed={seed}"), bot(f"random:seed={seed}")]
        match = Match(PAVILION, PAVILION.options(side=side), source=source)
        while match.state.to_move is not None:
            seat = match.state.to_move
            match.play(seat, bots[seat].choose(match.view(seat)))
        assert match.state.scores[0] > match.state.scores[1] + 10
