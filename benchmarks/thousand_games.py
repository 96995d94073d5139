"""Measure how long a thousand games of two programs take on one's own server.

python benchmarks/thousand_games.py [--games 1000] [--at-once 8] [--game azul]

It is the example of docs/hosting.md: a server of its own is started in another process with
`--unlimited 127.0.0.1`, and two programs that play anything legal meet at its tables. On a busy
machine the processor's time tells more than the clock's. It is read from /proc.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from azulejos import GAME_NAMES, bot
from azulejos.client import Client

PATIENCE = 600.0  # seconds until a server answers, and all is compiled, the first time


@click.command()
@click.option("--games", default=1000, show_default=True)
@click.option("--at-once", default=8, show_default=True, help="Games that are played side by side.")
@click.option("--game", default="azul", show_default=True, type=click.Choice(GAME_NAMES))
@click.option("--port", default=8765, show_default=True)
def thousand_games(*, games: int, at_once: int, game: str, port: int) -> None:
    """Play, and say how long it took."""
    server = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        serving = subprocess.Popen(  # noqa: S603 - our own program
            [
                *(sys.executable, "-m", "azulejos", "serve", "--port", str(port)),
                *("--store", str(Path(folder) / "games.db"), "--log", "none"),
                *("--unlimited", "127.0.0.1"),
            ]
        )
        try:
            measure(server, games, at_once, game, serving.pid)
        finally:
            serving.terminate()
            serving.wait()


def measure(server: str, games: int, at_once: int, game: str, pid: int) -> None:
    first, second = (Client(server, name, patience=PATIENCE) for name in ("Ana", "Ben"))
    ready = first.connection()
    while ready.get("/ready")["games"][game] != "ready":
        time.sleep(1.0)

    def play(number: int) -> int:
        """One game; how many events it had."""
        table = first.new_table(game, ["me", "open"])
        other = second.join(table.table)
        with ThreadPoolExecutor(1) as thread:
            playing = thread.submit(other.play, bot(f"random:seed={2 * number}"))
            table.play(bot(f"random:seed={2 * number + 1}"))
            playing.result()
        return len(table.record().events)

    play(0)  # what is needed is compiled, or loaded
    begun, here, there = time.perf_counter(), time.process_time(), worked(pid)
    with ThreadPoolExecutor(at_once) as tables:
        events = sum(tables.map(play, range(1, games + 1)))
    took = time.perf_counter() - begun
    print(
        f"{games} games of {game}, {at_once} at once: {took:.0f} s, "
        f"{games / took:.1f} games/s, {events / took:.0f} events/s"
    )
    own, its = (time.process_time() - here) / games, (worked(pid) - there) / games
    print(f"processor: {own:.3f} s a game here, {its:.3f} s by the server")


def worked(pid: int) -> float:
    """Seconds of the processor that a server has taken, without its workers."""
    process = Path(f"/proc/{pid}")
    if b"azulejos.server.bots.worker" in (process / "cmdline").read_bytes():
        return 0.0
    children = (process / "task" / str(pid) / "children").read_text(encoding="ascii").split()
    fields = (process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(worked(int(child)) for child in children)


if __name__ == "__main__":
    thousand_games()
