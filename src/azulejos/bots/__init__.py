"""Bots: `bot("greedy")` makes one by name, `bot("casual")` one that plays like a person."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom

from azulejos.bots.greedy import GreedyBot
from azulejos.bots.levels import LEVELS, LevelBot
from azulejos.bots.protocol import Bot, Parameters, parse_name
from azulejos.bots.random import RandomBot
from azulejos.bots.search.bot import SearchBot, search_bot
from azulejos.bots.search.games import check_searched
from azulejos.core.game import Game
from azulejos.errors import BotError, UnknownName, excerpt

__all__ = ["BOTS", "LEVELS", "Bot", "bot", "needs_search"]

Maker = Callable[[Parameters, Random], Bot]
"""Makes a bot of its parameters and of a source for what it leaves to chance."""


def _with_seed(make: Callable[[Random], Bot]) -> Maker:
    """A bot whose one parameter is the seed of its choices."""

    def of(parameters: Parameters, source: Random) -> Bot:
        unknown = set(parameters) - {"seed"}
        seed = parameters.get("seed")
        if unknown or (seed is not None and not re.fullmatch(r"\d{1,20}", seed)):
            raise BotError("the only parameter is seed=, a whole number, like random:seed=7")
        return make(source if seed is None else Random(int(seed)))

    return of


BOTS: dict[str, Maker] = {
    "random": _with_seed(RandomBot),
    "greedy": _with_seed(GreedyBot),
    "search": lambda parameters, _source: search_bot(parameters),
    **{name: _with_seed(partial(LevelBot, level)) for name, level in LEVELS.items()},
}


def bot(text: str, source: Random | None = None, *, game: Game | None = None) -> Bot:
    """Make a bot by its name and parameters: `greedy`, `random:seed=7`.

    What the bot leaves to chance it takes from the source, unless its name gives a seed. If a game
    is named, a bot that does not play it is refused.
    """
    name, parameters = parse_name(text)
    if name not in BOTS:
        raise UnknownName("bot", name, BOTS)
    try:
        made = BOTS[name](parameters, source or SystemRandom())
        if game and needs_search(made):
            check_searched(game)
    except BotError as error:
        raise BotError(f"{excerpt(text)}: {error}") from None
    return made


def needs_search(player: Bot) -> bool:
    """Whether a bot plays only games that there is a search for."""
    if isinstance(player, LevelBot):
        return player.level.nodes > 0
    return isinstance(player, SearchBot)
