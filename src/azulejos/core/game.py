"""A game as a value: its facts and its functions. There are four instances and no subclass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import starmap, zip_longest
from typing import Generic, cast

import numpy as np

from azulejos.core.draw import Draw, Pool
from azulejos.core.kernels import Kernels
from azulejos.core.layout import Layout, Raw, RecordView, Table
from azulejos.core.move import Move, Moves
from azulejos.core.notation import MAX_DRAW_LENGTH, Section, point_at, sections, unreadable
from azulejos.core.observation import Observation
from azulejos.core.options import Options, Value
from azulejos.core.state import State
from azulejos.errors import NotationError, OptionError, quoted
from azulejos.messages import Message, fault

MAX_FAULTS = 3
"""At most this many faults of a position are listed."""


@dataclass(frozen=True)
class Colour:
    """A colour of tiles: its name, its letter in the notation, its symbol on the screen."""

    name: str
    letter: str
    symbol: str


@dataclass(frozen=True)
class Phase:
    """A phase of play; where chance is to act, the name of its pool."""

    name: str
    pool: str | None = None

    @classmethod
    def all(cls, names: Sequence[str], *pools: str) -> tuple[Phase, ...]:
        """All phases of a game: chance acts in the first ones, with these pools."""
        return tuple(starmap(cls, zip_longest(names, pools)))


@dataclass(frozen=True, eq=False)
class Game(Generic[Table]):
    """Everything that the rest of the package needs to know about a game; equal to itself alone."""

    name: str
    title: str
    rules_version: int  # raised when behaviour changes: old records name theirs
    colours: tuple[Colour, ...]
    options: type[Options]
    table: Layout
    phases: tuple[Phase, ...]
    endings: tuple[str, ...]  # keys: `azul.ending.row` in the catalogues says it in words
    ranked_by: tuple[str, ...]
    pools: tuple[Pool, ...]
    max_pieces: int
    moves: Moves
    write_position: Callable[[Table], list[str]]  # the sections after the header
    read_position: Callable[[list[Section], Table], None]
    faults: Callable[[Table], Sequence[Message]]  # what is impossible about a table
    refusal: Callable[[Table, Move], Message | str]  # why a move is illegal, with the rule
    check_draw: Callable[[Table, Draw], None]
    kernels: Kernels
    observation: Callable[[int], Observation]
    """What the numbers mean that `kernels.observe` writes, by the number of players."""
    keeper: Callable[[Table, Draw | Move], int | None] | None = None
    """The seat that alone may know what an event was; None if everybody may."""
    home: str = ""
    """The module that has the game under its name in capitals; from there it is unpickled."""

    def new(self, options: Options | None = None, **values: Value) -> State[Table]:
        """The position before anything is dealt: `AZUL.new(players=3, side="grey")`."""
        options = options or self.options.of(values)
        if not isinstance(options, self.options):
            raise OptionError(f"{options!r} are no options of {self.title}")
        return State(self, self._set_up(options))

    def _set_up(self, options: Options) -> Raw:
        raw = self.empty_table()
        options.put(self.table_in(raw.data))
        self.kernels.set_up(raw)
        return raw

    def position(self, text: str) -> State[Table]:
        """Read a position text."""
        state = self.draft(text)
        faults = self.faults(state.table)
        if faults:
            listed = [str(each) for each in faults[:MAX_FAULTS]]
            listed += [f"and {len(faults) - MAX_FAULTS} more"] * (len(faults) > MAX_FAULTS)
            raise NotationError("impossible position: " + "; ".join(listed))
        return state

    def draft(self, text: str) -> State[Table]:
        """Read a position text as it stands: `faults` says what is impossible about it."""
        header, *rest = sections(text)
        try:
            raw = self._set_up(self._read_header(header))
            header.is_read = True
            self.read_position(rest, self.table_in(raw.data))
        except NotationError as error:
            for index, section in enumerate((header, *rest)):
                if not section.is_read:
                    point_at(error, text, index, section.asked)
                    break
            raise
        return State(self, raw)

    def _read_header(self, header: Section) -> Options:
        if header.keyword != self.name:
            raise NotationError(
                fault(
                    "fault.text.begins",
                    title=self.title,
                    name=repr(self.name),
                    text=quoted(header.keyword),
                )
            )
        if header.words:
            raise unreadable(header.words[0], "players=2")
        try:
            return self.options.of(header.values)
        except OptionError as error:
            raise NotationError(error.message) from None

    @property
    def move_codes(self) -> int:
        """How many moves there are; their codes are 0, 1, 2, ..."""
        return len(self.moves)

    def decode(self, code: int) -> Move:
        """The move of a code."""
        return self.moves.decode(code)

    def encode(self, move: Move) -> int:
        """The code of a move."""
        return self.moves.encode(move)

    def parse_move(self, text: str) -> Move:
        """Read a move."""
        return self.moves.parse(text)

    @property
    def has_secrets(self) -> bool:
        """Whether a seat may know what others do not."""
        return self.kernels.conceal is not None

    def may_know(self, before: State[Table], event: Draw | Move, seat: int | None) -> bool:
        """Whether a seat, or with None everybody, may know what happened to a position."""
        keeper = self.keeper(before.table, event) if self.keeper else None
        return keeper is None or keeper == seat

    def table_in(self, memory: memoryview) -> Table:
        """The table that lies in memory."""
        return cast(Table, RecordView(memory, self.table))

    def empty_table(self) -> Raw:
        """Room for a table."""
        return np.zeros(self.table.itemsize, np.uint8)

    def pool(self, name: str) -> Pool:
        """The pool of that name."""
        for pool in self.pools:
            if pool.name == name:
                return pool
        names = ", ".join(pool.name for pool in self.pools)
        raise NotationError(
            fault("fault.text.pool", game=self.name, name=quoted(name), known=names)
        )

    def draw_text(self, draw: Draw) -> str:
        """Write a draw: `bag BBYR KWWB`."""
        return f"{draw.pool} {self.pool(draw.pool).text(draw.pieces)}".rstrip()

    def parse_draw(self, text: str) -> Draw:
        """Read a draw."""
        if len(text) > MAX_DRAW_LENGTH:
            raise NotationError(fault("fault.text.long_draw", most=MAX_DRAW_LENGTH, n=len(text)))
        name, _, pieces = text.strip().partition(" ")
        return Draw(name, self.pool(name).read(pieces))

    @property
    def letters(self) -> str:
        """The colours' letters, in order."""
        return "".join(colour.letter for colour in self.colours)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str, str], Game], tuple[str, str]]:
        """A copy is the game itself: pickles, states' too, only name it."""
        return _game_at, (self.home, self.name)


def _game_at(home: str, name: str) -> Game:
    result: Game = getattr(import_module(home), name.upper())
    return result
