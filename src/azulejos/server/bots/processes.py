"""The processes in which bots think: lines to them, and what the bots there declare."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import azulejos
from azulejos.bots import BOTS
from azulejos.errors import BotError
from azulejos.tables.bots.tasks import Describe, Description, Order, encode, read_result
from azulejos.tables.bots.workers import GRACE
from azulejos.tables.settings import OfferedBot

ENDING = 4.0  # seconds from being told to end until a process is killed that runs others' bots
SOURCES = str(Path(azulejos.__file__).parent.parent)

NAME = re.compile(r"[^\W\d_][\w .-]{0,29}")
LOADING = 60.0  # seconds for all bots together, when a server starts


class ProcessLine:
    """See `WorkerLine`."""

    grace = GRACE
    starting = 0.0  # a simple move is made meanwhile

    def __init__(self, variables: Mapping[str, str], *, ends_programs: bool = False) -> None:
        self._variables = variables
        self._ends_programs = ends_programs  # that bots may have started, before it ends
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def open(self) -> None:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "azulejos.server.bots.worker"),
                stdin=PIPE,
                stdout=PIPE,
                env=self._variables,
                start_new_session=True,  # Ctrl-C is handled by the server
            )

    def write(self, line: bytes) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.write(line)

    async def drain(self) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        await self._process.stdin.drain()

    async def read(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        return await self._process.stdout.readline()

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if self._ends_programs:
                await _terminate(process)
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def process_lines(
    workers: int, *, compiles: bool, ends_programs: bool = False
) -> list[ProcessLine]:
    """Lines to so many processes for long thoughts, and one more for short ones."""
    variables = worker_variables(compiles=compiles)
    return [ProcessLine(variables, ends_programs=ends_programs) for _ in range(workers + 1)]


async def _terminate(process: Process) -> None:
    """Give a process a while to end what it has started."""
    with suppress(ProcessLookupError, TimeoutError):
        process.terminate()
        async with asyncio.timeout(ENDING):
            await process.wait()


def worker_variables(*, compiles: bool) -> dict[str, str]:
    """The environment of a worker: it imports the same package, and compiles or interprets."""
    path = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH", ""))))
    variables = {**os.environ, "PYTHONPATH": path, "AZULEJOS_INTERPRETED": "1"}
    if compiles:
        del variables["AZULEJOS_INTERPRETED"]
    return variables


# External bots, asked what they declare when a server that offers them starts


def offered(texts: Mapping[str, str]) -> tuple[OfferedBot, ...]:
    """The bots of these names, each tried out once; `BotError` names one that is not a bot.

    A process of its own does that, so that what the bots load stays out of the server's.
    """
    for name in texts:
        _check_name(name)
    return tuple(
        OfferedBot(name, text, about.help, about.parameters, about.games)
        for (name, text), about in zip(texts.items(), _described(texts), strict=True)
    )


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or name != name.strip():
        raise BotError(f"{name!r}: a name begins with a letter and has up to 30 letters or digits")
    if name.lower() in BOTS:
        raise BotError(f"{name!r} is the name of a bot already")


def _described(texts: Mapping[str, str]) -> list[Description]:
    orders = [Order(index, Describe(text)) for index, text in enumerate(texts.values(), 1)]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "azulejos.server.bots.worker"],
            input=b"".join(encode(order) + b"\n" for order in orders),
            stdout=subprocess.PIPE,
            env=worker_variables(compiles=False),
            timeout=LOADING,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BotError(f"{', '.join(texts)}: not loaded within {LOADING:.0f} seconds") from None
    result = [read_result(line) for line in ran.stdout.splitlines()]
    for name, answer in zip(texts, result, strict=False):
        if answer.error:
            raise BotError(f"{name}: {answer.error.partition(': ')[2]}")
    if len(result) < len(texts):
        raise BotError(f"{list(texts)[len(result)]}: loading it ended the process")
    return [each.description for each in result if each.description]
