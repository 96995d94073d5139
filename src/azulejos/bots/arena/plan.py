"""What an arena plays: which bots meet whom, from which seats, and how long they may think."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise, permutations

from azulejos.bots import KINDS, bot, close, start_program
from azulejos.core.options import Options
from azulejos.errors import OptionError
from azulejos.games import game as game_named

Lineup = tuple[int, ...]
"""The bots of one deal, by their numbers in the plan, in the order in which they sit."""


@dataclass(frozen=True)
class Limits:
    """How many seconds a bot may think about a move; it forfeits when it takes longer."""

    move_time: float | None = None
    """For every bot; None: each has the time that it names itself, like `search:100ms`."""
    grace: float = 5.0
    """What it may take beyond its time: clocks are coarse and machines busy."""


EXTERNAL_TIME = 60.0  # seconds, for an external bot that names no time
STARTING_TIME = 60.0  # seconds, for a bot to be made: it may have to load a network
FOREVER = math.inf


# Who meets whom


def all_together(bots: int, seats: int) -> list[Lineup]:
    """As many bots as seats, in the order in which they were named."""
    if bots != seats:
        raise OptionError(f"{bots} bots for {seats} players")
    return [tuple(range(bots))]


def gauntlet(bots: int, seats: int) -> list[Lineup]:
    """The first bot against every set of the others."""
    return _seated((0, *others) for others in combinations(range(1, bots), seats - 1))


def round_robin(bots: int, seats: int) -> list[Lineup]:
    """Every set of bots."""
    return _seated(combinations(range(bots), seats))


def ladder(bots: int, seats: int) -> list[Lineup]:
    """Every bot against the one named after it."""
    if seats != 2:
        raise OptionError(f"bots of a ladder play in pairs, not with {seats} players")
    return list(pairwise(range(bots)))


def _seated(sets: Iterable[Lineup]) -> list[Lineup]:
    """Every set in every order round the table; all sets come before the next order does.

    Rotations are played anyway, so the first bot of a set can stay where it is.
    """
    chosen = list(sets)
    orders = permutations(range(1, len(chosen[0]))) if chosen else ()
    return [(each[0], *(each[seat] for seat in order)) for order in orders for each in chosen]


PAIRINGS: dict[str, Callable[[int, int], list[Lineup]]] = {
    "all": all_together,
    "gauntlet": gauntlet,
    "round-robin": round_robin,
    "ladder": ladder,
}


@dataclass(frozen=True)
class Plan:
    """What is to be played: a game with options, the bots, who meets whom, and a seed."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: int
    pairing: str = "all"
    limits: Limits = field(default=Limits())
    keeps_records: bool = False

    def __post_init__(self) -> None:
        if not self.lineups:
            raise OptionError(f"{len(self.bots)} bots for {self.options.players} players")
        game = game_named(self.game)
        for name in dict.fromkeys(self.bots):
            made = bot(name, game=game)  # raises now if it cannot play
            try:
                start_program(made, game, self.options)
            finally:
                with suppress(Exception):
                    close(made)

    @cached_property
    def lineups(self) -> Sequence[Lineup]:
        """Who plays in deal 0, 1, 2, …, and then from the beginning again."""
        return PAIRINGS[self.pairing](len(self.bots), self.options.players)

    def lineup(self, deal: int) -> Lineup:
        return self.lineups[deal % len(self.lineups)]

    @property
    def needs_watching(self) -> bool:
        """Whether a bot might hang or take its process down with it."""
        return self.limits.move_time is not None or not all(map(is_ours, self.bots))

    @property
    def seats(self) -> int:
        return self.options.players

    def deals(self, games: int) -> int:
        """How many deals give every set of bots this many games, or a few more."""
        sets = len({frozenset(lineup) for lineup in self.lineups})
        return sets * -(-games // self.seats)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What each bot is called in tables: its text, numbered where several are alike."""
        return tuple(
            name
            if name not in self.bots[:place]
            else f"{name} #{1 + self.bots[:place].count(name)}"
            for place, name in enumerate(self.bots)
        )


def is_ours(name: str) -> bool:
    """Whether a bot comes with the package: those are trusted to come back with a legal move."""
    return name.partition(":")[0] in OURS


OURS = frozenset(kind.name for kind in KINDS)
