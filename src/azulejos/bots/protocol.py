"""What a bot is, and what a kind of bots is: a name, its parameters, and how one is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from azulejos.bots.parameters import Given, Parameter
from azulejos.core.move import Move
from azulejos.core.state import View


class Bot(Protocol):
    """Chooses a move for the seat of a view, from nothing but that view."""

    def choose(self, view: View) -> Move: ...


@dataclass(frozen=True)
class BotKind:
    """A kind of bots: what `bot` makes of a name, and what people are told about it."""

    name: str
    help: str
    make: Callable[[Given, Random], Bot]
    """Makes a bot of the parameters that were given, and of a source for its random choices."""
    parameters: tuple[Parameter, ...] = ()
