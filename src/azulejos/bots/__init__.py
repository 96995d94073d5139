"""Bots: `bot("greedy")` makes one by name, `bot("casual")` one that plays like a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random, SystemRandom

from azulejos.bots.external import external_kind, is_external
from azulejos.bots.external.files import installed_names
from azulejos.bots.external.program import ProgramBot
from azulejos.bots.levels import LEVELS, LevelBot, SteadyBot
from azulejos.bots.parameters import Given, Parameter, read_parameters
from azulejos.bots.protocol import Bot, BotKind, begin, close
from azulejos.bots.search.bot import SEARCH, SearchBot
from azulejos.bots.search.games import check_searched
from azulejos.bots.simple import GreedyBot, RandomBot
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.errors import BotError, UnknownName, excerpt

__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "BotKind",
    "Parameter",
    "begin",
    "bot",
    "close",
    "needs_search",
    "read_bot",
    "start_program",
]

SEED = Parameter("seed", "int", "repeats its random choices", low=0, high=10**20 - 1)
STEADY = Parameter(
    "steady", "bool", "answers a position alike on every machine, however long that takes"
)


def _with_seed(name: str, text: str, make: Callable[[Random], Bot]) -> BotKind:
    """A kind of bots whose one parameter is the seed of their choices."""

    def of(given: Given, source: Random) -> Bot:
        return make(Random(given["seed"]) if "seed" in given else source)

    return BotKind(name, text, of, (SEED,))


def _level(name: str) -> BotKind:
    level = LEVELS[name]
    kind = _with_seed(name, level.meaning, lambda source: LevelBot(level, source, name))

    def of(given: Given, source: Random) -> Bot:
        if given.get("steady"):
            return SteadyBot(level, given.get("seed", 0), name)
        return kind.make(given, source)

    return replace(kind, make=of, parameters=(SEED, STEADY))


KINDS = (
    _with_seed("random", "plays anything legal, each move as likely as the others", RandomBot),
    _with_seed("greedy", "takes the most points that this round would bring", GreedyBot),
    SEARCH,
    *(_level(name) for name in LEVELS),
)

BOTS: dict[str, BotKind] = {kind.name: kind for kind in KINDS}
"""The kinds of bots in the package, by name, with the parameters of each."""


def bot(
    text: str, source: Random | None = None, *, game: Game | None = None, external: bool = True
) -> Bot:
    """Make a bot by its name and parameters: `greedy`, `random:seed=7`, `my_bot.py:MyBot`.

    What the bot leaves to chance it takes from the source, unless its name gives a seed. If a game
    is named, a bot that does not play it is refused. Without `outside` only the bots of the
    package are made, and no file is read: for names that come from somebody else.
    """
    try:
        kind, given = _read(text, external=external)
        if game and kind.games is not None and game.name not in kind.games:
            raise BotError(f"it does not play {game.title}, only: {', '.join(kind.games)}")
        made = kind.make(given, source or SystemRandom())
        if game and needs_search(made):
            check_searched(game, getattr(made, "version", None))
    except BotError as error:
        raise BotError(f"{excerpt(text)}: {error}") from error.__cause__
    return made


def read_bot(text: str, *, external: bool = True) -> tuple[BotKind, Given]:
    """The kind of a bot with all its parameters, and those that the text sets."""
    try:
        return _read(text, external=external)
    except BotError as error:
        raise BotError(f"{excerpt(text)}: {error}") from error.__cause__


def _read(text: str, *, external: bool) -> tuple[BotKind, Given]:
    kind, parameters = _find(text, external=external)
    given = read_parameters(parameters, kind.parameters, is_open=kind.is_open)
    for each in kind.parameters:
        if each.type == "file" and each.name in given and not external:
            raise BotError(f"{each.name}= names a file, which may not be chosen here")
    return kind, given


def _find(text: str, *, external: bool) -> tuple[BotKind, str]:
    """The kind of a bot, and its parameters as text. The package's own names come first."""
    name, _, parameters = text.partition(":")
    if name in BOTS:
        return BOTS[name], parameters
    if not external and is_external(text):
        raise BotError(f"files and programs may not play here, only: {', '.join(BOTS)}")
    result = external_kind(text) if external else None
    if result is None:
        known = [*BOTS, *installed_names()] if external else BOTS
        raise UnknownName("bot", name, dict.fromkeys(known))
    return result


def start_program(player: Bot, game: Game, options: Options) -> None:
    """Have a program begin a game, so that a wrong option of it is an error before a match.

    Other bots read their options when they are made.
    """
    if isinstance(player, ProgramBot):
        player.new_game(game, options)


def needs_search(player: Bot) -> bool:
    """Whether a bot plays only games that there is a search for."""
    if isinstance(player, LevelBot | SteadyBot):
        return player.level.nodes > 0
    return isinstance(player, SearchBot)
