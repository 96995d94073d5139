"""Reviews of finished games: what every move cost.

A review takes many seconds of thinking. So it is made once for all who ask, move by move among the
other tasks of the workers. It continues while somebody follows it, and its results are kept.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import Protocol

from azulejos.bots.analysis import Decision, decisions, summaries, worst
from azulejos.core.state import View
from azulejos.errors import Busy
from azulejos.play.match import Match
from azulejos.skill.judging import NODES
from azulejos.skill.luck import Deal, deals, luck_of
from azulejos.skill.summary import GameSummary, JudgedMove, summary_of
from azulejos.tables.bots.scheduling import Claim, Urgency
from azulejos.tables.bots.tasks import Verdict
from azulejos.tables.messages import MoveReview, ReviewEnd, SeatReview

MAX_KEPT = 200
MAX_UNDER_WAY = 16  # reviews
MAX_OF_GUEST = 2  # of these that one guest asked for
MAX_OF_ADDRESS = 4  # or all guests of one address
MAX_CUT_SHORT = 0.1  # of the moves: a judge stopped more often cannot be compared


class Judges(Protocol):
    """What a review asks of bots."""

    async def judge(self, view: View, move: str, claim: Claim) -> Verdict:
        """What a move cost."""

    async def deal_luck(self, deals: Sequence[Deal], claim: Claim) -> list[float]:
        """How kind deals of a game with two players were to the first seat, in points."""


@dataclass(frozen=True)
class ToReview:
    """The parts of a finished game that are judged."""

    players: int
    decisions: Sequence[Decision]
    deals: Sequence[Deal]  # that began rounds

    @classmethod
    def of(cls, match: Match) -> ToReview:
        return cls(
            match.options.players, decisions(match.states, match.events), list(deals(match.states))
        )


class Review:
    """The review of one game, as far as it has come."""

    def __init__(self, game: ToReview, bots: Judges, guest: str) -> None:
        self.decisions = game.decisions
        self.moves: list[MoveReview] = []
        self.luck: list[int] | None = None
        self.guest = guest  # who asked for it last, while nobody followed it
        self.address = ""  # from where
        self.is_noted = False  # the players have it in their notebooks
        self._deals = game.deals if game.players == 2 else ()
        self._players = game.players
        self._cut_short = 0
        self._bots = bots
        self._followers = 0
        self._thinking: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def is_done(self) -> bool:
        return self._is_judged and (self.luck is not None or not self._deals)

    @property
    def _is_judged(self) -> bool:
        return len(self.moves) == len(self.decisions)

    @property
    def is_under_way(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def begin(self) -> None:
        """Start thinking, so that it takes its place in the queue now."""
        if not self.is_under_way:
            self._thinking = asyncio.create_task(self._think())

    async def follow(self) -> AsyncGenerator[MoveReview | ReviewEnd]:
        """All moves, as soon as each is judged; then the end."""
        self._followers += 1
        try:
            sent = 0
            while True:
                for move in self.moves[sent:]:
                    yield move
                    sent += 1
                if self.is_done:
                    yield self._end()
                    return
                await self._more(sent)
        finally:
            self._followers -= 1
            if self._followers == 0:
                await self.stop()

    async def stop(self) -> None:
        """Pause it."""
        if self._thinking:
            self._thinking.cancel()
            await asyncio.wait([self._thinking])

    def summary(self, seat: int) -> GameSummary:
        """How a seat played, once everything is judged."""
        judged = [
            _judged(decision, move)
            for decision, move in zip(self.decisions, self.moves, strict=True)
        ]
        is_fair = self._cut_short <= MAX_CUT_SHORT * len(judged)
        nodes = NODES.get(judged[0].decision.state.game.name, 0) if is_fair else 0
        return summary_of(seat, judged, nodes=nodes, luck=self.luck[seat] if self.luck else None)

    async def _more(self, known: int) -> None:
        """Wait until more than `known` moves are judged; raise what prevents that."""
        self.begin()
        thinking = self._thinking
        assert thinking is not None
        while len(self.moves) == known and not self.is_done:
            self._news.clear()
            news = asyncio.create_task(self._news.wait())
            try:
                await asyncio.wait((news, thinking), return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
            if len(self.moves) > known or self.is_done:
                return
            if thinking.cancelled():
                raise Busy("the review was stopped")
            if thinking.done():
                thinking.result()

    async def _think(self) -> None:
        for decision in self.decisions[len(self.moves) :]:
            view = decision.state.view(decision.seat)
            verdict = await self._bots.judge(view, str(decision.move), self._claim())
            self.moves.append(_review(decision, verdict))
            self._cut_short += not verdict.is_full
            self._news.set()
        if not self.is_done:
            self.luck = luck_of(await self._bots.deal_luck(self._deals, self._claim()))
            self._news.set()

    def _claim(self) -> Claim:
        return Claim(frozenset({self.guest}), Urgency.REVIEW)

    def _end(self) -> ReviewEnd:
        return ReviewEnd(
            worst=[move.ply for move in worst(self.moves)],
            seats=[
                SeatReview(each.decisions, each.right, each.mistakes, each.lost)
                for each in summaries(self.moves, self._players)
            ],
            luck=self.luck,
        )


class Reviews:
    """The reviews of a server: many are kept, a few are under way."""

    def __init__(self, bots: Judges) -> None:
        self._bots = bots
        self._kept: OrderedDict[str, Review] = OrderedDict()

    def known(self, table: str) -> Review | None:
        """The review of a table, if it is kept."""
        if table in self._kept:
            self._kept.move_to_end(table)
        return self._kept.get(table)

    def add(self, table: str, game: ToReview, guest: str) -> Review:
        """Keep a new review of a table."""
        review = self._kept.setdefault(table, Review(game, self._bots, guest))
        idle = [name for name, each in self._kept.items() if not each.is_under_way]
        for name in idle[: max(0, len(self._kept) - MAX_KEPT)]:
            del self._kept[name]
        return review

    def expect_room(self, review: Review, guest: str, address: str) -> None:
        """Raise `Busy` if a review would have to begin while too many are under way."""
        if review.is_done or review.is_under_way:
            return
        under_way = [each for each in self._kept.values() if each.is_under_way]
        if sum(each.guest == guest for each in under_way) >= MAX_OF_GUEST:
            raise Busy("other games are being reviewed for you: wait until that is done")
        if sum(each.address == address for each in under_way) >= MAX_OF_ADDRESS:
            raise Busy("other games are being reviewed for your address: try again in a minute")
        if len(under_way) >= MAX_UNDER_WAY:
            raise Busy("too many games are being reviewed: try again in a minute")
        review.guest, review.address = guest, address

    async def stop(self) -> None:
        for review in self._kept.values():
            await review.stop()


def _review(decision: Decision, verdict: Verdict) -> MoveReview:
    return MoveReview(
        ply=decision.event - 1,
        seat=decision.seat,
        points=verdict.points,
        cost=verdict.cost,
        is_mistake=verdict.is_mistake,
        throws_away_victory=verdict.throws_away_victory,
        best=verdict.best,
        kind=verdict.kind,
    )


def _judged(decision: Decision, move: MoveReview) -> JudgedMove:
    return JudgedMove(
        decision,
        move.points,
        move.cost,
        move.is_mistake,
        move.throws_away_victory,
        move.kind,
        move.best.move,
        move.best.points,
        move.best.line,
    )
