"""What a seat is told of a table: its own view, what happened since, and what it may do."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.play.record import Event
from azulejos.server.log import Spoke
from azulejos.server.messages import (
    Chat,
    Choice,
    Happened,
    Noted,
    ProgramUpdate,
    Request,
    SeatInfo,
    Update,
    Valued,
)
from azulejos.server.scenes import Scene, stage
from azulejos.server.standing import Seat, Standing
from azulejos.telling import told

MOST_SCENES = 12
"""So many events, the last ones, come with a picture of the table after them."""

encode = msgspec.json.Encoder().encode


def seen_by(state: State, seat: int | None) -> State:
    """What a seat, or with None everybody, may know of a position."""
    return state.public if seat is None else state.view(seat).state


def event_text(game: Game, event: Event) -> str:
    """An event as records write it."""
    return game.draw_text(event) if isinstance(event, Draw) else str(event)


def choices(state: State) -> list[Choice]:
    """The legal moves of the seat whose view this is."""
    steps = stage(state.game).steps
    moves = zip(state.legal_moves, state.move_values, strict=True)
    return [Choice(str(move), steps(move), score) for move, score in moves]


def happened(before: State, event: Event, after: State, ply: int, seat: int | None) -> Happened:
    """An event as a seat may know it."""
    game = before.game
    knows = game.may_know(before, event, seat)
    return Happened(
        ply=ply,
        seat=before.to_move if isinstance(event, Move) else None,
        text=event_text(game, event) if knows else "",
        told=told(before, event, after, seat),
    )


class Updates:
    """Makes the updates of one table, and remembers what several of them have in common."""

    def __init__(self, standing: Standing) -> None:
        self._standing = standing
        self._happened: dict[tuple[int, int | None], tuple[Event, Happened]] = {}
        self._scenes: dict[tuple[int, int | None], tuple[State, Scene]] = {}
        self._choices: tuple[int, list[Choice]] = (-1, [])

    def update(self, seat: int | None, known: int, here: Collection[int], watching: int) -> Update:
        """How the table stands for a seat that has seen everything up to a version, or -1."""
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
            scene=self._scene(standing.plies, seat),
            choices=self._legal() if seat is not None and seat == standing.to_move else [],
            plies=standing.plies,
            since=self._since(seat, known),
            may_undo=seat is not None and standing.undo_to(seat) is not None,
            result=standing.result,
            requests=[
                Request(kind, agreed[0], list(agreed)) for kind, agreed in standing.requests.items()
            ],
            next_table=standing.next_table,
            spectators=watching,
        )

    def for_program(self, seat: int | None, known: int) -> ProgramUpdate:
        """The same for a program."""
        standing = self._standing
        since = [Noted(e.ply, e.seat, e.text) for e in self._since(seat, known, has_scenes=False)]
        moves = self._legal() if seat is not None and seat == standing.to_move else []
        return ProgramUpdate(
            table=standing.table,
            version=standing.version,
            seat=seat,
            game=standing.game.name,
            options=dict(standing.options.as_dict()),
            to_move=standing.to_move,
            position=str(seen_by(standing.state, seat)),
            moves=[Valued(choice.move, choice.score) for choice in moves],
            since=since,
            plies=standing.plies,
            result=standing.result,
        )

    def _legal(self) -> list[Choice]:
        standing = self._standing
        if self._choices[0] != standing.changed:
            assert standing.to_move is not None
            view = standing.state.view(standing.to_move)
            self._choices = (standing.changed, choices(view.state))
        return self._choices[1]

    def _since(self, seat: int | None, known: int, *, has_scenes: bool = True) -> list[Happened]:
        standing = self._standing
        first = min(standing.lengths[known:]) if 0 <= known <= standing.version else 0
        shown = first if known >= 0 else self._own_last_move(seat) + 1
        shown = max(shown, standing.plies - MOST_SCENES)
        return [
            self._event(ply, seat, is_shown=has_scenes and ply >= shown)
            for ply in range(first, standing.plies)
        ]

    def _own_last_move(self, seat: int | None) -> int:
        """The ply of a seat's last move, so that it is shown what the others did since."""
        match = self._standing.match
        if match is None or seat is None:
            return self._standing.plies
        movers = (ply for ply, state in enumerate(match.states[:-1]) if state.to_move == seat)
        return max(movers, default=-1)

    def _event(self, ply: int, seat: int | None, *, is_shown: bool) -> Happened:
        match = self._standing.match
        assert match is not None
        key = ply, self._audience(seat)
        event = match.events[ply]
        if key not in self._happened or self._happened[key][0] is not event:
            before, after = match.states[ply : ply + 2]
            self._happened[key] = event, happened(before, event, after, ply, key[1])
        found = self._happened[key][1]
        return (
            msgspec.structs.replace(found, scene=self._scene(ply + 1, seat)) if is_shown else found
        )

    def _scene(self, plies: int, seat: int | None) -> Scene:
        """The table after so many events; kept while it may be asked for again."""
        standing = self._standing
        state = standing.match.states[plies] if standing.match else standing.state
        key = plies, self._audience(seat)
        if key not in self._scenes or self._scenes[key][0] is not state:
            self._scenes = {k: v for k, v in self._scenes.items() if k[0] >= plies - MOST_SCENES}
            self._scenes[key] = state, stage(state.game).scene(seen_by(state, key[1]))
        return self._scenes[key][1]

    def _audience(self, seat: int | None) -> int | None:
        """Where nothing is secret all are told the same."""
        return None if self._standing.game.conceal is None else seat


def seat_infos(standing: Standing, here: Collection[int]) -> list[SeatInfo]:
    """Who sits where."""
    now = time.time()
    clock = standing.clock
    return [
        SeatInfo(
            kind=_kind(seat),
            name=seat.holder.name,
            level=seat.level,
            is_here=number in here,
            clock=clock.left_at(number, now) if clock else None,
            has_resigned=bool(seat.is_out),
        )
        for number, seat in enumerate(standing.seats)
    ]


def _kind(seat: Seat) -> Literal["open", "person", "bot"]:
    if seat.is_open:
        return "open"
    return "bot" if seat.holder.level or seat.holder.is_program else "person"


def chat_message(version: int, at: float, said: Spoke) -> Chat:
    """What somebody said, as it is sent."""
    return Chat(version, said.name, said.seat, said.text, at)


def replay(states: Sequence[State], events: Sequence[Event]) -> list[Happened]:
    """A whole game with a picture after every event; nothing in it is secret any more."""
    found = []
    for ply, event in enumerate(events):
        before, after = states[ply : ply + 2]
        keeper = before.game.keeper(before.table, event) if before.game.keeper else None
        told_all = happened(before, event, after, ply, keeper)
        found.append(msgspec.structs.replace(told_all, scene=stage(after.game).scene(after)))
    return found
