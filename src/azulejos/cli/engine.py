"""`azulejos engine`: our bots for other programs, by the engine protocol."""

from __future__ import annotations

import os
import sys
from contextlib import redirect_stdout, suppress

import click

from azulejos.bots import BOTS, read_bot
from azulejos.bots.external.engine import Engine
from azulejos.cli.arguments import GAME, wrong_usage
from azulejos.errors import BotError
from azulejos.games import GAME_NAMES


@click.command(
    epilog="""\b
Examples:
  azulejos engine                                  all bots; `search` until another one is set
  azulejos engine --bot expert --game azul
  azulejos engine --bot my_bot.py:MyBot            a bot of your own, for other programs
  azulejos arena --players "exec:azulejos engine --bot greedy" random

\b
It reads commands and writes answers, a line each; docs/engine-protocol.md describes them:
  hello azulejos 1
  newgame azul players=2
  position azul players=2; round 1 phase=offer turn=1 start=1; displays BBYR KKWW - - -
  go time=500
  quit"""
)
@click.option("--game", "games", type=GAME, multiple=True, help="Offer only this game. Repeatable.")
@click.option(
    "--bot",
    "text",
    default="search",
    metavar="BOT",
    help="The bot that plays, unless the option `bot` sets another; `azulejos games` lists them.",
)
def engine(*, games: tuple[str, ...], text: str) -> None:
    """Play for another program: commands on standard input, answers on standard output."""
    commands = os.fdopen(os.dup(0), "rb")  # not `sys.stdin`, which the end would wait for
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")

    def write(line: str) -> None:
        answers.write(f"{line}\n")
        answers.flush()

    with suppress(BrokenPipeError), redirect_stdout(sys.stderr):  # a bot may print
        with wrong_usage():
            kind, given = read_bot(text)
            if kind.is_open:
                raise BotError("a program speaks the engine protocol itself: run it instead")
        others = [each for each in BOTS.values() if each.name != kind.name]
        Engine([kind, *others], games or GAME_NAMES, write, given).serve(commands)
