"""What a seat is told about a table: its view, what happened since, and what it may do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from typing import Literal, cast

import msgspec

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.narration import Part, Step, narrate, scored
from azulejos.narration.score_trace import tally
from azulejos.narration.sentences import moved_instead
from azulejos.play.record import Event
from azulejos.scenes import Scene, stage
from azulejos.tables.clock import now
from azulejos.tables.live.commands import undo_to
from azulejos.tables.live.log import Spoke
from azulejos.tables.live.seat import Seat
from azulejos.tables.live.standing import EVENTS_AT_ONCE, Standing
from azulejos.tables.messages import (
    Chat,
    Choice,
    EventInfo,
    EventText,
    ProgramUpdate,
    Request,
    ScoredMove,
    ScoringStep,
    SeatInfo,
    Update,
)

MAX_SINCE = 100
"""So many events, the last ones, are told in one message; a page asks for those before them."""

MAX_SCENES = 12
"""So many events, the last ones, come with a picture of the table after them."""

SCENES_KEPT = 256  # of all tables together, each of a few kilobytes
EVENTS_KEPT = 2048
STEPS_KEPT = 64

encode = msgspec.json.Encoder().encode


def seen_by(state: State, seat: int | None) -> State:
    """What a seat (or, with None, everybody) may know of a position."""
    return state.public if seat is None else state.view(seat).state


def event_text(game: Game, event: Event) -> str:
    """An event as records write it."""
    return game.draw_text(event) if isinstance(event, Draw) else str(event)


def choices(state: State) -> list[Choice]:
    """The legal moves of the seat whose view this is."""
    game = state.game
    moves = zip(state.legal_codes, state.move_values, strict=True)
    return [Choice(*_text_and_steps(game, code), score) for code, score in moves]


@cache
def _text_and_steps(game: Game, code: int) -> tuple[str, list[str]]:
    """They are the same in every position, and there are not many moves."""
    move = game.decode(code)
    return str(move), stage(game).steps(move)


def happened(before: State, event: Event, after: State, ply: int, seat: int | None) -> EventInfo:
    """An event as a seat may know it."""
    game = before.game
    knows = game.may_know(before, event, seat)
    steps = steps_of(before, event)
    return EventInfo(
        ply=ply,
        seat=before.to_move if isinstance(event, Move) else None,
        text=event_text(game, event) if knows else "",
        told=narrate(before, event, after, seat, steps),
        counted=[ScoringStep(step.part) for step in steps if step.part],
    )


@lru_cache(maxsize=STEPS_KEPT)
def steps_of(before: State, event: Event) -> list[Step]:
    """What an event scored, step by step."""
    return scored(before, event)


def shown(
    event_info: EventInfo,
    before: State,
    event: Event,
    after: State,
    scene: Callable[[State], Scene],
) -> EventInfo:
    """An event with pictures of the table, after it and while it was counted."""
    steps = steps_of(before, event)
    moments = [ScoringStep(step.part, scene(step.state)) for step in steps]
    if steps and boards(steps[-1].state) == boards(after):
        moments[-1] = ScoringStep(
            steps[-1].part
        )  # nothing else follows: it is shown with the event
    return msgspec.structs.replace(event_info, counted=moments, scene=scene(after))


def boards(state: State) -> bytes:
    """What lies on all boards, for comparing."""
    fields = state.game.table.fields
    assert fields is not None
    kind, first = fields["seats"][:2]
    return state.key[first : first + kind.itemsize]


@lru_cache(maxsize=SCENES_KEPT)
def scene_text(seen: State) -> Scene:
    """A scene, encoded already, to be inserted into messages."""
    return cast(Scene, msgspec.Raw(encode(stage(seen.game).scene(seen.bare()))))


@lru_cache(maxsize=EVENTS_KEPT)
def happened_of(before: State, event: Event, after: State, ply: int, seat: int | None) -> EventInfo:
    """The same, made once for all who may know the same."""
    return happened(before.bare(), event, after.bare(), ply, seat)


class Updates:
    """Makes the updates of one table.

    What several of them have in common is made once: the latest scenes and events are kept for
    whoever asks next, those of all tables together, since a table of its own would keep too many.
    """

    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def update(self, seat: int | None, known: int, here: Collection[int], watching: int) -> Update:
        """The table for a seat that has seen everything up to a version, or -1."""
        standing = self._standing
        return Update(
            table=standing.table,
            version=standing.version,
            seat=seat,
            game=standing.game.name,
            options=dict(standing.options.as_dict()),
            pace=standing.created.pace,
            seats=seat_infos(standing, here),
            to_move=standing.to_move,
            scene=scene_text(seen_by(standing.state, self._audience(seat))),
            choices=self._choices(seat),
            plies=standing.plies,
            since=self._since(seat, known),
            is_cut=self._is_cut(known),
            may_undo=seat is not None and undo_to(standing, seat) is not None,
            result=standing.result,
            requests=[
                Request(kind, agreed[0], list(agreed)) for kind, agreed in standing.requests.items()
            ],
            next_table=standing.next_table,
            spectators=watching,
            tally=standing.tally,
            shared=self._shared(seat),
            has_secrets=standing.game.has_secrets,
            day=standing.created.day,
        )

    def for_program(self, seat: int | None, known: int) -> ProgramUpdate:
        """The same for a program."""
        standing = self._standing
        return ProgramUpdate(
            table=standing.table,
            version=standing.version,
            seat=seat,
            game=standing.game.name,
            options=dict(standing.options.as_dict()),
            to_move=standing.to_move,
            position=str(seen_by(standing.state, seat)),
            moves=[ScoredMove(choice.move, choice.score) for choice in self._choices(seat)],
            since=[
                self._noted(ply, seat) for ply in range(self._first_told(known), standing.plies)
            ],
            plies=standing.plies,
            result=standing.result,
        )

    def _noted(self, ply: int, seat: int | None) -> EventText:
        """An event by its text alone."""
        match = self._standing.match
        assert match is not None
        before, event = match.states[ply], match.events[ply]
        knows = before.game.may_know(before, event, self._audience(seat))
        mover = before.to_move if isinstance(event, Move) else None
        return EventText(ply, mover, event_text(before.game, event) if knows else "")

    def _shared(self, seat: int | None) -> list[int]:
        seats = self._standing.seats
        held = [] if seat is None else self._standing.seats_of(seats[seat].holder.guest)
        return held if len(held) > 1 else []

    def _choices(self, seat: int | None) -> list[Choice]:
        standing = self._standing
        if seat is None or seat != standing.to_move:
            return []
        return choices(standing.state.view(seat).state)

    def _first_new(self, known: int) -> int:
        """The ply from which events are new to a client that has seen all up to a version."""
        standing = self._standing
        return min(standing.lengths[known:]) if 0 <= known <= standing.version else 0

    def _first_told(self, known: int) -> int:
        """The ply from which events are told, of which there may be too many for one message."""
        return max(self._first_new(known), self._standing.plies - MAX_SINCE)

    def _is_cut(self, known: int) -> bool:
        return self._first_told(known) > self._first_new(known)

    def events(self, seat: int | None, before: int) -> list[EventInfo]:
        """Events before a ply, as many as fit into one message."""
        last = max(0, min(before, self._standing.plies))
        first = max(0, last - MAX_SINCE)
        return [self._event(ply, seat, is_shown=False) for ply in range(first, last)]

    def _since(self, seat: int | None, known: int) -> list[EventInfo]:
        standing = self._standing
        first = self._first_told(known)
        shown = first if known >= 0 else self._own_last_move(seat) + 1
        shown = max(shown, standing.plies - MAX_SCENES)
        return [
            self._event(ply, seat, is_shown=ply >= shown) for ply in range(first, standing.plies)
        ]

    def _own_last_move(self, seat: int | None) -> int:
        """The ply of a seat's last move, so that it is shown what the others did since."""
        match = self._standing.match
        if match is None or seat is None:
            return self._standing.plies
        return max((ply for ply, mover in enumerate(match.movers) if mover == seat), default=-1)

    def _event(self, ply: int, seat: int | None, *, is_shown: bool) -> EventInfo:
        match = self._standing.match
        assert match is not None
        before, after = match.states[ply : ply + 2]
        result = happened_of(before, match.events[ply], after, ply, self._audience(seat))
        if (instead := self._standing.instead.get(ply)) and result.seat is not None:
            told_too = moved_instead(result.seat, instead.level, instead.reason)
            result = msgspec.structs.replace(result, told=[*result.told, told_too])
        if not is_shown:
            return result
        return shown(
            result,
            before,
            match.events[ply],
            after,
            lambda state: scene_text(seen_by(state, self._audience(seat))),
        )

    def _audience(self, seat: int | None) -> int | None:
        """The seat, or None in games without secrets, where everybody is told the same."""
        return seat if self._standing.game.has_secrets else None


