"""Mine puzzles from games between bots: `python -m lab.mine --help`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from azulejos.bots.search.games import SEARCHED_GAMES
from azulejos.cli.arguments import number
from azulejos.games import game as game_named
from lab.arguments import options_of, processes, takes_options
from lab.mining.checking import HOLDS, Checked, Verdict
from lab.mining.collecting import check_all, collect
from lab.mining.finding import Finds, Plan, plan_for
from lab.mining.pages import write_pages


@click.command(
    epilog="""\b
Examples:
  python -m lab.mine azul mined/azul --games 400
  python -m lab.mine duel mined/duel --options scoring=random4 --games 100
  python -m lab.mine azul mined/azul --games 400 --check --output src/azulejos/puzzles/data

An interrupted run resumes where it stopped when it is started again; with more --games it adds to
what is there. docs/puzzles.md explains what makes a position a puzzle."""
)
@click.argument("game", type=click.Choice(SEARCHED_GAMES))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@number("--games", 100, "Games to take positions from.")
@takes_options(
    default=(),
    help_more=" Without it: both sides, and some games of three and four players.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Look again at what is found, by a deeper search, and write only what holds.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write the pages that the package reads, to a folder in this one named after the game.",
)
@number("--most", 1000, "Puzzles to write to --output.")
@click.option("--seed", default=0, show_default=True, help="Seed of deals and choices.")
@processes
def mine(
    game: str,
    folder: Path,
    *,
    games: int,
    options: tuple[str, ...],
    check: bool,
    output: Path | None,
    most: int,
    seed: int,
    processes: int,
    ray: str | None,
) -> None:
    """Find puzzles of GAME in games between bots, and keep them in FOLDER.

    A puzzle is a position in which one move, or a few that come to the same, is better than all
    others by three points, stays better over sampled deals, and is missed by `greedy` and
    `casual`; or one of a last round that was searched to its end.
    """
    options_of(game_named(game), options)
    plan = plan_for(game, options, seed)
    found = _mined(plan, folder, games, processes, ray)
    counts = ", ".join(f"{number} {stage}" for stage, number in found.stages.items())
    click.echo(f"{len(found.finds)} puzzles of {found.games} games: {counts}")
    click.echo(f"{found.seconds:.0f} s of processor time")
    finds = found.finds
    if check:
        verdicts = _checked(folder, games, len(finds), processes, ray)
        finds = tuple(find for find in finds if verdicts[find.puzzle.id] == HOLDS)
    if output:
        written = write_pages(finds, output, game, most)
        click.echo(f"wrote {written} puzzles to {output / game}")


def _mined(plan: Plan, folder: Path, games: int, processes: int, ray: str | None) -> Finds:
    found = 0
    with _progress("games", "{task.fields[found]} puzzles") as bar:
        task = bar.add_task("", total=games, found=0)

        def report(chunk: Finds) -> None:
            nonlocal found
            found += len(chunk.finds)
            bar.update(task, advance=chunk.games, found=found)

        return collect(plan, folder, games, processes=processes, ray=ray, report=report)


def _checked(
    folder: Path, games: int, puzzles: int, processes: int, ray: str | None
) -> dict[str, Verdict]:
    """What a deeper search says of all that was found; told in a line."""
    with _progress("checked") as bar:
        task = bar.add_task("", total=puzzles)

        def report(chunk: Checked) -> None:
            bar.update(task, advance=len(chunk.verdicts))

        found = check_all(folder, games, processes=processes, ray=ray, report=report)
    number = Counter(found.verdicts.values())
    click.echo(
        f"checked by a deeper search in {found.seconds:.0f} s of processor time: "
        f"{number['holds']} hold, in {number['another']} another move is best, "
        f"in {number['more']} more moves are right"
    )
    return found.verdicts


def _progress(what: str, *fields: str) -> Progress:
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        *map(TextColumn, fields),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


if __name__ == "__main__":
    mine()
