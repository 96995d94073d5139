"""`azulejos rules`: our own statement of the rules of a game."""

from __future__ import annotations

import click
from rich.markdown import Markdown

from azulejos.cli.arguments import GAME
from azulejos.cli.screen import Screen, plain_option
from azulejos.narration.languages import LANGUAGES, rules_text


@click.command(
    epilog="""\b
Examples:
  azulejos rules azul
  azulejos rules azul --language ru
  azulejos rules azul --plain | less"""
)
@click.argument("game", type=GAME, metavar="GAME")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES, case_sensitive=False),
    default="en",
    help="English, Russian, Ukrainian or Serbian (in Latin or Cyrillic letters).",
)
@plain_option
def rules(game: str, language: str, *, plain: bool) -> None:
    """Read the rules of GAME, page by page on a terminal."""
    show_rules(game, Screen(plain=plain), language)


def show_rules(game: str, screen: Screen, language: str = "en") -> None:
    """Show the rules of a game, on a terminal page by page."""
    text = rules_text(game, language)
    if screen.plain:
        screen.say(text)
    elif screen.console.is_terminal:
        with screen.console.capture() as rendered:
            screen.say(Markdown(text))
        click.echo_via_pager(rendered.get())
    else:
        screen.say(Markdown(text))
