"""From a list of fields to the numbers that are observed of them: a kernel, and their meaning.

A game lists its fields in the order of its numbers, with what each of them holds
(`core/position.py`). The kernel is made as a program in which each field has loops of its own, and
compiled like the others: one that reads such a list takes twice the time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache

from azulejos.core import observation, position
from azulejos.core.asking import ask
from azulejos.core.compiled import compiled
from azulejos.core.displays import TILES_PER_DISPLAY, sources_for
from azulejos.core.layout import AnyRecord
from azulejos.core.observation import Field, Observation


class Observed:
    """What is observed of a game."""

    def __init__(
        self,
        module: str,
        table: type,
        fields: position.Described,
        apart: Collection[str] = (),
        players: int | None = None,
    ) -> None:
        """List the fields of a table; the module is where the kernel is cached.

        `apart` names what of the record is told by others of the fields, or by none; `players` is
        the number of players, if all tables have the same.
        """
        position.check_described(table, fields, {"players", *apart})
        self._parts = list(_parts(fields))
        self._players = players
        self.observe: Callable[..., None] = compiled(self._program(module))
        self.observation = cache(self._observation)
        """What the numbers mean, by the number of players."""

    def _observation(self, players: int) -> Observation:
        return Observation(tuple(part.field(players) for part in self._parts))

    def _program(self, module: str) -> Callable[..., None]:
        # As a file that exists, by which Numba caches it
        program = compile("\n".join(self._lines()), str(sys.modules[module].__file__), "exec")
        known: dict[str, AnyRecord] = {**vars(observation), "__name__": module}
        for each in (kernel for part in self._parts for kernel in part.kernels):
            assert known.setdefault(each.__name__, each) is each, each.__name__
        exec(program, known)  # noqa: S102 - written right here
        kernel: Callable[..., None] = known["observe"]
        return kernel

    def _lines(self) -> Iterator[str]:
        yield from ("def observe(table, seat, out):", " clear(out)", " place = 0")
        yield f" players = {self._players or 'table.players'}"
        yield from (f" {line}" for part in self._parts for line in part.lines())


@dataclass(frozen=True)
class _Part:
    """A field of the record that is observed."""

    name: str
    kind: position.Kind
    is_of_seats: bool

    def field(self, players: int) -> Field:
        """What its numbers mean."""
        kind = self.kind
        axes = {"seat": players} if self.is_of_seats else {}
        for axis, size in kind.each.items():
            axes[axis] = size if isinstance(size, int) else ask(size, players)
        return Field(
            kind.name or self.name,
            kind.help,
            {**axes, **_axes(kind, players)},
            getattr(kind, "most", 1),
            getattr(kind, "least", 0),
            getattr(kind, "usual", None),
        )

    @property
    def kernels(self) -> list[Callable[..., object]]:
        """What the lines call of the game."""
        called = (*self.kind.each.values(), self.kind.by, getattr(self.kind, "put", None))
        return [each for each in called if callable(each)]

    def lines(self) -> list[str]:
        """The lines of the program that write it."""
        if isinstance(self.kind, position.Secret):
            put = f"{self.kind.put.__name__}(table, seat, out, place)"
            return [put, f"place += {self.field(0).size}"]
        lines = ["for later in range(players):"] if self.is_of_seats else []
        for index, each in enumerate(self.kind.each.values()):
            size = f"{each.__name__}(players)" if callable(each) else each
            lines.append(f"for i{index} in range({size}):")
        lines.append(f"place = {_put(self.kind, self._value())}")
        return [" " * depth + line for depth, line in enumerate(lines)]

    def _value(self) -> str:
        """What it holds, as Python is written."""
        record = "table.seats[nth_seat(seat, later, players)]" if self.is_of_seats else "table"
        indexes = [f"i{index}" for index in range(len(self.kind.each))]
        if self.kind.by:
            return f"{self.kind.by.__name__}({', '.join([record, *indexes])})"
        return f"{record}.{self.name}" + (f"[{', '.join(indexes)}]" if indexes else "")


def _parts(fields: position.Described, *, are_of_seats: bool = False) -> Iterator[_Part]:
    for name, kind in fields.items():
        if isinstance(kind, position.Kind):
            yield _Part(name, kind, are_of_seats)
        else:
            yield from _parts(kind, are_of_seats=True)


def _axes(kind: position.Kind, players: int) -> dict[str, int]:
    """What the numbers of one thing are counted by."""
    match kind:
        case position.Choice() | position.Bits():
            return {kind.axis: kind.options}
        case position.Who():
            return {"seat": players}
        case position.Pile():
            return {"colour": kind.colours}
    return {}


def _put(kind: position.Kind, value: str) -> str:
    """The call that writes one thing and returns the next place."""
    match kind:
        case position.Choice():
            return f"put_choice(out, place, {value} - {kind.first}, {kind.options})"
        case position.Who():
            return f"put_seat(out, place, {value}, seat, players)"
        case position.Line():
            return f"put_line(out, place, {value}, {kind.colours})"
        case position.Pile():
            return f"put_pile(out, place, {value}, {kind.colours})"
        case position.Bits():
            return f"put_bits(out, place, {value}, {kind.options})"
    return f"put(out, place, {value})"


# What games with displays share


def offer(colours: int, tiles_of_a_colour: int) -> dict[str, position.Kind]:
    """Centre and displays, bag and discard."""
    return {
        "sources": position.Pile(
            "tiles in the centre (source 0) and on each display",
            colours,
            tiles_of_a_colour,
            usual=TILES_PER_DISPLAY,
            each={"source": sources_for},
        ),
        "bag": position.Pile("tiles in the bag", colours, tiles_of_a_colour),
        "discard": position.Pile("tiles laid aside", colours, tiles_of_a_colour),
    }


TURN: dict[str, position.Kind] = {
    "turn": position.Who("whose turn it is; nobody's where chance is due or the game is over"),
    "start_seat": position.Who("who began the round", name="start"),
    "marker_seat": position.Who("who took the first-player marker in this round", name="marker"),
}
"""Whose turn it is, who began and who has the marker."""
