"""The arena: bots against bots, so that luck decides as little as possible.

As many bots as seats play. One **deal** is one source of chance; it is played once for every
rotation of the bots over the seats, so each bot gets each seat with the same luck: draws from
equal pools take the same numbers from the source. A bot that has choices left to chance takes
them from a source that belongs to the deal and the seat, so two bots that play alike come out
exactly even in every deal.

Every game is played by new bots with sources of their own. What happens in a game therefore
depends on nothing but the plan and the number of the deal, and results are the same whatever the
number of processes. Bots that look at the clock are the exception.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field

from azulejos.bots import bot, needs_search
from azulejos.bots.elo import Estimate, Sprt, elo, mean_score
from azulejos.bots.search.engine import prepare
from azulejos.core.options import Options
from azulejos.core.outcome import Outcome
from azulejos.errors import BotError, OptionError
from azulejos.games import game as game_named
from azulejos.play.match import Match
from azulejos.play.record import LONGEST_NAME


@dataclass(frozen=True)
class Plan:
    """What is to be played: a game with options, one bot for each of its seats, and a seed."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: int
    keeps_records: bool = False

    def __post_init__(self) -> None:
        if len(self.bots) != self.options.players:
            raise OptionError(f"{len(self.bots)} bots for {self.options.players} players")
        for name in self.bots:
            bot(name, game=game_named(self.game))  # refuses what cannot play before anything does


@dataclass(frozen=True)
class Thinking:
    """The time that one bot took for its moves in one game, in seconds."""

    moves: int
    total: float
    longest: float


@dataclass(frozen=True)
class GamePlayed:
    """One game of a deal; everything is listed by bot, in the order of the plan."""

    deal: int
    rotation: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    first: int  # the bot that made the first move
    moves: int
    rounds: int
    thinking: tuple[Thinking, ...] = field(compare=False)
    record: str | None = field(default=None, compare=False)  # as text, if it is wanted

    def win_share(self, player: int) -> float:
        """1 for a victory, its share for a shared one."""
        return (self.places[player] == 1) / self.places.count(1)

    def score_of(self, player: int) -> float:
        """The share of the others that a bot finished ahead of; a tie counts half."""
        mine = self.places[player]
        points = sum((place > mine) + (place == mine) / 2 for place in self.places) - 0.5
        return points / (len(self.places) - 1)


Deal = tuple[GamePlayed, ...]


# Playing


def play(plan: Plan, deals: int, processes: int = 1) -> Generator[Deal, None, None]:
    """Play deals 0, 1, 2, … and hand them out in this order, each complete."""
    warm_up(plan)  # compiles what is not compiled yet, before processes do it side by side
    if processes == 1:
        yield from (play_deal(plan, number) for number in range(deals))
        return
    with ProcessPoolExecutor(
        min(processes, deals),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin_process,
        initargs=(plan,),
    ) as pool:
        try:
            yield from pool.map(play_deal, [plan] * deals, range(deals))
        except BrokenProcessPool:
            raise BotError("a process of the arena died") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def play_deal(plan: Plan, number: int) -> Deal:
    """Play one deal: a game for every rotation of the bots over the seats."""
    return tuple(play_game(plan, number, rotation) for rotation in range(len(plan.bots)))


def play_game(plan: Plan, deal: int, rotation: int) -> GamePlayed:
    """Play one game; seat s belongs to bot s + rotation, modulo their number."""
    players = len(plan.bots)
    names = [plan.bots[(seat + rotation) % players] for seat in range(players)]
    at_seat = [bot(name, _source(plan, deal, f"seat {s}")) for s, name in enumerate(names)]
    match = Match(
        game_named(plan.game),
        plan.options,
        names=[name[:LONGEST_NAME] for name in names],
        source=_source(plan, deal, "chance"),
    )
    first = match.state.to_move
    times: list[list[float]] = [[] for _ in names]
    while (seat := match.state.to_move) is not None:
        view = match.view(seat)
        begun = time.perf_counter()
        move = at_seat[seat].choose(view)
        times[seat].append(time.perf_counter() - begun)
        match.play(seat, move)
    outcome = match.state.outcome
    assert outcome is not None
    assert first is not None
    seats = [(player - rotation) % players for player in range(players)]
    return GamePlayed(
        deal=deal,
        rotation=rotation,
        scores=tuple(outcome.scores[seat] for seat in seats),
        places=_places(outcome, seats),
        first=seats.index(first),
        moves=sum(len(each) for each in times),
        rounds=match.state.table.rounds,
        thinking=tuple(_thinking(times[seat]) for seat in seats),
        record=match.record.to_text() if plan.keeps_records else None,
    )


