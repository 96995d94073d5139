"""Many games, in this process or in several, in any order, handed out as complete deals."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain

from azulejos.bots.arena import processes as crews
from azulejos.bots.arena.elo import PointsSprt, SequentialTest
from azulejos.bots.arena.game import GamePlayed, Task, play_game, warm_up
from azulejos.bots.arena.plan import Plan

Deal = tuple[GamePlayed, ...]
Games = Generator[GamePlayed, None, None]
Deals = Generator[Deal, None, None]


def play(plan: Plan, deals: int, processes: int = 1) -> Deals:
    """Play deals 0, 1, 2, … and hand them out in this order, each complete."""
    return in_deals(plan, play_games(plan, tasks(plan, deals), processes))


def tasks(plan: Plan, deals: int, played: Collection[Task] = ()) -> Iterator[Task]:
    """The games of this many deals, without those that were played before."""
    every = (Task(deal, turn) for deal in range(deals) for turn in range(plan.seats))
    return (task for task in every if task not in played)


def play_games(plan: Plan, wanted: Iterable[Task], processes: int = 1) -> Games:
    """Play some games and hand them out as they end, in any order."""
    warm_up(plan)  # compiles what is not compiled yet, before processes do it side by side
    if processes == 1 and not plan.needs_watching:
        yield from (play_game(plan, task) for task in wanted)
    else:
        yield from crews.play(plan, wanted, processes)


def in_deals(plan: Plan, arriving: Games, played: Iterable[GamePlayed] = ()) -> Deals:
    """Put games together to complete deals and hand those out in their order."""
    begun: dict[int, list[GamePlayed]] = {}
    due = 0
    with closing(arriving):
        for game in chain(played, arriving):
            begun.setdefault(game.deal, []).append(game)
            while len(begun.get(due, ())) == plan.seats:
                yield tuple(sorted(begun.pop(due), key=lambda each: each.rotation))
                due += 1


def until_known(arriving: Deals, test: SequentialTest) -> Deals:
    """Hand out deals until a test of the first bot is answered."""
    values: list[float] = []
    with closing(arriving):
        for deal in arriving:
            yield deal
            values += tested_values(test, [deal])
            if test.answer(values):
                return


def tested_values(test: SequentialTest, deals: Iterable[Deal]) -> list[float]:
    """What a test of the first bot looks at in every deal."""
    return deal_margins(deals, 0) if isinstance(test, PointsSprt) else deal_scores(deals, 0)


def deal_scores(deals: Iterable[Deal], player: int) -> list[float]:
    """The mean score of a player of the lineup in every deal: what Elo is computed from."""
    return [sum(game.score_of(player) for game in deal) / len(deal) for deal in deals]


def deal_margins(deals: Iterable[Deal], player: int) -> list[float]:
    """The mean points that a player of the lineup was ahead, in every deal without a forfeit."""
    return [
        sum(game.margin_of(player) for game in deal) / len(deal)
        for deal in deals
        if not any(game.forfeit for game in deal)
    ]
