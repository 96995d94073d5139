"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from azulejos.tables.people.limits import ALLOWANCES, Allowance
from azulejos.tables.quota import BURST, READING_SHARE, SHARE

SITE_MARK = 'data-host="page"'  # of the page of a site; `web/src/route.ts` looks for it


def is_site(directory: Path) -> bool:
    """Whether a directory holds what `azulejos site build` writes."""
    page = directory / "index.html"
    return page.is_file() and SITE_MARK in page.read_text(encoding="utf-8", errors="replace")


@dataclass(frozen=True)
class Keeping:
    """How many seconds unused things are kept; None means forever."""

    finished: float | None = None  # tables after the game
    abandoned: float | None = None  # tables where nothing has happened and no clock runs
    guests: float | None = None  # guests after they were last here


@dataclass(frozen=True)
class Push:
    """Web push to people whose page is closed."""

    key_file: Path
    contact: str  # of the operator, for push services: mailto:... or https://...
    after: float = 45.0  # seconds of a turn; longer than a lost connection may go unnoticed
    round: float = 5.0  # seconds between two looks
    allows_local: bool = False  # endpoints on this machine and without encryption, for tests


class ParameterInfo(msgspec.Struct, frozen=True):
    """What can be set of a bot, as it is declared."""

    name: str
    type: str
    help: str
    default: str | None = None
    low: float | None = None
    high: float | None = None
    choices: list[str] = []


class OfferedBot(msgspec.Struct, frozen=True):
    """An external bot that plays at this server's tables."""

    name: str  # by which people choose it
    text: str  # how it is made, which nobody is told
    help: str
    parameters: list[ParameterInfo]
    games: list[str]


@dataclass(frozen=True)
class Settings:
    """All settings; the defaults suit one machine without a proxy."""

    store: str = "azulejos.db"
    origins: tuple[str, ...] = ()  # of pages that may talk to us; none: only those of this server
    workers: int = 2  # processes in which bots think long; one more is kept for short thoughts
    compiles: bool = True  # whether the workers do
    bot_pause: float = 0.3  # the least time that a bot takes for a move that is watched, in seconds
    lease: float = 10.0  # seconds of silence after which another process counts as dead
    max_connections: int = 20_000  # if the limit of open files allows them
    max_connections_of_one: int = 200  # from one address
    max_requests_of_one: int = 200  # at the same time: a class whose browsers ask for six each
    share_of_one: float = SHARE  # of the processor that answers: see `quota.py`
    burst_of_one: float = BURST  # seconds of it at once
    reading_of_one: float = READING_SHARE  # of a processor that reads what is studied
    max_sockets: int = 20_000
    max_sockets_of_one: int = 100  # from one address
    keep: Keeping = field(default_factory=Keeping)
    push: Push | None = None
    bots: tuple[OfferedBot, ...] = ()
    unlimited: tuple[str, ...] = ()  # networks from which programs may ask as often as they like
    static: Path | None = None  # the page; None: the one that was built with the package
    site: Path | None = None  # the standalone site, for browsers that cannot reach us
    allowances: dict[str, Allowance] = field(default_factory=lambda: dict(ALLOWANCES))

    @property
    def is_secure(self) -> bool:
        """Whether all pages are encrypted, so that cookies may require it."""
        return bool(self.origins) and all(o.startswith("https://") for o in self.origins)
