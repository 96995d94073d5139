"""The grammar that the position texts of all games share.

A position is a row of sections, one on each line or divided by `;`. A section is a row of words;
some words are `name=value`. A pile is written `B2YR` (two blue, a yellow, a red), nothing is `-`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from azulejos.core.pile import BITS, MOST
from azulejos.errors import NotationError, excerpt, quoted
from azulejos.messages import fault

NOTHING = "-"

MAX_POSITION_LENGTH = 2_000
"""Characters of a position text: three times the longest of any game, to leave some room."""

MAX_DRAW_LENGTH = 200
"""Characters of a draw: four times the longest, that for nine displays."""

SPARE = 999
"""Points and rounds that a position may have beyond what its boards explain: people write them."""

SCORES = range(-10_000, 10_001)
ROUNDS = range(100_000)
"""What a text may say of points and rounds before a game's own checks."""

MAX_DIGITS = 9
"""Digits of a number: no game counts that high, and Python reads millions of them very slowly."""


def read_number(text: str) -> int | None:
    """Read a whole number in plain digits; None if it is no such number, or far too large."""
    return int(text) if re.fullmatch(rf"-?[0-9]{{1,{MAX_DIGITS}}}", text) else None


@dataclass
class Section:
    """One section of a position: its first word, the other plain words, the named values."""

    keyword: str
    words: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    asked: str = ""  # the value that was asked for last
    is_read: bool = False

    @property
    def name(self) -> str:
        """What tells it from all other sections: the keyword, and for seats the number."""
        return " ".join([self.keyword, *self.words[:1]]) if self.keyword == "seat" else self.keyword

    def number(self, name: str, allowed: range, default: int | None = None) -> int:
        """Read a named number."""
        text = self._take(name)
        if text is None:
            if default is None:
                raise NotationError(
                    fault("fault.text.lacks", section=quoted(self.keyword), name=name)
                )
            return default
        number = read_number(text)
        if number is None or number not in allowed:
            raise NotationError(
                fault(
                    "fault.text.number",
                    section=excerpt(self.keyword),
                    name=name,
                    text=excerpt(text),
                    low=allowed[0],
                    high=allowed[-1],
                )
            )
        return number

    def choice(self, name: str, allowed: Sequence[str], default: str | None = None) -> int:
        """Read a named value out of a list and return its index."""
        text = self.text(name, default or "")
        if text not in allowed:
            raise NotationError(
                fault(
                    "fault.text.choice",
                    section=excerpt(self.keyword),
                    name=name,
                    text=excerpt(text),
                    allowed=", ".join(allowed),
                )
            )
        return list(allowed).index(text)

    def plain_number(self, allowed: range) -> int:
        """Read the one plain word after the keyword as a number."""
        if len(self.words) != 1:
            raise NotationError(fault("fault.text.one_number", section=quoted(self.keyword)))
        self.values["number"] = self.words[0]
        return self.number("number", allowed)

    def pile(self, letters: str) -> int:
        """Read the one plain word after the keyword as a pile."""
        if len(self.words) != 1:
            raise NotationError(fault("fault.text.one_pile", section=quoted(self.keyword)))
        return read_pile(self.words[0], letters)

    def text(self, name: str, default: str) -> str:
        """Read a named text."""
        text = self._take(name)
        return default if text is None else text

    def parts(self, name: str, count: int) -> list[str]:
        """Read a named list divided by `/`; left out, all its parts are empty."""
        text = self.text(name, "/".join([NOTHING] * count))
        parts = text.split("/")
        if len(parts) != count:
            raise NotationError(
                fault(
                    "fault.text.parts",
                    section=excerpt(self.keyword),
                    name=name,
                    text=excerpt(text),
                    n=count,
                )
            )
        return parts

    def finish(self) -> None:
        """Refuse named values that nobody asked for."""
        for name in self.values:
            self.asked = name
            raise NotationError(
                fault("fault.text.value", section=quoted(self.keyword), name=quoted(name))
            )
        self.is_read = True

    def _take(self, name: str) -> str | None:
        self.asked = name
        return self.values.pop(name, None)


