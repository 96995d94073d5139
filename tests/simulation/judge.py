"""The guarantees, checked at every entry and message and at the end of a simulation."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from azulejos.core.state import State
from azulejos.tables.live import log
from azulejos.tables.live.standing import Standing
from azulejos.tables.live.summary import row_of
from azulejos.tables.live.updates import event_text
from azulejos.tables.lobby.events import GameEvent, GameStarted
from azulejos.tables.lobby.statistics import Counted
from azulejos.tables.messages import Chat, Done, Hints, Pong, Refused
from azulejos.tables.store.protocol import NotebookStore
from azulejos.tables.store.rows import Entry, Note, NoteChange

from .database import Database, Kept
from .store import PATIENCE

if TYPE_CHECKING:
    from .people import Person, Wire
    from .world import Process, World

UNDECIDED = ("busy", "store_silent", "disk_full", "too_many")  # answers that leave the outcome open
AT_MOST = 40.0  # seconds within which bots move and messages are answered without faults
MAX_IN_FLIGHT = 10  # entries of the last second that are not shown yet


class Event(msgspec.Struct):
    ply: int
    text: str


class Choice(msgspec.Struct):
    move: str


class Update(msgspec.Struct, tag="update"):
    """The part of an update that is compared, or that people need to act."""

    version: int
    seat: int | None
    to_move: int | None
    plies: int
    next_table: str | None
    result: msgspec.Raw
    scene: str
    since: list[Event]
    choices: list[Choice]
    may_undo: bool
    requests: list[dict[str, Any]]

    @property
    def is_over(self) -> bool:
        return bytes(self.result) != b"null"


Message = Update | Done | Refused | Chat | Hints | Pong

read = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


class Violation(AssertionError):
    """A guarantee that does not hold."""


def expect(holds: object, what: str) -> None:
    if not holds:
        raise Violation(what)


async def count_start(store: NotebookStore, event: GameEvent) -> list[NoteChange]:
    """Count a game that has started for each of its guests, as ratings or tournaments might."""
    changes = []
    guests = event.summary.guests if isinstance(event, GameStarted) else []
    for guest in filter(None, guests):
        before = await store.note(guest, "progress", event.game)
        count = int(before.body) + 1 if before else 1
        note = Note("progress", event.game, event.at, b"%d" % count)
        changes.append(NoteChange(guest, note, before))
    return changes


class Judge:
    """Compares what is sent to clients with the content of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        database.on_append = self.appended

    # At every entry

    def appended(self, table: str, entry: Entry) -> None:
        """No seat has two guests, no guest two seats."""
        body = log.decode(entry.body)
        if isinstance(body, log.Sat):
            before = self._database.tables[table].standings[-2]
            expect(before.seats[body.seat].is_open, f"seat {body.seat} was given to two")
            expect(before.seat_of(body.holder.guest) is None, "somebody has two seats")

    def check_published(self) -> None:
        """Every game that has started or ended was published, and counted once for each guest."""
        expected: Counter[tuple[str, str, str]] = Counter()  # by guest, kind of note and game
        for kept in self._database.tables.values():
            standing, game = kept.standings[-1], kept.row.game
            expect(kept.published == standing.stage, f"{standing.stage} was not published")
            kinds = {"open": [], "playing": ["progress"], "over": ["progress", "statistics"]}
            guests = [seat.holder.guest for seat in standing.seats if seat.holder.guest]
            expected.update(
                (guest, kind, game) for guest in guests for kind in kinds[standing.stage]
            )
        counted: Counter[tuple[str, str, str]] = Counter()
        for (guest, kind, _), note in self._database.notes.items():
            if kind == "progress":
                counted[guest, kind, note.key] += int(note.body)
            else:
                each = msgspec.json.decode(note.body, type=Counted)
                counted[guest, kind, each.game] += each.played
        expect(counted == expected, f"{counted} games are counted, of {expected}")

    # At every message, when it leaves the server

    def sent(self, wire: Wire, message: Message) -> None:
        """Nothing is shown or acknowledged that is not in the log."""
        kept = self._database.tables[wire.table]
        match message:
            case Update():
                self._check_update(wire, kept, message)
            case Done():
                self._check_promise(wire.person, kept, message)
            case Refused():
                self._check_refusal(wire.person, kept, message)
            case Chat():
                expect(message.number < len(kept.log), "chat is shown that is not in the log")
                body = log.decode(kept.log[message.number].body)
                expect(isinstance(body, log.Spoke) and body.text == message.text, "false chat")

    def _check_promise(self, person: Person, kept: Kept, message: Done) -> None:
        own_id = f"{person.guest}:{message.id}"
        version = message.version
        expect(
            version < len(kept.log) and kept.log[version].id == own_id,
            f"{own_id} was acknowledged at {version}, where the log does not have it",
        )
        person.promised[kept.row.table, own_id] = version

    def _check_refusal(self, person: Person, kept: Kept, message: Refused) -> None:
        """What was acknowledged is not refused when it is sent again, unless nobody can tell."""
        own_id = f"{person.guest}:{message.id}"
        is_promised = (kept.row.table, own_id) in person.promised
        expect(
            not is_promised or message.code in UNDECIDED,
            f"{own_id} was acknowledged, and then refused as {message.code}",
        )

    def _check_update(self, wire: Wire, kept: Kept, message: Update) -> None:
        version = message.version
        expect(version < len(kept.log), f"version {version} is shown, which is not in the log")
        person = wire.person
        shown = person.shown.get(wire.table, -1)
        if wire.claimed_all:
            expect(version >= shown, f"version {version} is shown after {shown}")
        standing = kept.standings[version]
        seat = standing.seat_of(person.guest)
        expect(message.seat == seat, "an update is for another seat")
        expect(message.to_move == standing.to_move, "it is another's turn")
        expect(message.plies == standing.plies, "another position is shown")
        expect(message.next_table == standing.next_table, "another rematch is shown")
        expect(bytes(message.result) == encode(standing.result), "another result is shown")
        known_to = seat if standing.game.has_secrets else None
        scene = light_scene(seen_by(standing.state, known_to))
        expect(message.scene == scene, "another scene is shown")
        self._check_events(standing, seat, message.since)
        self._check_choices(standing, seat, message.choices)

    def _check_events(self, standing: Standing, seat: int | None, since: list[Event]) -> None:
        match = standing.match
        for event in since:
            assert match
            before, happened = match.states[event.ply], match.events[event.ply]
            if standing.game.may_know(before, happened, seat):
                expect(event.text == event_text(standing.game, happened), "a false event")
            else:
                expect(event.text == "", "a secret event is shown")

    def _check_choices(self, standing: Standing, seat: int | None, shown: list[Choice]) -> None:
        if seat is None or seat != standing.to_move:
            expect(not shown, "choices are shown to a seat that is not to move")
        else:
            legal = {str(move) for move in standing.state.view(seat).state.legal_moves}
            expect({choice.move for choice in shown} == legal, "other moves are offered")

    def seated(self, person: Person, table: str, seat: int, version: int) -> None:
        """A guest got a seat."""
        kept = self._database.tables[table]
        expect(version < len(kept.log), "a seat was promised that is not in the log")
        expect(kept.standings[version].seat_of(person.guest) == seat, "a seat was promised in vain")

    def thinks(self, process: Process, table: str, others: int) -> None:
        """No two processes let a bot think, unless a lease ran out on its way to one of them."""
        granted = self._database.granted.get((table, process.name), float("-inf"))
        is_leased = granted > self._database.time() - 2 * PATIENCE
        expect(not others or is_leased, "a bot thinks in two processes")

    # After all faults have ended

    def check_calm(self, world: World, within: float) -> None:
        """Games go on, everybody has been shown everything, and all promises are kept."""
        self._check_progress(world, within)
        self.check_published()
        for person in world.people:
            for (table, own_id), version in person.promised.items():
                kept = self._database.tables[table]
                ids = [entry.id for entry in kept.log]
                expect(ids.count(own_id) == 1, f"{own_id} is in the log {ids.count(own_id)} times")
                expect(ids[version] == own_id, f"{own_id} has another version")
            self._check_person(person, world)

    def check_logs(self) -> None:
        """Every log replays, and the index agrees with it."""
        for table, kept in self._database.tables.items():
            self._check_log(table, kept)

    def _check_log(self, table: str, kept: Kept) -> None:
        standing = Standing.of(table, kept.log)
        seats = {seat: each.holder.guest for seat, each in enumerate(standing.seats)}
        held = {seat: guest for seat, guest in seats.items() if guest}
        expect(held == kept.holders, "the index has other holders of seats")
        expect(without_times(row_of(standing)) == without_times(kept.row), "the index differs")

    def _check_person(self, person: Person, world: World) -> None:
        """Where bots play on among themselves their last moves may still be on the way."""
        for table in person.tables:
            kept = self._database.tables[table]
            latest = kept.standings[-1].shown
            shown = person.shown.get(table, -1)
            on_the_way = MAX_IN_FLIGHT if world.entered[table] > world.now() - 1.0 else 0
            expect(
                shown >= latest - on_the_way,
                f"{person.guest} was shown {shown} of {latest} at most",
            )
        expect(not person.waiting, f"{person.guest} waits for an answer to {[*person.waiting]}")

    def _check_progress(self, world: World, within: float) -> None:
        """Bots whom somebody waits for have moved, and clocks that ran out have ended games."""
        now = world.now()
        for table in {table for person in world.people for table in person.tables}:
            standing = self._database.tables[table].standings[-1]
            seat = standing.to_move
            if seat is None or world.entered[table] > now - within:
                continue
            expect(not standing.seats[seat].level, f"a bot did not move for {within} s")
            clock = standing.clock
            if clock and not world.jumped:
                late = world.wall() - (clock.runs_out or 0.0)
                expect(late < within, "a clock ran out, and the game goes on")

    def check_left(self, world: World, _within: float) -> None:
        """Nothing is left of servers that were stopped."""
        loop = world.loop
        tasks = [task for task, owner in loop.tasks().items() if owner is not None]
        expect(not tasks, f"{len(tasks)} tasks are left: {tasks[:3]}")
        timers = [timer for timer in loop.timers() if timer.owner is not None]
        expect(not timers, f"{len(timers)} timers are left: {timers[:3]}")
        for process in world.processes:
            if process.is_stopped:
                held = [holder for holder, _ in self._database.leases.values()]
                expect(process.name not in held, "a lease is left of a process that stopped")
            expect(not process.hub.sockets, "sockets are still counted")
            for table in process.hub.lobby._live.values():
                expect(table.audience.is_empty, "subscribers are left at a table")


def seen_by(state: State, seat: int | None) -> State:
    return state.public if seat is None else state.view(seat).state


def light_scene(seen: State) -> Any:
    """What a seat is shown of a position, for a fraction of what a scene costs."""
    return seen.key.hex()


def without_times(row: Any) -> object:
    """A row without what the clocks showed when it was made."""
    summary = re.sub(rb'"clock":[0-9.e+-]+', b'"clock":0', row.summary)
    return msgspec.structs.replace(row, summary=summary)
