"""Bots that are other people's Python classes: their parameters and their faults.

A class may declare its `parameters`, a tuple of `Parameter`, and the `games` that it plays, by
name. By default the parameters are those of its `__init__` that have a simple type. A parameter
called `source` gets the `random.Random` for its choices.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

from azulejos.bots.parameters import Given, Parameter, Type
from azulejos.bots.protocol import Bot, BotKind
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.options import Options
from azulejos.core.state import View
from azulejos.errors import AzulejosError, BotError, excerpt

SIMPLE: dict[Any, Type] = {int: "int", float: "float", bool: "bool", str: "str", Path: "file"}
SOURCE = "source"
Factory = Callable[..., object]
"""A class of bots, or a function that returns one."""

PACKAGE = Path(__file__).resolve().parents[2]


class GuardedBot:
    """Somebody else's bot, whose faults become a `BotError` in one line."""

    def __init__(self, inner: Any, name: str) -> None:
        self._inner = inner
        self._name = name

    def choose(self, view: View) -> Move:
        try:
            chosen = self._inner.choose(view)
        except (Exception, SystemExit) as error:
            raise BotError(f"{self._name}: choose raised {_told(error)}") from error
        return checked_move(chosen, view, self._name)

    def new_game(self, game: Game, options: Options) -> None:
        self._call("new_game", game, options)

    def close(self) -> None:
        self._call("close")

    @property
    def move_time(self) -> float | None:
        """How many seconds it intends to take for a move, if it says so."""
        result = getattr(self._inner, "move_time", None)
        return float(result) if isinstance(result, int | float) else None

    @property
    def value(self) -> float | None:
        """How many points ahead it expects its last move to leave it, if it says so."""
        result = getattr(self._inner, "value", None)
        return float(result) if isinstance(result, int | float) else None

    def _call(self, method: str, *arguments: object) -> None:
        """Call an optional method of a bot."""
        called = getattr(self._inner, method, None)
        if called is None:
            return
        try:
            called(*arguments)
        except (Exception, SystemExit) as error:
            raise BotError(f"{self._name}: {method} raised {_told(error)}") from error


def checked_move(chosen: object, view: View, name: str) -> Move:
    """A legal move, given as a move or as its text."""
    state = view.state
    try:
        move = state.game.parse_move(chosen) if isinstance(chosen, str) else chosen
        if isinstance(move, Move):
            if not state.is_legal(move):
                state.play(move)  # raises, and says by which rule
            return move
    except AzulejosError as error:
        fault = f"{name} plays {excerpt(chosen)}, which is not a legal move: {error}"
        raise BotError(fault, "illegal") from None
    raise BotError(f"{name} should return a move, not {excerpt(repr(chosen))}", "illegal")


def kind_of(factory: object, name: str) -> BotKind:
    """The kind of bots that a class, or a function that returns a bot, makes."""
    if not callable(factory):
        raise BotError(f"{name} is neither a class nor a function")
    if isinstance(factory, type) and not hasattr(factory, "choose"):
        raise BotError(f"{name} is not a bot: it has no method choose(view)")
    declared = getattr(factory, "parameters", None)
    parameters = tuple(_of_signature(factory)) if declared is None else _checked(declared, name)
    games = getattr(factory, "games", None)
    return BotKind(
        name,
        (inspect.getdoc(factory) or "").partition("\n")[0],
        _maker(factory, name, parameters),
        parameters,
        games=None if games is None else tuple(games),
    )


def _checked(declared: Iterable[object], name: str) -> tuple[Parameter, ...]:
    parameters = tuple(each for each in declared if isinstance(each, Parameter))
    if len(parameters) < len(tuple(declared)):
        raise BotError(f"{name}.parameters should be a tuple of azulejos.bots.Parameter")
    return parameters


def _signature(factory: Factory) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(factory, eval_str=True).parameters)
    except (NameError, TypeError, ValueError):  # annotations that exist for type checkers only
        return dict(inspect.signature(factory).parameters)


def _of_signature(factory: Factory) -> list[Parameter]:
    parameters = []
    for name, each in _signature(factory).items():
        default = None if each.default is each.empty else each.default
        kind = SIMPLE.get(each.annotation, SIMPLE.get(type(default)))
        if kind and name != SOURCE and each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY):
            parameters.append(Parameter(name, kind, default=default))
    return parameters


def _maker(
    factory: Factory, name: str, parameters: tuple[Parameter, ...]
) -> Callable[[Given, Random], Bot]:
    signature = _signature(factory)
    defaults = {each.name: each.default for each in parameters if each.default is not None}
    required = [each.name for each in parameters if _is_required(signature.get(each.name))]

    def make(given: Given, source: Random) -> Bot:
        values = {**defaults, **given, **({SOURCE: source} if SOURCE in signature else {})}
        for missing in (each for each in required if each not in values):
            raise BotError(f"it needs {missing}=")
        try:
            made = factory(**values)
        except (Exception, SystemExit) as error:
            raise BotError(f"it cannot be made: {_told(error)}") from error
        if not hasattr(made, "choose"):
            raise BotError(f"{name} made no bot: {excerpt(repr(made))} has no method choose(view)")
        return GuardedBot(made, name)

    return make


def _is_required(parameter: inspect.Parameter | None) -> bool:
    return parameter is not None and parameter.default is parameter.empty


def _told(error: BaseException) -> str:
    """An exception in one line, with the line of the bot's own code that led to it."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if PACKAGE not in Path(frame.filename).parents:
            return f"{text} ({Path(frame.filename).name}, line {frame.lineno})"
    return text
