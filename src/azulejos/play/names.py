"""The names of players: on one line, printable and visible."""

from __future__ import annotations

import unicodedata

from azulejos.errors import RecordError, quoted, worded

MAX_NAME_LENGTH = 40
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are printable to Unicode and show as nothing, or as a space."""


def check_names(names: tuple[str, ...], players: int) -> None:
    """Every seat has a name."""
    if len(names) != players:
        raise RecordError(
            worded(
                "fault.record.names",
                "{n} names for {players} players",
                n=len(names),
                players=players,
            )
        )
    for name in names:
        check_name(name)


def check_name(name: str) -> None:
    """A name fits on one line and can be printed and seen."""
    if not name.strip() or name != name.strip() or len(name) > MAX_NAME_LENGTH:
        raise RecordError(
            worded(
                "fault.record.name_length",
                "a name has 1 to {most} characters and no space at its ends",
                most=MAX_NAME_LENGTH,
            )
        )
    if not name.isprintable():
        raise RecordError(
            worded(
                "fault.record.name",
                "the name {name} has characters that cannot be printed",
                name=quoted(name),
            )
        )
    if not is_seen(name) or not BLANKS.isdisjoint(name):
        raise RecordError(
            worded(
                "fault.record.name",
                "the name {name} has characters that cannot be seen",
                name=ascii(name),
            )
        )


def is_seen(text: str) -> bool:
    """Whether a text shows anything: a letter, digit, sign or picture, not marks alone."""
    return any(unicodedata.category(each)[0] in "LNPS" and each not in BLANKS for each in text)
