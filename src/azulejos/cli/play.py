"""`azulejos play`: a game at this terminal."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

import click

from azulejos.bots import LEVELS, close
from azulejos.cli.arguments import FILE, GAME, game_options, wrong_usage
from azulejos.cli.inputs import Keyboard, Script
from azulejos.cli.players import (
    BOT,
    DEFAULT_BOT,
    bots_at,
    check_recorded,
    recorded_names,
    seats_for,
)
from azulejos.cli.prepare import prepare
from azulejos.cli.screen import Screen, is_at_terminal, plain_option
from azulejos.cli.session import Session
from azulejos.cli.sources import new_file
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.errors import OptionError
from azulejos.games import game as game_named
from azulejos.play.match import Match
from azulejos.play.names import check_name
from azulejos.play.record import Record

NO_TERMINAL = (
    "people cannot type moves here: the input is not a terminal. Pass the moves with --moves - or "
    "--moves FILE, or let bots play: "
    "--player bot:greedy --player bot:random"
)


@click.command(
    epilog="""\b
Examples:
  azulejos play                                       you against a casual bot
  azulejos play --level skilled                       you against a skilled bot
  azulejos play --player Ana --player Ben             two people, taking turns at the keyboard
  azulejos play -p Ana -p bot:greedy -p bot:random    one person, two bots
  azulejos play -p bot:greedy -p bot:random           watch two bots
  azulejos play -p Ana -p "bot:exec:./engine --fast"  against a program that plays
  azulejos play azul -o side=grey -o players=4        you against three bots, grey wall
  azulejos play --save friday.txt                     save every move ...
  azulejos play --resume friday.txt                   ... and continue another day
  azulejos play --seed 7 --moves opening.txt          play the moves in a file

\b
Type `help` during the game for a list of commands, or press Ctrl-C to leave."""
)
@click.argument("game", type=GAME, required=False, metavar="[GAME]")
@click.option(
    "-p",
    "--player",
    "players",
    multiple=True,
    metavar="NAME|bot:BOT",
    help="Add a player: a name, or a bot like bot:casual. Repeatable; bots of the --level take the "
    "remaining seats. `azulejos games` lists the bots.",
)
@click.option(
    "-l",
    "--level",
    type=click.Choice([*LEVELS]),
    show_default=DEFAULT_BOT.removeprefix(BOT),
    help="Strength of the bots that take the remaining seats.",
)
@game_options
@click.option("--save", type=FILE, help="Save the game after every move (.json: as JSON).")
@click.option("--resume", type=FILE, help="Resume a saved game and keep saving to the same file.")
@click.option(
    "--moves",
    type=click.File(),
    metavar="FILE",
    help="Read moves and commands from FILE (- for stdin).",
)
@click.option("--seed", type=int, help="Random seed of the deals (for bots: bot:casual:seed=7).")
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
    """Play GAME (default: azul) in the terminal, with any mix of people and bots.

    Type moves in the game's notation, like 3B2 (display 3, blue, line 2) or cYf (centre, yellow,
    floor line), or by their number in the list that `moves` shows.
    """
    if save and save != resume:
        with wrong_usage():
            new_file(save)
    screen = Screen(plain=plain)
    source = random.Random(seed) if seed is not None else None
    if resume:
        if level:
            raise click.UsageError("--level is for new games: use --player to replace players")
        record = _resumed(resume, screen, game, players, options)
        seats = tuple(players) or record.names
        match = Match.resume(record, source=source)
    else:
        chosen = game_named(game or "azul")
        with wrong_usage():
            settled = _options(chosen, options, players)
            seats = seats_for(players, settled.players, BOT + level if level else DEFAULT_BOT)
            _check_players(seats)
        match = Match(chosen, settled, names=recorded_names(seats), source=source)
    _expect_somebody_to_ask(seats, moves)
    with wrong_usage():
        bots = bots_at(seats, match.game, match.options)
    prepare(match.game, screen, bots.values())
    inputs = Script(moves) if moves else Keyboard()
    try:
        session = Session(match, screen, inputs, save or resume, bots=bots, players=seats)
        session.run(is_new=resume is None)
    finally:
        for player in bots.values():
            close(player)


def _options(game: Game, values: Mapping[str, str], players: Sequence[str]) -> Options:
    """The options asked for; the players named say how many play, unless an option does."""
    count = max(len(players), game.options().players)
    settled = game.options.of({"players": count, **values})
    if settled.players < len(players):
        raise OptionError(f"players={settled.players}, but {len(players)} players are named")
    return settled


def _check_players(players: Sequence[str]) -> None:
    """Names that fit a record, and people that can be told apart."""
    for name in recorded_names(players):
        check_name(name)
    people = [name for name in players if not name.startswith(BOT)]
    if len(set(people)) < len(people):
        raise OptionError("two people have the same name")


def _resumed(
    file: Path,
    screen: Screen,
    game: str | None,
    players: Sequence[str],
    options: Mapping[str, str],
) -> Record:
    """The saved game; other players may take its seats."""
    if options:
        raise click.UsageError("--option is for new games: a saved game keeps its options")
    with screen.busy(f"Reading {file}...", only_if_long=True):
        record = Record.load(file)
    if game and game != record.game.name:
        raise click.UsageError(f"{file} is a game of {record.game.name}, not of {game}")
    seats = tuple(players) or record.names
    with wrong_usage():
        if len(seats) != len(record.names):
            raise OptionError(f"{file} has {len(record.names)} players, not {len(seats)}")
        if not players:
            check_recorded(seats)
        _check_players(seats)
    return replace(record, names=recorded_names(seats))


def _expect_somebody_to_ask(names: Sequence[str], moves: TextIO | None) -> None:
    has_people = not all(name.startswith(BOT) for name in names)
    if has_people and not moves and not is_at_terminal():
        raise click.UsageError(NO_TERMINAL)
