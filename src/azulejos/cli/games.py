"""`azulejos games`: what there is to play, and against whom."""

from __future__ import annotations

import click

from azulejos.bots import BOTS, LEVELS, SEED, BotKind, Parameter
from azulejos.bots.external.files import installed_kind, installed_names
from azulejos.bots.search.games import KNOWLEDGE, SEARCHED_GAMES
from azulejos.bots.search.versions import every_version
from azulejos.cli.arguments import GAME
from azulejos.core.game import Game
from azulejos.errors import BotError, allowed_text
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named

NAME_WIDTH = 24  # room for the longest name of an option
EXTERNAL = f"""
Bots of your own (docs/bots.md)
  {"my_bot.py:MyBot":<{NAME_WIDTH}} a class with a method choose(view), in a file
  {"my_bot.py:MyBot:depth=3":<{NAME_WIDTH}} the same with its parameters
  {"exec:./engine --fast":<{NAME_WIDTH}} a program that speaks the engine protocol
  {"exec,500ms:./engine":<{NAME_WIDTH}} the same with time=, nodes= and its own options"""


@click.command(
    epilog="""\b
Examples:
  azulejos games
  azulejos games azul
  azulejos games --all
  azulejos play azul -o side=grey -o players=3"""
)
@click.argument("game", type=GAME, required=False)
@click.option("--all", "everything", is_flag=True, help="All games with their options; all bots.")
def games(game: str | None, *, everything: bool) -> None:
    """List the games and the levels of bots, or the options of one GAME."""
    if game:
        click.echo("\n".join(_game_lines(game_named(game))))
        return
    click.echo("Games (azulejos play NAME; azulejos games NAME lists the options)")
    for name in GAME_NAMES:
        players = allowed_text(next(game_named(name).options.each()).metadata["allowed"])
        click.echo(f"  {name:<{NAME_WIDTH}} {game_named(name).title}: {players} players")
    click.echo("\nLevels, weakest first (--level NAME, or --player bot:NAME)")
    for name, level in LEVELS.items():
        click.echo(f"  {name:<{NAME_WIDTH}} {level.meaning}")
    if everything:
        _list_bots()
        for name in GAME_NAMES:
            click.echo("\n".join(["", *_game_lines(game_named(name))]))
    else:
        click.echo("\nAll options and bots, with their parameters: azulejos games --all")


def _list_bots() -> None:
    click.echo(f"  {'':<{NAME_WIDTH}} each takes {_parameter_line(SEED)}")
    click.echo(
        "\nBots (--player bot:NAME, or bot:NAME:PARAMETERS like bot:search:500ms,nodes=200k)"
    )
    for name, kind in BOTS.items():
        if name not in LEVELS:
            click.echo("\n".join(_bot_lines(kind)))
    _list_versions()
    _list_installed()
    click.echo(EXTERNAL)


def _list_versions() -> None:
    """The versions of the search, game by game, with what is new in each."""
    click.echo("\nVersions of the search, newest last (search:version=1); releases play others")
    for name in SEARCHED_GAMES:
        for version in every_version(KNOWLEDGE.of(name)):
            numbered = f"{name} {version.number}"
            click.echo(f"  {numbered:<{NAME_WIDTH}} {version.since}: {version.changes}")


def _list_installed() -> None:
    """The bots of other packages. A broken one is named with its error."""
    if installed_names():
        click.echo("\nBots of installed packages")
    for name in installed_names():
        if name in BOTS:
            click.echo(f"  {name:<{NAME_WIDTH}} hidden by the bot of this package")
            continue
        try:
            click.echo("\n".join(_bot_lines(installed_kind(name))))
        except BotError as error:
            click.echo(f"  {name:<{NAME_WIDTH}} {error}")


def _bot_lines(kind: BotKind) -> list[str]:
    lines = [f"  {kind.name:<{NAME_WIDTH}} {kind.help}"]
    return lines + [f"  {'':<{NAME_WIDTH}} {_parameter_line(each)}" for each in kind.parameters]


def _parameter_line(parameter: Parameter) -> str:
    return f"{parameter.name}=  {parameter.summary}"


def _game_lines(game: Game) -> list[str]:
    lines = [f"{game.title} (azulejos play {game.name})"]
    for option in game.options.each():
        allowed = allowed_text(option.metadata["allowed"])
        lines.append(f"  {option.name:<{NAME_WIDTH}} {option.metadata['meaning']}")
        lines.append(f"  {'':<{NAME_WIDTH}} allowed: {allowed}; default: {option.default}")
    colours = ", ".join(f"{colour.letter} {colour.name}" for colour in game.colours)
    return [*lines, f"  {'colours':<{NAME_WIDTH}} {colours}"]
