"""The results of an arena: how every bot did, against whom, from which seat, and what failed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from azulejos.bots.arena.elo import (
    Comparisons,
    Estimate,
    SequentialTest,
    elo,
    mean_margin,
    mean_score,
    ratings,
)
from azulejos.bots.arena.game import GamePlayed
from azulejos.bots.arena.plan import Plan
from azulejos.bots.arena.playing import Deal, deal_margins


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
        order = [*range(len(self.standings))]
        if self.plan.pairing != "all":
            order.sort(key=lambda index: -self.standings[index].rating.value)
        return order

    @property
    def ways_to_forfeit(self) -> list[Way]:
        """Which bot forfeited how many games in which way."""
        ways: dict[tuple[int, str], list[str]] = {}
        for game in self.forfeited:
            if lost := game.forfeit:
                ways.setdefault((game.bots[lost.player], lost.kind), []).append(lost.reason)
        return [Way(*key, len(reasons), reasons[0]) for key, reasons in sorted(ways.items())]

    def margins(self, index: int) -> list[int]:
        """How many points a bot was ahead of the best of the others, without forfeits."""
        result = []
        for game in self.every_game:
            if index in game.bots and not game.forfeit:
                player = game.bots.index(index)
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
                total, count = sums.get(pair, (0.0, 0))
                sums[pair] = total + ahead, count + 1
        return {pair: (total / count, count) for pair, (total, count) in sums.items()}

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
            _standing(plan, index, played, rated[index]) for index in range(len(plan.bots))
        ),
        first_player=mean([game.win_share(game.first) for game in ended]),
        moves=mean([game.moves for game in ended]),
        rounds=mean([game.rounds for game in ended]),
    )


def _standing(plan: Plan, index: int, deals: Sequence[Deal], rating: Estimate) -> BotStanding:
    its_deals = [deal for deal in deals if index in deal[0].bots]
    games = [(game, game.bots.index(index)) for deal in its_deals for game in deal]
    thinking = [game.thinking[player] for game, player in games]
    scores = scores_of(its_deals, index) or [0.5]
    places = [game.places[player] for game, player in games]
    return BotStanding(
        name=plan.labels[index],
        games=len(games),
        wins=mean([game.win_share(player) for game, player in games]),
        score=mean([game.scores[player] for game, player in games if not game.forfeit]),
        ahead=mean_margin(margins_of(its_deals, index)),
        beaten=mean_score(scores),
        elo=elo(scores),
        rating=rating,
        places=tuple(places.count(1 + place) for place in range(plan.seats)),
        forfeits=sum(bool(game.forfeit and game.forfeit.player == p) for game, p in games),
        mean_time=sum(t.total for t in thinking) / max(1, sum(t.moves for t in thinking)),
        max_time=max((t.longest for t in thinking), default=0.0),
    )


def scores_of(deals: Iterable[Deal], index: int) -> list[float]:
    """A bot's mean score in every deal that it took part in: what Elo is computed from."""
    return [
        mean([game.score_of(game.bots.index(index)) for game in deal])
        for deal in deals
        if index in deal[0].bots
    ]


def margins_of(deals: Iterable[Deal], index: int) -> list[float]:
    """The mean points that a bot was ahead in every deal that it took part in."""
    return [
        margin
        for deal in deals
        if index in deal[0].bots
        for margin in deal_margins([deal], deal[0].bots.index(index))
    ]


def mean(values: Sequence[float]) -> float:
    """The mean; NaN of nothing."""
    return sum(values) / len(values) if values else math.nan


# Results as people read them: rounded, with signs and units, and never -0


def elo_text(elo: Estimate) -> str:
    return f"{signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})"


def signed(value: float) -> str:
    """A whole number with its sign; what rounds to zero has none."""
    if math.isinf(value):
        return "+∞" if value > 0 else "-∞"
    return f"{round(value):+d}" if round(value) else "0"


def points_text(points: Estimate) -> str:
    """Points ahead, with their interval."""
    if math.isnan(points.value):
        return "-"
    low, high = signed_tenth(points.low), signed_tenth(points.high)
    return f"{signed_tenth(points.value)} ({low} to {high})"


def signed_tenth(value: float) -> str:
    """A number with its sign and one digit; what rounds to zero has none."""
    if math.isinf(value):
        return signed(value)
    rounded = round(value, 1) + 0.0
    return f"{rounded:+.1f}" if rounded else "0"


def share(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.1%}"


def plain(value: float, digits: int) -> str:
    """A rounded number, or a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:z.{digits}f}"


def time_text(seconds: float) -> str:
    if seconds < 1e-4:
        return f"{1e6 * seconds:.0f} µs"
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def test_text(test: SequentialTest, values: Sequence[float]) -> str:
    """The question of a sequential test, and its answer so far."""
    low, high = (f"{size:+g}" for size in test.sizes)
    answer = test.answer(values)
    verdict = "not known yet" if answer is None else f"no, rather {low}"
    if answer and answer.endswith("1"):
        verdict = f"yes, rather {high}"
    return (
        f"stronger by {high} {test.unit} than by {low}? {verdict} "
        f"(log-likelihood ratio {test.ratio(values):+z.2f}, bounds ±{test.bound:.2f})"
    )
