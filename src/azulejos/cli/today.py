"""`azulejos today`: the game of the day at this terminal."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import click
import msgspec

from azulejos.bots import bot
from azulejos.bots.analysis import Analyst, Decision
from azulejos.cli.arguments import FILE, GAME, wrong_usage
from azulejos.cli.inputs import Inputs, Quit, typed_or_from
from azulejos.cli.players import BOT
from azulejos.cli.prepare import prepare, prepare_search
from azulejos.cli.puzzle import progress_file, read_diary
from azulejos.cli.screen import Screen, plain_option
from azulejos.cli.session import Session
from azulejos.core.move import Move
from azulejos.errors import AzulejosError, NotFound, RecordError
from azulejos.narration.languages import catalogue
from azulejos.play.daily import SEAT, DailyGame, read_link
from azulejos.play.match import Match
from azulejos.play.record_file import write_atomically
from azulejos.skill.judging import judge, judging_version
from azulejos.tables.lobby.daily import A_DAY, DailyProgress, DailyResult, note_key
from azulejos.tables.study.daily import Compared, DailyEnd, compared, end_of

GAMES = "games of the day"
WITHOUT = ("hint", "undo", "save")
MAX_SHOWN = 14  # days


@click.command(
    epilog="""\b
Examples:
  azulejos today                           the game of the day of Azul
  azulejos today duel --progress me.json   keep results and streaks in a file
  azulejos today --date 2026-11-18         an earlier day
  azulejos today --link LINK               compare your game with a shared one