def _places(outcome: Outcome, seats: list[int]) -> tuple[int, ...]:
    return tuple(outcome.places[seat] for seat in seats)


def _thinking(times: list[float]) -> Thinking:
    return Thinking(len(times), sum(times), max(times, default=0.0))


def _source(plan: Plan, deal: int, purpose: str) -> random.Random:
    return random.Random(f"{plan.seed} {deal} {purpose}")


def warm_up(plan: Plan) -> None:
    """Let every bot move once, so that loading compiled code is not counted as thinking."""
    match = Match(game_named(plan.game), plan.options, source=random.Random(0))
    assert match.state.to_move is not None
    players = [bot(name, random.Random(0)) for name in dict.fromkeys(plan.bots)]
    if any(needs_search(player) for player in players):
        prepare(match.game)  # not every level searches at every move
    for player in players:
        player.choose(match.view(match.state.to_move))


def _begin_process(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it at once and without a traceback
    warm_up(plan)


# Counting


@dataclass(frozen=True)
class BotStanding:
    """How one bot did."""

    name: str
    wins: float  # the share of games won; a shared victory counts its share
    score: float  # mean points
    beaten: Estimate  # the share of the others it finished ahead of
    elo: Estimate  # against the others together
    places: tuple[int, ...]  # how often it was first, second, ...
    mean_time: float  # for a move, in seconds
    longest_time: float


@dataclass(frozen=True)
class Results:
    """What an arena found."""

    deals: tuple[Deal, ...]
    standings: tuple[BotStanding, ...]
    first_player: float  # the share of games that the bot with the first move won
    moves: float  # mean of a game
    rounds: float

    @property
    def games(self) -> int:
        return sum(len(deal) for deal in self.deals)


def count(plan: Plan, deals: list[Deal]) -> Results:
    """Sum up one or more deals."""
    games = [game for deal in deals for game in deal]
    return Results(
        deals=tuple(deals),
        standings=tuple(_standing(plan, player, deals) for player in range(len(plan.bots))),
        first_player=sum(game.win_share(game.first) for game in games) / len(games),
        moves=sum(game.moves for game in games) / len(games),
        rounds=sum(game.rounds for game in games) / len(games),
    )


def _standing(plan: Plan, player: int, deals: list[Deal]) -> BotStanding:
    games = [game for deal in deals for game in deal]
    thinking = [game.thinking[player] for game in games]
    scores = deal_scores(deals, player)
    places = [game.places[player] for game in games]
    return BotStanding(
        name=plan.bots[player],
        wins=sum(game.win_share(player) for game in games) / len(games),
        score=sum(game.scores[player] for game in games) / len(games),
        beaten=mean_score(scores),
        elo=elo(scores),
        places=tuple(places.count(1 + place) for place in range(len(plan.bots))),
        mean_time=sum(t.total for t in thinking) / max(1, sum(t.moves for t in thinking)),
        longest_time=max(t.longest for t in thinking),
    )


def deal_scores(deals: list[Deal], player: int) -> list[float]:
    """A bot's mean score in every deal: what Elo and sequential tests are computed from."""
    return [sum(game.score_of(player) for game in deal) / len(deal) for deal in deals]


def until_known(arriving: Generator[Deal, None, None], test: Sprt) -> Generator[Deal, None, None]:
    """Hand out deals until a test of the first bot is answered."""
    scores: list[float] = []
    with closing(arriving):
        for deal in arriving:
            yield deal
            scores += deal_scores([deal], 0)
            if test.answer(scores):
                return
