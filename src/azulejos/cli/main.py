"""The command line program: one file per command, loaded on demand.

Importing NumPy and Numba takes most of a second, so nothing here imports them, and `--help` is
instant.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from types import FrameType
from typing import IO, Any

import click

from azulejos import __version__
from azulejos.errors import AzulejosError, with_excerpts
from azulejos.extras import needs

GROUPS = {
    "Play": {
        "web": "Play in your browser.",
        "play": "Play in the terminal, with any mix of people and bots.",
        "today": "Play the game of the day, the same for everybody.",
        "games": "List the games, their options and levels.",
        "rules": "Read the rules of a game.",
    },
    "Study": {
        "puzzle": "Solve puzzles in the terminal.",
        "analyse": "Find the best moves in a position, or review a whole game.",
        "replay": "Step through a recorded game.",
        "picture": "Draw a position as SVG or PNG.",
        "film": "Make a film of a recorded game.",
    },
    "Bots": {
        "arena": "Play bots against each other to see which is stronger.",
        "join": "Let a bot play at a table of a server.",
        "engine": "Let other programs use the bots, over standard input and output.",
        "dataset": "Write a dataset of positions from games between bots.",
    },
    "Hosting": {
        "serve": "Run a server that others can play on.",
        "admin": "Manage the tables and guests of a server.",
        "site": "Build the page as a site that needs no server.",
    },
}
"""The command called `name` is the object `name` of the module `azulejos.cli.name`."""

COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}
WIDTH = max(map(len, COMMANDS))

OF_THE_SERVER = {"web", "serve", "admin"}
"""The commands that `azulejos[server]` brings; the others are those of `azulejos[terminal]`."""

INTERRUPTED = 130  # what shells report for a program that Ctrl-C ended


class Failure(click.ClickException):
    """A user's error other than wrong usage: one line, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"error: {self.message}", file=file, err=file is None)


def _unknown(name: str) -> str:
    """A game is not a command, but easily taken for one."""
    from azulejos.games import GAME_NAMES  # noqa: PLC0415 - only now

    meant = {**{game: f"play {game}" for game in GAME_NAMES}, **{each: each for each in COMMANDS}}
    if near := get_close_matches(name, meant, 1):
        return f"no command {name!r}; did you mean {meant[near[0]]!r}?"
    return f"no command {name!r}; there are: {', '.join(COMMANDS)}"


class Commands(click.Group):
    """A group that describes its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        if cmd_name not in COMMANDS:
            raise click.UsageError(_unknown(cmd_name), ctx)
        with needs("server" if cmd_name in OF_THE_SERVER else "terminal"):
            module = import_module(f"azulejos.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{WIDTH}}", text) for name, text in commands.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.ClickException as error:
            raise _shortened(error) from None

    def invoke(self, ctx: click.Context) -> Any:
        with _noticing_interrupts() as interrupts:
            try:
                return super().invoke(ctx)
            except click.ClickException as error:
                raise _shortened(error) from None
            except click.exceptions.Exit:
                raise
            except AzulejosError as error:
                raise Failure(" ".join(str(error).split("\n"))) from error
            except EOFError:
                raise Failure("the input ended") from None
            except (KeyboardInterrupt, Exception) as error:
                if not interrupts and not isinstance(error, KeyboardInterrupt):
                    raise
                click.echo("\nstopped", err=True)
                ctx.exit(INTERRUPTED)


def _shortened(error: click.ClickException) -> click.ClickException:
    """The error, with long arguments shortened."""
    error.message = with_excerpts(error.message)  # type: ignore[misc]  # what Click shows
    return error


@contextmanager
def _noticing_interrupts() -> Iterator[list[int]]:
    """Remember Ctrl-C: Numba may swallow it while compiling, and then fails in another way."""
    interrupts: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        signal.default_int_handler(number, frame)

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # not ours to handle
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@click.group(
    cls=Commands,
    epilog="""\b
Examples:
  azulejos web                                   play in the browser
  azulejos play                                  you against a casual bot
  azulejos play --level skilled                  you against a skilled bot
  azulejos play --player Ana --player Ben        two people at one terminal
  azulejos games                                 games, their options, and levels
  azulejos play --help                           help for one command""",
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(__version__, prog_name="azulejos", message="%(prog)s %(version)s")
def azulejos() -> None:
    """The Azul family of board games: play them, replay them, study them.

    NO_COLOR turns colours off; --plain, AZULEJOS_PLAIN=1 or TERM=dumb print plain sentences, for
    screen readers.
    """


def main() -> None:
    azulejos(prog_name="azulejos")
