"""Games as they come: a progress bar, and what was played when something ends it early."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from azulejos.bots.arena import Deal, Deals, Plan
from azulejos.errors import AzulejosError


@dataclass
class Played:
    """The deals that were completed, and what ended the arena before all were."""

    deals: list[Deal] = field(default_factory=list)
    ended_by: KeyboardInterrupt | AzulejosError | None = None

    @property
    def is_interrupted(self) -> bool:
        return isinstance(self.ended_by, KeyboardInterrupt)

    @property
    def games(self) -> int:
        return sum(map(len, self.deals))


def collect(plan: Plan, deals: int, arriving: Deals) -> Played:
    """Play with a progress bar; Ctrl-C ends the arena but not what it has found so far."""
    played = Played()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar, closing(arriving):
        task = bar.add_task("preparing", total=deals * plan.seats)
        leader = Leader(plan)
        try:
            for deal in arriving:
                played.deals.append(deal)
                bar.update(task, advance=len(deal), description=leader.after(deal))
        except (KeyboardInterrupt, AzulejosError) as error:
            played.ended_by = error
    return played


class Leader:
    """How the first bot is doing, and how many games were forfeited."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._score, self._games, self._forfeits = 0.0, 0, 0

    def after(self, deal: Deal) -> str:
        for game in deal:
            self._forfeits += game.forfeit is not None
            if 0 in game.bots:
                self._score += game.score_of(game.bots.index(0))
                self._games += 1
        return " · ".join(self._parts())

    def _parts(self) -> Iterable[str]:
        if self._games:
            yield f"{self._plan.labels[0]} {self._score / self._games:.1%}"
        if self._forfeits:
            yield f"{self._forfeits} forfeited"
