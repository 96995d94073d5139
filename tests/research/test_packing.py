"""Observations as bytes: whatever the numbers may be, they come back."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from azulejos.research.packing import Packing
from option_sets import every_game

BOUNDS = ((0, 0), (0, 1), (0, 2), (0, 255), (0, 256), (-1, 0), (-300, 10_100), (1, 1))


@st.composite
def bounded_rows(draw):
    """Bounds of some numbers, and rows of numbers within them."""
    bounds = draw(st.lists(st.sampled_from(BOUNDS), min_size=1, max_size=40))
    lowest, highest = np.array(bounds, np.int16).T
    shares = draw(
        arrays(np.float64, (draw(st.integers(0, 3)), len(bounds)), elements=st.floats(0, 1))
    )
    return lowest, highest, (lowest + np.rint(shares * (highest - lowest))).astype(np.int16)


@given(bounded_rows())
def test_numbers_within_their_bounds_come_back(given_rows):
    lowest, highest, rows = given_rows
    packing = Packing(lowest, highest)
    packed = packing.pack(rows)
    assert packed.shape == (len(rows), packing.width)
    assert np.array_equal(packing.unpack(packed), rows)


def test_every_kind_of_number_has_its_place():
    packing = Packing(np.array([0, 0, -5, 0] + 8 * [0]), np.array([1, 9, 999, 1] + 8 * [1]))
    row = np.array([1, 7, 0x0203, 0, 0, 1, 0, 0, 0, 0, 0, 1], np.int16)
    bits = 0b00001, 0b10010  # ten bits, two at a time: 10 01 00 00 01
    assert packing.pack(row[None]).tolist() == [[*bits, 7, 0x03, 0x02]]


@every_game()
def test_observations_take_far_fewer_bytes_than_numbers(game):
    observation = game.observation(2)
    packing = Packing.of(observation)
    assert packing.width < observation.size
    rows = np.stack([observation.lowest, observation.highest])
    assert np.array_equal(packing.unpack(packing.pack(rows)), rows)
