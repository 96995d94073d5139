"""Mines many games: chunk by chunk into a folder, on several processes or a Ray cluster.

An interrupted run goes on where it stopped, and more games can be added later.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from azulejos.errors import DatasetError
from azulejos.play.record_file import write_atomically
from lab.mining.checking import Checked, check
from lab.mining.finding import STAGES, Find, Finds, Plan, finds_of
from lab.selfplay import in_parallel

CHUNK = 4  # games in a file
PLAN = "plan.json"

Chunk = TypeVar("Chunk", Finds, Checked)

Report = Callable[[Finds], None]


def collect(
    plan: Plan,
    folder: Path,
    games: int,
    *,
    processes: int = 1,
    ray: str | None = None,
    report: Report | None = None,
) -> Finds:
    """All that the games of a plan bring; those that are not in the folder yet are mined.

    Chunks are whole, so some more games may be mined than are asked for.
    """
    _check_plan(plan, folder)
    files = _files(folder, games)
    missing = {s: range(s, s + CHUNK) for s, file in files.items() if not file.exists()}
    if report:
        report(together([_read(file, Finds) for s, file in files.items() if s not in missing]))
    for start, result in in_parallel(partial(mine, plan), missing, processes, ray):
        write_atomically(files[start], msgspec.json.encode(result).decode())
        if report:
            report(result)
    return together([_read(file, Finds) for file in files.values()])


def check_all(
    folder: Path,
    games: int,
    *,
    processes: int = 1,
    ray: str | None = None,
    report: Callable[[Checked], None] | None = None,
) -> Checked:
    """What a deeper search says of all finds in a folder; those it knows are not searched again."""
    files = _files(folder, games)
    puzzles = {s: [each.puzzle for each in _read(f, Finds).finds] for s, f in files.items()}
    files = {start: file.with_suffix(".checked") for start, file in files.items()}
    missing = {start: puzzles[start] for start, file in files.items() if not file.exists()}
    known = [_read(file, Checked) for start, file in files.items() if start not in missing]
    if report:
        report(all_checked(known))
    for start, result in in_parallel(check, missing, processes, ray):
        write_atomically(files[start], msgspec.json.encode(result).decode())
        if report:
            report(result)
    return all_checked([_read(file, Checked) for file in files.values()])


def all_checked(chunks: Sequence[Checked]) -> Checked:
    """What is known of several chunks."""
    verdicts = {name: result for each in chunks for name, result in each.verdicts.items()}
    return Checked(sum(each.seconds for each in chunks), verdicts)


def _files(folder: Path, games: int) -> dict[int, Path]:
    """The files of chunks, by their first games."""
    return {start: folder / f"{start:07}.json" for start in range(0, games, CHUNK)}


def mine(plan: Plan, numbers: Iterable[int]) -> Finds:
    """What some games bring."""
    begun = time.process_time()
    finds: list[Find] = []
    stages: Counter[str] = Counter()
    games = 0
    for games, number in enumerate(numbers, 1):  # noqa: B007 - counted for the result
        result, counted = finds_of(plan, number)
        finds += result
        stages += counted
    return Finds(games, time.process_time() - begun, _in_order(stages), tuple(finds))


def together(chunks: Sequence[Finds]) -> Finds:
    """What several chunks brought."""
    stages: Counter[str] = Counter()
    for each in chunks:
        stages += Counter(each.stages)
    finds = {find.puzzle.id: find for each in chunks for find in each.finds}
    return Finds(
        games=sum(each.games for each in chunks),
        seconds=sum(each.seconds for each in chunks),
        stages=_in_order(stages),
        finds=tuple(finds.values()),
    )


def _in_order(stages: Counter[str]) -> dict[str, int]:
    return {stage: stages[stage] for stage in STAGES}


def _read(file: Path, kind: type[Chunk]) -> Chunk:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.DecodeError as error:
        raise DatasetError(f"{file} is not a file of mined puzzles: {error}") from None


def _check_plan(plan: Plan, folder: Path) -> None:
    """Refuse to mix games of two plans."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / PLAN
    text = msgspec.json.encode(plan).decode()
    if not file.exists():
        write_atomically(file, text)
    elif file.read_text(encoding="utf-8") != text:
        raise DatasetError(f"{folder} holds puzzles of another plan: {file} says which")
