"""What a bot is, and what a kind of bots is: a name, its parameters, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from azulejos.bots.parameters import Given, Parameter
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import View


class Bot(Protocol):
    """Chooses a move for the seat of a view, from nothing but that view.

    A bot may also have `new_game(game, options)`, which is called before a game and lets it load
    what it needs, `close()`, which ends what it has started, `move_time`, the seconds that it means
    to take for a move, and `value`, how many points ahead it expects its last move to leave it.
    """

    def choose(self, view: View) -> Move: ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bots: what `bot` makes of a name, and what people are told about it."""

    name: str
    help: str
    make: Callable[[Given, Random], Bot]
    """Makes a bot of the parameters that were given, and of a source for its random choices."""
    parameters: tuple[Parameter, ...] = ()
    is_open: bool = False
    """Whether there are parameters that are known only once it runs: those of a program."""
    games: tuple[str, ...] | None = None
    """The names of the games that it plays; None if it plays all, or says so itself."""


def begin(player: Bot, game: Game, options: Options) -> None:
    """Tell a bot of a new game, if it wants to know."""
    if new_game := getattr(player, "new_game", None):
        new_game(game, options)


def close(player: Bot) -> None:
    """End what a bot may have started."""
    if ending := getattr(player, "close", None):
        ending()
