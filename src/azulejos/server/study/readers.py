"""The process that reads what clients send, seen from the server: started when it is needed."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from pathlib import Path

import azulejos
from azulejos.errors import Busy, TooMany, error_of
from azulejos.server.study.reader import Answer, Job, framed, read_answer, write
from azulejos.telling.worded import as_worded

MOST_WAITING = 50  # jobs of all
MOST_OF_ONE = 4  # of one address
PATIENCE = 15.0  # seconds for a job; none that is allowed takes so long
SOURCES = str(Path(azulejos.__file__).parents[1])


class Readers:
    """One job after the other, and at most so many of each client."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._waiting: Counter[str] = Counter()

    async def read(self, job: Job, asker: str) -> Answer:
        """Have a job done. Errors of its text are raised as if it had been read here."""
        if self._waiting[asker] >= MOST_OF_ONE:
            raise TooMany("one question at a time: wait for the answers", 1.0)
        if self._waiting.total() >= MOST_WAITING:
            raise Busy("too many are studying: try again")
        self._waiting[asker] += 1
        try:
            async with self._turn:
                answer = await self._done(write(job))
        finally:
            self._waiting[asker] -= 1
            if not self._waiting[asker]:
                del self._waiting[asker]
        if answer.code:
            raise error_of(answer.code, as_worded(answer.reason, answer.said))
        return answer

    async def _done(self, job: bytes) -> Answer:
        """Send a job and hear the answer; a process that fails, or is left alone, is ended."""
        is_answered = False
        try:
            async with asyncio.timeout(PATIENCE):
                process = await self._running()
                assert process.stdin
                assert process.stdout
                process.stdin.write(framed(job))
                await process.stdin.drain()
                length = int.from_bytes(await process.stdout.readexactly(4))
                answer = read_answer(await process.stdout.readexactly(length))
                is_answered = True
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            raise Busy("this took too long: try again") from None
        finally:
            if not is_answered:
                await self.stop()
        return answer

    async def _running(self) -> Process:
        if self._process is None:
            path = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH", ""))))
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "azulejos.server.study.reader"),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": path, "AZULEJOS_INTERPRETED": "1"},
                start_new_session=True,  # Ctrl-C is handled by the server
            )
        return self._process

    async def stop(self) -> None:
        """End the process; the next job starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
