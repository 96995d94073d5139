"""Arrays: numbers of one type in one piece of memory."""

from __future__ import annotations

import itertools
import math
from array import array as _plain_array
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import and_, eq, floordiv, ge, gt, le, lt, ne, rshift
from typing import Any, NamedTuple

from . import layouts
from .layouts import Shape, bool_

Layout = layouts.dtype  # arrays have an attribute of that name

Number = int | float


class Span(NamedTuple):
    """Some places of an axis."""

    start: int
    number: int
    step: int
    stride: int


class ndarray:
    """Numbers of one type, row after row."""

    __slots__ = ("__weakref__", "_block", "_first", "_numbers", "dtype", "shape")

    def __init__(
        self, block: bytes | bytearray, kind: Layout, shape: Shape, first: int = 0
    ) -> None:
        """See a block of bytes, from one of them on, as numbers."""
        self._block = block
        self._first = first
        self.dtype: Layout = kind
        self.shape = shape
        end = first + math.prod(shape) * kind.itemsize
        numbers: Any = memoryview(block)[first:end]
        self._numbers: memoryview = numbers if kind.char == "B" else numbers.cast(kind.char)

    # What it is like

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def data(self) -> memoryview:
        if self.ndim == 1:
            return self._numbers
        char: Any = self.dtype.char
        return self._numbers.cast("B").cast(char, shape=list(self.shape))

    def __buffer__(self, _flags: int) -> memoryview:
        return self.data

    # All of it

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._numbers) if self.ndim == 1 else map(self.__getitem__, range(len(self)))

    def tolist(self) -> list[Any]:
        return self._numbers.tolist() if self.ndim == 1 else [row.tolist() for row in self]

    def tobytes(self) -> bytes:
        return self._numbers.tobytes()

    def copy(self) -> ndarray:
        return ndarray(bytearray(self._numbers.cast("B")), self.dtype, self.shape)

    def view(self, kind: object) -> ndarray:
        """The same bytes as other numbers."""
        kind = Layout(kind)
        last = self.shape[-1] * self.dtype.itemsize // kind.itemsize
        return ndarray(self._block, kind, (*self.shape[:-1], last), self._first)

    def astype(self, kind: object) -> ndarray:
        """The same numbers as another type."""
        return filled(map(converter(Layout(kind)), self._numbers), Layout(kind), self.shape)

    def sum(self, axis: int | None = None) -> Any:
        """The sum of all numbers, or of those of each row."""
        if axis is None:
            return sum(self._numbers)
        if axis != self.ndim - 1 or not axis:
            raise NotImplementedError("only whole rows are summed up")
        length = self.shape[-1]
        starts = range(0, self.size, length)
        sums = (sum(self._numbers[start : start + length]) for start in starts)
        return filled(sums, self.dtype, self.shape[:-1])

    def max(self) -> Number:
        return max(self._numbers)

    def min(self) -> Number:
        return min(self._numbers)

    def fill(self, number: Number) -> None:
        self[...] = number

    # Parts of it

    def __getitem__(self, place: object) -> Any:
        if isinstance(place, int) and len(self.shape) == 1:
            return self._numbers[place]
        if isinstance(place, ndarray):
            chosen = [each for each, taken in zip(self, place, strict=True) if taken]
            return filled(chosen, self.dtype, (len(chosen),))
        first, spans = self._found(place)
        shape = tuple(span.number for span in spans)
        if not spans:
            return self._numbers[first]
        if _is_whole(spans):
            start = first + sum(span.start * span.stride for span in spans)
            return ndarray(self._block, self.dtype, shape, self._first + start * self.itemsize)
        return filled((self._numbers[n] for n in _places(first, spans)), self.dtype, shape)

    def __setitem__(self, place: object, value: Any) -> None:
        if isinstance(place, int) and len(self.shape) == 1:
            self._numbers[place] = value
            return
        first, spans = self._found(place)
        size = math.prod(span.number for span in spans)
        given = isinstance(value, ndarray | Sequence)
        values = _plain_array(self.dtype.char, flat(value) if given else [value])
        if not given:
            values *= size
        if len(values) != size:
            raise ValueError(f"{len(values)} numbers for {size}")
        if _is_whole(spans):
            start = first + sum(span.start * span.stride for span in spans)
            self._numbers[start : start + size] = memoryview(values)
        else:
            for at, each in zip(_places(first, spans), values, strict=True):
                self._numbers[at] = each

    def _found(self, place: object) -> tuple[int, list[Span]]:
        """The first index asked for, and the places on each axis that is left."""
        wanted = () if place is Ellipsis else place if isinstance(place, tuple) else (place,)
        if len(wanted) > len(self.shape):
            raise IndexError(f"{len(wanted)} indices for {len(self.shape)} axes")
        first, stride, spans = 0, self.size, []
        for length, each in itertools.zip_longest(self.shape, wanted, fillvalue=slice(None)):
            assert isinstance(length, int)
            stride = stride // length if length else 0
            if isinstance(each, slice):
                start, stop, step = each.indices(length)
                spans.append(Span(start, len(range(start, stop, step)), step, stride))
            elif -length <= each < length:
                first += each % length * stride
            else:
                raise IndexError(f"{each} is none of {length}")
        return first, spans

    # Each number by itself

    def _each(
        self, other: object, operation: Callable[[Number, Number], Number], kind: Layout
    ) -> ndarray:
        others = flat(other) if isinstance(other, ndarray) else itertools.repeat(other, self.size)
        return filled(map(operation, self._numbers, others), kind, self.shape)

    def __rshift__(self, other: object) -> ndarray:
        return self._each(other, rshift, self.dtype)

    def __floordiv__(self, other: object) -> ndarray:
        return self._each(other, floordiv, self.dtype)

    def __and__(self, other: object) -> ndarray:
        return self._each(other, and_, self.dtype)

    def __eq__(self, other: object) -> Any:
        return self._each(other, eq, BOOLEAN)

    def __ne__(self, other: object) -> Any:
        return self._each(other, ne, BOOLEAN)

    def __lt__(self, other: object) -> ndarray:
        return self._each(other, lt, BOOLEAN)

    def __le__(self, other: object) -> ndarray:
        return self._each(other, le, BOOLEAN)

    def __gt__(self, other: object) -> ndarray:
        return self._each(other, gt, BOOLEAN)

    def __ge__(self, other: object) -> ndarray:
        return self._each(other, ge, BOOLEAN)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"array({self.tolist()!r}, {self.dtype.char!r})"


