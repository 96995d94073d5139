"""A simulated world of servers, people and faults, all decided by one seed."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pebbles
from azulejos.errors import Busy, StoreError
from azulejos.play import match as match_module
from azulejos.server import hub as hub_module
from azulejos.server.hub import Hub
from azulejos.tables.live import updates
from azulejos.tables.lobby import lobby as lobby_module

from .database import Database
from .faults import Faults
from .judge import AT_MOST, Judge, Violation, light_scene
from .loop import SimulatedLoop
from .people import Person
from .process import Process, WorkerTrouble
from .scenarios import SCENARIOS, Scenario

EPOCH = 1.7e9
TROUBLED = 10.0  # seconds of faults, at most
REST = 2.0  # seconds of faults after the last action, at most
CHECK_EVERY = 2.0  # seconds between two checks whether everything has recovered
CALM = AT_MOST + 5  # seconds within which it must have recovered
MAX_ACTIONS = 10
MAX_STEPS = 400_000


class NoMetrics:
    """Counts nothing: registering counters would take most of the time of starting a process."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


@dataclass
class Outcome:
    """The result of a simulation."""

    seed: int
    digest: str
    entries: int
    steps: int
    violation: str | None
    trace: list[str]


class World:
    """See the module."""

    def __init__(self, seed: int, *, keeps_trace: bool = False) -> None:
        self.seed = seed
        self._source = random.Random(f"{seed} world")
        self.faults = Faults.drawn(random.Random(f"{seed} faults"), TROUBLED)
        self.loop = SimulatedLoop(random.Random(f"{seed} loop"), self.faults.disorder)
        self.loop.set_exception_handler(self._unhandled)
        self.database = Database(self.wall, judges=True)
        self.judge = Judge(self.database)
        note_entry = self.database.on_append
        self.database.on_append = lambda table, entry: self._appended(note_entry, table, entry)
        self.processes: list[Process] = []
        self.people: list[Person] = []
        self.thinking: list[tuple[Process, str]] = []  # of bots: where, and at which table
        self.entered: dict[str, float] = {}  # when something was last written, by table
        self.is_shared = True  # whether several processes may use the store, as on PostgreSQL
        self.is_calm = False
        self.is_over = False
        self.jumped = self.faults.clock_jumps > 0
        self._actions = 0
        self._started = 0
        self._violation: str | None = None
        self._failed: asyncio.Future[None] | None = None
        self._tired: asyncio.Future[None] = self.loop.create_future()  # all have done enough
        self._digest = hashlib.blake2b(digest_size=16)
        self._trace: list[str] | None = [] if keeps_trace else None

    # What happens

    def now(self) -> float:
        return self.loop.time()

    def wall(self) -> float:
        return EPOCH + self.loop.time()

    def note(self, *what: object) -> None:
        """Add what happened to the trace and its digest, so that runs can be compared."""
        line = f"{self.loop.time():.6f} {' '.join(map(str, what))}"
        self._digest.update(line.encode())
        if self._trace is not None:
            self._trace.append(line)

    def judged(self, check: Callable[..., None], *arguments: Any) -> None:
        """Run a check where the server would swallow its exception."""
        try:
            check(*arguments)
        except Violation as violation:
            self.fail(str(violation))

    def fail(self, reason: str) -> None:
        """Record a violation; the first one counts."""
        if self._violation is None:
            self._violation = reason
            self.note("violation", reason)
            if self._failed and not self._failed.done():
                self._failed.set_result(None)

    def _appended(self, check: Callable[[str, Any], None], table: str, entry: Any) -> None:
        self.note("entry", table, entry.version, entry.id, entry.body.decode())
        self.entered[table] = self.loop.time()
        self.judged(check, table, entry)

    def _unhandled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.fail(f"nobody handled {error!r}: {context['message']}")

    def may_act(self) -> bool:
        self._actions += 1
        if self._actions == MAX_ACTIONS:
            self._tired.set_result(None)
        return self._actions <= MAX_ACTIONS

    async def some_process(self) -> Process:
        """A process that serves."""
        while not (alive := [each for each in self.processes if each.is_serving]):
            await asyncio.sleep(0.1)
        return self._source.choice(alive)

    # From beginning to end

    def run(self) -> Outcome:
        source = random.Random(f"{self.seed} chance")
        with chance_decided_by(source), log_heard(self._logged), light_parts():
            asyncio.set_event_loop(None)
            try:
                self.loop.run_until_complete(self._history())
            finally:
                self.loop.close()
        entries = sum(len(kept.log) for kept in self.database.tables.values())
        return Outcome(
            self.seed,
            self._digest.hexdigest(),
            entries,
            self.loop.steps,
            self._violation,
            self._trace or [],
        )

    async def _history(self) -> None:
        self._failed = self.loop.create_future()
        happening = asyncio.create_task(self._happen())
        await asyncio.wait([happening, self._failed], return_when=asyncio.FIRST_COMPLETED)
        if happening.done():
            try:
                happening.result()
            except Violation as violation:
                self.fail(str(violation))
            except Exception as error:
                self.fail(repr(error))
        await self._clear_away()

    async def _happen(self) -> None:
        count = self._source.choice([0, 1, 2, 2, 3])
        self.is_shared = count > 0
        for _ in range(max(1, count)):
            self._start_process()
        living = [asyncio.create_task(life) for life in self._lives()]
        trouble = asyncio.create_task(self._trouble())
        await asyncio.wait([self._tired], timeout=TROUBLED)
        await asyncio.sleep(self._source.uniform(0, REST))
        trouble.cancel()
        self._calm_down()
        await self._until_it_holds(self.judge.check_calm)
        self.judge.check_logs()
        for life in living:
            if life.done():
                life.result()
        self.is_over = True
        for life in living:
            life.cancel()
        for process in self.processes:
            if not process.is_dead:
                await process.stop(self)
        await self._until_it_holds(self.judge.check_left)

    async def _until_it_holds(self, check: Callable[[World, float], None]) -> None:
        """Wait until everything has recovered, which must be soon."""
        until = self.loop.time() + CALM
        while self.loop.time() < until:
            await asyncio.sleep(CHECK_EVERY)
            with suppress(Violation):
                check(self, CHECK_EVERY)
                if not self.database.under_way:
                    return
        check(self, AT_MOST)

    async def _clear_away(self) -> None:
        """Stop everything, so that nothing of this world runs in the next."""
        for process in self.processes:
            if not process.is_dead:
                process.die(self.loop)
        me = asyncio.current_task()
        for _ in range(100):
            others = [task for task in self.loop.tasks() if task is not me]
            if not others:
                return
            for task in others:
                task.cancel()
            await asyncio.sleep(0.01)

    def _start_process(self) -> None:
        self._started += 1
        self.processes.append(Process(self, self._started))

    def _calm_down(self) -> None:
        self.note("calm")
        self.is_calm = True
        self.faults.calm_down()
        self.loop.calm_down()
        for process in self.processes:
            process.skew = 0.0
        if all(process.is_dead for process in self.processes):
            self._start_process()

    async def _trouble(self) -> None:
        """Kill and stop processes, and change clocks."""
        kinds = ["kill"] * self.faults.kills + ["jump"] * self.faults.clock_jumps
        kinds += ["stop"] * self.faults.stops
        times = sorted((self._source.uniform(0, TROUBLED), kind) for kind in kinds)
        for at, kind in times:
            await asyncio.sleep(max(0.0, at - self.loop.time()))
            process = await self.some_process()
            if kind == "jump":
                process.skew += self._source.choice([-1, 1]) * 10 ** self._source.uniform(-1, 4)
            elif kind == "stop":
                self.loop.create_task(self._replace(process))
            else:
                self.kill(process)

    async def _replace(self, process: Process) -> None:
        """Let another process take over; without a shared store only after the first has ended."""
        if self.is_shared:
            self._start_process()
        await process.stop(self)
        if not process.is_dead:
            process.die(self.loop)
            if not self.is_shared:
                self._start_process()

    def kill(self, process: Process) -> None:
        """End a process, and start another in its place."""
        if not process.is_dead:
            self.note("killed", process.number)
            process.die(self.loop)
            self.loop.call_later(self._source.uniform(0.1, 3), self._start_process)

    def _lives(self) -> Iterator[Awaitable[None]]:
        """The people of this world, with a table for each group."""
        for _ in range(self._source.choice([1, 1, 1, 2])):
            scenario = self._source.choice(SCENARIOS)
            people = [Person(self, len(self.people) + n) for n in range(scenario.people)]
            for person in people:
                person.register(self.database)
            self.people += people
            yield from self._lives_of(scenario, people)

    def _lives_of(self, scenario: Scenario, people: list[Person]) -> Iterator[Awaitable[None]]:
        made: asyncio.Future[str] = self.loop.create_future()

        async def make(hub: Hub) -> str:
            return await hub.lobby.create(scenario.wanted, people[0].identity)

        async def first() -> None:
            made.set_result(await people[0].request(make))
            await people[0].watch(made.result())

        async def other(person: Person) -> None:
            table = await made
            for seat, wish in enumerate(scenario.wanted.seats):
                if wish.kind == "open" and await person.sit(table, seat):
                    break
            await person.watch(table)

        yield first()
        for person in people[1:]:
            yield other(person)

    def _logged(self, record: logging.LogRecord) -> None:
        """An unexpected exception in the log is a violation."""
        error = record.exc_info[1] if record.exc_info else None
        if error and not isinstance(error, StoreError | Busy | WorkerTrouble):
            self.fail(f"{record.getMessage()}: {error!r}")


