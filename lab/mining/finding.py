"""Plays games, and finds the positions in them that make good puzzles.

A position goes through one test after the other, the cheapest first; `STAGES` lists them. What is
found depends on nothing but the plan and the number of the game.
"""

from __future__ import annotations

import hashlib
import random
from base64 import b32encode
from collections import Counter
from dataclasses import dataclass, replace

import msgspec

from azulejos.bots import LEVELS, Bot, bot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.knowledge import SEVERAL
from azulejos.bots.search.versions import find_version
from azulejos.core.move import Move
from azulejos.core.state import View
from azulejos.games import game as game_named
from azulejos.play.match import Match
from azulejos.puzzles.puzzle import Origin, Puzzle
from lab.mining.dealing import mean_ahead
from lab.mining.searching import Valued, best_play, every_move, some_moves

PLAYERS = ("strong", "skilled")  # take turns with the seats, and with who begins
MISSED_BY = ("greedy", "casual")
SOLVERS = ("skilled", "strong", "expert")
TRIES = 3  # of a level at a position; it finds what it plays more often than not

MIN_MOVES = 4  # legal ones: else guessing solves it
MAX_RIGHT = 0.34  # of the legal moves
AHEAD = 3.0  # points
AHEAD_SOLVED = 2.0  # where nothing is left to chance
PROMISING = 2.0  # points by a short search: worth a longer one
STAYS_AHEAD = 1.0  # points over the deals, on average

STAGES = ("positions", "promising", "missed", "clear", "confirmed", "accepted")
"""How many came so far; the last has been ahead over the deals, or is solved."""

ID = 6  # letters and digits


@dataclass(frozen=True)
class Effort:
    """The nodes that are searched for something, by how much a node of the game does."""

    first: int  # to see whether a position is promising
    every: int  # to value every move
    again: int  # to confirm the best ones
    line: int  # for a move of the best line
    quick: int  # for a move of the games over sampled deals
    deals: int = 24

    def with_players(self, players: int) -> Effort:
        """With several others a search of all their answers takes more."""
        if players == SEVERAL - 1:
            return self
        return replace(self, every=2 * self.every, again=2 * self.again)


EFFORTS = {
    "azul": Effort(first=10_000, every=200_000, again=600_000, line=20_000, quick=200),
    "sintra": Effort(first=10_000, every=200_000, again=600_000, line=20_000, quick=200),
    "pavilion": Effort(first=1_000, every=30_000, again=90_000, line=5_000, quick=20),
    "duel": Effort(first=10_000, every=300_000, again=1_000_000, line=30_000, quick=200),
}


