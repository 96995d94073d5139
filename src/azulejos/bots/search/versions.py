"""Versions of a game's search: the newest, and those by which levels and puzzles were made.

A version is a number and a file, `bots/search/GAME/versions/N.json`: since when there is such a
search and what is new in it, what it does (`settings.py`), and by the least number of players what
weights it has, in a file beside it, and what it does otherwise with so many. Kernels are the same
for all versions; a version that has become known is never changed. Other versions are removed: a
released program still plays them, by the engine protocol.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from azulejos.bots.search.settings import SETTINGS, Settings, settings_of
from azulejos.core.interpreted import record
from azulejos.core.layout import Raw
from azulejos.errors import BotError

if TYPE_CHECKING:
    from azulejos.bots.search.knowledge import Knowledge


class _ForPlayers(msgspec.Struct, forbid_unknown_fields=True):
    weights: str
    settings: dict[str, int] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    since: str
    changes: str
    settings: dict[str, int]
    players: dict[int, _ForPlayers]


@dataclass(frozen=True, eq=False)
class Edition:
    """A version for a number of players."""

    settings: Raw
    weights: Path

    @property
    def read(self) -> Settings:
        """The settings by name."""
        settings: Settings = record(self.settings, SETTINGS)
        return settings

    @property
    def searches_tree(self) -> bool:
        """Whether everybody plays for themselves; else it is alpha-beta."""
        return bool(self.read.c_puct)


@dataclass(frozen=True, eq=False)
class Version:
    """A version of a game's search."""

    number: int
    since: str  # a date
    changes: str
    editions: dict[int, Edition]  # by the least number of players

    def edition(self, players: int) -> Edition:
        """What it does, and with what weights, with `players` players."""
        return self.editions[max(least for least in self.editions if least <= players)]


def every_version(known: Knowledge) -> list[Version]:
    """The versions of a game's search, the oldest first."""
    return [find_version(known, number) for number in _numbers(known.versions)]


def find_version(known: Knowledge, number: int | None = None) -> Version:
    """A version of a game's search, the newest unless another one is named."""
    numbers = _numbers(known.versions)
    if number is None:
        number = numbers[-1]
    if number not in numbers:
        there = ", ".join(map(str, numbers))
        raise BotError(f"no version {number} of the search for {known.game}; there are: {there}")
    return _read(known.versions / f"{number}.json")


@cache
def _numbers(folder: Path) -> list[int]:
    return sorted(int(file.stem) for file in folder.glob("*.json") if file.stem.isdecimal())


@cache
def _read(file: Path) -> Version:
    read = msgspec.json.decode(file.read_bytes(), type=_File)
    editions = {
        least: Edition(settings_of(read.settings | each.settings), file.with_name(each.weights))
        for least, each in read.players.items()
    }
    return Version(int(file.stem), read.since, read.changes, editions)
