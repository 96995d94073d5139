"""`azulejos puzzle`: solve puzzles at this terminal."""

from __future__ import annotations

import datetime
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click
import msgspec

from azulejos.bots import LEVELS
from azulejos.cli.arguments import FILE, GAME, wrong_usage
from azulejos.cli.draw import Names, tell
from azulejos.cli.inputs import Inputs, Quit, choices, listing, matching, numbered, typed_or_from
from azulejos.cli.main import INTERRUPTED
from azulejos.cli.prepare import prepare
from azulejos.cli.screen import Screen, plain_option
from azulejos.errors import AzulejosError, NotFound, RecordError
from azulejos.games import game as game_named
from azulejos.narration.languages import catalogue
from azulejos.play.record_file import write_atomically
from azulejos.puzzles import Collection, Grade, Puzzle, collection, grade, puzzle_of_the_day
from azulejos.puzzles.progress import Progress

HELP = """\
Type the move that you think is best, in the game's notation or by its number in the list.

  moves [TEXT]  list the legal moves, or those that contain TEXT
  table         show the position again
  solution      show the best line
  next          leave this puzzle for another one
  quit          leave
  help          show this list
"""


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
    help="Only puzzles that bots of this level solve and weaker ones do not.",
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
        for each, count in there.themes.items():
            click.echo(f"{each:12} {count}")
        return
    inputs = typed_or_from(moves, "answers")
    screen = Screen(plain=plain)
    diary = Diary(progress, game)
    with wrong_usage():
        chosen = _chosen(there, diary, name=name, theme=theme, level=level, seed=seed, daily=daily)
    prepare(game_named(game), screen)
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


# Solving: what is asked, what is typed, what is told


class Diary:
    """Somebody's progress with the puzzles of a game, in a file if there is one."""

    def __init__(self, file: Path | None, game: str) -> None:
        self._file, self._game = file, game
        self._kept = read_diary(file)
        self.progress = Progress()
        if game in self._kept:
            with progress_file(file):
                self.progress = msgspec.json.decode(self._kept[game], type=Progress)

    def is_solved(self, name: str) -> bool:
        return self.progress.stage(name) == "solved"

    def note(self, puzzle: Puzzle, result: Grade) -> None:
        """Rate an answer, if it is the first."""
        after = self.progress.answered(
            puzzle.id, puzzle.level, result.cost, time.time(), is_right=result.is_right
        )
        today = datetime.date.today()
        if result.is_right and puzzle_of_the_day(self._game, today).id == puzzle.id:
            after = after.solved_on(today)
        self.progress = after
        self._kept[self._game] = msgspec.Raw(msgspec.json.encode(after))
        if self._file:
            write_atomically(self._file, msgspec.json.encode(self._kept).decode() + "\n")


@contextmanager
def progress_file(file: Path | None) -> Iterator[None]:
    """Say which file it is that does not hold progress."""
    try:
        yield
    except msgspec.DecodeError as error:
        raise RecordError(f"{file} is not a progress file: {error}") from None


def read_diary(file: Path | None) -> dict[str, msgspec.Raw]:
    """What a progress file holds of puzzles and games of the day, each to be read by itself."""
    if file is None or not file.exists():
        return {}
    with progress_file(file):
        return msgspec.json.decode(file.read_bytes(), type=dict[str, msgspec.Raw])


