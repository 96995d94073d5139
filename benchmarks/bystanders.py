"""What each attack of the catalogue does to people who play; `attacker.py --each` runs it.

A server with the usual limits; eight pairs of players, each with an address of its own, who move
and look at their table by a request; and an attacker. The players are measured alone and beside the
attacker in turns, for some seconds each, so that what else the machine does meets both alike. All
windows together give the percentiles. Attacker, players and server are processes of their own.

On a busy machine waits say little. So the server's loop is measured in processor time as well: how
much of it an attack takes, the longest step, and how long the loop keeps something waiting that
comes at a random time (95th percentile, from the lengths of its iterations).
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from azulejos.server.running.run import GIL_INTERVAL, load_rules
from azulejos.tables.people.limits import ALLOWANCES
from azulejos.tables.quota import READING_SHARE, SHARE
from catalogue import EVE, Attack, Do, attacker, attacks, charges, open_sockets, play
from expensive import Targets
from loop_watch import delay_of, watched
from server_in_thread import Guest, Running, Socket, settings_for

PAIRS = 8
BETWEEN = 0.12  # seconds between two moves of a pair, about
UNDER_WAY = 1.0  # seconds until an attack is measured
CROWDING = 6.0  # the same for attacks that open very many sockets first
CALMING = 0.5  # seconds until the answers to an attack's last requests have been sent
MAX_RATIO = 2.0
UNLIMITED = 1000.0
HEADER = (
    "                                          moves, p95 in ms    requests, p95       loop, ms/s  "
    "  delay, p95    step  charged\n"
    "                                          alone beside ratio  alone beside ratio  alone beside"
    "  alone beside    ms  loop readers  answers"
)


@dataclass
class Waits:
    """How long players waited, in ms, and at which tables they play."""

    moves: list[float] = field(default_factory=list)
    requests: list[float] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    def __add__(self, other: Waits) -> Waits:
        return Waits(
            self.moves + other.moves, self.requests + other.requests, self.tables + other.tables
        )


class Pair:
    """Two players, who also look at their table by a request."""

    def __init__(self, url: str, index: int) -> None:
        self.people = [
            Guest(url, name, source=f"127.0.{index + 1}.{2 + seat}")
            for seat, name in enumerate(("Ana", "Ben"))
        ]
        self.sockets: list[Socket] = []
        self.begin()

    def begin(self) -> None:
        """Begin a game; they take turns in making the table."""
        for each in self.sockets:
            each.close()
        self.people.reverse()
        one, other = self.people
        self.table = one.new_table()
        other.sit(self.table, 1)
        self.sockets = [each.socket(self.table) for each in self.people]
        for each in self.sockets:
            each.next_update(lambda update: update["to_move"] is not None)

    def play(self, end: float) -> Waits:
        """Measure how long a move takes until both have seen it, and a request."""
        waits = Waits(tables=[self.table])
        while time.time() < end:
            time.sleep(BETWEEN * random.uniform(0.5, 1.5))
            mover = self.sockets[self.sockets[0].update["to_move"]]
            begun = time.perf_counter()
            version = mover.play()
            for each in self.sockets:
                each.at(version)
            waits.moves.append(1000 * (time.perf_counter() - begun))
            begun = time.perf_counter()
            self.people[0].http.get(f"/api/tables/{self.table}").raise_for_status()
            waits.requests.append(1000 * (time.perf_counter() - begun))
            if mover.update["result"]:
                self.begin()
        return waits


def players(url: str, orders: Connection) -> None:
    """Play for some seconds whenever asked to, in a process of its own, and report the waits."""
    pairs = [Pair(url, index) for index in range(PAIRS)]
    with ThreadPoolExecutor(PAIRS) as threads, suppress(EOFError):
        while True:
            seconds = orders.recv()
            waits = threads.map(Pair.play, pairs, [time.time() + seconds] * PAIRS)
            orders.send(sum(waits, Waits()))


@dataclass
class Windows:
    """What was measured in all windows of one kind."""

    seconds: float = 0.0
    waits: Waits = field(default_factory=Waits)
    iterations: list[float] = field(default_factory=list)
    longest: float = 0.0
    here: float = 0.0  # seconds charged to the attacker in the server process
    by_readers: float = 0.0

    @property
    def busy(self) -> float:
        """Milliseconds of processor time that the loop takes in a second."""
        return 1000 * sum(self.iterations) / self.seconds


class Stage:
    """A server with the usual limits, players, and an attacker."""

    def __init__(self, store: Path, targets: Targets) -> None:
        sys.setswitchinterval(GIL_INTERVAL)
        self._opened = ExitStack()
        load_rules()
        self._running = Running(settings_for(store, allowances=ALLOWANCES, share_of_one=UNLIMITED))
        self._charges = self._opened.enter_context(charges(self._running))
        self._targets = targets
        self._token = Guest(self._running.url, source=EVE).http.post(
            "/api/bot/tokens", json={"name": "Eve"}
        )
        self._players = _process(players, self._running.url)
        self._attacker = _process(attacker)
        self._tables = self._play(1.0).tables
        for do in (open_sockets, play):  # what is loaded only once is neither charged nor measured
            self.row(do, 1.0, 1)
        self._running.hub.shares.share = SHARE
        self._running.hub.readers._shares.share = READING_SHARE

    def _play(self, seconds: float) -> Waits:
        self._players.send(seconds)
        waits: Waits = self._players.recv()
        self._tables = waits.tables
        return waits

    def _measure(self, seconds: float, windows: Windows) -> None:
        before = [spent[EVE] for spent in self._charges]
        begun = time.monotonic()
        running = self._running
        with watched(running._thread, running._loop) as watch:
            windows.waits += self._play(seconds)
        windows.seconds += time.monotonic() - begun
        windows.iterations += watch.iterations
        windows.longest = max(windows.longest, watch.longest)
        windows.here += self._charges[0][EVE] - before[0]
        windows.by_readers += self._charges[1][EVE] - before[1]

    def row(self, do: Do, seconds: float, rounds: int, under_way: float = UNDER_WAY) -> Row:
        """Measure the players alone and beside an attack, in turns."""
        alone, beside = Windows(), Windows()
        answers: Counter[str] = Counter()
        for quota in (self._running.hub.shares, self._running.hub.readers._shares):
            quota.forget(EVE)  # what the row before has left
        for _ in range(rounds):
            self._measure(seconds, alone)
            end = time.time() + under_way + seconds + CALMING
            attack = Attack(
                self._running.url,
                self._targets.secret,
                self._token.json()["token"],
                self._targets,
                self._tables,
                end,
            )
            self._attacker.send((do, attack))
            time.sleep(under_way)
            self._measure(seconds, beside)
            answers += self._attacker.recv()
            time.sleep(CALMING)
        return Row(alone, beside, answers)

    def close(self) -> None:
        self._players.close()
        self._attacker.close()
        self._opened.close()
        self._running.stop()


def _process(work: Callable[..., None], *arguments: Any) -> Connection:
    ours, theirs = multiprocessing.Pipe()
    context = multiprocessing.get_context("spawn")
    context.Process(target=work, args=(*arguments, theirs), daemon=True).start()
    theirs.close()
    return ours


@dataclass
class Row:
    """What an attack did."""

    alone: Windows
    beside: Windows
    answers: Counter[str]

    @property
    def ratios(self) -> tuple[float, float]:
        alone, beside = self.alone.waits, self.beside.waits
        return (
            quantile(beside.moves) / quantile(alone.moves),
            quantile(beside.requests) / quantile(alone.requests),
        )

    def __str__(self) -> str:
        alone, beside = self.alone, self.beside
        pairs = (
            (alone.waits.moves, beside.waits.moves),
            (alone.waits.requests, beside.waits.requests),
        )
        waits = "  ".join(
            f"{quantile(a):5.1f} {quantile(b):6.1f} {quantile(b) / quantile(a):5.2f}"
            for a, b in pairs
        )
        delays = " ".join(
            f"{1000 * delay_of(each.iterations, each.seconds):6.2f}" for each in (alone, beside)
        )
        shares = f"{beside.here / beside.seconds:4.0%} {beside.by_readers / beside.seconds:7.0%}"
        answers = ", ".join(f"{kind} {count}" for kind, count in self.answers.most_common(5))
        return (
            f"{waits}  {alone.busy:5.0f} {beside.busy:6.0f} {delays}"
            f"  {1000 * beside.longest:4.0f}  {shares}  {answers}"
        )


def quantile(times: list[float], percent: int = 95) -> float:
    return sorted(times)[len(times) * percent // 100]


def measure_each(seconds: float, rounds: int, only: tuple[str, ...]) -> None:
    """Print what each attack does to people who play."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "games.db"
        begun = time.monotonic()
        targets, each = attacks(store, only)
        print(f"{len(each)} attacks, chosen in {time.monotonic() - begun:.0f} s", flush=True)
        print(HEADER)
        stage = Stage(store, targets)
        for name, do in each.items():
            under_way = CROWDING if "crowd" in name or "watch" in name else UNDER_WAY
            row = stage.row(do, seconds, rounds, under_way)
            mark = " *" if max(row.ratios) > MAX_RATIO else ""
            print(f"{name:42}{row}{mark}", flush=True)
        stage.close()
