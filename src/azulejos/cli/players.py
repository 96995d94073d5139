"""Who sits at the table: people by their names, bots as `bot:greedy`.

A bot's seat keeps that text as its name in the record, so a saved game knows who continues it. A
record can come from anybody, so the files and programs that it names are never run: to continue,
name them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from azulejos.bots import Bot, bot, start_program
from azulejos.bots.external import is_external
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.errors import BotError
from azulejos.play.names import MAX_NAME_LENGTH

BOT = "bot:"
DEFAULT_PERSON = "Player"
DEFAULT_BOT = BOT + "casual"


def seats_for(players: Sequence[str], count: int, rest: str = DEFAULT_BOT) -> tuple[str, ...]:
    """The names of all seats: the players named, or you; then bots."""
    named = tuple(players) or (DEFAULT_PERSON,)
    return named + (rest,) * (count - len(named))


def bots_at(players: Sequence[str], game: Game, options: Options) -> Mapping[int, Bot]:
    """The bots by their seats; programs are started."""
    bots = {
        seat: bot(name.removeprefix(BOT), game=game)
        for seat, name in enumerate(players)
        if name.startswith(BOT)
    }
    for player in bots.values():
        start_program(player, game, options)
    return bots


def recorded_names(players: Sequence[str]) -> tuple[str, ...]:
    """Their names in a record, where a path or command may be too long."""
    return tuple(_recorded(name) if _is_external(name) else name for name in players)


def _recorded(name: str) -> str:
    if len(name) > MAX_NAME_LENGTH and not name.startswith(f"{BOT}exec"):
        name = BOT + PurePath(name.removeprefix(BOT)).name
    return name[:MAX_NAME_LENGTH].rstrip()


def check_recorded(names: Sequence[str]) -> None:
    """Refuse to run the files and programs that a record names."""
    for name in filter(_is_external, names):
        raise BotError(
            f"the record names {name}, an external bot, which is not run just because of that: "
            "name all players again with --player"
        )


def _is_external(name: str) -> bool:
    """Whether a player is a file or a program, even if the end of its text is cut off."""
    text = name.removeprefix(BOT)
    return name.startswith(BOT) and (is_external(text) or text.startswith(("exec:", "exec,")))


def shown_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as people read them: `bot:greedy` is Greedy; namesakes get their seat's number."""
    short = [_short(n.removeprefix(BOT)) if n.startswith(BOT) else n for n in names]
    times = Counter(short)
    return tuple(
        name if times[name] == 1 else f"{name} {seat}" for seat, name in enumerate(short, 1)
    )


def _short(text: str) -> str:
    """`greedy` is Greedy, `bots/my_bot.py:MyBot` is MyBot, `exec:./engine --fast` is engine."""
    if not _is_external(BOT + text):
        return text[:1].upper() + text[1:]
    if text.startswith("exec"):
        words = text.partition(":")[2].split()
        named = [PurePath(word).name for word in words if not word.startswith("-")]
        return " ".join(named) or text
    file, _, name = text.partition(".py")
    return name.removeprefix(":").partition(":")[0] or PurePath(file).name
