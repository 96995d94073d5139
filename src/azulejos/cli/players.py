"""Who sits at the table: people by their names, bots as `bot:greedy`.

A bot's seat keeps that text as its name in the record, so a saved game knows who plays it on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from azulejos.bots import Bot, bot
from azulejos.core.game import Game

BOT = "bot:"
DEFAULT_PERSON = "Player"
DEFAULT_BOT = BOT + "casual"


def seats_for(players: Sequence[str], number: int, rest: str = DEFAULT_BOT) -> tuple[str, ...]:
    """The names of all seats: those that were asked for, then you if nobody was, then bots."""
    named = tuple(players) or (DEFAULT_PERSON,)
    return named + (rest,) * (number - len(named))


def bots_at(names: Sequence[str], game: Game) -> Mapping[int, Bot]:
    """The bots by their seats."""
    return {
        seat: bot(name.removeprefix(BOT), game=game)
        for seat, name in enumerate(names)
        if name.startswith(BOT)
    }


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as people read them: `bot:greedy` is Greedy; namesakes get their seat's number."""
    short = [_capital(n.removeprefix(BOT)) if n.startswith(BOT) else n for n in names]
    times = Counter(short)
    return tuple(
        name if times[name] == 1 else f"{name} {seat}" for seat, name in enumerate(short, 1)
    )


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