class Solving:
    """Asks for the answers to puzzles until nobody wants another."""

    def __init__(self, screen: Screen, inputs: Inputs, diary: Diary) -> None:
        self._screen, self._inputs, self._diary = screen, inputs, diary

    def run(self, puzzles: Iterator[Puzzle]) -> None:
        """Ask one puzzle after the other."""
        try:
            for puzzle in puzzles:
                self._solve(puzzle)
            self._screen.say("There are no more puzzles of this kind.")
        except (Quit, EOFError):
            pass
        except KeyboardInterrupt:
            self._screen.say("\nStopped.")
            raise click.exceptions.Exit(INTERRUPTED) from None
        finally:
            self._sum_up()

    def _solve(self, puzzle: Puzzle) -> None:
        names = _names(puzzle)
        self._show(puzzle, names)
        while True:
            word, _, rest = self._inputs.ask(f"{names[puzzle.seat]}> ").strip().partition(" ")
            match word.lower():
                case "":
                    pass
                case "help" | "?":
                    self._screen.say(HELP)
                case "quit":
                    raise Quit
                case "next":
                    return
                case "table":
                    self._show(puzzle, names)
                case "moves":
                    self._list(puzzle, names, rest)
                case "solution":
                    self._play_out(puzzle, names)
                    return
                case _ if self._is_answered(puzzle, names, word + rest.replace(" ", "")):
                    return

    def _show(self, puzzle: Puzzle, names: Names) -> None:
        self._screen.say()
        self._screen.show(puzzle.state, names)
        self._screen.say(
            f"Puzzle {puzzle.id}, of the level {puzzle.level}. You are {names[puzzle.seat]}: type "
            f"the best move, `moves` to choose from {len(puzzle.costs)}, or `help`."
        )

    def _list(self, puzzle: Puzzle, names: Names, text: str) -> None:
        result = choices(puzzle.state)
        for line in listing(
            matching(result, text) if text else result,
            puzzle.state,
            names,
            plain=self._screen.plain,
        ):
            self._screen.say(line)

    def _is_answered(self, puzzle: Puzzle, names: Names, text: str) -> bool:
        """Grade an answer, and return whether it is right."""
        try:
            result = grade(puzzle, numbered(puzzle.state, text) if text.isdecimal() else text)
        except AzulejosError as error:
            self._inputs.reject(error)
            self._screen.say(f"Not possible: {error}.")
            return False
        self._diary.note(puzzle, result)
        word = catalogue("en").messages[f"puzzle.grade.{result.name}"]
        if result.is_right:
            self._screen.say(f"{word}!")
            self._play_out(puzzle, names)
            return True
        lost = " It gives the win away." if result.throws_away_victory else ""
        self._screen.say(
            f"{word}: {result.move} costs {result.cost:.1f} points.{lost} "
            "Try again, or type `solution` or `next`."
        )
        return False

    def _play_out(self, puzzle: Puzzle, names: Names) -> None:
        """Show the best line, and what it wins."""
        state = puzzle.state
        before = state.scores
        self._screen.say(f"The best line: {' '.join(puzzle.line)}")
        for text in puzzle.line:
            move = state.game.parse_move(text)
            for line in tell(state, move, names).splitlines():
                self._screen.tell(line)
            state = state.play(move)
        scores = ", ".join(
            f"{name} {old} to {new}"
            for name, old, new in zip(names, before, state.scores, strict=True)
        )
        words = catalogue("en").messages
        about = ", ".join(words[f"puzzle.theme.{theme}"].lower() for theme in puzzle.themes)
        others = [move for move in puzzle.answers if move != puzzle.line[0]]
        right = f" Also right: {' '.join(others)}." if others else ""
        self._screen.say(
            f"{puzzle.line[0]} is worth {puzzle.ahead:.1f} points more than the best other move."
            f"{right} Points after the line: {scores}. It is about: {about}."
        )

    def _sum_up(self) -> None:
        progress = self._diary.progress
        if progress.tried:
            self._screen.say(
                f"Solved at the first try: {progress.solved} of {progress.tried}, "
                f"{progress.streak} in a row now and {progress.best_streak} at best; "
                f"puzzles of the day in a row: {progress.days}. "
                f"Your rating: {progress.rating.rating:.0f}, "
                f"give or take {2 * progress.rating.deviation:.0f}."
            )


def _names(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(f"Seat {number}" for number in range(1, puzzle.state.players + 1))
