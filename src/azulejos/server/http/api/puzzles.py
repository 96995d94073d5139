"""Puzzles: one to solve, an answer graded, and how somebody gets on with them."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from azulejos.server.http.identity import Caller, HttpRequest, NamedGuest, TheHub
from azulejos.server.http.security import address_of
from azulejos.tables.requests import mistakes, puzzles
from azulejos.tables.requests.puzzles import Kind
from azulejos.tables.study.puzzles import (
    DAY,
    DailyPuzzle,
    Graded,
    MistakeInfo,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleProgress,
    PuzzleSet,
)

Day = Annotated[str, QueryParameter(pattern=DAY, description="like 2026-11-17")]
Word = Annotated[str, QueryParameter(pattern=puzzles.WORD)]
Maybe = Annotated[str | None, QueryParameter(pattern=puzzles.WORD)]
PuzzleName = Annotated[str, PathParameter(max_length=80)]


class PuzzleController(Controller):
    path = "/api"
    tags = ("puzzles",)

    @get("/puzzles", summary="List what puzzles there are: of each game number, themes and levels")
    async def sets(self) -> list[PuzzleSet]:
        return puzzles.sets()

    @get("/puzzles/daily", summary="The puzzle of a day in each game")
    async def daily(
        self, request: HttpRequest, hub: TheHub, caller: Caller, day: Day
    ) -> list[DailyPuzzle]:
        return await puzzles.daily(hub, caller, address_of(request.scope), day)

    @get("/puzzles/next", summary="A puzzle near my rating that I have not answered yet")
    async def next_puzzle(
        self,
        request: HttpRequest,
        hub: TheHub,
        caller: Caller,
        *,
        game: Word,
        theme: Maybe = None,
        level: Maybe = None,
    ) -> PuzzleInfo:
        kind = Kind(game, theme, level)
        return await puzzles.next_puzzle(hub, caller, address_of(request.scope), kind)

    @get("/puzzles/{puzzle:str}", summary="A puzzle by its id")
    async def puzzle(
        self, request: HttpRequest, hub: TheHub, caller: Caller, puzzle: PuzzleName
    ) -> PuzzleInfo:
        return await puzzles.puzzle(hub, caller, address_of(request.scope), puzzle)

    @post(
        "/puzzles/{puzzle:str}/answers",
        summary="Answer a puzzle by a move, and learn what it costs against the best",
        status_code=200,
    )
    async def answer(
        self,
        request: HttpRequest,
        hub: TheHub,
        guest: NamedGuest,
        puzzle: PuzzleName,
        data: JSONBody[PuzzleAnswer],
    ) -> Graded:
        return await puzzles.answer(hub, guest, address_of(request.scope), puzzle, data)

    @get("/mine/puzzles", summary="How I get on with puzzles: rating, streaks, latest answers")
    async def progress(self, hub: TheHub, caller: Caller) -> list[PuzzleProgress]:
        return await puzzles.progress(hub, caller)

    @get("/mine/mistakes", summary="List my mistakes in reviewed games, which are puzzles, too")
    async def mistakes(
        self, request: HttpRequest, hub: TheHub, caller: Caller
    ) -> list[MistakeInfo]:
        return await mistakes.listed(hub, caller, address_of(request.scope))
