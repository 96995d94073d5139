"""Files of games: what tables could be made of one.

A file holds all that is needed to make each table again: a `NewTable` with the record of its game.
So games go from one device to another, to a server, and back. A file may also be a single record,
as it is downloaded from a table or written by any program.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from azulejos.errors import Malformed
from azulejos.play.record import Record
from azulejos.tables.bots.levels import NAMES
from azulejos.tables.lobby.new_table import NewSeat, NewTable

MAX_FILE = 180_000  # characters: a few dozen games
BOT = "bot:"  # before the level of a bot, in the names of a record


class GamesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Games, the latest first."""

    format: Literal["azulejos-games"] = "azulejos-games"
    version: Literal[1] = 1
    games: list[NewTable]


class FoundGame(msgspec.Struct, frozen=True):
    """A game of a file: the table that could be made of it, and how far it is."""

    table: NewTable
    names: list[str]
    is_over: bool


class FoundGames(msgspec.Struct, frozen=True):
    """The games of a file, in its order."""

    games: list[FoundGame]


def found_games(text: str) -> FoundGames:
    """What is in a file that somebody wants to play on from."""
    return FoundGames([_found(each) for each in read_games(text)])


def _found(wanted: NewTable) -> FoundGame:
    record = Record.read(wanted.record or "")
    return FoundGame(wanted, list(record.names), record.outcome is not None)


def read_games(text: str) -> list[NewTable]:
    """The tables that could be made of a file; its records are not read yet."""
    try:
        return msgspec.json.decode(text, type=GamesFile).games
    except msgspec.MsgspecError as error:
        if '"azulejos-games"' in text:
            raise Malformed(f"this file of games cannot be read: {error}") from None
    return [_of_record(Record.read(text))]


def _of_record(record: Record) -> NewTable:
    """A table for a record: bots play again, and people share this device."""
    seats: list[NewSeat] = []
    for name in record.names:
        if name.removeprefix(BOT) in NAMES and name.startswith(BOT):
            seats.append(NewSeat("bot", name.removeprefix(BOT)))
        elif any(seat.kind == "me" for seat in seats):
            seats.append(NewSeat("beside", name=name))
        else:
            seats.append(NewSeat("me"))
    return NewTable(record.game.name, seats=seats, record=record.to_json())
