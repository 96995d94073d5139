"""The tables of simulated worlds, and how many people come to each."""

from __future__ import annotations

import random
from dataclasses import dataclass

from azulejos import DUEL
from azulejos.play.clock import TimeControl
from azulejos.play.match import Match
from azulejos.tables.lobby.new_table import NewSeat, NewTable


@dataclass(frozen=True)
class Scenario:
    """A table, and how many people come to it; those without a seat watch."""

    wanted: NewTable
    people: int


def duel_with_secrets() -> str:
    """The record of a game in which one player knows something that the other does not."""
    source = random.Random(1)
    match = Match(DUEL, source=source)
    while match.state.public.key == match.state.key:
        match.play(match.state.to_move or 0, source.choice(match.state.legal_moves))
    return match.record.to_json()


ME, OPEN, BOT = NewSeat("me"), NewSeat("open"), NewSeat("bot", "easy")
FAST = TimeControl(initial=8.0, increment=1.0)
SCENARIOS = [
    Scenario(NewTable("pebbles", seats=[ME, OPEN]), 2),
    Scenario(NewTable("pebbles", seats=[ME, OPEN]), 3),
    Scenario(NewTable("pebbles", seats=[ME, BOT]), 1),
    Scenario(NewTable("pebbles", seats=[OPEN, ME], clock=FAST), 2),
    Scenario(NewTable("azul", {"players": 3}, seats=[ME, BOT, OPEN]), 3),
    Scenario(NewTable("duel", seats=[ME, OPEN], record=duel_with_secrets()), 3),
    Scenario(NewTable("duel", seats=[ME, BOT]), 2),
]
