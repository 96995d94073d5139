"""Simulated people: they play, lose connections, come back and repeat unanswered messages.

They behave like the page (`web/src/connection.ts`) and use the real code that serves sockets.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec

from azulejos.errors import AzulejosError, NotAllowed, SeatTaken
from azulejos.server.http.requests import table_socket
from azulejos.tables.messages import Done, Refused
from azulejos.tables.people.guests import Identity, digest
from azulejos.tables.store.rows import Guest

from .database import Database, Secret
from .judge import Message, Update, read

if TYPE_CHECKING:
    from .world import Process, World

Wish = dict[str, Any]

SILENCE = 20.0  # seconds after which a page notices that the connection is dead


class Person:
    """A guest with a browser."""

    def __init__(self, world: World, number: int) -> None:
        self._world = world
        self.guest = f"guest{number}"
        self.secret = f"secret{number}"
        self.source = random.Random(f"{world.seed} person {number}")
        self.tables: list[str] = []  # that it watches; the last is where it plays
        self.waiting: dict[str, Wish] = {}  # by id, as long as unanswered
        self.shown: dict[str, int] = {}  # the latest version of each table
        self.promised: dict[tuple[str, str], int] = {}  # by table and id: versions
        self.update: Update | None = None
        self._wire: Wire | None = None
        self._sent = 0
        self._is_thinking = False

    def register(self, database: Database) -> None:
        database.add_guest(Guest(self.guest, self.guest.title()))
        database.secrets[digest(self.secret)] = Secret(self.guest, "cookie", 0.0, None)

    @property
    def identity(self) -> Identity:
        return Identity(self.guest, self.guest.title(), False, digest(self.secret))

    # By requests

    async def request(self, ask: Any) -> Any:
        """Repeat a request until a server answers; None if it is refused."""
        while True:
            process = await self._world.some_process()
            await asyncio.sleep(self.source.uniform(0.001, 0.05))
            if process.is_dead:
                continue
            task = self._world.loop.create_task(ask(process.hub), context=process.context.copy())
            task.add_done_callback(look_at)  # whoever asked may be gone by then
            await asyncio.wait([task])
            is_lost = self.source.random() < self._world.faults.loses_answer_to_request
            error = None if task.cancelled() else task.exception()
            if task.cancelled() or is_lost or process.is_dead:
                await asyncio.sleep(self.source.uniform(0.01, 1))
                continue
            if error is None:
                return task.result()
            if isinstance(error, SeatTaken | NotAllowed):
                return None
            if not isinstance(error, AzulejosError):
                raise error
            await asyncio.sleep(self.source.uniform(0.1, 2))

    async def sit(self, table: str, seat: int) -> bool:
        async def ask(hub: Any) -> int:
            return int(await (await hub.lobby.table(table)).sit(self.identity, seat))

        version = await self.request(ask)
        if version is not None:
            self._world.judge.seated(self, table, seat, version)
        return version is not None

    # By a socket

    async def watch(self, table: str) -> None:
        """Stay connected to a table until the world ends."""
        self.tables = [table]
        while not self._world.is_over:
            process = await self._world.some_process()
            wire = self._wire = Wire(self._world, process, self, table)
            await wire.lasts()
            self._wire = None
            await asyncio.sleep(self.source.uniform(0.1, 1.0))

    def opened(self) -> None:
        for message in list(self.waiting.values()):
            self._say(message)

    def hear(self, wire: Wire, message: Message) -> None:
        if isinstance(message, Update):
            self.shown[wire.table] = max(self.shown.get(wire.table, -1), message.version)
            self.update = message
            self._act_soon()
        if isinstance(message, Done | Refused):
            self.waiting.pop(message.id, None)
            self._act_soon()

    def _act_soon(self) -> None:
        if not self._is_thinking:
            self._is_thinking = True
            self._world.loop.call_later(self.source.uniform(0.01, 0.6), self._act)

    def _act(self) -> None:
        self._is_thinking = False
        if self._world.is_calm or not self.update or self.waiting or not self._world.may_act():
            return
        message = self._choose()
        if message:
            self._sent += 1
            message["id"] = f"{self._sent}"
            self.waiting[message["id"]] = message
            self._say(message)
        else:
            self._world.loop.call_later(self.source.uniform(0.5, 3), self._act_soon)

    def _choose(self) -> Wish | None:
        update, dice = self.update, self.source.random()
        assert update
        version, seat = update.version, update.seat
        if dice < 0.06:
            return {"type": "say", "text": f"hello {self._sent}"}
        if seat is None:
            return None
        if update.is_over:
            return {"type": "ask", "version": version, "kind": "rematch"} if dice < 0.5 else None
        if dice < 0.1 and update.may_undo:
            return {"type": "undo", "version": version}
        if dice < 0.14:
            return {"type": "ask", "version": version, "kind": "takeback"}
        if dice < 0.3 and update.requests:
            return {"type": "decline", "version": version, "kind": "takeback"}
        if dice < 0.16:
            return {"type": "resign", "version": version}
        if dice < 0.18:
            level = self.source.choice(["easy", None])
            return {"type": "stand_in", "version": version, "seat": seat, "level": level}
        if update.choices:
            moves = [choice.move for choice in update.choices]
            draws = [move for move in moves if move.startswith("draw")]  # that lead to secrets
            move = self.source.choice(draws if draws and self.source.random() < 0.5 else moves)
            return {"type": "move", "version": version, "move": move}
        return None

    def _say(self, message: Wish) -> None:
        if self._wire:
            self._wire.say(message)


def look_at(task: asyncio.Task[Any]) -> None:
    """Mark the exception of a task as retrieved."""
    if not task.cancelled():
        task.exception()


class Wire:
    """A connection of a person to a table in a process; until it breaks nothing is lost."""

    def __init__(self, world: World, process: Process, person: Person, table: str) -> None:
        self._world = world
        self._process = process
        self.person = person
        self.table = table
        self._to_server: asyncio.Queue[Wish] = asyncio.Queue()
        self._busy_until = [0.0, 0.0]  # to the server and back: what follows arrives later
        self._is_cut = False
        self._ended = asyncio.Event()
        self._is_noticed = False
        self.claimed_all = True
        known = person.shown.get(table, -1)
        if person.source.random() < world.faults.old_versions:
            known = person.source.randint(-1, known)
            self.claimed_all = False
        self._scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "query_string": f"version={known}".encode() if known >= 0 else b"",
            "headers": [(b"cookie", f"azulejos={person.secret}".encode())],
            "client": ("10.0.0.1", 1),
        }

    async def lasts(self) -> None:
        """Connect, and wait until the person notices that the connection has ended."""
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._process.wires.append(self)
        serving = table_socket(self._process.hub, self._scope, self._receive, self._send)  # type: ignore[arg-type]
        task = self._world.loop.create_task(serving, context=self._process.context.copy())
        task.add_done_callback(self._served)
        await self._ended.wait()
        self.cut()

    def say(self, message: Wish) -> None:
        """Send a message to the server, perhaps twice."""
        text = msgspec.json.encode(message).decode()
        faults = self._world.faults
        for _ in range(2 if self.person.source.random() < faults.doubles_message else 1):
            event = {"type": "websocket.receive", "text": text}
            self._world.loop.call_at(self._arrives(0), self._deliver, event)
        if self.person.source.random() < faults.cuts:
            self._world.loop.call_later(self.person.source.uniform(0, 0.05), self.cut)

    def cut(self) -> None:
        """Break; the server notices at its next call, the person within `SILENCE`."""
        if not self._is_cut:
            self._is_cut = True
            self._to_server.put_nowait({"type": "websocket.disconnect"})
            self._world.loop.call_later(self.person.source.uniform(0.01, SILENCE), self._notice)

    def _arrives(self, way: int) -> float:
        now = self._world.loop.time()
        at = max(now, self._busy_until[way]) + self.person.source.uniform(0.0005, 0.03)
        self._busy_until[way] = at
        return at

    def _deliver(self, event: Wish) -> None:
        if not self._is_cut and not self._process.is_dead:
            self._to_server.put_nowait(event)

    async def _receive(self) -> Any:
        return await self._to_server.get()

    async def _send(self, event: Any) -> None:
        if self._process.is_dead:
            await asyncio.Event().wait()
        if self._is_cut:
            raise OSError("the connection is lost")
        if event["type"] == "websocket.send":
            message = read(event["text"])
            self._world.note("sent", self.person.guest, event["text"])
            self._world.judged(self._world.judge.sent, self, message)
            self._world.loop.call_at(self._arrives(1), self._hear, message)
        elif event["type"] == "websocket.accept":
            self._world.loop.call_at(self._arrives(1), self._opened)
        else:
            self._world.loop.call_at(self._arrives(1), self._notice)

    def _opened(self) -> None:
        if not self._is_cut:
            self.person.opened()

    def _hear(self, message: Message) -> None:
        if not self._is_cut:
            self.person.hear(self, message)
            if self.person.source.random() < self._world.faults.cuts:
                self.cut()

    def _served(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception():
            self._world.fail(f"the socket raised {task.exception()!r}")
        self._world.loop.call_at(self._arrives(1), self._notice)

    def _notice(self) -> None:
        self._ended.set()
