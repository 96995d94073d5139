"""The bot API: programs that play with a token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec

from azulejos.errors import NotAllowed
from azulejos.tables.live.audience import Subscriber
from azulejos.tables.live.summary import TablePage, page_of_tables
from azulejos.tables.messages import Move, ProgramUpdate
from azulejos.tables.people.guests import Identity
from azulejos.tables.requests.backend import expect_room
from azulejos.tables.requests.me import After, Limit, NewName
from azulejos.tables.requests.route import Content, Context, ServerContext
from azulejos.tables.requests.tables import Seated, TableName
from azulejos.tables.study.puzzles import MoveText

HEARTBEAT = 15.0  # seconds between two empty lines of a stream

Version = Annotated[int, msgspec.Meta(ge=-1)]


class Token(msgspec.Struct, frozen=True):
    """Shows who a program is. It is told this once."""

    name: str
    token: str


class BotMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, in reply to a version of the game; the id lets it be sent again safely."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
    version: int
    move: MoveText


async def add_program(context: Context, body: NewName) -> Token:
    """Make a guest for a program, and a token for it."""
    context.backend.limits.take("guest", context.address, context.address)
    identity, token = await context.backend.guests.add(body.name, "bot")
    return Token(identity.name, token)


async def program_games(
    context: Context, after: After | None = None, limit: Limit = 50
) -> TablePage:
    """List my games, the latest first."""
    program = await _program(context)
    return await page_of_tables(context.backend.store, program.guest, limit, after)


async def follow_game(
    context: ServerContext, table: TableName, version: Version = -1
) -> Content[ProgramUpdate]:
    """Follow a game: a JSON object (`ProgramUpdate`) a line, until the game is over."""
    backend, address = context.backend, context.address
    program = await _program(context)
    subscriber = Subscriber(program, version, for_program=True, address=address)
    live = await backend.lobby.table(table)
    expect_room(backend, address)

    async def lines() -> AsyncIterator[bytes]:
        backend.sockets[address] += 1
        try:
            await live.attach(subscriber)
            async for message in _until_stopped(subscriber, backend.stopping):
                yield message.encode() + b"\n"
        finally:
            backend.sockets[address] -= 1
            await live.detach(subscriber)

    return Content(lines())


async def program_move(context: Context, table: TableName, body: BotMove) -> Seated:
    """Make a move."""
    program = await _program(context)
    context.backend.limits.take("message", program.guest, context.address)
    live = await context.backend.lobby.table(table)
    return Seated(await live.execute(program, Move(body.id, body.version, body.move)))


async def _program(context: Context) -> Identity:
    caller = await context.caller()
    if caller is None or not caller.is_program:
        raise NotAllowed("this needs a token: Authorization: Bearer TOKEN")
    return caller


async def _until_stopped(subscriber: Subscriber, stopping: asyncio.Event) -> AsyncIterator[str]:
    """The messages for a subscriber, and an empty one now and then to show that it is connected."""
    stop = asyncio.create_task(stopping.wait())
    try:
        while not stop.done():
            following = asyncio.create_task(subscriber.next_message())
            await asyncio.wait(
                (stop, following), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
            )
            if not following.done():
                following.cancel()
                yield ""
                continue
            message = following.result()
            if message is None:
                return
            yield message
    finally:
        stop.cancel()
