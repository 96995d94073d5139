"""Writes mined puzzles as the files that the package reads: see `shipped.py`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from azulejos.play.record_file import write_atomically
from azulejos.puzzles.puzzle import Puzzle
from azulejos.puzzles.shipped import INDEX, PAGE, Entry, Index, row_of
from lab.mining.finding import Find
from lab.mining.themes import themes_of


def write_pages(finds: Iterable[Find], folder: Path, game: str, most: int) -> int:
    """Write up to so many puzzles of a game, in the order of their ids; return how many."""
    home = folder / game
    home.mkdir(parents=True, exist_ok=True)
    for old in home.glob("*.json"):
        old.unlink()
    chosen = sorted(list(finds)[:most], key=lambda find: find.puzzle.id)
    puzzles = [find.puzzle for find in chosen]
    for number, start in enumerate(range(0, len(puzzles), PAGE)):
        page = [row_of(puzzle) for puzzle in puzzles[start : start + PAGE]]
        _write(home / f"{number}.json", page)
    entries = [Entry(f.puzzle.id, f.puzzle.level, themes_of(f)) for f in chosen]
    _write(home / INDEX, _index(puzzles, entries))
    return len(puzzles)


def _index(puzzles: Sequence[Puzzle], entries: Sequence[Entry]) -> Index:
    first = puzzles[0].origin
    bots = {bot for puzzle in puzzles for bot in puzzle.origin.bots}
    return Index(first.rules, first.search, first.nodes, tuple(sorted(bots)), tuple(entries))


def _write(file: Path, content: object) -> None:
    """Write JSON with a line for each thing of a list, so that changes can be read."""
    text = msgspec.json.encode(content).decode()
    write_atomically(file, text.replace('],["', '],\n["') + "\n")
