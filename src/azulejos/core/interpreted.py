"""What kernels call that compiled code has an instruction for, as plain Python."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from azulejos.core.layout import Raw, RecordView

POSITIVE = (1 << 63) - 1


def record(raw: Raw, layout: np.dtype[Any]) -> Any:
    """See a flat byte array as the record it holds."""
    return RecordView(raw.data, layout)


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set, of which there must be one."""
    return (mask & -mask).bit_length() - 1


def bit_count(mask: int) -> int:
    """How many bits are set."""
    return mask.bit_count()


def multiply_add(start: int, one: int, other: int) -> int:
    """The low 63 bits of `start + one * other`."""
    return start + one * other & POSITIVE


def nanoseconds() -> int:
    """A monotonic clock, for comparing with itself."""
    return time.monotonic_ns()
