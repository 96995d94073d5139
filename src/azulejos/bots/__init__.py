"""Bots: `bot("greedy")` makes one by name, `bot("casual")` one that plays like a person."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom

from azulejos.bots.greedy import GreedyBot
from azulejos.bots.levels import LEVELS, LevelBot
from azulejos.bots.parameters import Given, Parameter, read_parameters
from azulejos.bots.protocol import Bot, BotKind
from azulejos.bots.random import RandomBot
from azulejos.bots.search.bot import SEARCH, SearchBot
from azulejos.bots.search.games import check_searched
from azulejos.core.game import Game
from azulejos.errors import BotError, UnknownName, excerpt

__all__ = ["BOTS", "LEVELS", "Bot", "BotKind", "Parameter", "bot", "needs_search"]

SEED = Parameter("seed", "int", "repeats its random choices", low=0, high=10**20 - 1)


def _with_seed(name: str, text: str, make: Callable[[Random], Bot]) -> BotKind:
    """A kind of bots whose one parameter is the seed of their choices."""

    def of(given: Given, source: Random) -> Bot:
        return make(Random(given["seed"]) if "seed" in given else source)

    return BotKind(name, text, of, (SEED,))


def _level(name: str) -> BotKind:
    level = LEVELS[name]
    return _with_seed(name, level.meaning, lambda source: LevelBot(level, source))


KINDS = (
    _with_seed("random", "plays anything legal, each move as likely as the others", RandomBot),
    _with_seed("greedy", "takes the most points that this round would bring", GreedyBot),
    SEARCH,
    *(_level(name) for name in LEVELS),
)

BOTS: dict[str, BotKind] = {kind.name: kind for kind in KINDS}
"""The kinds of bots in the package, by name, with what can be set of each."""


def bot(text: str, source: Random | None = None, *, game: Game | None = None) -> Bot:
    """Make a bot by its name and parameters: `greedy`, `random:seed=7`.

    What the bot leaves to chance it takes from the source, unless its name gives a seed. If a game
    is named, a bot that does not play it is refused.
    """
    name, _, parameters = text.partition(":")
    if name not in BOTS:
        raise UnknownName("bot", name, BOTS)
    kind = BOTS[name]
    try:
        made = kind.make(read_parameters(parameters, kind.parameters), source or SystemRandom())
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
