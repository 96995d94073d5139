"""The game of the day: one deal of each game for everybody, which follows from the date alone.

You sit at the first seat, a level at the second, which gives the same answer to the same position
everywhere (`SteadyBot`), and the deals are duplicate ones. So a finished game is known by its
moves, and these fit into a link:

    day-azul-2026-11-18-Yw4pVYBG1pYHoIwU3UJyZIzG...

Its last part is base64url: three bytes of a digest, then one number. Of each decision with a choice
it holds the place of the move among the legal ones, the first decision in the lowest place, each
in the base of how many moves there were. Whoever reads it plays all moves again.

Anybody who knows the date can work out the deals, and nothing stops them from trying out a day in
secret. It is played on one's honour.
"""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options, Value
from azulejos.core.state import State
from azulejos.errors import AzulejosError, RecordError
from azulejos.games import game as game_named
from azulejos.messages import fault
from azulejos.play.deals import DuplicateDeals
from azulejos.play.match import Match

FIRST_DAY = date(2026, 1, 1)
LEVEL = "skilled"  # of the opponent
SEAT = 0  # of whoever plays
SATURDAY = 5

WEEKENDS: dict[str, dict[str, Value]] = {
    "azul": {"side": "grey"},
    "sintra": {"side": "B"},
    "pavilion": {"side": "grey"},
    "duel": {"scoring": "random4"},
}
"""What is different on Saturdays and Sundays."""

WEEKDAYS: dict[str, dict[str, Value]] = {"duel": {"scoring": "random3"}}

MAX_LINK_LENGTH = 300
CHECK_BYTES = 3
LINK = re.compile(r"day-([a-z]{1,20})-([0-9]{4}-[0-9]{2}-[0-9]{2})-([A-Za-z0-9_-]+)")

MORE, EQUAL, FEWER = "🟦🟨🟥"


@dataclass(frozen=True)
class DailyGame:
    """The game of a day."""

    game: Game
    day: date

    @classmethod
    def of(cls, game: str, day: str) -> DailyGame:
        """By the name of the game, and the day as 2026-11-18."""
        try:
            wanted = date.fromisoformat(day)
        except ValueError:
            wanted = date.min
        if wanted < FIRST_DAY:
            raise RecordError(fault("fault.day.none", day=day[:20]))
        return cls(game_named(game), wanted)

    @property
    def options(self) -> Options:
        """The seats begin by turns, and on weekends the other side of the boards is played."""
        variants = WEEKENDS if self.day.weekday() >= SATURDAY else WEEKDAYS
        start = 1 + self.day.toordinal() % 2
        return self.game.options.of({"start": start, **variants.get(self.game.name, {})})

    @property
    def seed(self) -> str:
        return f"azulejos {self.game.name} {self.day}"

    @property
    def deals(self) -> DuplicateDeals:
        return DuplicateDeals(self.seed)

    @property
    def level(self) -> str:
        """The level of the opponent."""
        return LEVEL

    @property
    def opponent(self) -> str:
        """The bot at the other seat, as `bot` reads it."""
        return f"{self.level}:seed={int.from_bytes(self._digest(b'opponent')[:8])},steady=on"

    def match(self, name: str = "Player") -> Match:
        """The game as it begins."""
        return Match(self.game, self.options, names=(name, f"bot:{self.level}"), source=self.deals)

    # Links

    def link(self, match: Match) -> str:
        """The link that carries a finished game, without the address of a page."""
        return f"day-{self.game.name}-{self.day}-{self.pack(match)}"

    def pack(self, match: Match) -> str:
        """The moves of a finished game."""
        number = 0
        for state, event in reversed([*zip(match.states, match.events, strict=False)]):
            if isinstance(event, Move):
                codes = sorted(state.legal_codes)
                number = number * len(codes) + codes.index(self.game.encode(event))
        body = number.to_bytes((number.bit_length() + 7) // 8)
        return urlsafe_b64encode(self._digest(body)[:CHECK_BYTES] + body).decode().rstrip("=")

    def unpack(self, packed: str, name: str = "Player") -> Match:
        """The finished game that was packed, played again."""
        match = self.match(name)
        number = self._read(packed)
        while match.state.to_move is not None:
            codes = sorted(match.state.legal_codes)
            number, index = divmod(number, len(codes))
            match.play(match.state.to_move, self.game.decode(codes[index]))
        if number:
            raise _unreadable()
        return match

    def _read(self, packed: str) -> int:
        if len(packed) > MAX_LINK_LENGTH:
            raise _unreadable()
        try:
            held = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        except ValueError:
            raise _unreadable() from None
        check, body = held[:CHECK_BYTES], held[CHECK_BYTES:]
        is_written_so = urlsafe_b64encode(held).decode().rstrip("=") == packed
        if not is_written_so or body[:1] == b"\0" or check != self._digest(body)[:CHECK_BYTES]:
            raise _unreadable()
        return int.from_bytes(body)

    def _digest(self, body: bytes) -> bytes:
        rules = self.game.rules_version
        return hashlib.sha256(f"{self.seed} {rules} ".encode() + body).digest()


def read_link(text: str) -> tuple[DailyGame, str]:
    """The day and the packed moves of a link, which may stand after the address of a page."""
    found = LINK.search(text.strip()) if len(text) <= MAX_LINK_LENGTH else None
    if found is None or found.end() != len(text.strip()):
        raise _unreadable()
    try:
        return DailyGame.of(found[1], found[2]), found[3]
    except AzulejosError:
        raise _unreadable() from None


def squares(states: Sequence[State]) -> str:
    """A square for each round: whether one gained more points than the opponent, or fewer."""
    ends = [now for now, then in pairwise(states) if then.table.rounds > now.table.rounds > 0]
    leads = [0, *(state.scores[SEAT] - state.scores[1 - SEAT] for state in (*ends, states[-1]))]
    gained = [after - before for before, after in pairwise(leads)]
    return "".join(EQUAL if each == 0 else MORE if each > 0 else FEWER for each in gained)


def _unreadable() -> RecordError:
    return RecordError(fault("fault.day.link"))
