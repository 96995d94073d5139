"""A process that reads what clients send, and replays whole games.

Its rules are interpreted, so it is ready at once; what it reads is short. The processor time of a
job and the length of its answer are limited; `readers.py` decides whose turn it is.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import BinaryIO

import msgspec

from azulejos.core.state import State
from azulejos.errors import AzulejosError, GameOver, Malformed, code_of
from azulejos.narration import Message
from azulejos.play.record import Record
from azulejos.tables.bots.tasks import SeatView
from azulejos.tables.messages import Result, SeatInfo
from azulejos.tables.study.daily import compared
from azulejos.tables.study.opening import draft_of, found_games, opened
from azulejos.tables.study.puzzles import graded_answer
from azulejos.tables.study.studies import played_out, replay_of, state_at, trial_of, tried

NICENESS = 10  # sockets go first
MAX_SECONDS = 4.0  # of processor time for a job
MAX_ANSWER = 16_000_000  # bytes, before they are compressed
PICTURE = 800  # pixels: its width
COMPRESSION = 5  # of which the highest level takes three times as long

encode = msgspec.json.Encoder().encode


class Try(msgspec.Struct, frozen=True, tag="try"):
    """Look at a position, or make a move in it; answered by a `Trial` in JSON."""

    position: str | None = None
    record: str | None = None
    ply: int | None = None
    move: str | None = None


class Look(msgspec.Struct, frozen=True, tag="look"):
    """Find what the seat to move sees of such a position; answered by a `SeatView`."""

    place: Try


class Follow(msgspec.Struct, frozen=True, tag="follow"):
    """Play lines of moves from a position; answered by a list of `EventInfo` for each, in JSON.

    And by what the seat to move sees of the position.
    """

    position: str
    lines: list[list[str]]


class Solve(msgspec.Struct, frozen=True, tag="solve"):
    """Answer a puzzle of a game by a move; answered by what is `Graded`, in JSON."""

    game: str
    puzzle: str
    move: str


class Compare(msgspec.Struct, frozen=True, tag="compare"):
    """Compare a finished game of a day with one of a link; answered by what is `Compared`."""

    record: str
    packed: str
    day: str


class Edit(msgspec.Struct, frozen=True, tag="edit"):
    """Let other things lie at some places of a position; answered by a `DraftInfo` in JSON."""

    position: str
    edits: dict[str, str]


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Read a text of any kind; answered by what was `Opened`, in JSON."""

    text: str


class FindGames(msgspec.Struct, frozen=True, tag="find games"):
    """Read a file of games; answered by `FoundGames` in JSON."""

    text: str


class Retell(msgspec.Struct, frozen=True, tag="retell"):
    """Tell a game that is over; answered by a `Replay` in JSON."""

    table: str
    record: str
    seats: list[SeatInfo]
    result: Result


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw what everybody may know of a position; answered by a picture in PNG."""

    place: Try
    names: list[str] | None = None


class Answer(msgspec.Struct, frozen=True):
    """What was found, or the code and reason of an error."""

    body: bytes = b""
    is_packed: bool = False  # the body is compressed
    seat_view: SeatView | None = None
    code: str = ""
    reason: str = ""
    said: Message | None = None  # the reason, where catalogues have words for it
    seconds: float = 0.0  # of the processor that it took


Job = Try | Look | Follow | Solve | Compare | Edit | Open | FindGames | Retell | Draw
READ_BY_SERVER = (Look, Follow, Solve, Compare, Draw)

read_job = msgspec.msgpack.Decoder(Job).decode
write = msgspec.msgpack.Encoder().encode
read_answer = msgspec.msgpack.Decoder(Answer).decode


def answer(job: Job) -> Answer:
    try:
        return _answer(job)
    except AzulejosError as error:
        return failed(error)


def failed(error: AzulejosError) -> Answer:
    return Answer(code=code_of(error), reason=str(error), said=error.said)


def _answer(job: Job) -> Answer:
    match job:
        case Try():
            state = state_at(position=job.position, record=job.record, ply=job.ply)
            return Answer(encode(trial_of(*tried(state, job.move))))
        case Look(place):
            state = state_at(position=place.position, record=place.record, ply=place.ply)
            return Answer(seat_view=_seat_view(tried(state, place.move)[0][-1]))
        case Follow(position, lines):
            state = state_at(position=position, record=None, ply=None)
            return Answer(
                encode([played_out(state, line) for line in lines]), seat_view=_seat_view(state)
            )
        case Solve(game, puzzle, move):
            return Answer(encode(graded_answer(game, puzzle, move)))
        case Compare():
            return Answer(encode(compared(Record.trusted(job.record), job.packed, job.day)))
        case Draw(place, names):
            state = state_at(position=place.position, record=place.record, ply=place.ply)
            return Answer(_picture(state.public, names))
        case Edit(position, edits):
            return Answer(encode(draft_of(position, edits)))
        case Open(text):
            return Answer(encode(opened(text)))
        case FindGames(text):
            return Answer(encode(found_games(text)))
        case Retell():
            record = Record.from_json(job.record)
            return Answer(encode(replay_of(job.table, record, job.seats, job.result)))


def _picture(state: State, names: list[str] | None) -> bytes:
    """A picture; what draws it is not everywhere."""
    pictures = import_module("azulejos.pictures")
    raster = import_module("azulejos.pictures.raster")
    drawn: bytes = raster.png(pictures.svg(state, names=names, size=PICTURE), PICTURE)
    return drawn


def _seat_view(state: State) -> SeatView:
    """What the seat to move sees."""
    if state.to_move is None:
        raise GameOver("nobody is to move in this position")
    return SeatView.of(state.view(state.to_move))


class OutOfTime(BaseException):
    """A job has taken too long. Nothing that reads a text takes this for a fault of the text."""


def give_up(_number: int, _frame: FrameType | None) -> None:
    """Called when the processor time for a job is used up."""
    raise OutOfTime


def bounded(job: Job) -> Answer:
    """The answer to a job, within its time and size."""
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        return packed(job, answer(job))
    except OutOfTime:
        return failed(Malformed("this takes too long to read"))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def packed(job: Job, result: Answer) -> Answer:
    """Compress what the server only passes on: here nobody else waits for that."""
    if len(result.body) > MAX_ANSWER:
        return failed(Malformed("this game is too long to be shown"))
    if isinstance(job, READ_BY_SERVER) or result.code:
        return result
    return Answer(gzip.compress(result.body, COMPRESSION, mtime=0), is_packed=True)


def framed(message: bytes) -> bytes:
    """A message after its length."""
    return len(message).to_bytes(4) + message


def serve(jobs: BinaryIO, answers: BinaryIO) -> None:
    """Answer jobs until there are no more."""
    while length := jobs.read(4):
        begun = time.process_time()
        answer = bounded(read_job(jobs.read(int.from_bytes(length))))
        answer = msgspec.structs.replace(answer, seconds=time.process_time() - begun)
        answers.write(framed(write(answer)))
        answers.flush()


def main() -> None:
    """Run as a process of its own; what is printed by accident goes where errors go."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGPROF, give_up)
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
