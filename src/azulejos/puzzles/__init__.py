"""Puzzles: positions in which one move is clearly best and has to be found.

`collection("azul")` reads those that come with the package, a page at a time; `grade` grades an
answer. `lab/mining` found them.
"""

from __future__ import annotations

from azulejos.puzzles.puzzle import GRADES, MARGIN, Grade, Origin, Puzzle, grade, graded
from azulejos.puzzles.shipped import (
    Collection,
    Entry,
    collection,
    games_with_puzzles,
    puzzle_of_the_day,
)

__all__ = [
    "GRADES",
    "MARGIN",
    "Collection",
    "Entry",
    "Grade",
    "Origin",
    "Puzzle",
    "collection",
    "games_with_puzzles",
    "grade",
    "graded",
    "puzzle_of_the_day",
]
