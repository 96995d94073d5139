"""Calibrate ratings: what moves of each level lose in the eyes of the judge.

python benchmarks/skill.py play losses.jsonl --deals 8               play, review and append
python benchmarks/skill.py play losses.jsonl --game duel --deals 20
python benchmarks/skill.py play losses.jsonl --results --to expert --deals 30    for Elo alone
python benchmarks/skill.py table losses.jsonl                        show what was found
python benchmarks/skill.py table losses.jsonl --write                and make it the calibration

Each level plays the next one, two players on the default sides, each deal from both seats, and
every decision of both is judged (`azulejos.skill.judging`). A game is a line of the file; what is
there is not played again, so it can be stopped at any time. Nothing looks at the clock: the same
deals give the same lines, however busy the machine.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

import azulejos
from azulejos import GAME_NAMES, LEVELS
from azulejos.bots import levels
from azulejos.bots.analysis import Analyst, decisions_of
from azulejos.bots.arena import Plan, Task, play_game
from azulejos.bots.arena.counting import elo_text, signed
from azulejos.bots.arena.elo import Estimate, elo_of
from azulejos.bots.arena.elo import elo as elo_interval
from azulejos.play.record import Record
from azulejos.skill.judging import FILE, VERSIONS, Calibration, LevelLoss, judge
from azulejos.skill.rating import games_to_tell_apart
from azulejos.skill.summary import capped

NAMES = tuple(LEVELS)
PLAYERS = 2
SEED = 17
LOWEST = 1000.0  # the Elo of the lowest level
LEANING = 6  # games' worth: how much a level's spread leans on that of all levels
USUAL_SCORE = 0.8  # of a level against the one below: 69 to 97 % in docs/strength.md
MIN_DEALS = 5  # for an interval
SMALLEST = 40.0  # Elo by which each level is taken to be better: more games will tell
OTHER_DEALS = 1000  # where the deals of games without a review begin
STEPS = len(NAMES) - 1  # lineups: each deal of the plan is one of them


class Wanted(NamedTuple):
    """A game to play and review."""

    game: str
    deal: int
    rotation: int
    is_reviewed: bool


@click.group()
def main() -> None:
    """Calibrate ratings."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "games", multiple=True, type=click.Choice(GAME_NAMES), default=GAME_NAMES)
@click.option("--deals", default=8, help="Of each two neighbours; two games each.")
@click.option("--results", is_flag=True, help="Other deals, for Elo alone: without a review.")
@click.option("--to", "highest", type=click.Choice(NAMES), default=NAMES[-1])
@click.option("--processes", default=1)
def play(
    file: Path, games: tuple[str, ...], deals: int, highest: str, processes: int, *, results: bool
) -> None:
    """Play and review games that the file does not have yet."""
    known = {Wanted(*(line[field] for field in Wanted._fields)) for line in lines_of(file)}
    asked = every(games, deals, NAMES.index(highest), is_reviewed=not results)
    wanted = [each for each in asked if each not in known]
    with ProcessPoolExecutor(processes) as pool, file.open("a", encoding="utf-8") as lines:
        tasks = iter(wanted)
        running = {pool.submit(played, each) for each in islice(tasks, 2 * processes)}
        for number in range(1, len(wanted) + 1):
            done = next(as_completed(running))
            running.remove(done)
            running |= {pool.submit(played, each) for each in islice(tasks, 1)}
            lines.write(json.dumps(done.result(), separators=(",", ":")) + "\n")
            lines.flush()
            print(f"{number} of {len(wanted)}", file=sys.stderr, flush=True)


def every(games: tuple[str, ...], deals: int, steps: int, *, is_reviewed: bool) -> Iterator[Wanted]:
    """One deal of all, then the next: whenever it is stopped, all have about as many."""
    first = 0 if is_reviewed else OTHER_DEALS * STEPS
    for deal in range(first, first + deals * STEPS):
        for game in games:
            if deal % STEPS < steps:
                yield from (Wanted(game, deal, seat, is_reviewed) for seat in range(PLAYERS))


