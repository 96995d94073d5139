"""What an arena writes beside its table: progress, results as JSON, a report, records of games."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from azulejos.bots.arena import BotStanding, Deal, Deals, Plan, Results, tested_values
from azulejos.bots.arena.elo import SequentialTest
from azulejos.bots.arena.game import GamePlayed
from azulejos.bots.arena.playing import Games
from azulejos.bots.arena.results import GameLine
from azulejos.errors import AzulejosError
from azulejos.play.record_file import write_atomically

FORMAT = "azulejos-arena"
FORMAT_VERSION = 1


def check_writable(*files: Path | None, folder: Path | None = None) -> None:
    """Fail at once, not after hours of games, if a directory is missing."""
    for file in files:
        if file and not file.absolute().parent.is_dir():
            raise AzulejosError(f"cannot write {file}: there is no such directory")
    if folder:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise AzulejosError(f"cannot write {folder}: {error.strerror}") from None


def keep_records(arriving: Games, folder: Path) -> Generator[GamePlayed, None, None]:
    """Write a record of every game as it comes."""
    for game in arriving:
        write(folder / f"{game.deal + 1:05}-{game.rotation + 1}.txt", game.record or "")
        yield game


def write(file: Path, text: str) -> None:
    try:
        write_atomically(file, text)
    except OSError as error:
        raise AzulejosError(f"cannot write {file}: {error.strerror}") from None


def as_json(results: Results, test: SequentialTest | None) -> str:
    """All results. JSON has neither infinity nor NaN: both become null."""
    plan = results.plan
    result = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "game": plan.game,
        "options": plan.options.as_dict(),
        "seed": plan.seed,
        "pairing": plan.pairing,
        "players": [_standing(standing) for standing in results.standings],
        "crosstable": [
            {"player": one + 1, "against": two + 1, "score": score, "games": games}
            for (one, two), (score, games) in sorted(results.crosstable.items())
        ],
        "first_player": _finite(results.first_player),
        "seats": [_finite(share) for share in results.seats],
        "moves": _finite(results.moves),
        "rounds": _finite(results.rounds),
        "sprt": test and _test(test, tested_values(test, results.deals)),
        "games": [
            msgspec.to_builtins(GameLine.of(game, with_times=False)) for game in results.every_game
        ],
    }
    return json.dumps(result, indent=1) + "\n"


def _test(test: SequentialTest, values: list[float]) -> dict[str, object]:
    return {**vars(test), "ratio": test.ratio(values), "answer": test.answer(values)}


def _standing(standing: BotStanding) -> dict[str, object]:
    return {
        name: {key: _finite(each) for key, each in value.items()}
        if isinstance(value, dict)
        else _finite(value)
        for name, value in asdict(standing).items()
    }


def _finite(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


# Progress


@dataclass
class Played:
    """The deals that were completed, and what ended the arena before all were."""

    deals: list[Deal] = field(default_factory=list)
    ended_by: KeyboardInterrupt | AzulejosError | None = None

    @property
    def is_interrupted(self) -> bool:
        return isinstance(self.ended_by, KeyboardInterrupt)

    @property
    def games(self) -> int:
        return sum(map(len, self.deals))


def collect(plan: Plan, deals: int, arriving: Deals) -> Played:
    """Play with a progress bar; Ctrl-C ends the arena but not what it has found so far."""
    played = Played()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar, closing(arriving):
        task = bar.add_task("preparing", total=deals * plan.seats)
        leader = Leader(plan)
        try:
            for deal in arriving:
                played.deals.append(deal)
                bar.update(task, advance=len(deal), description=leader.after(deal))
        except (KeyboardInterrupt, AzulejosError) as error:
            played.ended_by = error
    return played


class Leader:
    """How the first bot is doing, and how many games were forfeited."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._score, self._games, self._forfeits = 0.0, 0, 0

    def after(self, deal: Deal) -> str:
        for game in deal:
            self._forfeits += game.forfeit is not None
            if 0 in game.bots:
                self._score += game.score_of(game.bots.index(0))
                self._games += 1
        return " · ".join(self._parts())

    def _parts(self) -> Iterable[str]:
        if self._games:
            yield f"{self._plan.labels[0]} {self._score / self._games:.1%}"
        if self._forfeits:
            yield f"{self._forfeits} forfeited"
