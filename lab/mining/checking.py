"""Whether puzzles hold when a deeper search looks at them: `python -m lab.mine --check`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

import msgspec

from azulejos.bots.search.engine import Search
from azulejos.games import game as game_named
from azulejos.puzzles.puzzle import Puzzle
from lab.mining.finding import EFFORTS
from lab.mining.searching import some_moves

DEEPER = 3  # times the nodes by which a puzzle was confirmed

Verdict = Literal["holds", "another", "more"]
"""What a deeper search says: it `holds`, `another` move is best, or there are `more` right ones."""

HOLDS: Verdict = "holds"


class Checked(msgspec.Struct, frozen=True):
    """What a deeper search says of some puzzles, by their ids."""

    seconds: float  # of processor time
    verdicts: dict[str, Verdict]


def check(puzzles: Sequence[Puzzle]) -> Checked:
    """Look at some puzzles. What is found depends on nothing else: each has a search of its own."""
    begun = time.process_time()
    verdicts = {puzzle.id: verdict(puzzle) for puzzle in puzzles}
    return Checked(time.process_time() - begun, verdicts)


def verdict(puzzle: Puzzle) -> Verdict:
    """What a deeper search says of a puzzle, of the version that found it."""
    effort = EFFORTS[puzzle.game].with_players(puzzle.state.players)
    search = Search(game_named(puzzle.game), version=puzzle.origin.search)
    result = some_moves(search, puzzle.view, DEEPER * effort.again, len(puzzle.answers) + 1)
    if str(result.best.move) not in puzzle.answers:
        return "another"
    right = {str(each.move) for each in result.moves if result.is_right(each)}
    return HOLDS if right <= {*puzzle.answers} else "more"
