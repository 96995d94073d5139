"""The puzzles that come with the package: an index for each game, and pages of puzzles.

    data/azul/index.json    where they come from, and the id, level and themes of each
    data/azul/0.json        the first fifty

A page is read when one of its puzzles is needed; a browser has the indexes, and fetches pages. What
follows from a position, like its legal moves, is left out to keep files small. The files are
written by `lab/mining/pages.py`.
"""

from __future__ import annotations

import datetime
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec

from azulejos.errors import NotFound, quoted
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.puzzles.puzzle import Origin, Puzzle

FOLDER = Path(__file__).resolve().with_name("data")
INDEX = "index.json"
PAGE = 50  # puzzles
TENTHS = 10  # costs are kept in tenths of points

FIRST_DAY = datetime.date(2026, 1, 1)


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """A puzzle in the index."""

    id: str
    level: str
    themes: tuple[str, ...]


class Index(msgspec.Struct, frozen=True):
    """What the puzzles of a game have in common, and their list."""

    rules: int
    search: int
    nodes: int
    bots: tuple[str, ...]
    entries: tuple[Entry, ...]


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A puzzle as it is stored; its level and themes are in the index."""

    position: str
    costs: tuple[int, ...]  # tenths of points by the texts of moves in order; see `coded`
    line: str
    ahead: int
    lead: int
    is_solved: bool
    seed: str
    event: int


class Collection:
    """The puzzles of a game, the same for everybody with this version of the package."""

    def __init__(self, game: str, folder: Path = FOLDER) -> None:
        self.game = game
        self._folder = folder / game
        self.index = msgspec.json.decode((self._folder / INDEX).read_bytes(), type=Index)
        self._places = {entry.id: place for place, entry in enumerate(self.index.entries)}
        self._pages: dict[int, tuple[Row, ...]] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All puzzles: their ids, levels and themes."""
        return self.index.entries

    @property
    def themes(self) -> dict[str, int]:
        """The themes that there are, the most frequent first, and how many puzzles have each."""
        return dict(Counter(theme for each in self.entries for theme in each.themes).most_common())

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def find(self, *, theme: str | None = None, level: str | None = None) -> tuple[Entry, ...]:
        """The puzzles with a theme and of a level."""
        return tuple(
            entry
            for entry in self.entries
            if theme in (None, *entry.themes) and level in (None, entry.level)
        )

    def puzzle(self, name: str) -> Puzzle:
        entry, row = self._at(name)
        return puzzle_of(self.index, entry, row, self.game)

    def position(self, name: str) -> str:
        """The position of a puzzle, as text."""
        return self._at(name)[1].position

    def entry(self, name: str) -> Entry:
        """A puzzle's entry in the index."""
        if name not in self._places:
            raise NotFound(f"no puzzle of {game_named(self.game).title} is called {quoted(name)}")
        return self.entries[self._places[name]]

    def of_the_day(self, day: datetime.date) -> Puzzle:
        """The puzzle of a day. Every puzzle has its turn before one comes again."""
        return self.puzzle(self.entry_of_the_day(day).id)

    def entry_of_the_day(self, day: datetime.date) -> Entry:
        """Its entry in the index."""
        return self.entries[(day - FIRST_DAY).days % len(self)]

    def missing_page(self, name: str) -> str | None:
        """The file of a puzzle that is neither loaded nor on this device, like `azul/3.json`."""
        page = self._places[name] // PAGE
        is_here = page in self._pages or self._file(page).is_file()
        return None if is_here else f"{self.game}/{self._file(page).name}"

    def put_page(self, file: str, content: bytes) -> None:
        """Add a page that was fetched."""
        self._pages[int(Path(file).stem)] = msgspec.json.decode(content, type=tuple[Row, ...])

    def _file(self, page: int) -> Path:
        return self._folder / f"{page}.json"

    def _at(self, name: str) -> tuple[Entry, Row]:
        entry = self.entry(name)
        page, row = divmod(self._places[name], PAGE)
        return entry, self._page(page)[row]

    def _page(self, page: int) -> tuple[Row, ...]:
        if page not in self._pages:
            content = self._file(page).read_bytes()
            self._pages[page] = msgspec.json.decode(content, type=tuple[Row, ...])
        return self._pages[page]


def games_with_puzzles() -> list[str]:
    """The games of which puzzles come with the package."""
    return [name for name in GAME_NAMES if (FOLDER / name / INDEX).is_file()]


@cache
def collection(game: str) -> Collection:
    """The puzzles of a game that come with the package."""
    if game not in games_with_puzzles():
        raise NotFound(f"there are no puzzles of {game_named(game).title}")
    return Collection(game)


def puzzle_of_the_day(game: str, day: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everybody with this version of the package."""
    return collection(game).of_the_day(day)


# What is kept of a puzzle


def puzzle_of(index: Index, entry: Entry, row: Row, game: str) -> Puzzle:
    """A puzzle, from how it is stored."""
    state = game_named(game).position(row.position)
    moves = sorted(map(str, state.legal_moves))
    valued = dict(zip(moves, map(decoded, row.costs), strict=True))
    made = Puzzle(
        id=entry.id,
        game=game,
        position=row.position,
        costs={move: cost for move, (cost, _) in valued.items()},
        losing=frozenset(move for move, (_, is_losing) in valued.items() if is_losing),
        line=tuple(row.line.split()),
        ahead=row.ahead / TENTHS,
        lead=row.lead / TENTHS,
        is_solved=row.is_solved,
        level=entry.level,
        themes=entry.themes,
        origin=Origin(index.rules, index.search, index.nodes, index.bots, row.seed, row.event),
    )
    vars(made)["state"] = state  # so that it is read once
    return made


def row_of(puzzle: Puzzle) -> Row:
    """How a puzzle is stored."""
    return Row(
        position=puzzle.position,
        costs=tuple(
            coded(puzzle.costs[move], is_losing=move in puzzle.losing)
            for move in sorted(puzzle.costs)
        ),
        line=" ".join(puzzle.line),
        ahead=round(puzzle.ahead * TENTHS),
        lead=round(puzzle.lead * TENTHS),
        is_solved=puzzle.is_solved,
        seed=puzzle.origin.seed,
        event=puzzle.origin.event,
    )


def coded(cost: float, *, is_losing: bool) -> int:
    """A cost as it is stored: in tenths, negative if the move gives a won game away."""
    tenths = round(cost * TENTHS)
    return -1 - tenths if is_losing else tenths


def decoded(kept: int) -> tuple[float, bool]:
    """A cost, and whether the move gives a won game away."""
    return (kept if kept >= 0 else -1 - kept) / TENTHS, kept < 0
