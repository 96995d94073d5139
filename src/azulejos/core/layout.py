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

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from struct import Struct
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Never,
    Protocol,
    get_args,
    get_origin,
    get_type_hints,
)

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
Int64 = Annotated[int, np.int64]
Int8s = Annotated[Numbers, np.int8]
Int16s = Annotated[Numbers, np.int16]
Int32s = Annotated[Numbers, np.int32]
Int64s = Annotated[Numbers, np.int64]

Layout = np.dtype[Any]
"""The dtype of a record, or of a field of one."""

AnyRecord = Any
"""A table, or one of its seats; every game has its own."""

Raw = NDArray[np.uint8]
"""A table as flat bytes: what states hold and compiled functions are handed."""

Codes = Numbers
"""Room for a list of move codes, drawn pieces or other numbers: an array of int32."""


class WithScore(Protocol):
    """A seat of any game."""

    score: int


class AnyTable(Protocol):
    """What every table has. All else is its game's own affair."""

    turn: int  # a seat, CHANCE or NOBODY
    phase: int  # of `Game.phases`
    ending: int  # of `Game.endings`
    players: int

    @property
    def seats(self) -> Sequence[WithScore]: ...


if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Table = TypeVar("Table", bound=AnyTable, default=Any)
    """The table of a game; code that does not say which reads any (a `State` is a `State[Any]`)."""
else:
    from typing import TypeVar

    Table = TypeVar("Table")

HIDDEN_NAMES = frozenset(dir(np.record))


def layout(schema: type) -> Layout:
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


def _field(name: str, hint: object) -> tuple[object, ...]:
    """Return (type,) of a plain number, (type, shape) of an array or of a row of records."""
    base, *details = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if base in (int, Numbers) and details:
        return tuple(details)
    if get_origin(base) is Sequence and details:
        return layout(get_args(base)[0]), (details[0],)
    raise TypeError(f"{name}: annotate it as Int8, Int32, or Annotated[..., shape]")


class RecordView:
    """A record over plain memory, for interpreted kernels and for whoever reads a position.

    It reads Python ints, which cannot overflow on the way, and its memory refuses numbers that
    do not fit: what would wrap silently when compiled is an error here. Every layout has a subclass
    of its own with a property for each field, which is read in a fraction of the time that looking
    it up by its name takes. Arrays and rows are opened when they are first asked for.
    """

    __slots__ = ("_memory", "_opened", "_start")

    _fields: ClassVar[tuple[str, ...]] = ()

    _memory: memoryview
    _start: int  # where the record begins in it
    _opened: dict[str, object]

    def __new__(cls, memory: memoryview, dtype: Layout, start: int = 0) -> RecordView:
        """See memory as the record that a layout says it holds."""
        view = object.__new__(_view_class(dtype))
        view._memory, view._start, view._opened = memory, start, {}
        return view

    def __getattr__(self, name: str) -> Never:
        raise AttributeError(f"the record has no field {name!r}")

    def as_dict(self) -> dict[str, object]:
        """All fields as numbers, lists and dictionaries."""
        return {name: _plain(getattr(self, name)) for name in self._fields}


def _plain(field: AnyRecord) -> object:
    if isinstance(field, list):
        return [row.as_dict() for row in field]
    return field if isinstance(field, int) else field.tolist()


@cache
def _view_class(dtype: Layout) -> type[RecordView]:
    """The class of the records of a layout."""
    assert dtype.fields is not None
    fields = {name: _property(name, *field[:2]) for name, field in dtype.fields.items()}
    return type("RecordView", (RecordView,), {"__slots__": (), "_fields": tuple(fields), **fields})


def _property(name: str, kind: Layout, offset: int) -> property:
    if kind.subdtype is None:
        return _number(kind, offset)
    base, shape = kind.subdtype
    if base.fields is None:
        return _opened_once(name, lambda view: _numbers(view, kind, offset, base, list(shape)))
    places = range(offset, offset + kind.itemsize, base.itemsize)
    return _opened_once(
        name, lambda view: [RecordView(view._memory, base, view._start + place) for place in places]
    )


def _number(kind: Layout, offset: int) -> property:
    unpack = Struct(kind.char).unpack_from

    def read(view: RecordView) -> object:
        return unpack(view._memory, view._start + offset)[0]

    def write(view: RecordView, number: int) -> None:
        _numbers(view, kind, offset, kind)[0] = number

    return property(read, write)


def _opened_once(name: str, opened: Callable[[RecordView], object]) -> property:
    def read(view: RecordView) -> object:
        result = view._opened.get(name)
        if result is None:
            result = view._opened[name] = opened(view)
        return result

    return property(read)


def _numbers(
    view: RecordView, kind: Layout, offset: int, base: Layout, shape: list[int] | None = None
) -> memoryview:
    start = view._start + offset
    number_format: Any = base.char
    memory = view._memory[start : start + kind.itemsize]
    return memory.cast(number_format, shape=shape or [1])
