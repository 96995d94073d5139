"""A game at one terminal: whose turn it is, what they type, what they are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from shlex import quote

import click

from azulejos.bots import Bot
from azulejos.cli.draw import breakdown, standings, tell
from azulejos.cli.inputs import (
    PAGE,
    PLAIN_PAGE,
    VERY_FEW,
    Inputs,
    NumberedMove,
    Quit,
    choices,
    listing,
    matching,
    numbered,
    sentence,
)
from azulejos.cli.main import INTERRUPTED
from azulejos.cli.players import shown_names
from azulejos.cli.report import HintFinder
from azulejos.cli.rules import show_rules
from azulejos.cli.screen import Screen
from azulejos.cli.sources import new_file
from azulejos.core.draw import Draw
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError, BotError, NothingToUndo, RecordError
from azulejos.play.match import Match
from azulejos.play.record import after

HELP = """\
Type a move in the game's notation, or its number in the list of moves.

  moves        list the legal moves, each with your score if the round ended right after it
  moves TEXT   list the moves that contain TEXT
  more         show the rest of a long list
  hint         show the best moves and what they are worth
  table        show the table again
  undo         take back your last move and the bots' replies (not after new tiles were dealt)
  save [FILE]  save the game now and after every move
  rules        read the rules
  quit         leave the game
  help         show this list
