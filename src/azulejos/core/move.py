"""Moves: a kind of move is declared once, as a dataclass whose fields say how they are written.

::

    Colour = Annotated[int, MoveField("BOPYW")]

    @dataclass(frozen=True)
    class Keep(Move):
        "Keep a tile of a finished strip for the window below it."

        word = "k"
        how = "k and the colour to keep, like kB"
        colour: Colour

    MOVES = Moves("Sintra", Take, Keep, Back)

Codes, texts, reading and the answer to a wrong text follow from that. A game has at most some
thousand moves, so each is made once and then looked up: by its code, as a value, by its text.

A code is a number of mixed radix. The kinds of a game follow one another, and within a kind the
last field counts by ones; kernels take a code apart with `digit`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product
from math import prod
from typing import ClassVar, NamedTuple, get_args, get_type_hints

from azulejos.core.compiled import compiled
from azulejos.errors import NotationError, excerpt, quoted
from azulejos.messages import Message, fault

NO_CODE = -1

Part = int | tuple[int, ...]
"""A value of a field of a move."""


class MoveField:
    """A field of a move: how each of its values is written, in the order of their codes.

    The values are 0, 1, 2, ... unless others are given. `also` holds further texts that are read.
    """

    def __init__(
        self,
        texts: Sequence[str],
        values: Sequence[Part] | None = None,
        also: Mapping[str, Part] | None = None,
    ) -> None:
        self.texts = dict(zip(values or range(len(texts)), texts, strict=True))
        self.also = also or {}

    def __len__(self) -> int:
        return len(self.texts)

    def spellings(self) -> Iterator[tuple[Part, str]]:
        """Every text of every value."""
        yield from self.texts.items()
        yield from ((value, text) for text, value in self.also.items())


@dataclass(frozen=True)
class Move:
    """One decision of a seat. Every game has its own kinds, each with a short text (`str`)."""

    word: ClassVar[str] = ""
    """What a text begins with, before its fields."""

    how: ClassVar[str] = ""
    """How it is written, for people who wrote it wrong."""

    def __str__(self) -> str:
        return _TEXTS[type(self)].get(self) or self.described()

    def numbers(self) -> Iterator[int]:
        """Everything that tells it from other moves of its kind."""
        for value in vars(self).values():
            yield from value if isinstance(value, tuple) else (value,)

    def described(self) -> str:
        """Its kind and its numbers, for a move that may have no text."""
        return f"{type(self).__name__}({', '.join(excerpt(value) for value in self.numbers())})"

    @classmethod
    def misread(cls, _text: str, /) -> Message | None:
        """What is wrong with a text that was meant to be of this kind; None if it was not."""
        return None


def _parts(kind: type[Move]) -> tuple[MoveField, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(get_args(hints[field.name])[1] for field in fields(kind))


class _Texts(dict[type[Move], dict[Move, str]]):
    """All moves of a kind, in the order of their codes, with their texts."""

    def __missing__(self, kind: type[Move]) -> dict[Move, str]:
        written = product(*(part.texts.items() for part in _parts(kind)))
        self[kind] = dict(_spelled(kind, parts) for parts in written)
        return self[kind]


_TEXTS = _Texts()


def _spelled(kind: type[Move], parts: Sequence[tuple[Part, str]]) -> tuple[Move, str]:
    return kind(*(value for value, _ in parts)), kind.word + "".join(text for _, text in parts)


class Digit(NamedTuple):
    """Where a field stands in the codes of its kind."""

    first: int  # the first code of the kind
    unit: int  # what one more adds to a code
    size: int  # how many values there are


@compiled
def digit(code: int, field: Digit) -> int:
    """The number that a code has for a field."""
    return (code - field.first) // field.unit % field.size


class Moves:
    """All moves of a game, of the kinds that are given in the order of their codes.

    `write` says how moves are written where the kinds' own words, one after the other, do not.
    """

    def __init__(self, title: str, *kinds: type[Move], write: str = "") -> None:
        self.title = title
        self.kinds = kinds
        self.all: list[Move] = []
        self._firsts: dict[type[Move], int] = {}
        for kind in kinds:
            self._firsts[kind] = len(self.all)
            self.all.extend(_TEXTS[kind])
        self._codes = {move: code for code, move in enumerate(self.all)}
        self._read = {
            text.lower(): self.all[self._codes[move]]
            for kind in kinds
            for parts in product(*(part.spellings() for part in _parts(kind)))
            for move, text in [_spelled(kind, parts)]
        }
        ways = {kind.__name__: kind.how for kind in kinds}
        self._write = write.format_map(ways) or "; or ".join(filter(None, ways.values()))

    def __len__(self) -> int:
        return len(self.all)

    def first(self, kind: type[Move]) -> int:
        """The code of the first move of a kind."""
        return self._firsts[kind]

    def digits(self, kind: type[Move]) -> tuple[Digit, ...]:
        """The fields of a kind, for kernels."""
        sizes = [len(part) for part in _parts(kind)]
        return tuple(
            Digit(self.first(kind), prod(sizes[place + 1 :]), size)
            for place, size in enumerate(sizes)
        )

    def decode(self, code: int) -> Move:
        """The move of a code."""
        return self.all[code]

    def encode(self, move: Move) -> int:
        """The code of a move, or `NO_CODE` if a number of it is out of range."""
        code = self._codes.get(move, NO_CODE)
        if code == NO_CODE and type(move) not in self.kinds:
            raise NotationError(f"{move.described()} is not a move of {self.title}")
        return code

    def parse(self, text: str) -> Move:
        """Read a move, in upper or lower case."""
        word = text.strip().lower()
        if move := self._read.get(word):
            return move
        for kind in self.kinds:
            if wrong := kind.misread(word):
                raise NotationError(wrong)
        raise NotationError(
            fault("fault.text.move", text=quoted(text.strip()), title=self.title, like=self._write)
        )
