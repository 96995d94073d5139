"""Bots: `bot("greedy")` makes one by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random, SystemRandom

from azulejos.bots.greedy import GreedyBot
from azulejos.bots.protocol import Bot, Parameters, parse_name
from azulejos.bots.random import RandomBot
from azulejos.bots.search.bot import search_bot
from azulejos.errors import BotError, UnknownName

__all__ = ["BOTS", "Bot", "bot"]

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
}


def bot(text: str, source: Random | None = None) -> Bot:
    """Make a bot by its name and parameters: `greedy`, `random:seed=7`.

    What the bot leaves to chance it takes from the source, unless its name gives a seed.
    """
    name, parameters = parse_name(text)
    if name not in BOTS:
        raise UnknownName("bot", name, BOTS)
    try:
        return BOTS[name](parameters, source or SystemRandom())
    except BotError as error:
        raise BotError(f"{text}: {error}") from None
