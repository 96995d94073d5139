"""Every exception of the package. Their messages say what is wrong and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # `--help` does not wait for what reads messages
    from azulejos.messages import Message

MAX_MESSAGE_LENGTH = 400
MAX_EXCERPT_LENGTH = 60
MAX_LISTED = 12  # values: of more, the first few and the last


def one_line(text: str, longest: int = MAX_MESSAGE_LENGTH) -> str:
    """A text for one line of a terminal or a log: cut, and what cannot be printed is escaped."""
    start = text[: longest + 1]
    line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in start)
    return line if len(line) <= longest else line[: longest - 1] + "…"


def with_excerpts(message: str) -> str:
    """A message that others wrote, as one line: what it quotes is shortened if it is too long."""
    if len(message) > MAX_MESSAGE_LENGTH:
        message = re.sub(r"'[^']*'|\S+", lambda quote: excerpt(quote[0]), message)
    return one_line(message)


def excerpt(value: object) -> str:
    """What somebody sent, short enough to be quoted in a message."""
    try:
        text = str(value)
    except ValueError:  # Python does not write out an int of thousands of digits
        text = "a huge number"
    return one_line(text, MAX_EXCERPT_LENGTH)


def quoted(text: str) -> str:
    """The same between quotation marks, for a text that may be blank or end in spaces."""
    return repr(text if len(text) <= MAX_EXCERPT_LENGTH else text[: MAX_EXCERPT_LENGTH - 1] + "…")


def allowed_text(allowed: range | Sequence[object]) -> str:
    """What is allowed, for people."""
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    if len(allowed) > MAX_LISTED:
        first = ", ".join(str(value) for value in allowed[:4])
        return f"{first}, ... {allowed[-1]} ({len(allowed)} in all)"
    return ", ".join(str(value) for value in allowed)


def _fault(key: str, **values: int | str | Message) -> Message:
    from azulejos.messages import fault  # noqa: PLC0415 - see above

    return fault(key, **values)


class AzulejosError(Exception):
    """Anything that a user of the package did wrong; the message is one line that can be shown."""

    def __init__(self, message: str | Message = "") -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return one_line(str(self.message))

    @property
    def said(self) -> Message | None:
        """The message of the catalogues, which have it in every language; None if it is a text."""
        return None if isinstance(self.message, str) else self.message


class NotationError(AzulejosError):
    """A text that is not a move, draw or position.

    `line` and `column`, from 1, say where a position is wrong; None if it cannot be said.
    """

    line: int | None = None
    column: int | None = None


class OptionError(AzulejosError):
    """An option that the game does not have, or a value that it does not allow."""


class IllegalMove(AzulejosError):
    """A move that the rules do not allow now; the message cites the rule."""


class IllegalDraw(AzulejosError):
    """A draw that chance cannot have made: wrong pool, or pieces that are not in it."""


class NotYourTurn(AzulejosError):
    """Somebody else is to move."""


class GameOver(AzulejosError):
    """The game has ended: nothing more can be played."""


class NothingToUndo(AzulejosError):
    """No move was made yet, or chance has answered the last one."""


class BotError(AzulejosError):
    """A bot that cannot be made, or one from outside that did something wrong.

    `kind` says what: `error`, `illegal` (a move), `time`, or `died`.
    """

    def __init__(self, message: str | Message = "", kind: str = "error") -> None:
        super().__init__(message)
        self.kind = kind


class BuildError(AzulejosError):
    """Kernels that cannot be built ahead of time, or not by the versions of what builds them."""


class RecordError(AzulejosError):
    """A record that is damaged or tells an impossible game; `event` counts from 1."""

    def __init__(self, message: str | Message, event: int | None = None) -> None:
        if event is not None:
            message = _fault("fault.record.event", event=event, why=message)
        super().__init__(message)
        self.event = event


class DatasetError(AzulejosError):
    """A dataset that cannot be read or written, or is not the one that was asked for."""


class UnknownName(AzulejosError):
    """A game or bot that does not exist; the message lists those that do."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        listed = ", ".join(known)
        super().__init__(_fault("fault.unknown", kind=kind, name=quoted(name), known=listed))


class Misused(AzulejosError):
    """An environment that was closed, or actions that are not one whole number for each game."""


class NotInstalled(AzulejosError, ModuleNotFoundError):
    """A part of the package whose extra is not installed; the message says which it is."""


class StoreError(AzulejosError):
    """A store that cannot be opened or used."""


class DiskFull(StoreError):
    """Nothing can be written because there is no room; nothing that was written is lost."""


class StoreSilent(StoreError):
    """A database that does not answer: what it was told may or may not be written."""


class Conflict(StoreError):
    """Something that the store has already, or an entry that does not follow its log's end."""


# At a table of the server


class Stale(AzulejosError):
    """The table has moved on since the sender last saw it."""


class Malformed(AzulejosError):
    """A message that cannot be read: no JSON, fields missing, or values out of range."""


class NotAllowed(AzulejosError):
    """Somebody asks for what is another's to ask, or from a page that is not ours."""


class Banned(AzulejosError):
    """Somebody whom the operator of the server has banned."""


class Muted(AzulejosError):
    """Somebody who may play, but not speak."""


class NotFound(AzulejosError):
    """A table, guest or page that does not exist."""


class OtherRules(AzulejosError):
    """A table that was played by another version of the rules: it can only be downloaded."""


class Unreadable(AzulejosError):
    """A table whose log cannot be read: it can only be downloaded."""


class TableLimit(AzulejosError):
    """More open tables of one guest than the lobby lists."""


class SeatTaken(AzulejosError):
    """A seat that is not free, or a guest who already sits at the table."""


class Busy(AzulejosError):
    """The server cannot do it now, and may be able to later."""


class Offline(AzulejosError):
    """Something that needs a server, or somebody else, where there is only this device."""


class TooMany(AzulejosError):
    """Asked too often; `retry_after` says in how many seconds it may be asked again."""

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Unreachable(AzulejosError):
    """A server that does not answer, or not any more."""


CODES = {
    kind: re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__.removesuffix("Error")).lower()
    for kind in tuple(vars().values())
    if isinstance(kind, type) and issubclass(kind, AzulejosError) and kind is not AzulejosError
}
"""What programs are told of an error: `not_your_turn` of `NotYourTurn`, `record` of `RecordError`.

Codes do not change, so neither do the names of these classes.
"""


def code_of(error: AzulejosError) -> str:
    """The code of an error."""
    return CODES.get(type(error), "error")


def error_of(code: str, reason: str | Message) -> AzulejosError:
    """An error of the class that has a code; a plain one if none has."""
    kind = next((each for each, its in CODES.items() if its == code), AzulejosError)
    error = kind.__new__(kind)
    AzulejosError.__init__(error, reason)
    return error
