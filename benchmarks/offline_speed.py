"""Searches in the Python of a page, beside the same natively: see `offline.py`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

CASES = [(game, players) for game in ("azul", "sintra", "pavilion") for players in (2, 4)]
CASES.append(("duel", 2))

PROGRAM = """
import json
import random
from azulejos.bots import bot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import Budget
from azulejos.games import game
from azulejos.play.match import Match

SEEDS = range(2)
NODES = {"azul": 200_000, "sintra": 200_000, "pavilion": 10_000, "duel": 100_000}

def position(name, players, seed):
    found, source = game(name), random.Random(seed)
    match = Match(found, found.options.of({"players": players}), source=source)
    for _ in range(4):
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    return match.view(match.state.to_move)

def prepare(name, players):
    global search, master, views
    search, master = Search(game(name)), bot("master:seed=1")
    views = [position(name, players, seed) for seed in SEEDS]
    search.think(position(name, players, 99), Budget(nodes=NODES[name]))
    master.choose(position(name, players, 99))

def searched(name):
    found = [search.think(view, Budget(nodes=NODES[name])) for view in views]
    return json.dumps([[str(each.moves[0].move), each.nodes] for each in found])

def moves():
    return len([master.choose(view) for view in views])
"""

LOAD = """async () => {
  const folder = new URL(document.documentElement.dataset.python, location.href).href;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const { archives, kernels } = await (await fetch(`${folder}files.json`)).json();
  const content = async name => (await fetch(folder + name)).arrayBuffer();
  const [home, room] = ['/azulejos', '/azulejos/kernels'];
  const env = { HOME: home, PYTHONPATH: home, AZULEJOS_KERNELS: room };
  const python = await loadPyodide({ indexURL: folder, env });
  for (const name of archives)
    python.unpackArchive(await content(name), 'zip', { extractDir: home });
  python.FS.mkdirTree(room);
  for (const name of kernels.filter(each => !each.endsWith('.plain.so')))
    python.FS.writeFile(`${room}/${name}`, new Uint8Array(await content(name)));
  window.run = text => python.runPython(text) ?? null;
}"""

Run = Callable[[str], Any]
Clock = Callable[[], float]


def tell_speed(browser: Browser, url: str) -> None:
    """Nodes a second, and moves of `master`, in the page and natively, one after the other.

    Both by the processor's time of the thread that searches, which other programs disturb little.
    """
    page = browser.new_page()
    page.goto(url)
    clock = _clock_of(browser, page)
    known: dict[str, Any] = {}

    def natively(text: str) -> Any:
        return eval(text, known)  # noqa: S307 - written here

    def in_page(text: str) -> Any:
        return page.evaluate("run", text)

    exec(PROGRAM, known)  # noqa: S102 - the very same as in the page
    in_page(PROGRAM)
    for game, players in CASES:
        ours, our_time, our_moves = _measure(natively, time.thread_time, game, players)
        theirs, their_time, their_moves = _measure(in_page, clock, game, players)
        if our_moves != their_moves:
            raise SystemExit(f"{game}: {their_moves} in the page, natively {our_moves}")
        print(
            f"{game:8} {players} players: {theirs / 1e6:.2f} of {ours / 1e6:.2f} million nodes a "
            f"second ({theirs / ours:.0%}); a move of master in {their_time:.2f} s, "
            f"natively {our_time:.2f} s ({their_time / our_time:.2f} times)",
            flush=True,
        )
    page.close()


def _measure(run: Run, clock: Clock, game: str, players: int) -> tuple[float, float, Any]:
    """Nodes a second, the seconds of a move of `master`, and the moves and nodes of the search.

    Those are compared: they do not depend on time, as what `master` chooses on a busy machine does.
    """
    run(f"prepare({game!r}, {players})")
    begun = clock()
    result = json.loads(run(f"searched({game!r})"))
    searched = clock()
    moves = run("moves()")
    nodes = sum(number for _, number in result)
    return nodes / (searched - begun), (clock() - searched) / moves, result


def _clock_of(browser: Browser, page: Page) -> Clock:
    """Load Python in a page; the processor's time of its thread, which has worked most for it."""
    session = browser.new_browser_cdp_session()
    before = {pid: _worked(pid) for pid in _renderers(session)}
    page.evaluate(LOAD)
    shown = max(_renderers(session), key=lambda pid: _worked(pid) - before.get(pid, 0.0))
    session.detach()
    return lambda: _worked(shown)


def _renderers(session: Any) -> list[int]:
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return [each["id"] for each in processes if each["type"] == "renderer"]


def _worked(pid: int) -> float:
    """Seconds that the first thread of a process has run."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9
