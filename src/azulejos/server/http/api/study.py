"""Games that are over, and positions of one's own: replaying, trying out, analysing."""

from __future__ import annotations

import asyncio
import gzip
from functools import partial

from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from azulejos.server.http.api.tables import TableName
from azulejos.server.http.identity import Caller, HttpRequest, TheHub
from azulejos.server.http.security import address_of
from azulejos.tables.requests import study
from azulejos.tables.requests.study import (
    Analysis,
    AskedAnalysis,
    AskedEdit,
    AskedPosition,
    BotTurn,
    FileText,
    SentText,
)
from azulejos.tables.study.drafts import DraftInfo
from azulejos.tables.study.files import FoundGames
from azulejos.tables.study.opening import Opened
from azulejos.tables.study.studies import Replay, Trial

JSON = "application/json"

ask_trial = partial(
    post, status_code=200, responses={200: ResponseSpec(Trial, generate_examples=False)}
)
"""What is answered with a position to try things out in."""


class StudyController(Controller):
    path = "/api"
    tags = ("study",)

    @get(
        "/tables/{table:str}/replay",
        summary="Replay a game that is over",
        responses={200: ResponseSpec(Replay, generate_examples=False)},
    )
    async def replay(self, request: HttpRequest, hub: TheHub, table: TableName) -> Response[bytes]:
        packed = await study.replay(hub, address_of(request.scope), table)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(packed, media_type=JSON, headers={"Content-Encoding": "gzip"})
        return Response(await asyncio.to_thread(gzip.decompress, packed), media_type=JSON)

    @get(
        "/tables/{table:str}/review",
        summary="Review a game that is over: what each move cost (`ReviewLine`s, one a line)",
        media_type="application/x-ndjson",
    )
    async def review(
        self, request: HttpRequest, hub: TheHub, caller: Caller, table: TableName
    ) -> Stream:
        lines = await study.review(hub, caller, address_of(request.scope), table)
        return Stream(lines, media_type="application/x-ndjson")

    @ask_trial("/sandbox", summary="Look at a position, or make a move in it")
    async def sandbox(
        self, request: HttpRequest, hub: TheHub, data: JSONBody[AskedPosition]
    ) -> Response[bytes]:
        result = await study.sandbox(hub, address_of(request.scope), data)
        return Response(result, media_type=JSON)

    @post(
        "/editor",
        summary="Edit a position: let other things lie at some of its places",
        status_code=200,
        responses={200: ResponseSpec(DraftInfo, generate_examples=False)},
    )
    async def edit(
        self, request: HttpRequest, hub: TheHub, data: JSONBody[AskedEdit]
    ) -> Response[bytes]:
        return Response(await study.edit(hub, address_of(request.scope), data), media_type=JSON)

    @post(
        "/open",
        summary="Read a position or a record, as text or JSON",
        status_code=200,
        responses={200: ResponseSpec(Opened, generate_examples=False)},
    )
    async def open_text(
        self, request: HttpRequest, hub: TheHub, data: JSONBody[SentText]
    ) -> Response[bytes]:
        result = await study.open_text(hub, address_of(request.scope), data)
        return Response(result, media_type=JSON)

    @ask_trial("/sandbox/bot", summary="Let a bot make the move in a position")
    async def bot_answers(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[BotTurn]
    ) -> Response[bytes]:
        result = await study.bot_answers(hub, caller, address_of(request.scope), data)
        return Response(result, media_type=JSON)

    @post("/analysis", summary="Find the best moves in a position", status_code=200)
    async def analysis(
        self, request: HttpRequest, hub: TheHub, caller: Caller, data: JSONBody[AskedAnalysis]
    ) -> Analysis:
        return await study.analysis(hub, caller, address_of(request.scope), data)

    @post(
        "/files",
        summary="Read a file of games, or a record, to play on from",
        status_code=200,
        responses={200: ResponseSpec(FoundGames, generate_examples=False)},
    )
    async def read_file(
        self, request: HttpRequest, hub: TheHub, data: JSONBody[FileText]
    ) -> Response[bytes]:
        result = await study.read_file(hub, address_of(request.scope), data)
        return Response(result, media_type=JSON)
