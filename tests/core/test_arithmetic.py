"""Arithmetic of kernels: right, and the same to the last bit compiled and interpreted."""

from __future__ import annotations

import math
import random

from azulejos.core.arithmetic import exp_of_negative

KNOWN = {
    0.0: "0x1.0000000000000p+0",
    -0.1: "0x1.cf46d99d52b3ap-1",
    -1.0: "0x1.78b56362cef38p-2",
    -3.7: "0x1.9511fc6871043p-6",
    -41.3: "0x1.55b9c5736ba56p-60",
    -699.9: "0x1.32132bfae6577p-1010",
}


def test_the_exponential_function_is_the_same_to_the_last_bit_everywhere():
    assert {power: exp_of_negative(power).hex() for power in KNOWN} == KNOWN


def test_the_exponential_function_is_right_to_15_digits():
    source = random.Random(1)
    powers = [-source.uniform(0, high) for high in (1e-9, 0.1, 1, 10, 700) for _ in range(200)]
    for power in powers:
        assert math.isclose(exp_of_negative(power), math.exp(power), rel_tol=5e-16)


def test_what_is_too_small_comes_to_nothing():
    assert exp_of_negative(-1e9) == 0.0