OPTION_SETS = {
    "azul": ("", "side=grey", "", "players=3", "", "side=grey", "", "players=4"),
    "sintra": ("", "side=B", "", "side=B", "players=3", "side=B", "", "players=4 side=B"),
    "pavilion": ("", "side=grey", "", "side=grey", "players=3", "side=grey", "", "players=4"),
    "duel": ("scoring=random3", "", "scoring=random3", "scoring=random4"),
}
"""What is mined with unless something else is asked for: two players for the most part."""


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how hard positions are searched."""

    game: str
    options: tuple[str, ...]  # sets like "players=3 side=B", taken in turn
    effort: Effort
    seed: int = 0


def plan_for(game: str, options: tuple[str, ...] = (), seed: int = 0) -> Plan:
    """The plan by which the puzzles of the package were mined, or one with other options."""
    return Plan(game, options or OPTION_SETS[game], EFFORTS[game], seed)


class Find(msgspec.Struct, frozen=True):
    """A puzzle that is found, and what its themes are decided by."""

    puzzle: Puzzle
    rival: tuple[str, ...]  # the best line that begins with a move that is not right


class Finds(msgspec.Struct, frozen=True):
    """What a number of games brought."""

    games: int
    seconds: float  # of processor time
    stages: dict[str, int]
    finds: tuple[Find, ...]


def finds_of(plan: Plan, number: int) -> tuple[list[Find], Counter[str]]:
    """Play one numbered game, and find the puzzles in it: at most one a round for each seat."""
    finder = Finder(plan, number)
    match, players = finder.match, finder.players
    while (seat := match.state.to_move) is not None:
        finder.look_at(match.view(seat))
        match.play(seat, players[seat].choose(match.view(seat)))
    return finder.finds, finder.stages


class Finder:
    """Looks at the positions of one game."""

    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._seed = f"puzzles {plan.seed} {number}"
        game = game_named(plan.game)
        texts = plan.options[number % len(plan.options)]
        options = game.options.of(dict(word.split("=", 1) for word in texts.split()))
        self.match = Match(game, options, source=random.Random(self._seed))
        turn = number // len(plan.options)
        names = [PLAYERS[(seat + turn) % len(PLAYERS)] for seat in range(options.players)]
        self.players = [self._bot(name, f"seat {seat}") for seat, name in enumerate(names)]
        self._bots = tuple(names)
        self._levels = {name: self._bot(name, name) for name in (*MISSED_BY, *SOLVERS)}
        self._effort = plan.effort.with_players(options.players)
        self._search = Search(game)
        self._done: set[tuple[int, int]] = set()  # rounds and seats
        self.finds: list[Find] = []
        self.stages: Counter[str] = Counter(dict.fromkeys(STAGES, 0))

    def _bot(self, name: str, purpose: str) -> Bot:
        return bot(name, random.Random(f"{self._seed} {purpose}"))

    def look_at(self, view: View) -> None:
        """Keep a position if it makes a puzzle."""
        turn = (view.state.table.rounds, view.seat)
        if len(view.state.legal_codes) < MIN_MOVES or turn in self._done:
            return
        self.stages["positions"] += 1
        valued = self._clear(view)
        if valued is None:
            return
        self._done.add(turn)
        self.finds.append(self._find(view, valued))
        self.stages["accepted"] += 1

    def _clear(self, view: View) -> Valued | None:
        """The values of all moves, if one or a few are clearly best and others miss them."""
        effort = self._effort
        first = some_moves(self._search, view, effort.first, MIN_MOVES)
        if first.ahead < PROMISING:
            return None
        self.stages["promising"] += 1
        right = {each.move for each in first.moves if first.is_right(each)}
        if any(self._is_found(name, view, right) for name in MISSED_BY):
            return None
        self.stages["missed"] += 1
        valued = every_move(self._search, view, effort.every)
        right = {each.move for each in valued.moves if valued.is_right(each)}
        if not _is_ahead(valued) or len(right) > MAX_RIGHT * len(valued.moves):
            return None
        if any(self._is_found(name, view, right) for name in MISSED_BY):
            return None
        self.stages["clear"] += 1
        if not valued.is_complete and not self._holds(view, right):
            return None
        self.stages["confirmed"] += 1
        if valued.is_solved:
            return valued
        assert valued.rival
        pair = (valued.best.move, valued.rival.move)
        ahead = mean_ahead(self._search, view, pair, deals=effort.deals, nodes=effort.quick)
        return valued if ahead >= STAYS_AHEAD else None

    def _holds(self, view: View, right: set[Move]) -> bool:
        """Whether a longer search finds the same."""
        longer = some_moves(self._search, view, self._effort.again, len(right) + 1)
        return _is_ahead(longer) and {m.move for m in longer.moves if longer.is_right(m)} <= right

    def _is_found(self, level: str, view: View, right: set[Move]) -> bool:
        player = self._levels[level]
        return sum(player.choose(view) in right for _ in range(TRIES)) > TRIES // 2

    def _find(self, view: View, valued: Valued) -> Find:
        assert valued.rival
        right = {each.move for each in valued.moves if valued.is_right(each)}
        nodes = self._effort.line
        line = best_play(self._search, view, valued.best.line or (valued.best.move,), nodes)
        rival = best_play(self._search, view, valued.rival.line or (valued.rival.move,), nodes)
        known = KNOWLEDGE.of(self._plan.game)
        position = "; ".join(str(view.state).splitlines())
        puzzle = Puzzle(
            id=id_of(position),
            game=self._plan.game,
            position=position,
            costs={str(each.move): round(valued.cost(each), 1) for each in valued.moves},
            losing=frozenset(str(e.move) for e in valued.moves if valued.is_losing(e)),
            line=tuple(map(str, line)),
            ahead=round(valued.ahead, 1),
            lead=round(valued.best.points, 1),
            is_solved=valued.is_solved,
            level=self._weakest(view, right),
            themes=(),
            origin=Origin(
                rules=self.match.game.rules_version,
                search=find_version(known).number,
                nodes=self._effort.every,
                bots=self._bots,
                seed=self._seed,
                event=len(self.match.record.events) + 1,
            ),
        )
        return Find(puzzle, tuple(map(str, rival)))

    def _weakest(self, view: View, right: set[Move]) -> str:
        """The weakest level that finds an answer."""
        result = (name for name in SOLVERS if self._is_found(name, view, right))
        return next(result, [*LEVELS][-1])


def _is_ahead(valued: Valued) -> bool:
    rival = valued.rival
    if rival is None:
        return False
    if valued.is_solved and valued.is_losing(rival):
        return True
    return valued.ahead >= (AHEAD_SOLVED if valued.is_solved else AHEAD)


def id_of(position: str) -> str:
    """A short name that a position keeps."""
    digest = hashlib.sha256(position.encode()).digest()
    return b32encode(digest).decode()[:ID].lower()
