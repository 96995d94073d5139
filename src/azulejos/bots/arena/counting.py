"""What an arena found: how every bot did, against whom, from which seat, and what went wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from azulejos.bots.arena.elo import Estimate, elo, mean_margin, mean_score
from azulejos.bots.arena.game import GamePlayed
from azulejos.bots.arena.plan import Plan
from azulejos.bots.arena.playing import Deal, deal_margins
from azulejos.bots.arena.ratings import Comparisons, ratings


@dataclass(frozen=True)
class BotStanding:
    """How one bot did in the games that it played."""

    name: str
    games: int
    wins: float  # the share of games won; a shared victory counts its share
    score: float  # mean points in games without a forfeit; NaN if there are none
    ahead: Estimate  # mean points ahead of the others, in deals without a forfeit
    beaten: Estimate  # the share of the others it finished ahead of
    elo: Estimate  # against the others together
    rating: Estimate  # Bradley and Terry's, among all bots
    places: tuple[int, ...]  # how often it was first, second, ...
    forfeits: int
    mean_time: float  # for a move, in seconds
    max_time: float


class Way(NamedTuple):
    """A way in which a bot forfeited games."""

    bot: int
    kind: str
    games: int
    reason: str  # of the first of them


@dataclass(frozen=True)
class Results:
    """What an arena found. Means of points, moves and rounds leave out games with a forfeit."""

    plan: Plan
    anchor: int | None  # the bot whose rating is 0; None: their mean is
    deals: tuple[Deal, ...]
    standings: tuple[BotStanding, ...]  # in the order of the plan
    first_player: float  # the share of games that the bot with the first move won
    moves: float  # mean of a game
    rounds: float

    @property
    def games(self) -> int:
        return sum(len(deal) for deal in self.deals)

    @property
    def every_game(self) -> list[GamePlayed]:
        return [game for deal in self.deals for game in deal]

    @property
    def forfeited(self) -> list[GamePlayed]:
        """The games that a bot forfeited."""
        return [game for game in self.every_game if game.forfeit]

    @property
    def by_rating(self) -> list[int]:
        """The bots of a tournament, the best first; those of a single match as they were named."""
        numbers = [*range(len(self.standings))]
        if self.plan.pairing != "all":
            numbers.sort(key=lambda number: -self.standings[number].rating.value)
        return numbers

    @property
    def ways_to_forfeit(self) -> list[Way]:
        """Which bot forfeited how many games in which way."""
        ways: dict[tuple[int, str], list[str]] = {}
        for game in self.forfeited:
            if lost := game.forfeit:
                ways.setdefault((game.bots[lost.player], lost.kind), []).append(lost.reason)
        return [Way(*key, len(reasons), reasons[0]) for key, reasons in sorted(ways.items())]

    def margins(self, number: int) -> list[int]:
        """How many points a bot was ahead of the best of the others, without forfeits."""
        result = []
        for game in self.every_game:
            if number in game.bots and not game.forfeit:
                player = game.bots.index(number)
                others = game.scores[:player] + game.scores[player + 1 :]
                result.append(game.scores[player] - max(others))
        return result

    @cached_property
    def crosstable(self) -> dict[tuple[int, int], tuple[float, int]]:
        """For each bot and another: the mean score against it, and in how many games they met."""
        sums: dict[tuple[int, int], tuple[float, int]] = {}
        for game in self.every_game:
            for one, two in permutations(range(len(game.bots)), 2):
                pair = game.bots[one], game.bots[two]
                ahead = (game.places[one] < game.places[two]) + (
                    game.places[one] == game.places[two]
                ) / 2
                total, number = sums.get(pair, (0.0, 0))
                sums[pair] = total + ahead, number + 1
        return {pair: (total / number, number) for pair, (total, number) in sums.items()}

    @property
    def seats(self) -> list[float]:
        """The share of games without a forfeit that each seat won."""
        wins = [0.0] * self.plan.seats
        games = [game for game in self.every_game if not game.forfeit]
        for game in games:
            for player in range(len(wins)):
                wins[game.seat_of(player)] += game.win_share(player)
        return [won / len(games) if games else math.nan for won in wins]


def count(plan: Plan, deals: Iterable[Deal], anchor: int | None = None) -> Results:
    """Sum up one or more deals; ratings have a mean of 0, or that of the anchor is 0."""
    played = tuple(deals)
    ended = [game for deal in played for game in deal if not game.forfeit]
    rated = ratings(Comparisons(len(plan.bots), played), anchor)
    return Results(
        plan=plan,
        anchor=anchor,
        deals=played,
        standings=tuple(
            _standing(plan, number, played, rated[number]) for number in range(len(plan.bots))
        ),
        first_player=mean([game.win_share(game.first) for game in ended]),
        moves=mean([game.moves for game in ended]),
        rounds=mean([game.rounds for game in ended]),
    )


def _standing(plan: Plan, number: int, deals: Sequence[Deal], rating: Estimate) -> BotStanding:
    its_deals = [deal for deal in deals if number in deal[0].bots]
    games = [(game, game.bots.index(number)) for deal in its_deals for game in deal]
    thinking = [game.thinking[player] for game, player in games]
    scores = scores_of(its_deals, number) or [0.5]
    places = [game.places[player] for game, player in games]
    return BotStanding(
        name=plan.labels[number],
        games=len(games),
        wins=mean([game.win_share(player) for game, player in games]),
        score=mean([game.scores[player] for game, player in games if not game.forfeit]),
        ahead=mean_margin(margins_of(its_deals, number)),
        beaten=mean_score(scores),
        elo=elo(scores),
        rating=rating,
        places=tuple(places.count(1 + place) for place in range(plan.seats)),
        forfeits=sum(bool(game.forfeit and game.forfeit.player == p) for game, p in games),
        mean_time=sum(t.total for t in thinking) / max(1, sum(t.moves for t in thinking)),
        max_time=max((t.longest for t in thinking), default=0.0),
    )


def scores_of(deals: Iterable[Deal], number: int) -> list[float]:
    """A bot's mean score in every deal that it took part in: what Elo is computed from."""
    return [
        mean([game.score_of(game.bots.index(number)) for game in deal])
        for deal in deals
        if number in deal[0].bots
    ]


def margins_of(deals: Iterable[Deal], number: int) -> list[float]:
    """The mean points that a bot was ahead in every deal that it took part in."""
    return [
        margin
        for deal in deals
        if number in deal[0].bots
        for margin in deal_margins([deal], deal[0].bots.index(number))
    ]


def mean(values: Sequence[float]) -> float:
    """NaN of nothing."""
    return sum(values) / len(values) if values else math.nan
