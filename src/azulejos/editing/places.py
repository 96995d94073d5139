"""Places of a position that can be edited, each a part of its text, and a game's `Editor`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from azulejos.core.notation import NOTHING, SCORES, Section
from azulejos.core.options import Options

Kind = Literal["tile", "tiles", "line", "row", "choice", "number", "pieces", "words"]
"""What a place holds.

`tile`: one or none; `tiles`: some in no order; `line`: some of one colour; `row`: some in order;
`choice`: one of some words; `number`: a number; `pieces`: some of some words; `words`: as in the
notation, checked when the position is read.
"""

HEADER = ""
"""The name of the first section, which begins with the game's name."""

EMPTY_CELL = "."
CELL_BY_CELL = ""
LAST_LETTER = "$"
NO_NUMBERS = range(0)
BEHIND = ":"  # what follows it may be left out
EVERY_WORD = "*"
MAX_DISCARDED = 100


@dataclass(frozen=True)
class Cut:
    """Of a text, a part: between separators, a letter of it, or all before its last letter."""

    by: str
    which: int
    blank: str = NOTHING  # what `-` stands for before it is cut

    def take(self, text: str) -> str:
        if self.by == LAST_LETTER:
            head, last = _without_last(text)
            return last if self.which else head
        parts = self._parts(text)
        return parts[self.which] if self.which < len(parts) else NOTHING

    def put(self, text: str, part: str) -> str:
        if self.by == LAST_LETTER:
            return self._put_last(text, part)
        parts = self._parts(text)
        parts += [NOTHING] * (self.which + 1 - len(parts))
        parts[self.which] = part
        if self.by == BEHIND and parts[-1] == NOTHING:
            parts = parts[:1]
        return self.by.join(parts)

    def _parts(self, text: str) -> list[str]:
        text = self.blank if text == NOTHING else text
        return text.split(self.by) if self.by else list(text)

    def _put_last(self, text: str, part: str) -> str:
        head, last = _without_last(text)
        head, last = (head, part) if self.which else (part, last)
        return NOTHING if head == NOTHING else head + last


def _without_last(text: str) -> tuple[str, str]:
    """A plate and where its top points; of none, nothing and north."""
    return (NOTHING, "n") if text == NOTHING else (text[:-1], text[-1:])


@dataclass(frozen=True)
class Where:
    """A part of a position's text: a word or a value of a section, or a part of that."""

    section: str  # like "seat 1"
    key: str | int  # the name of a value, the index of a word after the keyword, or EVERY_WORD
    cuts: tuple[Cut, ...] = ()

    def part(self, which: int, by: str = "/", blank: str = NOTHING) -> Where:
        return replace(self, cuts=(*self.cuts, Cut(by, which, blank)))

    def letter(self, which: int, blank: str = NOTHING) -> Where:
        return self.part(which, CELL_BY_CELL, blank)


@dataclass(frozen=True)
class Place:
    """Something that can be edited, by the name that it has in drawings of the table."""

    name: str  # like "display-3", "seat-0-wall-2-3"
    where: Where
    kind: Kind
    label: str  # `ui.place.LABEL` in the catalogues
    pieces: tuple[str, ...] = ()  # what may lie there, or be chosen
    most: int = 1  # pieces
    numbers: range = NO_NUMBERS
    phases: frozenset[str] = frozenset()  # in which it is there; in all if none is named
    otherwise: str = NOTHING  # what it holds if the text leaves it out
    said: tuple[int, ...] = ()  # the numbers in its label
    seat: int | None = None  # whose it is
    is_dealt: bool = False  # it is filled before a round

    def is_there(self, phase: str) -> bool:
        return not self.phases or phase in self.phases


class Sections:
    """A position's text, taken apart so that its parts can be read and changed."""

    def __init__(self, sections: Iterable[Section]) -> None:
        header, *rest = sections
        self._header = header
        self._sections = {section.name: section for section in rest}

    def read(self, place: Place) -> str:
        """What lies at a place."""
        text = self._text(self._section(place.where.section), place.where.key)
        if text is None:
            return place.otherwise
        for cut in place.where.cuts:
            text = cut.take(text)
        return text

    def write(self, place: Place, value: str) -> None:
        """Let something lie at a place."""
        where = place.where
        section = self._section(where.section)
        text = self._text(section, where.key) or NOTHING
        self._put(section, where.key, _replaced(text, where.cuts, value))

    def leave_out(self, section: str, name: str) -> None:
        """Say nothing of a value."""
        self._section(section).values.pop(name, None)

    def drop(self, name: str) -> None:
        """Say nothing of a section."""
        self._sections.pop(name, None)

    def value(self, section: str, name: str) -> str:
        """A value of a section, or nothing."""
        return self._section(section).values.get(name, NOTHING)

    def give(self, section: str, name: str, value: str) -> None:
        """Give a section a value."""
        self._section(section).values[name] = value

    def words(self, name: str) -> list[str]:
        """The words of a section, which may be changed."""
        return self._section(name).words

    def text(self) -> str:
        return "\n".join(map(_line, (self._header, *self._sections.values())))

    def _section(self, name: str) -> Section:
        if name == HEADER:
            return self._header
        if name not in self._sections:
            keyword, *words = name.split()
            self._sections[name] = Section(keyword, words)
        return self._sections[name]

    @staticmethod
    def _text(section: Section, key: str | int) -> str | None:
        if key == EVERY_WORD:
            return " ".join(section.words) or None
        if isinstance(key, str):
            return section.values.get(key)
        return section.words[key] if key < len(section.words) else None

    @staticmethod
    def _put(section: Section, key: str | int, value: str) -> None:
        if key == EVERY_WORD:
            section.words[:] = value.split()
            return
        if isinstance(key, str):
            section.values[key] = value
            return
        section.words += [NOTHING] * (key + 1 - len(section.words))
        section.words[key] = value