async def count_points(standing: Standing) -> None:
    """Work out what the scores of a finished game are made of, a few events at a time."""
    match = standing.match
    if match is None or standing.result is None or standing.tally:
        return
    parts: list[Part] = []
    for ply, event in enumerate(match.events):
        parts += [step.part for step in steps_of(match.states[ply], event) if step.part]
        if ply % EVENTS_AT_ONCE == 0:
            await asyncio.sleep(0)
    standing.tally = tally(match.states[0], parts)


def seat_infos(standing: Standing, here: Collection[int]) -> list[SeatInfo]:
    clock = standing.clock
    return [
        SeatInfo(
            kind=_kind(seat),
            name=seat.holder.name,
            level=seat.level,
            bot=seat.holder.bot,
            instead=seat.instead.level if seat.instead else None,
            is_here=index in here,
            clock=clock.left_at(index, now()) if clock else None,
            has_resigned=bool(seat.is_out),
        )
        for index, seat in enumerate(standing.seats)
    ]


def _kind(seat: Seat) -> Literal["open", "person", "bot"]:
    if seat.is_open:
        return "open"
    return "bot" if seat.holder.guest is None or seat.holder.is_program else "person"


def chat_message(version: int, at: float, said: Spoke) -> Chat:
    return Chat(version, said.name, said.seat, said.text, at)


def replay(states: Sequence[State], events: Sequence[Event]) -> list[EventInfo]:
    """A whole game with a picture after every event; nothing in it is secret any more."""
    result = []
    for ply, event in enumerate(events):
        before, after = states[ply : ply + 2]
        keeper = before.game.keeper(before.table, event) if before.game.keeper else None
        told_all = happened(before, event, after, ply, keeper)
        result.append(shown(told_all, before, event, after, stage(after.game).scene))
    return result
