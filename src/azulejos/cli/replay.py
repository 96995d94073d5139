"""`azulejos replay`: a recorded game, event by event."""

from __future__ import annotations

from pathlib import Path

import click

from azulejos.cli.arguments import FILE
from azulejos.cli.draw import breakdown, standings, tell
from azulejos.cli.inputs import Keyboard
from azulejos.cli.players import shown_names
from azulejos.cli.screen import Screen, is_at_terminal, plain_option
from azulejos.play.record import Record

ASK = "next (Enter), back, start, end, a number, quit> "


@click.command(
    epilog="""\b
Examples:
  azulejos replay friday.txt             step through the game
  azulejos replay friday.txt --at 12     the table after the 12th event
  azulejos replay friday.txt --all       the whole game at once

\b
Events are the draws of chance and the moves; event 0 is the table before anything is dealt."""
)
@click.argument("file", type=FILE)
@click.option("--at", type=int, metavar="N", help="Show the table after event N and exit.")
@click.option("--all", "whole", is_flag=True, help="Print all events and the final table.")
@plain_option
def replay(file: Path, *, at: int | None, whole: bool, plain: bool) -> None:
    """Step through the recorded game in FILE."""
    screen = Screen(plain=plain)
    if at is None and not whole and not is_at_terminal():
        raise click.UsageError(
            "cannot step through the game: the input is not a terminal; use --at or --all"
        )
    with screen.busy(f"Reading {file}...", only_if_long=True):
        show = Replay(Record.load(file), screen)
    if at is not None and not 0 <= at <= show.last:
        raise click.UsageError(f"--at {at}: the events of {file} go from 0 to {show.last}")
    if whole:
        show.tell_all()
    elif at is not None:
        show.show(at)
    else:
        show.step()


class Replay:
    """A recorded game with all its positions."""

    def __init__(self, record: Record, screen: Screen) -> None:
        self._events = record.events
        self._names = shown_names(record.names)
        self._states = list(record.states())
        self._screen = screen

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self._events)

    def tell_all(self) -> None:
        """Say what every event did, then show how the game stands."""
        for event in range(1, self.last + 1):
            self._screen.say(self._told(event))
        self.show(self.last, is_told=True)

    def show(self, event: int, *, is_told: bool = False) -> None:
        """Show the table after an event."""
        self._screen.say()
        self._screen.show(self._states[event], self._names)
        if not is_told:
            self._screen.say(self._told(event) if event else "The table before the first event.")
        points = breakdown(self._states[: event + 1], self._events, self._names)
        for line in [*standings(self._states[event], self._names), *points]:
            self._screen.say(line)

    def _told(self, event: int) -> str:
        told = tell(self._states[event - 1], self._events[event - 1], self._names)
        return f"{event}/{self.last}: " + told.replace("\n", "\n    ")

    def step(self) -> None:
        """Let somebody step through the game."""
        keyboard, event = Keyboard(), 0
        self.show(event)
        while True:
            try:
                answer = keyboard.ask(ASK).strip().lower() or "next"
            except EOFError:
                self._screen.say()
                return
            if answer in ("quit", "q"):
                return
            wanted = self._place(answer, event)
            if wanted is None:
                self._screen.say(
                    f"{answer!r} is none of: next, back, start, end, quit, 0 to {self.last}."
                )
            elif wanted == event and answer not in ("start", "end"):
                self._screen.say("This is the last event." if event else "This is the start.")
            else:
                event = wanted
                self.show(event)

    def _place(self, answer: str, place: int) -> int | None:
        """The event that an answer asks for, or None."""
        places = {"next": place + 1, "back": place - 1, "start": 0, "end": self.last}
        places |= {"n": place + 1, "b": place - 1}
        places |= {str(event): event for event in range(self.last + 1)}
        return min(max(places[answer], 0), self.last) if answer in places else None
