"""The parameters of bots, declared once: the command line, the page and the API read them here.

::

    Parameter("depth", "int", "moves to look ahead", default=3, low=1, high=9)

A bot's text names them after a colon: `search:500ms,nodes=200k`. The one that is `is_plain` may
come without its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from azulejos.errors import BotError, quoted

Value = int | float | bool | str | Path
Given = Mapping[str, Any]
"""The parameters that were given, by their names, each a value of its declared type."""

Type = Literal["int", "float", "bool", "str", "time", "count", "file"]
"""A time is in seconds and written `500ms` or `2s`; a count may be written `200k` or `1.5M`."""

TYPES: tuple[Type, ...] = get_args(Type)

MAX_NUMBER_LENGTH = 25  # characters: Python reads thousands of digits very slowly
SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
THOUSANDS = {"": 1, "k": 1_000, "M": 1_000_000}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a bot: what it means, what it allows, and what it is if it is not given."""

    name: str
    type: Type
    help: str = ""
    default: Any = None
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    is_plain: bool = False

    def read(self, text: str) -> Any:
        """Read a value."""
        value = (
            _READERS[self.type](text) if len(text) <= MAX_NUMBER_LENGTH or self._is_text else None
        )
        if value is None or not self._allows(value):
            raise BotError(f"{self.name}={quoted(text)}: it must be {self.allowed}")
        return value

    def write(self, value: Any) -> str:
        """Write a value so that it is read again."""
        if self.type == "time":
            return f"{1000 * value:.9g}ms" if value < 1 else f"{value:.9g}s"
        if self.type == "bool":
            return "on" if value else "off"
        return str(value)

    def _allows(self, value: Value) -> bool:
        if self.choices and value not in self.choices:
            return False
        if isinstance(value, str | Path):
            return True
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def _is_text(self) -> bool:
        return self.type in ("str", "file")

    @property
    def allowed(self) -> str:
        """What it may be, for people."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        low, high = (None if end is None else self.write(end) for end in (self.low, self.high))
        bounds = {
            (True, True): f" from {low} to {high}",
            (True, False): f", at least {low}",
            (False, True): f", at most {high}",
        }
        return _NOUNS[self.type] + bounds.get((low is not None, high is not None), "")

    @property
    def summary(self) -> str:
        """All that is declared of it, in one line: for listings."""
        default = "" if self.default is None else f" (default: {self.write(self.default)})"
        return f"{self.help + ': ' if self.help else ''}{self.allowed}{default}"


_NOUNS: dict[Type, str] = {
    "int": "a whole number",
    "float": "a number",
    "bool": "on or off",
    "str": "a text",
    "time": "a time like 500ms or 2s",
    "count": "a number like 500, 200k or 1.5M",
    "file": "a file",
}


def _read_int(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else None


def _read_float(text: str) -> float | None:
    return float(text) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text) else None


def _read_time(text: str) -> float | None:
    result = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s)", text)
    return float(result[1]) / (1000 if result[2] == "ms" else 1) if result else None


def _read_count(text: str) -> int | None:
    result = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([kM]?)", text)
    return round(float(result[1]) * THOUSANDS[result[2]]) if result else None


_READERS: dict[Type, Callable[[str], Value | None]] = {
    "int": _read_int,
    "float": _read_float,
    "bool": lambda text: SWITCH.get(text.lower()),
    "str": lambda text: text if text.isprintable() and text else None,
    "time": _read_time,
    "count": _read_count,
    "file": lambda text: Path(text) if text.isprintable() and text else None,
}


def read_parameters(
    text: str, declared: Sequence[Parameter], *, is_open: bool = False
) -> dict[str, Value]:
    """Read what follows a bot's name: `500ms,nodes=200k`.

    Where the list is open, parameters that are not declared are kept as they are written.
    """
    known = {each.name: each for each in declared}
    plain = next((each.name for each in declared if each.is_plain), None)
    given: dict[str, Value] = {}
    for name, value in _pairs(text):
        key = plain if name is None else name
        if key is None:
            raise BotError(f"{quoted(value)} should be name=value; {_takes(declared)}")
        if key not in known and not is_open:
            raise BotError(f"no parameter {quoted(key)}; {_takes(declared)}")
        if key in given:
            raise BotError(f"{key} is given twice")
        given[key] = known[key].read(value) if key in known else value
    return given


def _pairs(text: str) -> Iterator[tuple[str | None, str]]:
    """The names and values; a plain value has no name."""
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        yield (name, value) if equals else (None, part)


def _takes(declared: Sequence[Parameter]) -> str:
    if not declared:
        return "it has no parameters"
    return "it takes " + "; ".join(
        f"{each.name}={'' if not each.is_plain else ' or plain'}, {each.allowed}"
        for each in declared
    )