def _replaced(text: str, cuts: Sequence[Cut], value: str) -> str:
    """A text in which a part of a part of it is another."""
    if not cuts:
        return value
    first, *rest = cuts
    return first.put(text, _replaced(first.take(text), rest, value))


def _line(section: Section) -> str:
    values = [f"{name}={value}" for name, value in section.values.items()]
    return " ".join([section.keyword, *section.words, *values])


def seats(players: int) -> tuple[str, ...]:
    """The seats as texts name them; other things that are counted from 1, too."""
    return tuple(str(seat + 1) for seat in range(players))


def offered(letters: str, displays: range, most: int) -> list[Place]:
    """Displays, centre and discard, as Azul, Sintra and Summer Pavilion have them."""
    tiles = tuple(letters)
    display = partial(Place, kind="tiles", label="display", pieces=tiles, most=most, is_dealt=True)
    return [
        *(display(f"display-{n}", Where("displays", n - 1), said=(n,)) for n in displays),
        Place("centre", Where("centre", 0), "tiles", "centre", tiles, most * len(displays)),
        Place("discard", Where("discard", 0), "tiles", "discard", tiles, MAX_DISCARDED),
    ]


def round_value(
    name: str,
    kind: Kind,
    pieces: tuple[str, ...] = (),
    *,
    key: str = "",
    numbers: range = NO_NUMBERS,
    phases: Iterable[str] = (),
    otherwise: str = NOTHING,
) -> Place:
    """A value of the round, by its key in the text if that is not its name."""
    where, there = Where("round", key or name), frozenset(phases)
    return Place(
        name, where, kind, name, pieces, numbers=numbers, phases=there, otherwise=otherwise
    )


def round_places(
    players: int, rounds: range, phases: tuple[str, ...], moving: Iterable[str]
) -> list[Place]:
    """The round and its phase, who began it, who has the marker, and who is to move in some."""
    numbers = seats(players)
    return [
        Place("round", Where("round", 0), "number", "round", numbers=rounds),
        round_value("phase", "choice", phases),
        round_value("start", "choice", ("0", *numbers), otherwise="0"),
        round_value("marker", "choice", ("centre", *numbers)),
        round_value("turn", "choice", numbers, phases=moving, otherwise="1"),
    ]


def seat_value(
    seat: int,
    name: str,
    kind: Kind,
    pieces: tuple[str, ...] = (),
    most: int = 1,
    *,
    label: str = "",
    numbers: range = NO_NUMBERS,
    otherwise: str = NOTHING,
) -> Place:
    """A value of a seat."""
    of, where = f"seat-{seat}-{name}", Where(f"seat {seat + 1}", name)
    value = Place(of, where, kind, label or name, pieces, most, seat=seat)
    return replace(value, numbers=numbers, otherwise=otherwise)


def score_place(seat: int) -> Place:
    """The points of a seat."""
    return seat_value(seat, "score", "number", numbers=SCORES)


def line_places(seat: int, tiles: tuple[str, ...], lines: int) -> list[Place]:
    """The pattern lines of a seat: line n holds n tiles."""
    where = Where(f"seat {seat + 1}", "lines")
    line = partial(Place, kind="line", label="line", pieces=tiles, seat=seat)
    return [
        line(f"seat-{seat}-line-{n}", where.part(n - 1), most=n, said=(n,))
        for n in range(1, lines + 1)
    ]


def cell_places(seat: int, name: str, tiles: tuple[str, ...], size: int) -> list[Place]:
    """The spaces of a square board of a seat, row by row."""
    where = Where(f"seat {seat + 1}", name)
    cell = partial(Place, kind="tile", label=name, pieces=tiles, otherwise=EMPTY_CELL, seat=seat)
    return [
        cell(f"seat-{seat}-{name}-{r + 1}-{c + 1}", where.part(r).letter(c), said=(r + 1, c + 1))
        for r in range(size)
        for c in range(size)
    ]


CHANCE_CHOOSES = "start"
"""The option that says nothing of a position."""


@dataclass(frozen=True)
class Editor:
    """What of a game's positions can be edited."""

    places: Callable[..., list[Place]]
    """All places of a table with some options, in the order in which people fill them."""

    fresh: str
    """The sections of a table at which a first round has begun, without what is dealt."""

    dealt: Mapping[str, str]
    """What lies where, by place, when the next round has begun, beside what is dealt."""

    starred: str | None = None
    """The tile that `*` stands for, where it is not the first-player marker."""

    complete: Callable[[Sections], None] = lambda _: None
    """Adds what follows from the rest, to a text that says nothing of it."""


def option_places(options: type[Options]) -> list[Place]:
    """The options of a game, which are edited like what lies on its table."""
    result = []
    for each in options.each():
        allowed = each.metadata["allowed"]
        name, where = f"option-{each.name}", Where(HEADER, each.name)
        if each.name == CHANCE_CHOOSES:
            continue
        if isinstance(allowed, range):
            result.append(Place(name, where, "number", name, numbers=allowed))
        else:
            result.append(Place(name, where, "choice", name, tuple(map(str, allowed))))
    return result
