"""`azulejos puzzle`: solve puzzles at this terminal."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from azulejos.bots import LEVELS
from azulejos.cli.arguments import FILE, GAME, wrong_usage
from azulejos.cli.inputs import Keyboard, Script
from azulejos.cli.prepare import prepare
from azulejos.cli.screen import Screen, is_at_terminal, plain_option
from azulejos.cli.solving import Diary, Solving
from azulejos.errors import NotFound
from azulejos.games import game as game_named
from azulejos.puzzles import Collection, Puzzle, collection

NO_TERMINAL = (
    "nobody can type an answer here: the input is not a terminal. Pass answers with --moves - or "
    "--moves FILE"
)


@click.command(
    epilog="""\b
Examples:
  azulejos puzzle                         puzzles of Azul, in any order
  azulejos puzzle duel --level strong     those that a strong bot finds, and weaker ones miss
  azulejos puzzle azul --theme denial     those about taking what another wants
  azulejos puzzle sintra --daily          the puzzle of the day, the same for everybody
  azulejos puzzle azul --progress me.json keep a rating and streaks in a file

Type `help` for a list of commands, or press Ctrl-C to leave."""
)
@click.argument("game", type=GAME, required=False, default="azul", metavar="[GAME]")
@click.option("--daily", is_flag=True, help="The puzzle of the day.")
@click.option("--id", "name", metavar="ID", help="The puzzle with this id.")
@click.option(
    "--theme", metavar="THEME", help="Only puzzles on this theme; --theme list names all of them."
)
@click.option(
    "--level",
    type=click.Choice([*LEVELS]),
    help="Only puzzles that bots of this level solve, and of weaker levels do not.",
)
@click.option("--seed", type=int, help="Seed of the order of the puzzles.")
@click.option(
    "--progress",
    type=FILE,
    envvar="AZULEJOS_PUZZLES",
    help="Keep a rating and streaks in this file, and leave out what is solved.",
)
@click.option(
    "--moves",
    type=click.File(),
    metavar="FILE",
    help="Read answers and commands from FILE (- for stdin).",
)
@plain_option
def puzzle(
    game: str,
    *,
    daily: bool,
    name: str | None,
    theme: str | None,
    level: str | None,
    seed: int | None,
    progress: Path | None,
    moves: TextIO | None,
    plain: bool,
) -> None:
    """Solve puzzles of GAME (default: azul): find the best move of a position.

    An answer is graded by what it costs against the best move. Then the best line is played out,
    up to the next deal.
    """
    there = collection(game)
    if theme == "list":
        for each, number in there.themes.items():
            click.echo(f"{each:12} {number}")
        return
    if moves is None and not is_at_terminal():
        raise click.UsageError(NO_TERMINAL)
    screen = Screen(plain=plain)
    diary = Diary(progress, game)
    with wrong_usage():
        chosen = _chosen(there, diary, name=name, theme=theme, level=level, seed=seed, daily=daily)
    prepare(game_named(game), screen)
    inputs = Script(moves) if moves else Keyboard()
    Solving(screen, inputs, diary).run(chosen)


def _chosen(
    there: Collection,
    diary: Diary,
    *,
    name: str | None,
    theme: str | None,
    level: str | None,
    seed: int | None,
    daily: bool,
) -> Iterator[Puzzle]:
    """The puzzles to solve, one after the other."""
    if (name is not None) + daily + (theme is not None or level is not None) > 1:
        raise click.UsageError("give --daily, --id, or --theme and --level")
    if daily:
        return iter([there.of_the_day(datetime.date.today())])
    if name is not None:
        return iter([there.puzzle(name.lower())])
    entries = there.find(theme=theme, level=level)
    if not entries:
        themes = ", ".join(there.themes)
        raise NotFound(f"there is no such puzzle; the themes are: {themes}")
    left = [entry for entry in entries if not diary.is_solved(entry.id)]
    random.Random(seed).shuffle(left)
    return (there.puzzle(entry.id) for entry in left)
