"""From an annotated class to the record that kernels change.

A game writes its table as a plain class::

    class Seat:
        score: Int32
        wall: Annotated[Int8s, (5, 5)]

    class Table:
        bag: Int32
        seats: Annotated[Sequence[Seat], 4]

mypy reads the class, Numba reads the record dtype that `layout` makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray


class Numbers(Protocol):
    """An array in a record, as kernels use it."""

    def __getitem__(self, place: int | tuple[int, ...], /) -> int: ...
    def __setitem__(self, place: int | tuple[int, ...], number: int, /) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def tolist(self) -> Any:
        """All of them as lists, for code that is not compiled."""


Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int32 = Annotated[int, np.int32]
Int8s = Annotated[Numbers, np.int8]
Int16s = Annotated[Numbers, np.int16]
Int32s = Annotated[Numbers, np.int32]

Raw = NDArray[np.uint8]
"""A table as flat bytes: what states hold and compiled functions are handed."""

Codes = Numbers
"""Room for a list of move codes, drawn pieces or other numbers: an array of int32."""

HIDDEN_NAMES = frozenset(dir(np.record))


def layout(schema: type) -> np.dtype[Any]:
    """Make the aligned record dtype of an annotated class."""
    hints = get_type_hints(schema, include_extras=True)
    for name in hints:
        if name in HIDDEN_NAMES:
            raise TypeError(
                f"{schema.__name__}.{name}: numpy.record has an attribute of that name, which "
                "would hide the field; choose another name"
            )
    fields = [(name, *_field(f"{schema.__name__}.{name}", hint)) for name, hint in hints.items()]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _field(name: str, hint: Any) -> tuple[Any, ...]:
    """Return (type,) of a plain number, (type, shape) of an array or of a row of records."""
    base, *details = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if base in (int, Numbers) and details:
        return tuple(details)
    if get_origin(base) is Sequence and details:
        return layout(get_args(base)[0]), (details[0],)
    raise TypeError(f"{name}: annotate it as Int8, Int32, or Annotated[..., shape]")


class RecordView:
    """A record over plain memory for interpreted kernels.

    It reads Python ints, which cannot overflow on the way, and its memory refuses numbers that
    do not fit: what would wrap silently when compiled is an error here. A field is opened when it
    is first asked for: of most positions only a few are.
    """

    __slots__ = ("_dtype", "_fields", "_memory")

    def __init__(self, memory: memoryview, dtype: np.dtype[Any]) -> None:
        object.__setattr__(self, "_memory", memory)
        object.__setattr__(self, "_dtype", dtype)
        object.__setattr__(self, "_fields", {})

    def __getattr__(self, name: str) -> Any:
        try:
            field = self._fields[name]
        except KeyError:
            field = self._open(name)
        return field[()] if getattr(field, "ndim", None) == 0 else field

    def __setattr__(self, name: str, value: int) -> None:
        field = self._fields.get(name)
        if field is None:
            field = self._open(name)
        field[()] = value

    def _open(self, name: str) -> Any:
        try:
            kind, offset, *_ = self._dtype.fields[name]
        except KeyError:
            raise AttributeError(f"the record has no field {name!r}") from None
        field = _open_field(self._memory[offset : offset + kind.itemsize], kind)
        self._fields[name] = field
        return field

    def as_dict(self) -> dict[str, Any]:
        """All fields as numbers, lists and dictionaries."""
        fields = {name: getattr(self, name) for name in self._dtype.names}
        return {name: _plain(field) for name, field in fields.items()}


def _plain(field: Any) -> Any:
    if isinstance(field, list):
        return [row.as_dict() for row in field]
    return field if isinstance(field, int) else field.tolist()


def _open_field(memory: memoryview, kind: np.dtype[Any]) -> Any:
    """A scalar as a 0-dimensional view, an array as a view of its shape, records as a list."""
    base, shape = kind.subdtype or (kind, ())
    if base.fields is None:
        number_format: Any = base.char
        return memory.cast(number_format, shape=list(shape))
    size = base.itemsize
    return [RecordView(memory[start : start + size], base) for start in range(0, len(memory), size)]
