"""One game of the arena: who sits where, what happens, and how it counts.

A bot **forfeits** a game when it raises, plays an illegal move, takes longer than it may, or takes
its process down with it. The game ends at once. The bot is last; the others are placed by
the points they have at that moment, equal points sharing a place.

Every game is played by new bots with sources of their own; only programs are kept, and told of the
new game. So what happens in it depends only on the plan, the number of the deal and the rotation,
except for bots that look at the clock.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from azulejos.bots import Bot, begin, bot, close, needs_search
from azulejos.bots.arena.journal import UNWRITTEN, ProcessJournal
from azulejos.bots.arena.plan import (
    EXTERNAL_TIME,
    FOREVER,
    STARTING_TIME,
    Limits,
    Plan,
    is_ours,
)
from azulejos.bots.external.program import ProgramBot
from azulejos.bots.search.engine import prepare
from azulejos.core.move import Move
from azulejos.core.state import places_by
from azulejos.errors import AzulejosError, BotError, excerpt, one_line
from azulejos.games import game as game_named
from azulejos.play.match import Match
from azulejos.play.names import MAX_NAME_LENGTH

MAX_REASON_LENGTH = 200

KINDS_OF_FORFEIT = {
    "error": "failed",
    "illegal": "played an illegal move",
    "time": "took too long",
    "died": "ended its process",
}

MAX_KEPT = 8  # of one text: the seats of a game, and more

_kept: defaultdict[str, list[ProgramBot]] = defaultdict(list)


class Task(NamedTuple):
    """A game to be played: seat s belongs to bot s + rotation of the deal's lineup."""

    deal: int
    rotation: int


@dataclass(frozen=True)
class Thinking:
    """The time that one bot took for the moves that it made in one game, in seconds."""

    moves: int
    total: float
    longest: float


@dataclass(frozen=True)
class Forfeit:
    """Why a game ended early, and whose fault it was."""

    player: int  # its place in the lineup
    kind: str  # one of `KINDS_OF_FORFEIT`
    reason: str = field(compare=False)  # a line for people


@dataclass(frozen=True)
class GamePlayed:
    """One game of a deal; everything is listed by bot, in the order of the lineup."""

    deal: int
    rotation: int
    bots: tuple[int, ...]  # the lineup, by numbers of the plan
    scores: tuple[int, ...]
    places: tuple[int, ...]
    first: int  # who made the first move
    moves: int
    rounds: int
    thinking: tuple[Thinking, ...] = field(compare=False)
    forfeit: Forfeit | None = None
    record: str | None = field(default=None, compare=False)  # as text, if it is wanted

    def win_share(self, player: int) -> float:
        """1 for a victory; a share of it if it was shared."""
        return (self.places[player] == 1) / self.places.count(1)

    def score_of(self, player: int) -> float:
        """The share of the others that a bot finished ahead of; a tie counts half."""
        mine = self.places[player]
        points = sum((place > mine) + (place == mine) / 2 for place in self.places) - 0.5
        return points / (len(self.places) - 1)

    def margin_of(self, player: int) -> float:
        """The points that a bot was ahead of the others, of their mean if there are several."""
        others = sum(self.scores) - self.scores[player]
        return self.scores[player] - others / (len(self.scores) - 1)

    def seat_of(self, player: int) -> int:
        return (player - self.rotation) % len(self.places)


class Referee:
    """A game in progress: the match, who has which seat, and how long everybody thought."""

    def __init__(self, plan: Plan, task: Task) -> None:
        self.task = task
        self._keeps_record = plan.keeps_records
        self.lineup = plan.lineup(task.deal)
        self.players = [(seat + task.rotation) % plan.seats for seat in range(plan.seats)]
        self.names = [plan.bots[self.lineup[player]] for player in self.players]
        self.match = Match(
            game_named(plan.game),
            plan.options,
            names=[name[:MAX_NAME_LENGTH].strip() for name in self.names],
            source=source_of(plan, task.deal, "chance"),
        )
        assert self.match.state.to_move is not None
        self._first = self.players[self.match.state.to_move]
        self.seconds: list[list[float]] = [[] for _ in self.players]

    def play(self, seat: int, move: Move, seconds: float) -> None:
        self.match.play(seat, move)
        self.seconds[seat].append(seconds)

    def result(self, forfeit: Forfeit | None = None) -> GamePlayed:
        """The result, by the rules or by a forfeit."""
        state, outcome = self.match.state, self.match.state.outcome
        points = outcome.scores if outcome else state.scores
        seats = [self.players.index(player) for player in range(len(self.players))]
        scores = [points[seat] for seat in seats]
        if outcome:
            places = tuple(outcome.places[seat] for seat in seats)
            forfeit = None
        else:
            assert forfeit is not None
            places = _places_without(forfeit.player, scores)
        return GamePlayed(
            *self.task,
            bots=self.lineup,
            scores=tuple(scores),
            places=places,
            first=self._first,
            moves=sum(map(len, self.seconds)),
            rounds=state.table.rounds,
            thinking=tuple(_thinking(self.seconds[seat]) for seat in seats),
            forfeit=forfeit,
            record=self.match.record.to_text() if self._keeps_record else None,
        )


