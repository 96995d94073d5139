"""What somebody pastes or drops: a position or a record, as text or JSON, and where it is wrong."""

from __future__ import annotations

import re

import msgspec

from azulejos.core.state import State
from azulejos.errors import AzulejosError, NotationError, RecordError, UnknownName
from azulejos.games import game_of
from azulejos.messages import Message, fault
from azulejos.play.record import Record, position_in
from azulejos.play.record_file import line_of
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.study.drafts import DraftInfo, draft_of
from azulejos.tables.study.studies import Replay, Trial, replay_of, trial_of, tried

AS_IT_IS = "fault.as_it_is"  # what is told where no catalogue has words for a text


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
    """Read a text of any kind. Each is read in time in proportion to its length."""
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