def sections(text: str) -> list[Section]:
    """Take a position text apart."""
    if len(text) > MAX_POSITION_LENGTH:
        raise NotationError(fault("fault.text.long", most=MAX_POSITION_LENGTH, n=len(text)))
    result: dict[str, Section] = {}
    for line in _lines(text):
        try:
            section = _section(line[0])
            if section.name in result:
                raise NotationError(fault("fault.text.section_twice", section=quoted(section.name)))
        except NotationError as error:
            point_at(error, text, len(result))
            raise
        result[section.name] = section
    if not result:
        raise NotationError(fault("fault.text.empty"))
    return list(result.values())


def _lines(text: str) -> Iterator[re.Match[str]]:
    """The sections of a text as they are written."""
    return (line for line in re.finditer(r"[^;\n]+", text) if line[0].strip())


def _section(line: str) -> Section:
    keyword, *rest = line.split()
    section = Section(keyword)
    for word in rest:
        name, equals, value = word.partition("=")
        if not equals:
            section.words.append(word)
        elif name in section.values:
            raise NotationError(
                fault("fault.text.value_twice", section=quoted(keyword), name=excerpt(name))
            )
        else:
            section.values[name] = value
    return section


def point_at(error: NotationError, text: str, index: int, name: str = "") -> None:
    """Say where a fault of a section is: at the value of that name, and there at what it quotes."""
    line = next(islice(_lines(text), index, None))
    start, end = line.start() + len(line[0]) - len(line[0].lstrip()), line.end()
    if name and (value := re.search(rf"(?<=\s){re.escape(name)}=\S*", line[0])):
        start, end = line.start() + value.start(), line.start() + value.end()
    words = re.finditer(r"[^\s=/]{2,}", text[start:end])
    named = [word for word in words if word[0] in str(error)]
    at = start + max(named, key=lambda word: len(word[0])).start() if named else start
    error.line = text.count("\n", 0, at) + 1
    error.column = at - text.rfind("\n", 0, at)


def pile_text(pile: int, letters: str) -> str:
    """Write a pile: `B2YR`, or `-` for nothing."""
    text = ""
    for colour, letter in enumerate(letters):
        count = (pile >> (BITS * colour)) & MOST
        text += letter * (count > 0) + str(count) * (count > 1)
    return text or NOTHING


def read_pile(text: str, letters: str) -> int:
    """Read a pile; `BBY` means the same as `B2Y`."""
    pile = 0
    if text == NOTHING:
        return pile
    if not re.fullmatch(r"([A-Za-z*]([1-9][0-9]?)?)+", text):
        raise NotationError(fault("fault.text.pile", text=quoted(text)))
    for letter, count in re.findall(r"([A-Za-z*])([0-9]*)", text):
        colour = letters.find(letter.upper())
        if colour < 0:
            raise NotationError(
                fault(
                    "fault.text.letter",
                    text=quoted(text),
                    letter=repr(letter),
                    allowed=" ".join(letters),
                )
            )
        held = (pile >> (BITS * colour)) & MOST
        if held + int(count or 1) > MOST:
            raise NotationError(fault("fault.text.most", text=quoted(text), most=MOST))
        pile += int(count or 1) << (BITS * colour)
    return pile


def tiles_text(colour: int, count: int, letters: str) -> str:
    """Write tiles of one colour: `B3`, or `-` for none."""
    return letters[colour] + (str(count) if count > 1 else "") if count else NOTHING


def read_tiles(text: str, letters: str) -> tuple[int, int]:
    """Read tiles of one colour: the colour and how many."""
    pile = read_pile(text, letters)
    for colour in range(len(letters)):
        count = (pile >> (BITS * colour)) & MOST
        if count << (BITS * colour) == pile:
            return colour, count
    raise NotationError(fault("fault.text.one_colour", text=quoted(text)))


def unknown_section(title: str, keyword: str) -> NotationError:
    """A section that positions of a game do not have."""
    return NotationError(fault("fault.text.section", title=title, section=quoted(keyword)))


def unreadable(text: str, like: str) -> NotationError:
    """Something that is written in another way, of which an example is given."""
    return NotationError(fault("fault.text.like", text=quoted(text), like=like))


def no_tile(letter: str, letters: str) -> NotationError:
    """A letter on a board that stands for no tile."""
    return NotationError(fault("fault.text.tile", letter=repr(letter), allowed=" ".join(letters)))
