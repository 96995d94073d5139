"""Piles, the bag, displays, and random numbers for kernels."""

from __future__ import annotations

import random
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.core.bag import check_tiles, sample_tiles
from azulejos.core.chance import below, new_rng
from azulejos.core.displays import is_empty, lift, sweep
from azulejos.core.draw import Draw
from azulejos.core.notation import pile_text, read_pile, read_tiles, tiles_text
from azulejos.core.pile import colour_at, count, counts, pile_of, tiles, total
from azulejos.errors import IllegalDraw, NotationError

numbers_of_tiles = st.lists(st.integers(0, 31), min_size=6, max_size=6)


@given(numbers_of_tiles)
def test_pile_counts_its_tiles(numbers: list[int]) -> None:
    pile = pile_of(numbers)
    assert counts(pile) == numbers
    assert [count(pile, colour) for colour in range(6)] == numbers
    assert total(pile) == sum(numbers)
    assert pile < 2**31


@given(numbers_of_tiles)
def test_every_place_of_a_pile_has_its_colour(numbers: list[int]) -> None:
    pile = pile_of(numbers)
    result = Counter(int(colour_at(pile, place)) for place in range(sum(numbers)))
    assert [result[colour] for colour in range(6)] == numbers


@given(numbers_of_tiles)
def test_pile_text_round_trips(numbers: list[int]) -> None:
    pile = pile_of(numbers)
    assert read_pile(pile_text(pile, "BYRKWO"), "BYRKWO") == pile


def test_pile_text_may_repeat_letters() -> None:
    assert read_pile("bbY", "BYRKW") == read_pile("B2Y", "BYRKW")
    assert read_pile("-", "BYRKW") == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is not a pile of tiles; write tiles like B2YR, none as -"),
        ("2B", "is not a pile of tiles"),
        ("B0", "is not a pile of tiles"),
        ("B" + "9" * 5000, "is not a pile of tiles"),
        ("B-Y", "is not a pile of tiles"),
        ("G", "there is no 'G', only B Y R K W"),
        ("B20B12", "more than 31 tiles of a colour"),
    ],
)
def test_wrong_piles_are_refused(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        read_pile(text, "BYRKW")


def test_tiles_of_one_colour() -> None:
    assert tiles_text(2, 3, "BYRKW") == "R3"
    assert tiles_text(2, 0, "BYRKW") == "-"
    assert read_tiles("R3", "BYRKW") == (2, 3)
    with pytest.raises(NotationError, match="should be tiles of one colour, like B3"):
        read_tiles("R3B", "BYRKW")


# Displays


def test_lift_and_sweep() -> None:
    sources = np.zeros(10, np.int32)
    sources[3] = tiles(1, 3) + tiles(2, 1)
    assert lift(sources, 3, 1) == 3
    assert sources[3] == tiles(2, 1)
    sweep(sources, 3)
    assert sources.tolist() == [tiles(2, 1)] + [0] * 9
    sweep(sources, 0)
    assert sources[0] == tiles(2, 1), "what lies in the centre stays there"
    assert not is_empty(sources)
    assert lift(sources, 0, 2) == 1
    assert is_empty(sources)


# The bag


def bag(inside: list[int], discard: list[int]) -> SimpleNamespace:
    return SimpleNamespace(bag=pile_of(inside), discard=pile_of(discard))


@pytest.mark.parametrize(
    ("pieces", "complaint"),
    [
        ((0, 0, 1), "3 tiles drawn, but 4 are to be drawn"),
        ((0, 0, 1, 1, 1), "5 tiles drawn, but 4 are to be drawn"),
        ((0, 0, 0, 1), "tile 3 of the draw is not in the bag"),
        ((0, 1, 0, 1), "tile 2 of the draw is not in the bag"),
        ((0, 0, 1, 6), "tile 4 of the draw is not in the bag"),
        ((0, 0, 1, -1), "tile 4 of the draw is not in the bag"),
    ],
)
def test_impossible_draws_are_refused(pieces: tuple[int, ...], complaint: str) -> None:
    """Two tiles of colour 0 in the bag; the discard, all of colour 1, goes in after them."""
    with pytest.raises(IllegalDraw, match=complaint):
        check_tiles(bag([2], [0, 5]), 4, Draw("bag", pieces))


def test_possible_draws_pass() -> None:
    check_tiles(bag([2], [0, 5]), 4, Draw("bag", (0, 0, 1, 1)))
    check_tiles(bag([2], [0, 1]), 4, Draw("bag", (0, 0, 1)))


@given(numbers_of_tiles, numbers_of_tiles, st.integers(1, 40), st.integers(0, 2**32))
def test_samples_are_possible(
    inside: list[int], discard: list[int], wanted: int, seed: int
) -> None:
    table = bag(inside, discard)
    drawn = np.empty(40, np.int32)
    rng = new_rng(random.Random(seed))
    number = sample_tiles(table.bag, table.discard, wanted, rng, drawn)
    check_tiles(table, wanted, Draw("bag", tuple(drawn[:number].tolist())))


# Random numbers


@pytest.mark.parametrize("limit", [2, 5, 100])
def test_random_numbers_are_uniform(limit: int) -> None:
    rng = new_rng(random.Random(limit))
    each = 200
    result = Counter(int(below(rng, limit)) for _ in range(each * limit))
    assert set(result) == set(range(limit))
    chi_square = sum((number - each) ** 2 / each for number in result.values())
    freedom = limit - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_random_numbers_are_those_of_the_published_generator() -> None:
    """xoroshiro64*, written as its authors do."""

    def rotl(word: int, by: int) -> int:
        return (word << by | word >> (32 - by)) % 2**32

    rng = new_rng(random.Random(3))
    s0, s1 = rng.tolist()
    for _ in range(1000):
        expected = s0 * 0x9E3779BB % 2**32
        s1 ^= s0
        s0, s1 = rotl(s0, 26) ^ s1 ^ (s1 << 9) % 2**32, rotl(s1, 13)
        assert below(rng, 1 << 20) == expected >> 12


def test_all_zero_seed_is_avoided() -> None:
    class Zero(random.Random):
        def getrandbits(self, k: int) -> int:
            return 0

    rng = new_rng(Zero())
    assert len({int(below(rng, 1000)) for _ in range(100)}) > 50