def lines_of(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def played(wanted: Wanted) -> dict[str, Any]:
    """Play a game, and judge all decisions."""
    levels.MAX_SECONDS = 3600.0  # nodes alone say how long a level thinks
    game = azulejos.game(wanted.game)
    plan = Plan(wanted.game, game.options(), NAMES, SEED, "ladder", keeps_records=True)
    result = play_game(plan, Task(wanted.deal, wanted.rotation))
    assert result.record
    lost: list[list[float]] = [[] for _ in range(PLAYERS)]
    decisions = decisions_of(Record.from_text(result.record)) if wanted.is_reviewed else []
    for judged in analyst(wanted.game).review(decisions, judge(wanted.game)):
        lost[(judged.seat + wanted.rotation) % PLAYERS].append(round(judged.cost, 2))
    return {
        **wanted._asdict(),
        "nodes": judge(wanted.game).nodes,
        "version": VERSIONS[wanted.game],
        "levels": [NAMES[number] for number in result.bots],
        "scores": result.scores,
        "places": result.places,
        "lost": lost,
    }


@cache
def analyst(game: str) -> Analyst:
    return Analyst(azulejos.game(game), VERSIONS[game])


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--write", is_flag=True, help="Make it the calibration of ratings.")
def table(files: tuple[Path, ...], *, write: bool) -> None:
    """Show what was found, for docs/strength.md."""
    lines = [line for file in files for line in lines_of(file)]
    by_game = [(game, _of_game(lines, game)) for game in GAME_NAMES]
    result = [calibrated(game, of) for game, of in by_game if is_complete(of)]
    print("| game | | " + " | ".join(f"`{name}`" for name in NAMES) + " |")
    print("|---" * (len(NAMES) + 2) + "|")
    for each in result:
        print(
            f"| {each.game} | games | "
            + " | ".join(str(level.games) for level in each.levels)
            + " |"
        )
        lost = [f"{level.lost:.2f} ± {level.spread:.2f}" for level in each.levels]
        print("| | lost a move | " + " | ".join(lost) + " |")
        apart = [str(games_to_tell_apart(*pair) or "never") for pair in pairwise(each.levels)]
        print("| | games to tell it from the level below | | " + " | ".join(apart) + " |")
        steps = [_step_text(step) for step in elo_steps(_of_game(lines, each.game))]
        print("| | Elo above the level below | | " + " | ".join(steps) + " |")
    if write:
        text = json.dumps(msgspec.to_builtins(result), indent=1)
        FILE.write_text(text + "\n", encoding="utf-8")


def _step_text(step: Estimate) -> str:
    """A step; its interval where there are deals enough to tell one."""
    return elo_text(step) if math.isfinite(step.low) else f"{signed(step.value)} (?)"


def _of_game(lines: list[dict[str, Any]], game: str) -> list[dict[str, Any]]:
    """The games that the present judge has seen, and those that were not reviewed."""
    present = judge(game).nodes, VERSIONS[game]
    return [
        line
        for line in lines
        if line["game"] == game
        and (not line["is_reviewed"] or (line["nodes"], line["version"]) == present)
    ]


def is_complete(lines: list[dict[str, Any]]) -> bool:
    """Whether each level has a game that was reviewed."""
    reviewed = {level for line in lines if line["is_reviewed"] for level in line["levels"]}
    return reviewed == set(NAMES)


def calibrated(game: str, lines: list[dict[str, Any]]) -> Calibration:
    """What the levels of a game lose, and where they stand."""
    losses: dict[str, list[float]] = {name: [] for name in NAMES}
    for line in lines:
        for level, lost in zip(line["levels"], line["lost"], strict=True):
            if not lost:  # it was not reviewed
                continue
            losses[level].append(statistics.fmean(map(capped, lost)))
    pooled = _pooled_variance(losses.values())
    elo, levels = LOWEST, []
    for name, step in zip(NAMES, [0.0, *(each.value for each in elo_steps(lines))], strict=True):
        elo += step
        number, mean = len(losses[name]), statistics.fmean(losses[name])
        own = _squares(losses[name])
        spread = math.sqrt((own + pooled * LEANING) / (number - 1 + LEANING))
        levels.append(LevelLoss(name, round(elo), number, round(mean, 3), round(spread, 3)))
    return Calibration(game, PLAYERS, judge(game).nodes or 0, VERSIONS[game], levels)


def _pooled_variance(groups: Collection[list[float]]) -> float:
    """How much games of one level differ, taken over all levels."""
    return sum(map(_squares, groups)) / sum(len(each) - 1 for each in groups)


def _squares(values: list[float]) -> float:
    mean = statistics.fmean(values)
    return sum((value - mean) ** 2 for value in values)


def elo_steps(lines: list[dict[str, Any]]) -> list[Estimate]:
    """How much stronger each level is than the one below.

    One deal is imagined that went as steps between levels usually do. The intervals are those of
    the arena, without it.
    """
    result = []
    for worse, better in pairwise(NAMES):
        deals: dict[int, list[float]] = defaultdict(list)
        for line in lines:
            if line["levels"] == [worse, better]:
                mine, theirs = line["places"][1], line["places"][0]
                deals[line["deal"]].append((mine < theirs) + (mine == theirs) / 2)
        scores = [statistics.fmean(each) for each in deals.values() if len(each) == PLAYERS]
        value = max(SMALLEST, elo_of((sum(scores) + USUAL_SCORE) / (len(scores) + 1)))
        is_known = len(scores) >= MIN_DEALS
        interval = elo_interval(scores) if is_known else Estimate(value, -math.inf, math.inf)
        result.append(Estimate(value, interval.low, interval.high))
    return result


if __name__ == "__main__":
    main()
