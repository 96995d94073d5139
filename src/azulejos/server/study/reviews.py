"""Reviews of games that are over: what every move cost.

A review takes many seconds of thinking, so it is done once for all who ask, move by move among the
other tasks of the workers. It goes on while somebody follows it; what it has found is kept.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Sequence

from azulejos.bots.analysis import Decision, summaries, worst
from azulejos.errors import Busy
from azulejos.server.bots.scheduling import Claim, Urgency
from azulejos.server.bots.tasks import Verdict
from azulejos.server.messages import MoveReview, ReviewEnd, SeatReview
from azulejos.server.table.services import Bots

MOST_KEPT = 200
MOST_AT_ONCE = 16  # reviews under way
MOST_OF_ONE = 2  # that one guest asked for


class Review:
    """The review of one game, as far as it has come."""

    def __init__(self, decisions: Sequence[Decision], players: int, bots: Bots, guest: str) -> None:
        self.decisions = decisions
        self.moves: list[MoveReview] = []
        self.guest = guest  # who asked for it last, while nobody followed it
        self._players = players
        self._bots = bots
        self._followers = 0
        self._thinking: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @property
    def is_done(self) -> bool:
        return len(self.moves) == len(self.decisions)

    @property
    def is_under_way(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    async def follow(self) -> AsyncGenerator[MoveReview | ReviewEnd]:
        """All moves, those that are judged at once and the others as they are; then the end."""
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
        """Stop thinking about it for now."""
        if self._thinking:
            self._thinking.cancel()
            await asyncio.wait([self._thinking])

    async def _more(self, known: int) -> None:
        """Wait until more moves are judged than are known; raise what prevents it."""
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think())
        thinking = self._thinking
        while len(self.moves) == known:
            self._news.clear()
            news = asyncio.create_task(self._news.wait())
            try:
                await asyncio.wait((news, thinking), return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
            if len(self.moves) > known:
                return
            if thinking.cancelled():
                raise Busy("the review was stopped")
            if thinking.done():
                thinking.result()

    async def _think(self) -> None:
        for decision in self.decisions[len(self.moves) :]:
            view = decision.state.view(decision.seat)
            claim = Claim(frozenset({self.guest}), Urgency.REVIEW)
            verdict = await self._bots.judge(view, str(decision.move), claim)
            self.moves.append(_review(decision, verdict))
            self._news.set()

    def _end(self) -> ReviewEnd:
        return ReviewEnd(
            worst=[move.ply for move in worst(self.moves)],
            seats=[
                SeatReview(each.decisions, each.right, each.mistakes, each.lost)
                for each in summaries(self.moves, self._players)
            ],
        )


class Reviews:
    """The reviews of a server: those of many games are kept, those of a few are under way."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._kept: OrderedDict[str, Review] = OrderedDict()

    def known(self, table: str) -> Review | None:
        """The review of a table, if anybody has asked for it lately."""
        if table in self._kept:
            self._kept.move_to_end(table)
        return self._kept.get(table)

    def add(self, table: str, decisions: Sequence[Decision], players: int, guest: str) -> Review:
        """Keep a review of a table from now on."""
        review = self._kept.setdefault(table, Review(decisions, players, self._bots, guest))
        idle = [name for name, each in self._kept.items() if not each.is_under_way]
        for name in idle[: max(0, len(self._kept) - MOST_KEPT)]:
            del self._kept[name]
        return review

    def expect_room(self, review: Review, guest: str) -> None:
        """Raise `Busy` if a review would have to begin while too many are under way."""
        if review.is_done or review.is_under_way:
            return
        under_way = [each for each in self._kept.values() if each.is_under_way]
        if sum(each.guest == guest for each in under_way) >= MOST_OF_ONE:
            raise Busy("you have other games reviewed: wait until that is done")
        if len(under_way) >= MOST_AT_ONCE:
            raise Busy("too many games are being reviewed: try again in a minute")
        review.guest = guest

    async def stop(self) -> None:
        """End those that are under way."""
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
    )
