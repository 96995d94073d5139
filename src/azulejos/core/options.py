"""Options of a game: players, side, variants and open rulings.

Each game subclasses `Options` as a frozen dataclass whose fields are made with `option`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Self

from azulejos.core.layout import AnyRecord
from azulejos.core.notation import read_number
from azulejos.errors import OptionError, allowed_text, excerpt, quoted
from azulejos.messages import Message, fault

Value = int | str


def option(
    default: Value, allowed: range | tuple[Value, ...], meaning: str, on_table: str | None = ""
) -> Any:
    """A field of options: its default, what it allows, and what it means.

    A table has it in the field called `on_table`, if not of the same name; a word by its index.
    None stands for an option that a table has in another way.
    """
    about = {"allowed": allowed, "meaning": meaning, "on_table": on_table}
    return field(default=default, metadata=about)


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options validate themselves: an object that exists is a legal set."""

    players: int = option(2, (2,), "how many play")
    start: int = option(0, range(5), "the seat that starts; 0 leaves it to chance", None)

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            allowed = each.metadata["allowed"]
            if type(value) is not type(each.default) or value not in allowed:
                raise OptionError(_not_allowed(each.name, value, allowed))
        if self.start > self.players:
            raise OptionError(fault("fault.option.start", start=self.start, players=self.players))

    @classmethod
    def each(cls) -> Iterator[Field[Value]]:
        """The fields, for listings and forms."""
        return iter(fields(cls))

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> Self:
        """Make options of names and values; numbers may come as text."""
        known = {each.name: each for each in fields(cls)}
        kept: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                raise OptionError(
                    fault("fault.option.unknown", name=quoted(name), known=", ".join(known))
                )
            is_number = isinstance(known[name].default, int)
            kept[name] = _number(name, value) if is_number else value
        return cls(**kept)

    def put(self, table: AnyRecord) -> None:
        """Put the options on a table that is to be set up."""
        for each in self.on_tables():
            value, allowed = getattr(self, each.name), each.metadata["allowed"]
            index = allowed.index(value) if isinstance(value, str) else value
            setattr(table, each.metadata["on_table"] or each.name, index)
        table.start_seat = self.start - 1

    @classmethod
    def of_table(cls, table: AnyRecord) -> Self:
        """The options that a table shows; who started is part of the position."""
        return cls(**cls.shown(table))

    @classmethod
    def shown(cls, table: AnyRecord) -> dict[str, Any]:
        """The same by name."""
        result = {}
        for each in cls.on_tables():
            value = getattr(table, each.metadata["on_table"] or each.name)
            is_word = isinstance(each.default, str)
            result[each.name] = each.metadata["allowed"][value] if is_word else value
        return result

    @classmethod
    def on_tables(cls) -> Iterator[Field[Value]]:
        """The options for which a table has a field."""
        return (each for each in fields(cls) if each.metadata["on_table"] is not None)

    def as_dict(self) -> dict[str, Value]:
        """All options by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __str__(self) -> str:
        """The players, and what differs from the defaults: `players=2 side=grey`."""
        return " ".join(
            f"{each.name}={getattr(self, each.name)}"
            for each in fields(self)
            if each.name == "players" or getattr(self, each.name) != each.default
        )


def _number(name: str, value: Value) -> int:
    if isinstance(value, str) and (number := read_number(value)) is not None:
        return number
    if type(value) is not int:
        raise OptionError(fault("fault.option.number", name=name, value=excerpt(value)))
    return value


def _not_allowed(name: str, value: Value, allowed: range | tuple[Value, ...]) -> Message:
    if isinstance(allowed, range):
        return fault(
            "fault.option.range", name=name, value=excerpt(value), low=allowed[0], high=allowed[-1]
        )
    return fault(
        "fault.option.choice", name=name, value=excerpt(value), allowed=allowed_text(allowed)
    )
