"""Choosing moves by level, and advice, by workers that are ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from azulejos.core.state import View
from azulejos.errors import Busy, UnknownName
from azulejos.play.daily import SEAT, DailyGame
from azulejos.skill.luck import Deal
from azulejos.tables.bots import tasks
from azulejos.tables.bots.levels import NAMES, level_of, takes_long
from azulejos.tables.bots.scheduling import Claim
from azulejos.tables.bots.workers import Workers
from azulejos.tables.messages import Hint

PAR_GAMES = 4  # of each level: the spread shows how much is luck
MAX_PAR = 200  # levels on days that are remembered
MAX_WAITING = 32  # questions for advice
MAX_WAITING_OF_GUEST = 4  # of one guest


class LevelPool:
    """Answers with the bots of the levels, and advises, in one set of workers."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self._par: dict[tuple[str, str], list[int]] = {}  # by day and level
        self._advising: Counter[str] = Counter()  # questions that wait or are thought about

    @property
    def waiting(self) -> int:
        return self.workers.waiting

    async def stop(self) -> None:
        await self.workers.stop()

    def workers_for(self, task: tasks.Task) -> Workers:
        """The workers that do a task."""
        del task
        return self.workers

    async def choose(self, view: View, name: str, claim: Claim) -> str:
        """The move that a bot of a level chooses."""
        if level_of(name) not in NAMES:
            raise UnknownName("bot", name, NAMES)
        task = tasks.Choose(tasks.SeatView.of(view), name)
        return (await self.workers_for(task).ask(task, claim, is_long=takes_long(name))).move

    async def answer(self, view: View, level: str, claim: Claim) -> str:
        """The move that a bot of a level chooses in a position that somebody tries out."""
        task = tasks.Choose(tasks.SeatView.of(view), level)
        return (await self._consult(task, claim, is_long=takes_long(level))).move

    async def advise(self, view: View, claim: Claim) -> list[Hint]:
        return (await self._consult(tasks.Advise(tasks.SeatView.of(view)), claim)).hints

    async def analyse(self, view: View, effort: int, claim: Claim) -> tasks.TaskResult:
        """The best moves, and how far the search got."""
        return await self._consult(tasks.Advise(tasks.SeatView.of(view), effort), claim)

    async def judge(self, view: View, move: str, claim: Claim) -> tasks.Verdict:
        verdict = (await self._consult(tasks.Judge(tasks.SeatView.of(view), move), claim)).verdict
        assert verdict is not None
        return verdict

    async def deal_luck(self, deals: Sequence[Deal], claim: Claim) -> list[float]:
        """The luck of each deal of a two-player game, in points for seat 0."""
        return (await self._consult(tasks.DealLuck.of(deals), claim)).deal_luck

    async def par(self, daily: DailyGame, level: str, claim: Claim) -> list[int]:
        """How far ahead of the opponent a level ends in the game of a day, in several games."""
        key = (daily.seed, level)
        if key not in self._par:
            leads = []
            for seed in range(PAR_GAMES):
                player = f"{level}:seed={seed}"
                task = tasks.PlayDaily(daily.game.name, str(daily.day), player, daily.opponent)
                result = await self._consult(task, claim)
                leads.append(result.points[SEAT] - result.points[1 - SEAT])
            self._par[key] = leads
            for oldest in [*self._par][:-MAX_PAR]:
                del self._par[oldest]
        return self._par[key]

    async def _consult(
        self, task: tasks.Task, claim: Claim, *, is_long: bool = True
    ) -> tasks.TaskResult:
        """Ask a worker for something that no game is waiting for."""
        if self._advising.total() >= MAX_WAITING:
            raise Busy("too many requests for hints: try again")
        guests = claim.payers
        if any(self._advising[guest] >= MAX_WAITING_OF_GUEST for guest in guests):
            raise Busy("too many of your questions are waiting: try again")
        self._advising.update(guests)
        try:
            return await self.workers_for(task).ask(task, claim, is_long=is_long)
        finally:
            self._advising.subtract(guests)
            self._advising += Counter()  # drops those at zero
