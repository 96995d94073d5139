"""`azulejos rules`: our own statement of the rules of a game."""

from __future__ import annotations

import click
from rich.markdown import Markdown

from azulejos.cli.arguments import GAME
from azulejos.cli.screen import Screen, plain_option
from azulejos.telling.rules import rules_text


@click.command(
    epilog="""\b
Examples:
  azulejos rules azul
  azulejos rules azul --plain | less"""
)
@click.argument("game", type=GAME, metavar="GAME")
@plain_option
def rules(game: str, *, plain: bool) -> None:
    """Read the rules of GAME; on a terminal page by page."""
    show_rules(game, Screen(plain=plain))


def show_rules(game: str, screen: Screen) -> None:
    """Write the rules of a game, on a terminal page by page."""
    text = rules_text(game)
    if screen.plain:
        screen.say(text)
    elif screen.console.is_terminal:
        with screen.console.capture() as rendered:
            screen.say(Markdown(text))
        click.echo_via_pager(rendered.get())
    else:
        screen.say(Markdown(text))
