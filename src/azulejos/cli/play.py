"""`azulejos play`: a game at this terminal."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import click

from azulejos.bots import LEVELS
from azulejos.cli.arguments import FILE, GAME, game_options, wrong_usage
from azulejos.cli.files import new_file
from azulejos.cli.inputs import Keyboard, Script
from azulejos.cli.players import BOT, DEFAULT_BOT, bots_at, seats_for
from azulejos.cli.prepare import prepare
from azulejos.cli.screen import Screen, is_at_terminal, plain_option
from azulejos.cli.session import Session
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.errors import OptionError
from azulejos.games import game as game_named
from azulejos.play.match import Match
from azulejos.play.record import Record, check_name

NO_TERMINAL = (
    "a person is to play, but the input is no terminal. Take the moves from a pipe with "
    "--moves - or from a file with --moves FILE, or let bots play: "
    "--player bot:greedy --player bot:random"
)


@click.command(
    epilog="""\b
Examples:
  azulejos play                                       you against somebody who plays now and then
  azulejos play --level skilled                       you against somebody who plays well
  azulejos play --player Ana --player Ben             two people, taking turns at the keyboard
  azulejos play -p Ana -p bot:greedy -p bot:random    one person, two bots
  azulejos play -p bot:greedy -p bot:random           watch two bots
  azulejos play azul -o side=grey -o players=4        you against three bots, grey wall
  azulejos play --save friday.txt                     save every move ...
  azulejos play --resume friday.txt                   ... and go on another day
  azulejos play --seed 7 --moves opening.txt          play the moves of a file

\b
During the game `help` lists what can be typed. Ctrl-C leaves it."""
)
@click.argument("game", type=GAME, required=False, metavar="[GAME]")
@click.option(
    "-p",
    "--player",
    "players",
    multiple=True,
    metavar="NAME|bot:BOT",
    help="Who takes the next seat: a person's name, or a bot like bot:casual; repeat it for every "
    "seat. Seats left over go to bots of the --level. `azulejos games` lists the bots.",
)
@click.option(
    "-l",
    "--level",
    type=click.Choice([*LEVELS]),
    show_default=DEFAULT_BOT.removeprefix(BOT),
    help="How strong the bots are that take the seats left over, the weakest first.",
)
@game_options
@click.option("--save", type=FILE, help="Save the game here after every move (.json: as JSON).")
@click.option("--resume", type=FILE, help="Go on with a saved game, saving to the same file.")
@click.option(
    "--moves",
    type=click.File(),
    metavar="FILE",
    help="Read moves and commands from a file; - is stdin.",
)
@click.option("--seed", type=int, help="Make the deals repeatable; bots have bot:casual:seed=7.")
@plain_option
def play(
    game: str | None,
    *,
    players: Sequence[str],
    level: str | None,
    options: Mapping[str, str],
    save: Path | None,
    resume: Path | None,
    moves: TextIO | None,
    seed: int | None,
    plain: bool,
) -> None:
    """Play GAME (azul if left out) at this terminal, people and bots in any mix.

    A move is typed in the game's notation, like 3B2 (display 3, blue, line 2) or cYf (centre,
    yellow, floor line), or chosen by its number from the list that `moves` shows.
    """
    if save and save != resume:
        with wrong_usage():
            new_file(save)
    screen = Screen(plain=plain)
    source = random.Random(seed) if seed is not None else None
    if resume:
        if level:
            raise click.UsageError("a saved game has its players: name others with --player")
        record = _resumed(resume, screen, game, players, options)
        _expect_somebody_to_ask(record.names, moves)
        prepare(record.game, screen, bots_at(record.names, record.game).values())
        match = Match.resume(record, source=source)
    else:
        chosen = game_named(game or "azul")
        with wrong_usage():
            settled = _options(chosen, options, players)
            names = seats_for(players, settled.players, BOT + level if level else DEFAULT_BOT)
            _check_players(names, chosen)
        _expect_somebody_to_ask(names, moves)
        prepare(chosen, screen, bots_at(names, chosen).values())
        match = Match(chosen, settled, names=names, source=source)
    inputs = Script(moves) if moves else Keyboard()
    Session(match, screen, inputs, save or resume).run(is_new=resume is None)


def _options(game: Game, values: Mapping[str, str], players: Sequence[str]) -> Options:
    """The options asked for; who sits down says how many play, unless that is an option too."""
    number = max(len(players), game.options().players)
    settled = game.options.of({"players": number, **values})
    if settled.players < len(players):
        raise OptionError(f"players={settled.players}, but {len(players)} players are named")
    return settled


def _check_players(names: Sequence[str], game: Game) -> None:
    """Names that fit a record, people that can be told apart, bots that play the game."""
    for name in names:
        check_name(name)
    people = [name for name in names if not name.startswith(BOT)]
    if len(set(people)) < len(people):
        raise OptionError("two people have the same name")
    bots_at(names, game)


def _resumed(
    file: Path,
    screen: Screen,
    game: str | None,
    players: Sequence[str],
    options: Mapping[str, str],
) -> Record:
    """The saved game; other players may take its seats."""
    if options:
        raise click.UsageError("a saved game has its options: --option goes with a new game")
    with screen.busy(f"Reading {file}...", only_if_long=True):
        record = Record.load(file)
    if game and game != record.game.name:
        raise click.UsageError(f"{file} is a game of {record.game.name}, not of {game}")
    names = tuple(players) or record.names
    with wrong_usage():
        if len(names) != len(record.names):
            raise OptionError(f"{file} has {len(record.names)} players, not {len(names)}")
        _check_players(names, record.game)
    return replace(record, names=names)


def _expect_somebody_to_ask(names: Sequence[str], moves: TextIO | None) -> None:
    has_people = not all(name.startswith(BOT) for name in names)
    if has_people and not moves and not is_at_terminal():
        raise click.UsageError(NO_TERMINAL)