BOOLEAN = Layout(bool_)


def _is_whole(spans: Iterable[Span]) -> bool:
    """Whether the places are adjacent."""
    size = 1
    for span in reversed(list(spans)):
        if span.number > 1 and span.step * span.stride != size:
            return False
        size *= span.number
    return True


def _places(first: int, spans: list[Span]) -> Iterator[int]:
    """The indices that are asked for, in order."""
    axes = [
        range(
            span.start * span.stride,
            (span.start + span.number * span.step) * span.stride,
            span.step * span.stride,
        )
        if span.number and span.stride
        else range(0)
        for span in spans
    ]
    return (first + sum(each) for each in itertools.product(*axes))


def flat(values: object) -> Iterator[Any]:
    """The numbers of nested rows."""
    if isinstance(values, ndarray):
        yield from values._numbers
    elif isinstance(values, Sequence):
        for each in values:
            yield from flat(each)
    else:
        yield values


def shape_of(values: object) -> Shape:
    if isinstance(values, ndarray):
        return values.shape
    if not isinstance(values, Sequence):
        return ()
    return len(values), *(shape_of(values[0]) if len(values) else ())


def converter(kind: Layout) -> Callable[[Number], Number]:
    return {"f": float, "d": float, "?": bool}.get(kind.char, int)


def filled(numbers: Iterable[Number], kind: Layout, shape: Shape) -> ndarray:
    if kind.char == "?":
        return ndarray(bytearray(bytes(map(bool, numbers))), kind, shape)
    result = _plain_array(kind.char, numbers)
    if len(result) != math.prod(shape):
        raise ValueError(f"{len(result)} numbers for {shape}")
    return ndarray(bytearray(result.tobytes()), kind, shape)