@contextmanager
def chance_decided_by(source: random.Random) -> Iterator[None]:
    """Draw tiles and names from a seed rather than from the operating system."""
    tokens = SimpleNamespace(
        token_hex=lambda size: source.randbytes(size).hex(),
        token_urlsafe=lambda size: source.randbytes(size).hex()[:16],
    )
    before = match_module.UNPREDICTABLE, lobby_module.secrets
    match_module.UNPREDICTABLE = source  # type: ignore[assignment]
    lobby_module.secrets = tokens  # type: ignore[assignment]
    try:
        yield
    finally:
        match_module.UNPREDICTABLE, lobby_module.secrets = before


@contextmanager
def light_parts() -> Iterator[None]:
    """Replace slow parts that are tested elsewhere.

    Most games are of Pebbles, scenes are the bytes of positions, and there are no metrics.
    """
    pebbles.add()
    before = updates.scene_text, hub_module.Metrics
    updates.scene_text = light_scene  # type: ignore[assignment]
    hub_module.Metrics = NoMetrics  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        updates.scene_text, hub_module.Metrics = before  # type: ignore[misc]
        pebbles.remove()


@contextmanager
def log_heard(hear: Callable[[logging.LogRecord], None]) -> Iterator[None]:
    """Pass on what the server logs, and print none of it."""
    handler = logging.Handler(logging.WARNING)
    handler.emit = hear  # type: ignore[method-assign]
    logger = logging.getLogger("azulejos")
    before = logger.propagate
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = before


def simulate(seed: int, *, keeps_trace: bool = False) -> Outcome:
    """Simulate the world of a seed."""
    gc.disable()  # all garbage is collected at once at the end
    try:
        return World(seed, keeps_trace=keeps_trace).run()
    finally:
        gc.enable()
