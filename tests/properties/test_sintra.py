"""Sintra against the naive rules, over games played at random and over made-up palaces."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import CHANCE, SINTRA, State
from naive import sintra as naive

COLOURS = "BOPYW"


def check(state: State) -> None:
    """The kernels list the naive moves, and each move has the naive consequences."""
    position = naive.read(str(state))
    assert {str(move) for move in state.legal_moves} == naive.legal(position)
    for move in state.legal_moves:
        check_move(state, str(move))


def check_move(state: State, move: str) -> None:
    after = state.play(move)
    expected = naive.play(naive.read(str(state)), move)
    result = naive.read(str(after))
    assert result == expected, f"{move} at\n{state}\nleads to\n{after}"
    if after.outcome:
        assert list(after.outcome.places) == naive.ranking(expected)


options = st.builds(
    SINTRA.options,
    players=st.sampled_from([2, 3, 4]),
    side=st.sampled_from("AB"),
    floor_at_zero=st.sampled_from(["no", "yes"]),
    strips=st.sampled_from(["same", "own"]),
    track=st.sampled_from(["long", "short"]),
)


@settings(max_examples=12)
@given(options, st.integers(0, 2**32))
def test_games_follow_the_naive_rules(options: object, seed: int) -> None:
    source = random.Random(seed)
    state = SINTRA.new(options)
    while state.to_move is not None:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        else:
            assert {str(m) for m in state.legal_moves} == naive.legal(naive.read(str(state)))
            move = str(source.choice(state.legal_moves))
            check_move(state, move)
            state = state.play(move)


# Palaces that random play never builds: windows full, strips nearly so, jokers up


@st.composite
def palaces(draw: st.DrawFn, supply: Counter[str]) -> str:
    """A seat's strips and windows in text, its tiles taken from the supply."""
    strips, windows = [], []
    for pair in draw(st.permutations(naive.STRIPS)):
        filled = draw(st.integers(0, 2))
        cells = [tile for _ in range(filled) if (tile := _one_of(draw, supply, COLOURS))]
        side = draw(st.sampled_from(pair))
        if "J" in side and not cells:
            side = pair[1 - pair.index(side)]
        strips.append("-" if len(cells) == 2 else _strip(draw, side, supply))
        windows.append("".join(cells) or "-")
    glazier = draw(st.integers(1, 8))
    broken, score = draw(st.integers(0, 8)), draw(st.integers(0, 60))
    return (
        f"score={score} broken={broken} glazier={glazier} "
        f"strips={'/'.join(strips)} windows={'/'.join(windows)}"
    )


def _strip(draw: st.DrawFn, side: str, supply: Counter[str]) -> str:
    """A side with tiles on it, one space at least left free."""
    held = ""
    for space in side[: draw(st.integers(0, 4))]:
        held += _one_of(draw, supply, COLOURS if space == "J" else space)
    return f"{side}:{held}" if held else side


def _one_of(draw: st.DrawFn, supply: Counter[str], colours: str) -> str:
    left = [colour for colour in colours if supply[colour]]
    if not left:
        return ""
    tile = draw(st.sampled_from(left))
    supply[tile] -= 1
    return tile


@st.composite
def positions(draw: st.DrawFn) -> str:
    """A position of two players late in a round, either to move."""
    supply = Counter(dict.fromkeys(COLOURS, 18))  # two at most lie on the round track
    seats = [f"seat {n} {draw(palaces(supply))}" for n in (1, 2)]
    displays = ["".join(_one_of(draw, supply, COLOURS) for _ in range(4)) or "-"]
    displays += ["".join(_one_of(draw, supply, c) for c in "BO") or "-"] + ["-"] * 3
    centre = "".join(_one_of(draw, supply, COLOURS) for _ in range(draw(st.integers(1, 9))))
    turn, start, marker = (draw(st.sampled_from(s)) for s in ("12", "12", ["centre", "1", "2"]))
    side, floor = draw(st.sampled_from("AB")), draw(st.sampled_from(["no", "yes"]))
    number = draw(st.integers(1, 6))
    if draw(st.booleans()):  # the last tiles of a round
        displays, centre = ["-"] * 5, centre[:1]
    return (
        f"sintra players=2 side={side} floor_at_zero={floor}; "
        f"round {number} phase=turn turn={turn} start={start} marker={marker}; "
        f"displays {' '.join(displays)}; centre {centre}; {'; '.join(seats)}"
    )


@settings(max_examples=150)
@given(positions())
def test_made_up_positions_follow_the_naive_rules(text: str) -> None:
    state = SINTRA.position(text)
    check(state)
    for move in state.legal_moves:
        after = state.play(move)
        if after.phase == "keep":
            check(after)