The date decides the deals and the opponent. There are no hints, and no moves are undone."""
)
@click.argument("game", type=GAME, required=False, default="azul", metavar="[GAME]")
@click.option("--date", "day", metavar="DAY", help="An earlier day, like 2026-11-18.")
@click.option("--link", metavar="LINK", help="Compare your finished game with the shared one.")
@click.option(
    "--progress",
    type=FILE,
    envvar="AZULEJOS_PUZZLES",
    help="Keep games, results and streaks in this file; puzzles can share it.",
)
@click.option(
    "--moves", type=click.File(), metavar="FILE", help="Read moves from FILE (- for stdin)."
)
@plain_option
def today(
    game: str,
    *,
    day: str | None,
    link: str | None,
    progress: Path | None,
    moves: TextIO | None,
    plain: bool,
) -> None:
    """Play the game of the day of GAME (default: azul): the same deals for everybody."""
    utc_day = datetime.datetime.now(datetime.UTC).date()
    with wrong_usage():
        if link:
            daily, packed = read_link(link)
        else:
            daily, packed = DailyGame.of(game, day or str(utc_day)), ""
        if daily.day > utc_day + A_DAY:
            raise NotFound("that day has not begun yet")
    screen, diary = Screen(plain=plain), DailyDiary(progress, daily)
    match = diary.match()
    if link:
        _compare(daily, match, packed, screen)
        return
    if match.state.to_move is not None:
        inputs = typed_or_from(moves, "moves")
        opponent = bot(daily.opponent, game=daily.game)
        prepare(daily.game, screen, [opponent])
        screen.say(f"The game of the day of {daily.game.title}, {daily.day}: {daily.options}.")
        DailySession(daily, match, screen, inputs, diary.keep).run(is_new=not diary.has_begun)
    if match.state.to_move is None:
        _tell_result(daily, match, screen, diary.finished(match, utc_day))


class DailyDiary:
    """The games of the day that were played at this terminal; kept in a file if there is one."""

    def __init__(self, file: Path | None, daily: DailyGame) -> None:
        self._file, self._daily = file, daily
        self._kept = read_diary(file)
        self._games: dict[str, list[str]] = {}
        if GAMES in self._kept:
            with progress_file(file):
                self._games = msgspec.json.decode(self._kept[GAMES], type=dict[str, list[str]])
        self._key = f"{daily.game.name} {daily.day}"

    @property
    def has_begun(self) -> bool:
        return self._key in self._games

    def match(self) -> Match:
        """The game of the day as far as it was played."""
        match = self._daily.match("You")
        try:
            for move in self._games.get(self._key, ()):
                match.play(match.state.to_move or 0, move)
        except AzulejosError as error:
            raise RecordError(f"{self._file} holds an impossible game: {error}") from None
        return match

    def keep(self, match: Match) -> None:
        """Keep the moves made so far."""
        self._games[self._key] = [str(each) for each in match.events if isinstance(each, Move)]
        self._write(GAMES, self._games)

    def finished(self, match: Match, on: datetime.date) -> DailyProgress:
        """Note the result of a finished game."""
        key, end = note_key(self._daily.game.name), end_of(match)
        progress = DailyProgress()
        if key in self._kept:
            with progress_file(self._file):
                progress = msgspec.json.decode(self._kept[key], type=DailyProgress)
        result = DailyResult(str(self._daily.day), end.points, end.theirs)
        progress = progress.played(result, on)
        self._write(key, progress)
        return progress

    def _write(self, key: str, value: object) -> None:
        self._kept[key] = msgspec.Raw(msgspec.json.encode(value))
        if self._file:
            write_atomically(self._file, msgspec.json.encode(self._kept).decode() + "\n")


class DailySession(Session):
    """A game of the day: without hints and undoing, kept move by move."""

    def __init__(
        self,
        daily: DailyGame,
        match: Match,
        screen: Screen,
        inputs: Inputs,
        keep: Callable[[Match], None],
    ) -> None:
        bots = {1 - SEAT: bot(daily.opponent, game=daily.game)}
        players = ("You", BOT + daily.level)
        super().__init__(match, screen, inputs, None, bots=bots, players=players)
        self._keep = keep
        self.help = "\n".join(
            line for line in self.help.splitlines() if not line.strip().startswith(WITHOUT)
        )
        for command in WITHOUT:
            del self._commands[command]

    def _save(self) -> None:
        self._keep(self.match)

    def _offer_to_save(self, question: str) -> None:
        """Its moves are kept already, and its link has them all."""

    def _quit(self, _: str) -> bool:
        raise Quit

    def _say_how_to_resume(self) -> None:
        name = self.match.game.name
        self._screen.say(f"To go on: azulejos today {name}, with the same --progress FILE.")


def _tell_result(daily: DailyGame, match: Match, screen: Screen, progress: DailyProgress) -> None:
    end = end_of(match)
    screen.say()
    screen.say(f"Azulejos · {daily.game.title} · {daily.day}")
    screen.say(_line(end))
    screen.say(f"#{daily.link(match)}")
    screen.say("Paste this after the address of any Azulejos page, or: azulejos today --link LINK")
    screen.say(f"Days in a row: {progress.days} now, {progress.best_days} at best.")
    for result in progress.results[:MAX_SHOWN]:
        screen.say(f"  {result.day}  {result.points} : {result.theirs}")


def _line(end: DailyEnd) -> str:
    return f"{end.squares} {end.points} : {end.theirs}"


def _compare(daily: DailyGame, match: Match, packed: str, screen: Screen) -> None:
    """Tell where a finished game and that of a link part, and what the two moves cost."""
    if match.state.to_move is not None:
        raise NotFound(
            "play the game of that day first: azulejos today "
            f"{daily.game.name} --date {daily.day} --progress FILE"
        )
    games = compared(match.record, packed, str(daily.day))
    screen.say(f"Azulejos · {daily.game.title} · {daily.day}")
    screen.say(f"You:  {_line(games.own)}")
    screen.say(f"They: {_line(games.other)}")
    if games.parting is None:
        screen.say("You made the same moves.")
        return
    for number, moves in enumerate(games.rounds, 1):
        screen.say(f"Round {number}")
        for name, events in (("You", moves.own), ("They", moves.other)):
            words = [catalogue("en").words(each, (name, daily.level)) for each in events]
            screen.tell(" ".join(words))
    screen.say(_parting(games, daily, screen))


def _parting(games: Compared, daily: DailyGame, screen: Screen) -> str:
    parting = games.parting
    assert parting is not None
    game, view = daily.game, parting.seat_view.view()
    prepare(game, screen)
    prepare_search(game, screen)
    analyst = Analyst(game, judging_version(game.name, view.state.players))
    moves = [parting.own, parting.other]
    decisions = [Decision(parting.ply + 1, view.state, game.parse_move(move)) for move in moves]
    with screen.busy("Comparing the moves...", only_if_long=True):
        judged = [analyst.judge(each, judge(game.name)) for each in decisions]
    best = max(each.best.points for each in judged)
    own, other = (best - each.played.points for each in judged)
    return (
        f"Your games part after {parting.ply} events: your {moves[0]} costs {own:.1f} points, "
        f"their {moves[1]} {other:.1f}."
    )
