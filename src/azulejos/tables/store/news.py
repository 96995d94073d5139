"""What the processes that share a store tell each other, and their operator."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

NoticeKind = Literal["table", "guest", "restrictions"]


class Present(msgspec.Struct, frozen=True, array_like=True):
    """Who is connected to a table: at which seats, and how many who only watch."""

    seats: frozenset[int] = frozenset()
    watching: int = 0

    def with_others(self, others: Present) -> Present:
        """These and others together."""
        return Present(self.seats | others.seats, self.watching + others.watching)


NOBODY = Present()


class Written(msgspec.Struct, frozen=True, array_like=True, tag="w"):
    """A table's log has reached a version."""

    table: str
    version: int


class Seen(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """Who is connected to a table in a process."""

    process: str
    table: str
    present: Present


class Revoked(msgspec.Struct, frozen=True, array_like=True, tag="r"):
    """Some of a guest's secrets are no longer worth anything."""

    guest: str


News = Written | Seen | Revoked
"""What processes that share a store tell each other."""


class Notice(NamedTuple):
    """That the operator has changed a table, a guest or the restrictions."""

    number: int  # they only grow
    kind: NoticeKind
    subject: str
