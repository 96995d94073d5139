"""A position as an immutable value, what a seat knows of it, and how a game ended."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import new_rng
from azulejos.core.draw import Draw
from azulejos.core.layout import Raw, RecordView, Table
from azulejos.core.move import NO_CODE, Move
from azulejos.core.notebook import drawn
from azulejos.core.options import Options
from azulejos.core.turn import CHANCE, NOBODY
from azulejos.errors import GameOver, IllegalDraw, IllegalMove, NotationError, UnknownName, quoted
from azulejos.messages import fault

if TYPE_CHECKING:
    from azulejos.core.game import Game, Phase


class State(Generic[Table]):
    """A position of a game. `play` and `deal` return the next one and leave this as it is."""

    def __init__(self, game: Game[Table], raw: Raw) -> None:
        self.game = game
        self._raw = raw  # nobody changes it: every change is made to a copy

    @cached_property
    def table(self) -> Table:
        """The table as a read-only record: `state.table.seats[0].score`."""
        return self.game.table_in(self._raw.data.toreadonly())

    def scratch(self) -> Table:
        """A copy of the table that rules may change."""
        return self.game.table_in(self._raw.copy().data)

    @property
    def key(self) -> bytes:
        """The position as bytes: equal positions have equal keys."""
        return self._raw.tobytes()

    @property
    def to_move(self) -> int | None:
        """The seat to move, `CHANCE`, or None when the game is over."""
        turn = self.table.turn
        return None if turn == NOBODY else turn

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return self._phase.name

    @property
    def _phase(self) -> Phase:
        return self.game.phases[self.table.phase]

    @property
    def options(self) -> Options:
        """The options that the table shows."""
        return self.game.options.of_table(self.table)

    @property
    def players(self) -> int:
        return self.table.players

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat; after the end with all bonuses."""
        return tuple(self.table.seats[seat].score for seat in range(self.players))

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, once the game is over."""
        if self.to_move is not None:
            return None
        keys = np.zeros(len(self.game.ranked_by), np.int32)
        ranks = []
        for seat in range(self.players):
            self.game.kernels.rank_keys(self._raw, seat, keys)
            ranks.append(tuple(int(key) for key in keys))
        return Outcome(self.scores, places_by(ranks), self.game.endings[self.table.ending])

    # Moves

    @cached_property
    def legal_codes(self) -> tuple[int, ...]:
        """The codes of the legal moves; none where chance is due or the game is over."""
        codes = np.empty(self.game.move_codes, np.int32)
        count = self.game.kernels.list_moves(self._raw, codes)
        return tuple(codes[:count].tolist())

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves."""
        moves = self.game.moves.all
        return tuple([moves[code] for code in self.legal_codes])

    @property
    def move_values(self) -> tuple[int, ...]:
        """For each legal move, the mover's score if the round ended right after it."""
        codes, values = np.empty((2, self.game.move_codes), np.int32)
        scratch = self.game.empty_table()
        count = self.game.kernels.value_moves(self._raw, scratch, codes, values)
        return tuple(values[:count].tolist())

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a move now."""
        return self.game.moves.encode(move) in self.legal_codes

    def play(self, move: Move | str) -> State[Table]:
        """Return the position after a legal move, given as a move or as text."""
        if isinstance(move, str):
            move = self.game.moves.parse(move)
        code = self.game.moves.encode(move)
        if code not in self.legal_codes:
            self._refuse(move, code)
        after = self._raw.copy()
        self.game.kernels.make_move(after, code)
        return State(self.game, after)

    def _refuse(self, move: Move, code: int) -> None:
        if self.to_move is None:
            raise GameOver("the game is over: no more moves")
        if code == NO_CODE:
            unknown = fault("fault.move.unknown", move=move.described(), title=self.game.title)
            raise IllegalMove(unknown)
        if self.to_move == CHANCE:
            raise IllegalMove(fault("fault.move.chance", move=str(move)))
        why = self.game.refusal(self.table, move)
        raise IllegalMove(fault("fault.move", move=str(move), why=why))

    # Chance

    def sample(self, source: random.Random) -> Draw:
        """Draw for chance; `random.SystemRandom()` makes it unpredictable."""
        self._expect_chance()
        pieces = np.empty(self.game.max_pieces, np.int32)
        count = self.game.kernels.sample(self._raw.copy(), new_rng(source), pieces)
        return Draw(self._pool_due, tuple(pieces[:count].tolist()))

    def deal(self, draw: Draw) -> State[Table]:
        """Return the position after a draw, having checked that chance can have made it."""
        self._expect_chance()
        if draw.pool != self._pool_due:
            pool, due = quoted(draw.pool), quoted(self._pool_due)
            raise IllegalDraw(fault("fault.draw.pool", pool=pool, due=due))
        self.game.check_draw(self.table, draw)
        after = self._raw.copy()
        self.game.kernels.deal(after, np.array(draw.pieces, np.int32), len(draw.pieces))
        return State(self.game, after)

    @property
    def _pool_due(self) -> str:
        assert self._phase.pool is not None
        return self._phase.pool

    def _expect_chance(self) -> None:
        if self.to_move != CHANCE:
            raise IllegalDraw(fault("fault.draw.due"))

    # What a seat sees

    def view(self, seat: int) -> View[Table]:
        """What a seat may know of this position."""
        if seat not in range(self.players):
            raise UnknownName("seat", str(seat), map(str, range(self.players)))
        conceal = self.game.kernels.conceal
        if conceal is None:
            return View(seat, self)
        seen = self._raw.copy()
        conceal(seen, seat)
        return View(seat, State(self.game, seen))

    @property
    def public(self) -> State[Table]:
        """What everybody may know of this position: what a spectator sees."""
        conceal = self.game.kernels.conceal
        if conceal is None:
            return self
        seen = self._raw.copy()
        conceal(seen, NOBODY)
        return State(self.game, seen)

    def observe(self, seat: int) -> NDArray[np.int16]:
        """What a seat may know, as numbers: `game.observation(players)` says what they mean."""
        if seat not in range(self.players):
            raise UnknownName("seat", str(seat), map(str, range(self.players)))
        out = self.game.observation(self.players).empty()
        self.game.kernels.observe(self._raw, seat, out)
        return out

    # Value

    def bare(self) -> State[Table]:
        """The same without cached values, which take more room than the position."""
        return State(self.game, self._raw)

    def __str__(self) -> str:
        lines = [f"{self.game.name} {self.options}", *self.game.write_position(self.table)]
        return "\n".join(lines)

    def to_json(self) -> str:
        """The position for machines: its text, which `Game.position` reads, and the bare table."""
        return json.dumps(
            {
                "game": self.game.name,
                "rules": self.game.rules_version,
                "options": self.options.as_dict(),
                "position": str(self),
                "table": RecordView(self._raw.data, self.game.table).as_dict(),
            }
        )

    def __repr__(self) -> str:
        return f"{self.game.name.upper()}.position({'; '.join(str(self).splitlines())!r})"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: everything on the table."""
        return drawn(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self.key == other.key

    def __hash__(self) -> int:
        return hash((self.game.name, self.key))

    def __reduce__(self) -> tuple[object, tuple[Game[Table], bytes]]:
        """Pickled as the bytes of the table, without cached values."""
        return _state_of, (self.game, self.key)


def _state_of(game: Game[Table], key: bytes) -> State[Table]:
    if len(key) != game.table.itemsize:
        raise NotationError(
            f"a table of {game.title} has {game.table.itemsize} bytes, not {len(key)}:"
            " it was pickled by another version of the package"
        )
    return State(game, np.frombuffer(key, np.uint8).copy())


@dataclass(frozen=True)
class View(Generic[Table]):
    """What one seat knows: the position with everything blank that the seat may not know."""

    seat: int
    state: State[Table]

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table as the seat sees it."""
        return drawn(self)

    def sample(self, source: random.Random) -> State[Table]:
        """A full position that agrees with all the seat knows."""
        game = self.state.game
        if game.kernels.determinize is None:
            return self.state
        determinized = self.state._raw.copy()
        game.kernels.determinize(determinized, self.seat, new_rng(source))
        return State(game, determinized)


@dataclass(frozen=True)
class Outcome:
    """Who won and why. Places count from 1; seats that are tied to the end share a place."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: str  # one of `Game.endings`

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def places_by(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank seats by their keys, the more the better; equal keys share the better place."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
