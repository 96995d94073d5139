"""Programs that are kept from one game to the next, where many games are played with new bots.

A program may take seconds to load, and the protocol lets it forget one game before the next.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

from azulejos.bots import Bot, bot, close
from azulejos.bots.external.program import ProgramBot

MAX_KEPT = 8  # of one text: the seats of a game, and more

_kept: defaultdict[str, list[ProgramBot]] = defaultdict(list)


def take(text: str, source: Random) -> Bot:
    """A bot for a new game, with a source of its own: one that was kept, or a new one."""
    if not _kept[text]:
        return bot(text, source)
    player = _kept[text].pop()
    player.source = source
    return player


def give_back(text: str, player: Bot) -> None:
    """Keep a program that runs; close any other bot."""
    if isinstance(player, ProgramBot) and player.is_running and len(_kept[text]) < MAX_KEPT:
        _kept[text].append(player)
    else:
        close(player)
