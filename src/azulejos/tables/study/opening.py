"""Texts that somebody pastes, drops or edits: positions, records, files of games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from azulejos.core.game import Game
from azulejos.core.options import Value
from azulejos.core.state import State
from azulejos.editing import EDITORS
from azulejos.editing.draft import edited
from azulejos.editing.places import Kind, Place
from azulejos.errors import AzulejosError, Malformed, NotationError, RecordError, UnknownName
from azulejos.games import game as game_named
from azulejos.games import game_of
from azulejos.messages import Message, fault
from azulejos.play.record import Record, position_in
from azulejos.play.record_file import line_of
from azulejos.scenes import Scene, stage
from azulejos.scenes.pieces import FIRST
from azulejos.tables.bots.levels import NAMES
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.study.studies import Replay, Trial, replay_of, trial_of, tried

AS_IT_IS = "fault.as_it_is"  # what is told where no catalogue has words for a text

MARKER = "*"  # where a scene knows no other piece of that sign

MAX_FILE = 180_000  # characters: a few dozen games
BOT = "bot:"  # before the level of a bot, in the names of a record


class TextProblem(msgspec.Struct, frozen=True):
    """What is wrong with a text, and where, both counted from 1."""

    reason: str  # in English
    said: Message
    line: int | None = None
    column: int | None = None


class Opened(msgspec.Struct, frozen=True):
    """What a text holds: a position, an impossible one, or a game; or why it cannot be read."""

    trial: Trial | None = None
    draft: DraftInfo | None = None
    replay: Replay | None = None
    problem: TextProblem | None = None


def opened(text: str) -> Opened:
    """Read a text of any kind, in time proportional to its length."""
    kept = text.strip("\ufeff\x00 \t\r\n")
    position = position_in(kept)
    if position is not None:
        return _position(position)
    try:
        return Opened(replay=_replay(Record.read(kept)))
    except AzulejosError as error:
        return Opened(problem=_problem_of_record(kept, error))


def _position(text: str) -> Opened:
    try:
        game = game_of(text)
        state: State = game.draft(text)
    except NotationError as error:
        return Opened(problem=_problem(error, error.line, error.column))
    except UnknownName as error:
        return Opened(problem=_problem(error, 1, 1))
    if game.faults(state.table):
        return Opened(draft=draft_of(text, {}))
    return Opened(trial=trial_of(*tried(state, None)))


def _problem(
    error: AzulejosError, line: int | None = None, column: int | None = None
) -> TextProblem:
    said = error.said or fault(AS_IT_IS, text=str(error))
    return TextProblem(str(error), said, line, column)


def _problem_of_record(text: str, error: AzulejosError) -> TextProblem:
    reason = str(error)
    if at := re.search(r"\(byte (\d{1,9})\)", reason):
        before = text.encode()[: int(at[1])].decode(errors="ignore")
        return _problem_at(text, error, len(before))
    match error.said:
        case Message("fault.record.line", {"line": int(line), "why": [Message() as why]}):
            return TextProblem(reason, why, line)
    if isinstance(error, RecordError) and error.event is not None:
        return _problem(error, line_of(text, error.event))
    return _problem(error)


def _problem_at(text: str, error: AzulejosError, at: int) -> TextProblem:
    before = text[:at]
    return _problem(error, before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1)


def _replay(record: Record) -> Replay:
    """A game of a record, whose text is the name of its table."""
    seats = [SeatInfo("person", name) for name in record.names]
    outcome = record.outcome
    return replay_of("", record, seats, Result.of(outcome) if outcome else None)


# Positions that are being edited


class PlaceInfo(msgspec.Struct, frozen=True):
    """Something that can be edited, and what lies there."""

    name: str
    label: str  # `ui.place.LABEL` in the catalogues, or an option
    said: list[int]  # the numbers in its label
    seat: int | None
    kind: Kind
    pieces: list[str]  # what may lie there, or be chosen
    most: int  # pieces
    is_dealt: bool  # it is filled before a round
    low: int = 0  # numbers
    high: int = 0
    value: str = ""


class DraftInfo(msgspec.Struct, frozen=True):
    """A position that is being edited. Its text, sent back with edits, leads on."""

    game: str
    options: dict[str, Value]
    position: str
    scene: Scene
    places: list[PlaceInfo]
    tiles: dict[str, str]  # the tile that a piece is drawn as
    dealt: dict[str, str]  # the edits that begin a round, before what is dealt lies there
    faults: list[Message]  # why it is impossible; nothing if it can be played on


def draft_of(text: str, edits: Mapping[str, str]) -> DraftInfo:
    """A position after some edits."""
    draft = edited(text, edits)
    game = draft.state.game
    return DraftInfo(
        game=game.name,
        options=dict(draft.state.options.as_dict()),
        position=str(draft.state),
        scene=stage(game).scene(draft.state),
        places=[place_info(place, draft.values[place.name]) for place in draft.places],
        tiles=tiles_of(game),
        dealt=dict(EDITORS.of(game.name).dealt),
        faults=[*draft.faults],
    )


def fresh_text(name: str) -> str:
    """A table at which the first round has begun, with nothing dealt yet."""
    game = game_named(name)
    return f"{game.name} {game.options()}; {EDITORS.of(name).fresh}"


def place_info(place: Place, value: str) -> PlaceInfo:
    numbers = place.numbers or range(1)
    info = msgspec.convert(place, PlaceInfo, from_attributes=True)
    return msgspec.structs.replace(info, low=numbers[0], high=numbers[-1], value=value)


def tiles_of(game: Game) -> dict[str, str]:
    """The tiles by letter; in Azul Duel the marker's sign is a special tile."""
    result = {colour.letter: colour.name for colour in game.colours}
    return {**result, MARKER: EDITORS.of(game.name).starred or FIRST}


# Files of games, from which tables can be made


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
    """The games of a file that somebody wants to continue."""
    return FoundGames([_found(each) for each in read_games(text)])


def _found(wanted: NewTable) -> FoundGame:
    record = Record.read(wanted.record or "")
    return FoundGame(wanted, list(record.names), record.outcome is not None)


def read_games(text: str) -> list[NewTable]:
    """The tables that a file describes; its records are not read yet."""
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
