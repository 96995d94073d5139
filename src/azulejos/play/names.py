"""The names of players: on one line, printable and visible."""

from __future__ import annotations

import unicodedata

from azulejos.errors import RecordError, quoted
from azulejos.messages import fault

MAX_NAME_LENGTH = 40
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""Letters and signs that are printable to Unicode and show as nothing, or as a space."""


def check_names(names: tuple[str, ...], players: int) -> None:
    """Every seat has a name."""
    if len(names) != players:
        raise RecordError(fault("fault.record.names", n=len(names), players=players))
    for name in names:
        check_name(name)


def check_name(name: str) -> None:
    """A name fits on one line and can be printed and seen."""
    if not name.strip() or name != name.strip() or len(name) > MAX_NAME_LENGTH:
        raise RecordError(fault("fault.record.name_length", most=MAX_NAME_LENGTH))
    if not name.isprintable():
        raise RecordError(fault("fault.record.name", name=quoted(name)))
    if not is_seen(name) or not BLANKS.isdisjoint(name):
        raise RecordError(fault("fault.record.name", name=ascii(name)))


def is_seen(text: str) -> bool:
    """Whether a text shows anything: a letter, digit, sign or picture, not marks alone."""
    return any(unicodedata.category(each)[0] in "LNPS" and each not in BLANKS for each in text)
