"""Kill server and database many times while people play: `python tests/support/kills.py`.

The long form of `server/store/test_kill.py`, outside of the suite. Everything that was acknowledged
is looked for in the store after every kill, and once more in the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from postgresql import Cluster, running
from server.store.test_kill import Pair, check_promises, expect_no_failure, kill_at_a_promise
from server_process import Person, ServerProcess

PAIRS = 4
MAX_LIFE = 0.6  # seconds between people's playing again and the next kill
BOUND = 15.0  # seconds within which everybody can move again: see docs/reliability.md
LOGGED = 200  # lines of a server that are printed after a failure
KEPT = 8  # tables of a pair whose promises are looked for after every kill

Kill = Callable[[int, list[Pair]], Awaitable[None]]


async def play(url: str, folder: Path, kills: int, kind: str, cluster: Cluster | None) -> int:
    """Kill so many times, and answer how many promises were made and kept."""
    server = ServerProcess(url, folder / f"{kind}.log", "--unlimited", "127.0.0.1")
    with server:
        names = ("Eva", "Ivo")
        pairs = [
            Pair(server.address, [await Person.arrive(server.address, name) for name in names])
            for _ in range(PAIRS)
        ]
        playing = [asyncio.create_task(pair.play_on()) for pair in pairs]
        older: list[list[tuple[str, str, int, str]]] = [[] for _ in pairs]
        slowest = 0.0
        for number in range(1, kills + 1):
            await until_playing(pairs, playing)
            await asyncio.sleep(random.uniform(0, MAX_LIFE))
            if cluster:
                await asyncio.to_thread(kill_database, cluster, freezes=number % 2 == 0)
                waited = await until_playing(pairs, playing)  # since the database answers
                slowest = max(slowest, waited)
                assert waited < BOUND, f"somebody could not move for {waited:.1f} s"
            elif number % 2:
                server.kill()
            else:
                await kill_at_a_promise(server, random.choice(pairs))
            await check_promises(url, pairs)
            set_aside(pairs, older)
            if not cluster:
                await asyncio.to_thread(server.start)
            told = sum(
                len(pair.promised) + len(old) for pair, old in zip(pairs, older, strict=True)
            )
            print(
                f"\r{kind}: {number} of {kills} killed, {told} promises kept"
                + (f", all play again after at most {slowest:.1f} s" if cluster else ""),
                end="",
                flush=True,
            )
        await expect_no_failure(playing)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
    for pair, old in zip(pairs, older, strict=True):
        pair.promised += old
    await check_promises(url, pairs)
    print()
    return sum(len(pair.promised) for pair in pairs)


async def until_playing(pairs: list[Pair], playing: list[asyncio.Task[None]]) -> float:
    """Wait until every pair was promised something more, and answer how many seconds it took."""
    begun = time.monotonic()
    before = [len(pair.promised) for pair in pairs]
    while any(len(pair.promised) <= count for pair, count in zip(pairs, before, strict=True)):
        await expect_no_failure(playing)
    return time.monotonic() - begun


def kill_database(cluster: Cluster, *, freezes: bool) -> None:
    if freezes:
        cluster.freeze()
        time.sleep(random.uniform(0, 0.2))
    cluster.kill()
    cluster.start()


def set_aside(pairs: list[Pair], older: list[list[tuple[str, str, int, str]]]) -> None:
    """Look again only in the end for what was promised long ago."""
    for pair, old in zip(pairs, older, strict=True):
        tables = list(dict.fromkeys(table for table, *_ in pair.promised))
        recent = set(tables[-KEPT:])
        old += [promise for promise in pair.promised if promise[0] not in recent]
        pair.promised = [promise for promise in pair.promised if promise[0] in recent]


@contextmanager
def told_of_failures(folder: Path) -> Iterator[None]:
    """Print the end of what the servers wrote if anything goes wrong."""
    try:
        yield
    except BaseException:
        for log in folder.glob("*.log"):
            lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
            print(f"\n{log.name}:", *lines[-LOGGED:], sep="\n", file=sys.stderr)
        raise


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/support/kills.py", description=__doc__)
    parser.add_argument("--sqlite", type=int, default=500, help="kills of a server on SQLite")
    parser.add_argument("--postgresql", type=int, default=500, help="the same on PostgreSQL")
    parser.add_argument("--database", type=int, default=100, help="kills of PostgreSQL itself")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, told_of_failures(Path(name)):
        folder = Path(name)
        if wanted.sqlite:
            asyncio.run(play(f"sqlite:///{folder}/games.db", folder, wanted.sqlite, "sqlite", None))
        if wanted.postgresql or wanted.database:
            with running() as cluster:
                url = cluster.database()
                if wanted.postgresql:
                    asyncio.run(play(url, folder, wanted.postgresql, "postgresql", None))
                if wanted.database:
                    asyncio.run(play(url, folder, wanted.database, "database", cluster))
    print("nothing that was acknowledged is lost", file=sys.stderr)


if __name__ == "__main__":
    main()
