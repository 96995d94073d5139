"""Position texts, described value by value: the same list writes and reads them.

A text has a section for the round, sections for what lies in the middle of the table, and one for
each seat. A value is a field of the record, in the order of the text; what it is left out for is in
`phases`. Games add kinds of values of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass

from azulejos.core.layout import AnyRecord
from azulejos.core.notation import NOTHING, Section, no_tile, pile_text, read_pile, unknown_section
from azulejos.core.offer import has_bag, offer_text, read_offer

EMPTY_CELL = "."


@dataclass(frozen=True)
class Value:
    """A named value of a section."""

    field: str
    _: KW_ONLY
    name: str = ""
    """Its name in the text, if not that of the field."""

    phases: Sequence[int] = ()
    """When it is there; always, if none is named."""

    @property
    def key(self) -> str:
        return self.name or self.field

    def write(self, record: AnyRecord) -> str | None:
        """What a record has, or None if nothing is to be said of it."""
        raise NotImplementedError

    def read(self, section: Section, record: AnyRecord, table: AnyRecord) -> None:
        """Read it into a record of the table, which was just set up."""
        raise NotImplementedError

    def is_there(self, table: AnyRecord) -> bool:
        return not self.phases or table.phase in self.phases


@dataclass(frozen=True)
class Number(Value):
    """A number; `first` is what the text calls 0."""

    allowed: range | Callable[..., range]
    default: int | None = None
    _: KW_ONLY
    first: int = 0

    def write(self, record: AnyRecord) -> str:
        return str(getattr(record, self.field) + self.first)

    def read(self, section: Section, record: AnyRecord, table: AnyRecord) -> None:
        allowed = self.allowed(table) if callable(self.allowed) else self.allowed
        number = section.number(self.key, allowed, self.default)
        setattr(record, self.field, number - self.first)

    def read_plain(self, section: Section, table: AnyRecord) -> None:
        """Read it where it stands alone after the keyword."""
        assert isinstance(self.allowed, range)
        setattr(table, self.field, section.plain_number(self.allowed))


@dataclass(frozen=True)
class Choice(Value):
    """One of some words, counted from `first`; the default, if there is one, is not written."""

    words: Sequence[str]
    default: str | None = None
    _: KW_ONLY
    first: int = 0

    def write(self, record: AnyRecord) -> str | None:
        word = self.words[getattr(record, self.field) - self.first]
        return word if word != self.default else None

    def read(self, section: Section, record: AnyRecord, _table: AnyRecord) -> None:
        index = section.choice(self.key, self.words, self.default)
        setattr(record, self.field, index + self.first)


@dataclass(frozen=True)
class Who(Value):
    """A seat, or nobody, which has a word or is left out."""

    nobody: str = ""
    _: KW_ONLY
    is_needed: bool = False

    def write(self, record: AnyRecord) -> str | None:
        seat = getattr(record, self.field)
        return str(seat + 1) if seat >= 0 else self.nobody or None

    def read(self, section: Section, record: AnyRecord, table: AnyRecord) -> None:
        if self.nobody:
            words = (self.nobody, *(str(seat + 1) for seat in range(table.players)))
            seat = section.choice(self.key, words, self.nobody)
        else:
            allowed = range(int(self.is_needed), table.players + 1)
            seat = section.number(self.key, allowed, None if self.is_needed else 0)
        setattr(record, self.field, seat - 1)


@dataclass(frozen=True)
class Pile(Value):
    """Tiles in no order."""

    letters: str

    def write(self, record: AnyRecord) -> str:
        return pile_text(getattr(record, self.field), self.letters)

    def read(self, section: Section, record: AnyRecord, _table: AnyRecord) -> None:
        setattr(record, self.field, read_pile(section.text(self.key, NOTHING), self.letters))


MARKER = (Who("start_seat", name="start"), Who("marker_seat", "centre", name="marker"))
"""Who began the round, and who took the marker."""


@dataclass(frozen=True)
class PositionText:
    """How positions of a game are written; the round begins with its number."""

    title: str
    number: Number
    round: Sequence[Value]
    seat: Sequence[Value]
    letters: str = ""
    tiles_missing: Callable[..., int] | None = None
    """Counts what lies nowhere, for a bag that is left out; None in a game without an offer."""

    piles: Sequence[str] = ()
    """Further piles in the middle of the table."""

    complete: Callable[..., None] = lambda _table: None
    """Notes what follows from the round that was read."""

    def write(self, table: AnyRecord) -> list[str]:
        """Write the sections of a position."""
        number = f"{self.number.key} {self.number.write(table)}"
        return [
            number + _text(self.round, table, table),
            *(f"{name} {pile_text(getattr(table, name), self.letters)}" for name in self.piles),
            *(offer_text(table, self.letters) if self.tiles_missing else ()),
            *(
                f"seat {seat + 1}{_text(self.seat, table.seats[seat], table)}"
                for seat in range(table.players)
            ),
        ]

    def read(self, sections: list[Section], table: AnyRecord) -> None:
        """Read the sections of a position into a table that was just set up."""
        for section in sections:
            self._read(section, table)
            section.finish()
        if self.tiles_missing and not has_bag(sections):
            table.bag = 0  # it was filled when the table was set up
            table.bag = self.tiles_missing(table)

    def _read(self, section: Section, table: AnyRecord) -> None:
        match section.keyword:
            case self.number.key:
                self.number.read_plain(section, table)
                _read(self.round, section, table, table)
                self.complete(table)
            case "seat":
                seat = section.plain_number(range(1, table.players + 1)) - 1
                _read(self.seat, section, table.seats[seat], table)
            case name if name in self.piles:
                setattr(table, name, section.pile(self.letters))
            case _ if self.tiles_missing and read_offer(section, table, self.letters):
                pass
            case other:
                raise unknown_section(self.title, other)


def _text(values: Sequence[Value], record: AnyRecord, table: AnyRecord) -> str:
    texts = {value.key: value.write(record) for value in values if value.is_there(table)}
    return "".join(f" {name}={text}" for name, text in texts.items() if text is not None)


def _read(values: Sequence[Value], section: Section, record: AnyRecord, table: AnyRecord) -> None:
    for value in values:
        if value.is_there(table):
            value.read(section, record, table)


# Tiles on spaces


def cells_text(colours: Iterable[int], letters: str) -> str:
    """Write a row of spaces, each with the letter of its tile or a dot."""
    return "".join(letters[colour] if colour >= 0 else EMPTY_CELL for colour in colours)


def read_cells(text: str, letters: str) -> Iterator[tuple[int, int]]:
    """Read such a row: the spaces that hold tiles, with their colours."""
    for space, letter in enumerate(text.upper()):
        if letter != EMPTY_CELL:
            if letter not in letters:
                raise no_tile(letter, letters)
            yield space, letters.index(letter)
