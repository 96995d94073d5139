"""Levels of play for people: each is clearly weaker than the next, and none plays nonsense.

A weaker level errs as people do. It looks at less: not at every move, at its own board before the
others', at this round before the next, and less far ahead. It misjudges: it chooses by a softmax
over what moves seem worth, so it mixes up moves that are close and seldom ones that are far apart.
It never knowingly gives away more than a limit. Its random choices come from its source, so a seed
repeats its games unless time runs out. A `SteadyBot` repeats them everywhere.

How a level thinks is the same in all games (`LEVELS`). By how much it misjudges is set for every
game and number of players, so that the steps between levels are alike (`levels.json`;
`benchmarks/levels.py` finds it). They use a fixed version of the search: a stronger one changes
only `master`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget, MoveValue
from azulejos.core.move import Move
from azulejos.core.state import State, View

SETTINGS = Path(__file__).with_name("levels.json")
VERSION = 1  # of the search that levels below `master` play by


@dataclass(frozen=True)
class Level:
    """How a level thinks. Points and nodes are those of Azul with two players."""

    meaning: str
    nodes: int = 0  # to search; 0: it counts its own points of this round, like `greedy`
    depth: int | None = None  # moves to look ahead
    temperature: float = 0.0  # in points: moves so far apart are mixed up one time in four
    notices: float = 1.0  # the share of the moves that it looks at
    overlooks: float = 0.0  # the share of turns in which it ignores the answers
    narrow: float = 0.0  # how much its own points of this round count beside all the rest
    version: int | None = VERSION  # of the search; None: the newest


LEVELS = {
    "beginner": Level(
        "counts the points of this round, roughly, and does not see every move",
        temperature=1.0,
        notices=0.35,
    ),
    "easy": Level("counts the points of this round", temperature=0.5),
    "casual": Level(
        "plans for later rounds, its own board first, and every other time overlooks what the "
        "others will do",
        nodes=1_000,
        depth=2,
        temperature=1.0,
        overlooks=0.5,
        narrow=0.3,
    ),
    "skilled": Level(
        "thinks of the answer to its move, as a rule, and misjudges what is close",
        nodes=2_000,
        depth=2,
        temperature=0.5,
        overlooks=0.2,
        narrow=0.1,
    ),
    "strong": Level("thinks three moves ahead", nodes=5_000, depth=3, temperature=0.3),
    "expert": Level("thinks as far ahead as it can in a moment", nodes=20_000, temperature=0.1),
    "master": Level("plays as well as it can in a second", nodes=1_000_000, version=None),
}
"""The levels, the weakest first."""


MAX_SECONDS = 1.5  # for a move, on a machine that does not get through the nodes sooner
MIN_NOTICED = 5  # moves
CANDIDATES = 6  # how many of the best moves a level that searches chooses from
GIVEN_AWAY = 4.0  # temperatures: no move is considered that seems worse by more
RESULT = 10.0  # points: what winning is worth beside them


class LevelBot:
    """Plays like a person of some strength."""

    def __init__(
        self,
        level: Level,
        source: Random,
        name: str = "",
        seconds: float | None = MAX_SECONDS,
    ) -> None:
        self.level = level
        self._name = name  # under which its temperature was found
        self._source = source
        self._seconds = seconds  # for a move; None: as long as its nodes take
        self._search: Search | None = None

    def choose(self, view: View) -> Move:
        if len(view.state.legal_codes) == 1:
            return view.state.legal_moves[0]
        if self.level.nodes:
            judged = _narrowed(self._search_for(view), view.state, self.level.narrow)
        else:
            judged = self._noticed(_count(view.state))
        return self._pick(judged, self._temperature(view.state))

    def _temperature(self, state: State) -> float:
        """By how much it misjudges in a game with `players` players."""
        result = temperatures().get(state.game.name, {}).get(str(state.players), {})
        return result.get(self._name, self.level.temperature)

    def _search_for(self, view: View) -> list[MoveValue]:
        game = view.state.game
        if self._search is None or self._search.game is not game:
            self._search = Search(game, version=self.level.version)
        level, depth = self.level, self.level.depth
        if level.overlooks and self._source.random() < level.overlooks:
            depth = 1
        nodes = math.ceil(level.nodes * NODES.get(game.name, 1.0))
        multipv = CANDIDATES if level.temperature else 1
        budget = Budget(self._seconds, nodes, depth)
        result = self._search.think(view, budget, multipv=multipv).moves
        return [valued for valued in result if valued.is_exact]

    def _noticed(self, judged: list[MoveValue]) -> list[MoveValue]:
        """Some of the moves, at least a few."""
        count = max(MIN_NOTICED, round(self.level.notices * len(judged)))
        return self._source.sample(judged, count) if count < len(judged) else judged

    def _pick(self, judged: Sequence[MoveValue], spread: float) -> Move:
        """Choose the best move, or one that is mistaken for it."""
        best = max(_worth(valued) for valued in judged)
        lost = [best - _worth(valued) for valued in judged]
        if not spread:
            return judged[lost.index(0)].move
        chances = [
            math.exp(-points / spread) if points <= GIVEN_AWAY * spread else 0.0 for points in lost
        ]
        return self._source.choices(judged, chances)[0].move


class SteadyBot:
    """Plays like a level, and gives the same answer to the same position on every machine.

    No clock stops it, nothing is remembered from one move to the next, and its random choices
    follow from its seed and what its seat sees.
    """

    def __init__(self, level: Level, seed: int, name: str = "") -> None:
        self.level = level
        self._seed = seed
        self._name = name

    def choose(self, view: View) -> Move:
        digest = hashlib.sha256(b"%d " % self._seed + view.state.key).digest()
        return LevelBot(self.level, Random(digest), self._name, seconds=None).choose(view)


NODES = {"pavilion": 0.05}
"""How many nodes of a game do what one does in Azul: those of Pavilion plan a whole round."""


@cache
def temperatures() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Those that were found for each game, number of players and level."""
    result: Mapping[str, Mapping[str, Mapping[str, float]]]
    result = json.loads(SETTINGS.read_text(encoding="utf-8"))
    return result


def _narrowed(judged: list[MoveValue], state: State, narrow: float) -> list[MoveValue]:
    """What moves seem worth to a player who looks at its own board and this round first."""
    if not narrow or any(valued.is_decided for valued in judged):
        return judged
    own = dict(zip(state.legal_moves, state.move_values, strict=True))
    return [
        MoveValue(each.move, (1 - narrow) * each.points + narrow * own[each.move])
        for each in judged
    ]


def _worth(valued: MoveValue) -> float:
    if not valued.is_decided:
        return valued.points
    return valued.points + (RESULT if valued.is_won else -RESULT)


def _count(state: State) -> list[MoveValue]:
    """The moves with the mover's points if the round ended right after each."""
    return [
        MoveValue(move, float(points))
        for move, points in zip(state.legal_moves, state.move_values, strict=True)
    ]
