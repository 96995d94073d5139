"""Bots: `bot("greedy")` makes one by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random, SystemRandom

from azulejos.bots.greedy import GreedyBot
from azulejos.bots.protocol import Bot, Parameters, parse_name
from azulejos.bots.random import RandomBot
from azulejos.errors import BotError, UnknownName

__all__ = ["BOTS", "Bot", "bot"]


def _with_seed(make: Callable[[Random], Bot]) -> Callable[[Parameters], Bot]:
    """A bot whose one parameter is the seed of its choices."""

    def of(parameters: Parameters) -> Bot:
        unknown = set(parameters) - {"seed"}
        seed = parameters.get("seed")
        if unknown or (seed is not None and not re.fullmatch(r"\d{1,20}", seed)):
            raise BotError("the only parameter is seed=, a whole number, like random:seed=7")
        return make(Random(int(seed)) if seed is not None else SystemRandom())

    return of


BOTS: dict[str, Callable[[Parameters], Bot]] = {
    "random": _with_seed(RandomBot),
    "greedy": _with_seed(GreedyBot),
}


def bot(text: str) -> Bot:
    """Make a bot by its name and parameters: `greedy`, `random:seed=7`."""
    name, parameters = parse_name(text)
    if name not in BOTS:
        raise UnknownName("bot", name, BOTS)
    try:
        return BOTS[name](parameters)
    except BotError as error:
        raise BotError(f"{text}: {error}") from None
