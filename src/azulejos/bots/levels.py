"""Levels of play for people: each is clearly weaker than the next, and none plays nonsense.

A weaker level errs as people do. It looks less far ahead; it chooses by a softmax over the values
of the best moves, so it mixes up moves that are close and seldom ones that are far apart; and at
times it does not consider the answers to its move at all. It never knowingly gives away more than a
limit. Its random choices come from its source, so a seed repeats its games unless time runs out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE, is_searched
from azulejos.bots.search.knowledge import Scale
from azulejos.bots.search.result import Budget, MoveValue
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State, View


@dataclass(frozen=True)
class Level:
    """How a level thinks. Points and nodes are those of Azul; a game's `Scale` translates them."""

    meaning: str
    nodes: int = 0  # to search; 0: it counts its own points of this round, like `greedy`
    depth: int | None = None  # moves to look ahead
    temperature: float = 0.0  # in points: moves so far apart are mixed up one time in four
    gives_away: float = 0.0  # points: no move is considered that is worse by more
    overlooks: float = 0.0  # the share of turns in which it ignores the answers


LEVELS = {
    "beginner": Level("counts the points of this round, roughly", temperature=1.0, gives_away=6.0),
    "easy": Level("counts the points of this round", temperature=0.5, gives_away=2.0),
    "casual": Level(
        "plans for later rounds, and every other time overlooks what the others will do",
        nodes=1_000,
        depth=2,
        temperature=1.0,
        gives_away=4.0,
        overlooks=0.5,
    ),
    "skilled": Level(
        "thinks of the answer to its move, as a rule, and misjudges what is close",
        nodes=2_000,
        depth=2,
        temperature=0.5,
        gives_away=2.0,
        overlooks=0.2,
    ),
    "strong": Level(
        "thinks three moves ahead",
        nodes=5_000,
        depth=3,
        temperature=0.3,
        gives_away=1.0,
    ),
    "expert": Level(
        "thinks as far ahead as it can in a moment",
        nodes=20_000,
        temperature=0.1,
        gives_away=0.4,
    ),
    "master": Level("plays as well as it can in a second", nodes=1_000_000),
}
"""The levels, the weakest first."""


MOST_SECONDS = 1.5  # for a move, on a machine that does not get through the nodes sooner
CANDIDATES = 6  # how many of the best moves a level that searches chooses from
RESULT = 10.0  # points: what winning is worth beside them


class LevelBot:
    """Plays like a person of some strength."""

    def __init__(self, level: Level, source: Random) -> None:
        self.level = level
        self._source = source
        self._search: Search | None = None

    def choose(self, view: View) -> Move:
        if len(view.state.legal_codes) == 1:
            return view.state.legal_moves[0]
        scale = _scale(view.state.game)
        if self.level.nodes:
            return self._pick(self._search_for(view, scale), scale.searched)
        return self._pick(_count(view.state), scale.counted)

    def _search_for(self, view: View, scale: Scale) -> list[MoveValue]:
        game = view.state.game
        if self._search is None or self._search.game is not game:
            self._search = Search(game)
        level, depth = self.level, self.level.depth
        if level.overlooks and self._source.random() < level.overlooks:
            depth = 1
        budget = Budget(MOST_SECONDS, math.ceil(level.nodes * scale.nodes), depth)
        multipv = CANDIDATES if level.temperature else 1
        found = self._search.think(view, budget, multipv=multipv).moves
        return [valued for valued in found if valued.is_exact]

    def _pick(self, judged: Sequence[MoveValue], spread: float) -> Move:
        """Choose the best move, or one that is mistaken for it."""
        best = max(_worth(valued) for valued in judged)
        level = self.level
        lost = [(best - _worth(valued)) / spread for valued in judged]
        if not level.temperature:
            return judged[lost.index(0)].move
        chances = [
            math.exp(-points / level.temperature) if points <= level.gives_away else 0.0
            for points in lost
        ]
        return self._source.choices(judged, chances)[0].move


def _scale(game: Game) -> Scale:
    """What points and nodes of Azul are in a game; the same where no search says otherwise."""
    return KNOWLEDGE.of(game.name).scale if is_searched(game.name) else Scale()


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