def _places_without(loser: int, scores: Sequence[int]) -> tuple[int, ...]:
    """Places by points, with one bot behind all others."""
    return places_by([(player != loser, points) for player, points in enumerate(scores)])


def _thinking(seconds: list[float]) -> Thinking:
    return Thinking(len(seconds), sum(seconds), max(seconds, default=0.0))


def source_of(plan: Plan, deal: int, purpose: str) -> random.Random:
    """What chance, or a seat's bot, draws from in a deal: the same in every rotation."""
    return random.Random(f"{plan.seed} {deal} {purpose}")


# Playing


def play_game(plan: Plan, task: Task, journal: ProcessJournal = UNWRITTEN) -> GamePlayed:
    """Play one game; the journal notes what is about to happen, in case this process dies."""
    referee = Referee(plan, task)
    journal.begin(*task)
    made: list[Bot] = []
    forfeit = _make_bots(plan, referee, made, journal) or _play(plan, referee, made, journal)
    for player, name, each in zip(referee.players, referee.names, made, strict=False):
        journal.closing(player, forfeit.player if forfeit else None)
        with suppress(Exception):
            give_back(name, each)
    journal.end()
    return referee.result(forfeit)


def _make_bots(
    plan: Plan, referee: Referee, made: list[Bot], journal: ProcessJournal
) -> Forfeit | None:
    for seat, (player, name) in enumerate(zip(referee.players, referee.names, strict=True)):
        journal.making(player, STARTING_TIME)
        try:
            made.append(take(name, source_of(plan, referee.task.deal, f"seat {seat}")))
            begin(made[-1], referee.match.game, plan.options)
        except (Exception, SystemExit) as error:
            return Forfeit(player, kind_of(error), described(error))
    return None


def _play(plan: Plan, referee: Referee, made: list[Bot], journal: ProcessJournal) -> Forfeit | None:
    """Let the bots move until the game is over or one of them forfeits it."""
    match, players, seconds_of = referee.match, referee.players, referee.seconds
    is_watched = journal is not UNWRITTEN
    allowed = [
        time_allowed(name, player, plan.limits)
        for name, player in zip(referee.names, made, strict=True)
    ]
    while (seat := match.state.to_move) is not None:
        view = match.view(seat)
        if is_watched:
            journal.thinking(players[seat], allowed[seat])
        begun = time.perf_counter()
        try:
            move = made[seat].choose(view)
        except (Exception, SystemExit) as error:
            return Forfeit(players[seat], kind_of(error), described(error))
        seconds = time.perf_counter() - begun
        if seconds > allowed[seat]:
            return Forfeit(players[seat], "time", too_long(seconds))
        if not isinstance(move, Move):
            return Forfeit(players[seat], "illegal", f"{excerpt(repr(move))} is not a move")
        try:
            match.play(seat, move)
        except AzulejosError as error:
            return Forfeit(players[seat], "illegal", str(error))
        seconds_of[seat].append(seconds)
        if is_watched:
            journal.moved(match.game, move, seconds)
    return None


def time_allowed(name: str, player: Bot, limits: Limits) -> float:
    """The seconds after which a bot has forfeited: its time and the grace."""
    own: float | None = getattr(player, "move_time", None)
    if limits.move_time is not None:
        return limits.move_time + limits.grace
    if own is not None:
        return own + limits.grace
    return FOREVER if is_ours(name) else EXTERNAL_TIME + limits.grace


def too_long(seconds: float) -> str:
    return f"{seconds:.1f} s for a move"


def kind_of(error: BaseException) -> str:
    """The kind of forfeit for an error; an external bot's error names it."""
    return error.kind if isinstance(error, BotError) else "error"


def described(error: BaseException) -> str:
    """An error of a bot in one line."""
    try:
        text = str(error)
    except Exception:  # even this may fail in a bot's own class of errors
        text = ""
    name = "" if isinstance(error, BotError) else type(error).__name__
    return one_line(": ".join(filter(None, (name, text))), MAX_REASON_LENGTH)


def warm_up(plan: Plan) -> None:
    """Let every bot of the package move once: loading compiled code is not counted as thinking.

    External bots are asked for nothing but moves in games, where they can be watched.
    """
    match = Match(game_named(plan.game), plan.options, source=random.Random(0))
    assert match.state.to_move is not None
    names = ["random", *(name for name in dict.fromkeys(plan.bots) if is_ours(name))]
    players = [bot(name, random.Random(0)) for name in names]
    if any(needs_search(player) for player in players):
        prepare(match.game)  # not every level searches at every move
    for player in players:
        player.choose(match.view(match.state.to_move))


# Programs that are kept from one game to the next, where many games are played with new bots


def take(text: str, source: random.Random) -> Bot:
    """A bot for a new game, with a source of its own: one that was kept, or a new one."""
    if not _kept[text]:
        return bot(text, source)
    player = _kept[text].pop()
    player.source = source
    return player


def give_back(text: str, player: Bot) -> None:
    """Keep a program that runs; close any other bot."""
    if isinstance(player, ProgramBot) and player.is_running and len(_kept[text]) < MAX_KEPT:
        _kept[text].append(player)
    else:
        close(player)
