"""Messages of the catalogues: what is said by its key, and how it is put into words.

A message is text with places for values in braces:

`{colour}`
    The value of that name. A text that is the name of a message stands for that message's words,
    a seat for its player's name; a list is joined with commas.
`{colour:acc}`
    The same in a form that the language needs: the message `colour.blue.acc` if there is one,
    else `colour.blue`. A number in the form `sign` is written with its sign: +3, −3 or ±0.
`{tiles, plural, =0 {nothing} one {# tile} other {# tiles}}`
    The text for the number itself, else for the form that CLDR gives such a number in the
    language; `#` is the number. The texts may have places of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).resolve().parent / "languages"
ENGLISH = "en"
SEAT = "seat"
SEATS = ("Seat 1", "Seat 2", "Seat 3", "Seat 4")
MINUS = "\N{MINUS SIGN}"
PLURAL = re.compile(r"(\w+), plural,")
PLACE = re.compile(r"(\w+)(?::(\w+))?")

Value = int | str | list["str | Message"]


class Message(msgspec.Struct, frozen=True):
    """A sentence or a part of one: a message of the catalogues, and what it speaks of.

    The value called `seat` is the number of a seat. A text that is the name of a message, like
    `colour.blue`, stands for its words. `str` gives the English words.
    """

    message: str  # like "azul.take"
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        return english().words(self, SEATS)


def fault(key: str, /, **values: int | str | Message) -> Message:
    """What is wrong, or why something cannot be done; a part of it may be a message itself."""
    return Message(key, {k: [v] if isinstance(v, Message) else v for k, v in values.items()})


def faults_where(*checks: tuple[object, Message]) -> list[Message]:
    """The faults whose conditions hold."""
    return [each for is_wrong, each in checks if is_wrong]


@dataclass(frozen=True)
class Catalogue:
    """The messages of a language, and which form of a plural a number has in it."""

    language: str
    messages: Mapping[str, str]
    plural_form: Callable[[int], str]

    def words(self, said: Message, names: Sequence[str] = ()) -> str:
        """A sentence, with the names of the seats."""
        return _Filling(self, said.values, names).text(self.messages[said.message])


@cache
def english() -> Catalogue:
    """The catalogue of English, which needs nothing that is not always there."""
    messages = json.loads((FOLDER / f"{ENGLISH}.json").read_text(encoding="utf-8"))
    return Catalogue(ENGLISH, messages, lambda number: "one" if abs(number) == 1 else "other")


def places(message: str) -> set[str]:
    """The names of all values that a message has places for."""
    result = set()
    for part, is_place in _parts(message):
        if not is_place:
            continue
        if plural := PLURAL.match(part):
            result.add(plural[1])
            for _, text in _choices(part[plural.end() :]):
                result |= places(text)
        elif place := PLACE.fullmatch(part):
            result.add(place[1])
        else:
            raise ValueError(f"{{{part}}} in {message!r} is not a place for a value")
    return result


def number_text(number: int) -> str:
    """A number, with a real minus, which is as wide as a plus and read aloud as one."""
    return f"{number}".replace("-", MINUS)


def signed(number: int) -> str:
    """A difference of points: +3, −3, ±0."""
    return f"+{number}" if number > 0 else number_text(number) if number else "±0"


# Filling in


@dataclass(frozen=True)
class _Filling:
    catalogue: Catalogue
    values: Mapping[str, Value]
    names: Sequence[str]

    def text(self, message: str) -> str:
        return "".join(
            self._place(part) if is_place else part for part, is_place in _parts(message)
        )

    def _place(self, part: str) -> str:
        if plural := PLURAL.match(part):
            return self._plural(plural[1], part[plural.end() :])
        place = PLACE.fullmatch(part)
        assert place, part
        return self._value(place[1], place[2])

    def _plural(self, name: str, choices: str) -> str:
        number = self.values[name]
        assert isinstance(number, int), name
        texts = dict(_choices(choices))
        form = self.catalogue.plural_form(number)
        text = texts.get(f"={number}", texts.get(form, texts["other"]))
        return self.text(text.replace("#", number_text(number)))

    def _value(self, name: str, form: str | None) -> str:
        value = self.values[name]
        if isinstance(value, list):
            return ", ".join(self._item(item, form) for item in value)
        if isinstance(value, int):
            if name == SEAT:
                return self.names[value]
            return signed(value) if form == "sign" else number_text(value)
        return self._item(value, form)

    def _item(self, item: str | Message, form: str | None) -> str:
        if isinstance(item, Message):
            return self.catalogue.words(item, self.names)
        if "." not in item:  # no name of a message
            return item
        messages = self.catalogue.messages
        return messages.get(f"{item}.{form}", messages.get(item, item))


def _parts(message: str) -> Iterator[tuple[str, bool]]:
    """The texts of a message and what stands in its outer braces, with whether it does."""
    depth, begin = 0, 0
    for end, sign in enumerate(message):
        if sign == "{":
            if depth == 0:
                yield message[begin:end], False
                begin = end + 1
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield message[begin:end], True
                begin = end + 1
    yield message[begin:], False


def _choices(text: str) -> Iterator[tuple[str, str]]:
    """The forms of a plural and their texts."""
    form = ""
    for part, is_choice in _parts(text):
        if is_choice:
            yield form, part
        else:
            form = part.strip()
