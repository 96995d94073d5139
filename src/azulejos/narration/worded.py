"""Faults and errors as messages of the catalogues: whoever reads them gets their own language."""

from __future__ import annotations

from azulejos.core.game import Game
from azulejos.errors import Worded
from azulejos.narration.message import Message, Value

COLOUR = "colour"  # the value that is a colour's letter
AS_IT_IS = "fault.as_it_is"  # what is told where no catalogue has words for a text


def said_of(text: str, game: Game | None = None) -> Message:
    """What a text says; one that is not worded is told as it is."""
    return said_if_worded(text, game) or Message(AS_IT_IS, {"text": text})


def said_if_worded(text: str, game: Game | None = None) -> Message | None:
    """What a text says that is worded."""
    if not isinstance(text, Worded):
        return None
    return Message(text.key, {name: _value(name, each, game) for name, each in text.values.items()})


def _value(name: str, value: int | str, game: Game | None) -> Value:
    if isinstance(value, Worded):
        return [said_of(value, game)]
    if name == COLOUR and game:
        return next(f"colour.{each.name}" for each in game.colours if each.letter == value)
    return value


def as_worded(text: str, said: Message | None) -> str:
    """A text that another process worded."""
    if said is None:
        return text
    result = Worded(text)
    result.key, result.values = said.message, {}
    for name, value in said.values.items():
        first = value[0] if isinstance(value, list) else value
        result.values[name] = as_worded("", first) if isinstance(first, Message) else first
    return result
