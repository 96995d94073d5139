"""Tables as bytes."""

from __future__ import annotations

import numpy as np

from azulejos.core.tables import FACTORS, hash_words

BITS = (1 << 63) - 1


def test_a_hash_is_what_its_formula_says_wherever_numbers_overflow():
    """Compiled and interpreted: a search draws its answers of chance from it."""
    source = np.random.default_rng(5)
    for _ in range(50):
        words = source.integers(-(1 << 63), (1 << 63) - 1, 20)
        mixed = sum(int(words[place]) * int(FACTORS[place]) for place in range(3, 17)) & BITS
        mixed = (mixed ^ mixed >> 32) * 0x2545F4914F6CDD1D & BITS
        assert hash_words(words, 3, 17) == mixed ^ mixed >> 29
