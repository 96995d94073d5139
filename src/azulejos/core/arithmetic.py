"""Arithmetic for kernels that is the same to the last bit everywhere.

Sums, products, quotients and square roots are: IEEE 754 says how to round them. Functions of the
system's math library differ in the last digits from one system to the next, and a search that
compares such numbers may choose a different move.
"""

from __future__ import annotations

from math import factorial

import numpy as np

from azulejos.core.compiled import compiled

PER_OCTAVE = 1.4426950408889634  # 1 / ln 2
OCTAVE_HIGH = 0.6931471803691238  # ln 2 in two parts: so many bits that multiples are exact,
OCTAVE_LOW = 1.9082149292705877e-10  # and the rest

LEAST = -700.0  # anything less rounds to 0
HALVINGS = np.array([0.5**power for power in range(1024)])
SERIES = np.array([1 / factorial(n) for n in range(14)])  # of Taylor


@compiled
def exp_of_negative(power: float) -> float:
    """The exponential function of a number that is not positive, right to 15 digits."""
    if power < LEAST:
        return 0.0
    octaves = int(0.5 - power * PER_OCTAVE)
    rest = power + octaves * OCTAVE_HIGH + octaves * OCTAVE_LOW  # at most half an octave
    square = rest * rest
    even = odd = 0.0  # terms: two sums side by side take less time than one
    for term in range(len(SERIES) - 2, -1, -2):
        even = even * square + SERIES[term]
        odd = odd * square + SERIES[term + 1]
    return float((even + odd * rest) * HALVINGS[octaves])
