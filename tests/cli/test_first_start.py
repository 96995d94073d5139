"""`azulejos serve` on a machine where nothing is compiled yet: it compiles while it serves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos import GAME_NAMES
from azulejos.core.compiled import COMPILES
from patience import PATIENCE

pytestmark = pytest.mark.skipif(not COMPILES, reason="nothing is compiled here at all")

MAX_CPU = 6.0  # seconds: on a machine with nothing else to do no more pass than are worked
TICK = os.sysconf("SC_CLK_TCK")


COMPILED_WHEN_A_FILE_IS_THERE = """
import os, azulejos.cli.serve
from azulejos.server.running import processes
azulejos.cli.serve.is_compiled = lambda: os.path.exists({!r})
processes.interpret_no_more = lambda: None  # nothing is: the test is about who takes over
"""


BROKEN_FROM_THEN_ON = """
processes.interpret_no_more = lambda: os.environ.update(PYTHONHOME="/nowhere")
"""


class Program:
    """`azulejos serve` with a cache of its own, and what it has said."""

    def __init__(
        self, folder: Path, prelude: str = "", store: str = "", processes: int = 1
    ) -> None:
        self.log = folder / "log"
        program = f"{prelude}\nfrom azulejos.cli.main import main\nmain()"
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--log", "text"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, "--processes", str(processes)],
                env={
                    **os.environ,
                    "AZULEJOS_CACHE": str(folder / "cache"),
                    "AZULEJOS_STORE": store or str(folder / "games.db"),
                },
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_for(self, said: str) -> str:
        end = time.monotonic() + PATIENCE
        while not (result := re.search(said, self.log.read_text())):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.01)
        return result[0]

    def processes(self) -> dict[int, str]:
        """All processes of it that run, and their commands."""
        result = {}
        for path in Path("/proc").glob("[0-9]*"):
            try:
                if os.getpgid(int(path.name)) == self.process.pid:
                    result[int(path.name)] = (path / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
        return result


def cpu_of(pid: int) -> float:
    """Seconds that a process has worked."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(stat[11]) + int(stat[12])) / TICK


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    started: list[Program] = []

    def start_one(*settings: Any) -> Program:
        started.append(Program(tmp_path, *settings))
        return started[-1]

    yield start_one
    for program in started:
        if program.process.poll() is None:
            program.process.kill()
            program.process.wait()


def test_it_serves_at_once_and_tells_how_far_compiling_is(start: Callable[..., Program]) -> None:
    program = start()
    address = program.wait_for(r"http://\S+")
    worked = sum(map(cpu_of, program.processes()))
    assert worked < MAX_CPU, "it said that it serves before anything was compiled"
    with httpx.Client(base_url=address, timeout=PATIENCE) as ana:
        ready = ana.get("/ready").json()
        assert ready["is_ready"]
        assert list(ready["games"]) == list(GAME_NAMES)
        assert set(ready["games"].values()) <= {"waiting", "compiling"}
        program.wait_for("compiling, or loading.*azul")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "master"}]
        wanted = {"game": "azul", "seats": seats, "options": {"start": 2}}
        table = ana.post("/api/tables", json=wanted).json()["table"]
        end = time.monotonic() + PATIENCE
        while ana.get(f"/api/tables/{table}").json()["to_move"] == 1:
            assert time.monotonic() < end, "a bot plays all the same"
            time.sleep(0.05)
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(PATIENCE) == 0
    said = program.log.read_text()
    assert "Traceback" not in said


@pytest.mark.parametrize("processes", [1, 2])
def test_once_all_is_compiled_others_take_over(
    start: Callable[..., Program], tmp_path: Path, request: pytest.FixtureRequest, processes: int
) -> None:
    """The games go on there, and nobody is turned away meanwhile."""
    compiled = tmp_path / "compiled"
    store = request.getfixturevalue("postgresql").database() if processes > 1 else ""
    program = start(COMPILED_WHEN_A_FILE_IS_THERE.format(str(compiled)), store, processes)
    address = program.wait_for(r"http://\S+")
    before = set(program.processes())
    with httpx.Client(base_url=address, timeout=PATIENCE) as ana:
        table = ana.post("/api/tables", json={"game": "azul"}).json()["table"]
    compiled.touch()
    while "does not interpret any more" not in program.log.read_text():
        assert httpx.get(f"{address}health", timeout=PATIENCE).is_success
    after = set(program.processes())
    assert program.process.pid in before & after
    assert len(after - before) == processes, "others serve"
    assert httpx.get(f"{address}api/tables/{table}", timeout=PATIENCE).json()["state"] == "open"
    assert httpx.get(f"{address}ready", timeout=PATIENCE).json()["is_ready"]
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(PATIENCE) == 0
    assert "Traceback" not in program.log.read_text()


def test_what_cannot_be_loaded_is_interpreted_on(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    compiled = tmp_path / "compiled"
    program = start(COMPILED_WHEN_A_FILE_IS_THERE.format(str(compiled)) + BROKEN_FROM_THEN_ON)
    address = program.wait_for(r"http://\S+")
    compiled.touch()
    program.wait_for("cannot be loaded: interpreting on")
    for _ in range(3):
        assert httpx.get(f"{address}ready", timeout=PATIENCE).json()["is_ready"]
    program.process.send_signal(signal.SIGTERM)
    assert program.process.wait(PATIENCE) == 0
