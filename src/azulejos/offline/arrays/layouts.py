"""How numbers and records lie in memory."""

from __future__ import annotations

import math
from typing import Any, ClassVar

Shape = tuple[int, ...]


class generic:
    """A type of numbers."""

    char: ClassVar[str] = "B"


class int8(generic):
    char = "b"


class uint8(generic):
    char = "B"


class int16(generic):
    char = "h"


class int32(generic):
    char = "i"


class int64(generic):
    char = "q"


class float32(generic):
    char = "f"


class float64(generic):
    char = "d"


class bool_(generic):
    char = "?"


class record:
    """The type of records, of which only the name is needed."""


PLAIN: dict[object, type[generic]] = {int: int64, float: float64, bool: bool_}


class dtype:
    """The layout of numbers, of arrays in records, and of records."""

    def __init__(self, kind: object, align: bool = False) -> None:
        self.fields: dict[str, tuple[dtype, int]] | None = None
        self.subdtype: tuple[dtype, Shape] | None = None
        self.char = "V"
        self.itemsize = self.alignment = 1
        if isinstance(kind, tuple) and kind[0] is record:
            kind = kind[1]
        if isinstance(kind, dtype):
            self.__dict__.update(kind.__dict__)
        elif isinstance(kind, list):
            self._place(kind, align=align)
        elif isinstance(kind, tuple):
            base, shape = dtype(kind[0]), kind[1]
            self.subdtype = base, shape
            self.itemsize = base.itemsize * math.prod(shape)
            self.alignment = base.alignment
        else:
            plain = PLAIN.get(kind, kind)
            assert isinstance(plain, type)
            assert issubclass(plain, generic)
            self.char = plain.char
            self.itemsize = self.alignment = _plain_size(self.char)
        self._key = self.char, self.itemsize, self.subdtype, self.fields

    def _place(self, fields: list[tuple[Any, ...]], *, align: bool) -> None:
        """Place fields one after the other, each where its numbers may lie."""
        self.fields, place, self.alignment = {}, 0, 1
        for name, kind, *shape in fields:
            field = dtype((kind, shape[0])) if shape else dtype(kind)
            if align:
                place += -place % field.alignment
                self.alignment = max(self.alignment, field.alignment)
            self.fields[name] = field, place
            place += field.itemsize
        self.itemsize = place + -place % self.alignment

    def __class_getitem__(cls, _: object) -> type[dtype]:
        return cls

    def __getitem__(self, name: str) -> dtype:
        """The layout of a field."""
        assert self.fields is not None
        return self.fields[name][0]

    @property
    def base(self) -> dtype:
        """The layout of the elements of an array."""
        return self.subdtype[0] if self.subdtype else self

    @property
    def shape(self) -> Shape:
        """The shape of an array in a record."""
        return self.subdtype[1] if self.subdtype else ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dtype) and self._key == other._key

    def __hash__(self) -> int:
        return hash((self.char, self.itemsize))


def _plain_size(char: str) -> int:
    return {"b": 1, "B": 1, "?": 1, "h": 2, "i": 4, "f": 4, "q": 8, "d": 8}[char]
