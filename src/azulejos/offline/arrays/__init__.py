"""The little of NumPy that the package needs while it plays, for where NumPy is not to be had.

In a browser this folder is the module `numpy`: three megabytes less to load, and quicker to import.
The package is written for NumPy and knows nothing of it. Arrays lie in one piece of memory, which
kernels see as a buffer; they hand out Python's own numbers. A part of an array that lies in one
piece, too, is a view of it, as in NumPy; any other is a copy, and cannot be written through.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from .array import Number, converter, filled, flat, ndarray, shape_of
from .layouts import (
    Shape,
    bool_,
    dtype,
    float32,
    float64,
    generic,
    int8,
    int16,
    int32,
    int64,
    record,
    uint8,
)

__all__ = [
    "array",
    "bool_",
    "dtype",
    "empty",
    "flatnonzero",
    "float32",
    "float64",
    "frombuffer",
    "full",
    "generic",
    "int8",
    "int16",
    "int32",
    "int64",
    "ndarray",
    "ndindex",
    "record",
    "uint8",
    "zeros",
]
__version__ = "0"

Layout = dtype  # some functions have an argument of that name


def zeros(shape: int | Shape, kind: object = float, /, dtype: Any = None) -> ndarray:
    layout = Layout(dtype or kind)
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return ndarray(bytearray(math.prod(sizes) * layout.itemsize), layout, sizes)


empty = zeros


def full(shape: int | Shape, number: Number, kind: object = None) -> ndarray:
    layout = Layout(type(number) if kind is None else kind)
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return filled(itertools.repeat(number, math.prod(sizes)), layout, sizes)


def array(values: object, kind: object = None, /, dtype: Any = None) -> ndarray:
    """The numbers of nested sequences."""
    numbers = list(flat(values))
    wanted = kind or dtype
    if wanted is None:
        wanted = float if any(isinstance(each, float) for each in numbers) else int
    layout = Layout(wanted)
    return filled(map(converter(layout), numbers), layout, shape_of(values))


def frombuffer(memory: bytes, kind: object) -> ndarray:
    """Bytes as numbers, which cannot be written."""
    layout = Layout(kind)
    return ndarray(memory, layout, (len(memory) // layout.itemsize,))


def flatnonzero(values: ndarray) -> ndarray:
    """Where a number is not 0."""
    result = [place for place, number in enumerate(flat(values)) if number]
    return array(result, int64)


def ndindex(*shape: int) -> Iterator[Shape]:
    """All places of an array."""
    return itertools.product(*map(range, shape))
