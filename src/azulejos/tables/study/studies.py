"""What a study shows of a finished game or of a position.

Reading or replaying what a client sent takes up to a second, so `reader.py` does it in a process of
its own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from azulejos.core.options import Value
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.errors import Malformed
from azulejos.games import game_of
from azulejos.play.match import answers
from azulejos.play.record import Event, Record, after
from azulejos.scenes import Scene, stage
from azulejos.tables.live.updates import choices, replay
from azulejos.tables.messages import Choice, EventInfo, Result, SeatInfo


class Replay(msgspec.Struct, frozen=True):
    """A game that is over, event by event, with a picture of the table after each."""

    table: str
    game: str
    options: dict[str, Value]
    seats: list[SeatInfo]
    first: Scene  # before the first event
    events: list[EventInfo]
    result: Result | None  # None if the game was not played to its end


class Trial(msgspec.Struct, frozen=True):
    """A position to try things out in. Its text, sent back with a move, leads on."""

    game: str
    options: dict[str, Value]
    position: str
    scene: Scene
    to_move: int | None
    choices: list[Choice]
    since: list[EventInfo]  # the move and what chance answered
    result: Result | None


def state_at(*, position: str | None, record: str | None, ply: int | None) -> State:
    """A position by its text, or after `ply` events of a record."""
    if position is not None:
        return game_of(position).position(position)
    assert record is not None
    states = list(Record.read(record).states())
    if ply is None:
        return states[-1]
    if not 0 <= ply < len(states):
        raise Malformed(f"this record has positions after 0 to {len(states) - 1} events")
    return states[ply]


def tried(state: State, move: str | None) -> tuple[list[State], list[Event]]:
    """A position, a move there if one is given, and what chance answers until somebody is to move.

    Returns the positions before, between and after the events, and the events.
    """
    states = [state]
    events: list[Event] = []
    if move is not None:
        events.append(state.game.parse_move(move))
        states.append(after(state, events[0]))
    for draw in answers(states[-1], random.SystemRandom()):
        events.append(draw)
        states.append(after(states[-1], draw))
    return states, events


def trial_of(states: Sequence[State], events: Sequence[Event]) -> Trial:
    """The last position, and what led to it."""
    state = states[-1]
    outcome = state.outcome
    return Trial(
        game=state.game.name,
        options=dict(state.options.as_dict()),
        position=str(state),
        scene=stage(state.game).scene(state),
        to_move=state.to_move,
        choices=choices(state),
        since=replay(states, events),
        result=Result.of(outcome) if outcome else None,
    )


def played_out(state: State, moves: Sequence[str]) -> list[EventInfo]:
    """A line of moves with a scene after each, up to the next deal."""
    states, events = [state], list[Event]()
    for text in moves:
        if states[-1].to_move in (None, CHANCE):
            break
        events.append(state.game.parse_move(text))
        states.append(after(states[-1], events[-1]))
    return replay(states, events)


def replay_of(table: str, record: Record, seats: list[SeatInfo], result: Result | None) -> Replay:
    """A whole game. Nothing in it is secret any more."""
    states = list(record.states())
    return Replay(
        table=table,
        game=record.game.name,
        options=dict(record.options.as_dict()),
        seats=seats,
        first=stage(record.game).scene(states[0]),
        events=replay(states, record.events),
        result=result,
    )