"""


class Session:
    """Runs a match between the people at a terminal and bots."""

    help = HELP

    def __init__(
        self,
        match: Match,
        screen: Screen,
        inputs: Inputs,
        file: Path | None,
        *,
        bots: Mapping[int, Bot],
        players: Sequence[str],
    ) -> None:
        self.match = match
        self._screen = screen
        self._inputs = inputs
        self._file = file
        self._bots = bots
        self._names = shown_names(players)
        self._hints = HintFinder(match.game, screen, self._names)
        self._has_people = len(self._bots) < len(match.names)
        self._news: list[str] = []  # told to people under the next table that they see
        self._listed: list[NumberedMove] = []  # what `more` goes on with
        self._commands: dict[str, Callable[[str], bool]] = {
            "help": self._help,
            "?": self._help,
            "moves": self._list_moves,
            "more": self._list_more,
            "hint": self._hint,
            "table": lambda _: True,
            "undo": self._undo,
            "save": self._save_as,
            "rules": self._rules,
            "quit": self._quit,
        }

    def run(self, *, is_new: bool) -> None:
        """Play until the game is over or the people leave."""
        if self._file:
            self.match.record.save(self._file)
            self._screen.say(f"Every move is saved to {self._file}.")
        try:
            if is_new:
                self._report(self.match.game.new(self.match.options), 0)
            while self.match.state.to_move is not None:
                self._turn(self.match.state.to_move)
            self._finish()
        except Quit:
            self._say_how_to_resume()
        except EOFError:
            self._screen.say("\nThe input ends here.")
            self._say_how_to_resume()
        except BotError:
            self._say_how_to_resume()
            raise
        except KeyboardInterrupt:
            self._screen.say("\nStopped.")
            self._say_how_to_resume()
            raise click.exceptions.Exit(INTERRUPTED) from None

    # Turns

    def _turn(self, seat: int) -> None:
        if seat in self._bots:
            with self._screen.busy(f"{self._names[seat]} is thinking...", only_if_long=True):
                move = self._bots[seat].choose(self.match.view(seat))
            self._play(seat, str(move))
        else:
            self._ask_for_a_move(seat)

    def _ask_for_a_move(self, seat: int) -> None:
        """Show the table and ask until the position changes."""
        self._listed = []
        self._screen.say()
        self._screen.show(self.match.view(seat).state, self._names)
        self._tell_news()
        self._invite(seat)
        while not self._obey(seat, self._inputs.ask(f"{self._names[seat]}> ")):
            pass

    def _invite(self, seat: int) -> None:
        """Say whose turn it is and what may be typed; very few moves are listed at once."""
        count = len(self.match.state.legal_codes)
        self._screen.say(
            f"{self._names[seat]}, it's your turn: type a move, `moves` to choose "
            f"from {count}, or `help`."
        )
        if count <= VERY_FEW:
            self._list_moves("")

    def _obey(self, seat: int, answer: str) -> bool:
        """Do what was typed; return whether the table is to be shown again."""
        word, _, rest = answer.strip().partition(" ")
        try:
            if not word:
                return False
            if word.lower() in self._commands:
                return self._commands[word.lower()](rest.strip())
            self._play(
                seat,
                numbered(self.match.state, word) if word.isdecimal() else answer.replace(" ", ""),
            )
        except AzulejosError as error:
            self._inputs.reject(error)
            self._screen.say(f"Not possible: {error}.")
            return False
        return True

    def _play(self, seat: int, move: str) -> None:
        before, count = self.match.state, len(self.match.record.events)
        self.match.play(seat, move)
        self._save()
        self._report(before, count)

    # What happened

    def _report(self, state: State, count: int) -> None:
        """Tell all events but the first `count`; they began in this position."""
        for event in self.match.record.events[count:]:
            self._news += tell(state, event, self._names).splitlines()
            state = after(state, event)
            if not self._has_people:
                self._watch(state, is_dealt=isinstance(event, Draw))

    def _watch(self, state: State, *, is_dealt: bool) -> None:
        """Without people nobody is asked: tell events at once, and show every new deal."""
        self._tell_news()
        if is_dealt and state.to_move not in (None, CHANCE):
            self._screen.show(state, self._names)

    def _tell_news(self) -> None:
        for line in self._news:
            self._screen.tell(line)
        self._news.clear()

    def _finish(self) -> None:
        self._screen.say()
        self._screen.show(self.match.state, self._names)
        self._tell_news()
        points = breakdown(self.match.states, self.match.events, self._names)
        for line in [*standings(self.match.state, self._names), *points]:
            self._screen.say(line)
        if self._file is None and self._has_people:
            self._offer_to_save("File name to save the record of this game to, or Enter: ")
        if self._file:
            self.match.record.save(self._file)  # if that failed before, it must not be hidden now
            self._screen.say(
                f"The record is in {self._file}: azulejos replay {quote(str(self._file))}"
            )

    # Commands: each says whether the table is to be shown again

    def _help(self, _: str) -> bool:
        colours = self.match.game.colours
        signs = [c.letter if self._screen.plain else c.symbol + c.letter for c in colours]
        legend = ", ".join(f"{sign} {c.name}" for sign, c in zip(signs, colours, strict=True))
        best = choices(self.match.state)[0]
        self._screen.say(self.help)
        self._screen.say(f"Colours: {legend}.")
        self._screen.say(
            f"For example {best.move}: {sentence(best, self.match.state, self._names)}"
        )
        return False

    def _list_moves(self, text: str) -> bool:
        result = choices(self.match.state)
        self._listed = matching(result, text) if text else result
        if not self._listed:
            raise AzulejosError(f"no legal move has {text!r} in its notation")
        self._screen.say("Number, move, and your score if the round ended right after it:")
        return self._list_more("")

    def _list_more(self, _: str) -> bool:
        if not self._listed:
            raise AzulejosError("there is nothing more; `moves` lists the moves")
        size = PLAIN_PAGE if self._screen.plain else PAGE
        page, self._listed = self._listed[:size], self._listed[size:]
        for line in listing(page, self.match.state, self._names, plain=self._screen.plain):
            self._screen.say(line)
        if self._listed:
            self._screen.say(f"{len(self._listed)} more: type `more`, or `moves TEXT` for a part.")
        return False

    def _hint(self, _: str) -> bool:
        seat = self.match.state.to_move
        assert seat is not None
        self._hints.tell(self.match.view(seat))
        return False

    def _undo(self, _: str) -> bool:
        """Take back the last move of a person, and the bots' answers to it."""
        record = self.match.record
        movers = [state.to_move for state in record.states()][:-1]
        for ply in reversed(range(self._last_by_a_person(movers), len(movers))):
            mover = movers[ply]
            assert mover is not None
            self.match.undo(mover)
            # What a bot did may be its secret, like a plate put back in Azul Duel.
            what = "a move" if mover in self._bots else record.events[ply]
            self._news.append(f"Taken back: {what} of {self._names[mover]}.")
        self._save()
        return True

    def _last_by_a_person(self, movers: list[int | None]) -> int:
        for ply in reversed(range(len(movers))):
            if movers[ply] == CHANCE:
                raise NothingToUndo("you haven't moved since the last deal")
            if movers[ply] not in self._bots:
                return ply
        raise NothingToUndo("nobody has moved yet")

    def _save_as(self, name: str) -> bool:
        file = self._file
        if file is None or name not in ("", str(file)):
            file = new_file(name or self._unused_name())
        self.match.record.save(file)
        self._file = file
        self._screen.say(f"Saved to {file}. Every move from now on is saved, too.")
        return False

    def _unused_name(self) -> str:
        return f"{self.match.game.name}-{datetime.now():%Y%m%d-%H%M%S}.txt"

    def _save(self) -> None:
        """Save after every move; a full disk does not end the game."""
        try:
            if self._file:
                self.match.record.save(self._file)
        except RecordError as error:
            self._news.append(f"This move was not saved: {error}.")

    def _offer_to_save(self, question: str) -> None:
        name = self._inputs.ask_aside(question).strip()
        while name:
            try:
                self._save_as(name)
                return
            except RecordError as error:
                name = self._inputs.ask_aside(f"{error}: ").strip()

    def _rules(self, _: str) -> bool:
        show_rules(self.match.game.name, self._screen)
        return False

    def _quit(self, _: str) -> bool:
        if self._file is None:
            self._offer_to_save("File name to save the game to, or Enter to discard it: ")
        raise Quit

    def _say_how_to_resume(self) -> None:
        if self._file:
            self.match.record.save(self._file)
            file = quote(str(self._file))
            self._screen.say(f"The game is saved. To continue: azulejos play --resume {file}")
        else:
            self._screen.say("The game was not saved. Next time, --save FILE saves every move.")
