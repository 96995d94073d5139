"""Somebody at a page whose server is in its own worker."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

from azulejos.offline.host import Host

Message = dict[str, Any]


class Page:
    """Asks a host, and plays at its tables."""

    def __init__(self, host: Host, seed: int = 1) -> None:
        self.host = host
        self.source = random.Random(seed)
        self._ids = (f"id-{number}" for number in itertools.count())

    async def ask(self, method: str, path: str, body: object = None, status: int = 0) -> Any:
        """What a request is answered; it must have this status, or be no error."""
        text = "" if body is None else json.dumps(body)
        answer = await self.host.request(method, path, {}, text)
        assert answer.status == status if status else answer.status < 300, answer
        is_json = answer.headers["content-type"] == "application/json"
        return json.loads(answer.body) if is_json else answer.body

    async def new_table(self, game: str, *seats: Message, **wanted: Any) -> str:
        wanted = {"game": game, "seats": list(seats), **wanted}
        name: str = (await self.ask("POST", "/api/tables", wanted))["table"]
        return name

    async def play(self, table: str, most: int = 10_000) -> Message:
        """Play any moves until the game is over, or so many are made; the last update."""
        line = Socket(self.host, table)
        made, answered = 0, -1
        try:
            while True:
                update = await line.next("update")
                if update["result"] or made == most:
                    return update
                if update["choices"] and update["version"] > answered:
                    answered = update["version"]
                    made += 1
                    move = self.source.choice(update["choices"])["move"]
                    line.say(type="move", id=next(self._ids), version=answered, move=move)
        finally:
            line.channel.close()


class Socket:
    """A channel to a table."""

    def __init__(self, host: Host, table: str, version: int = -1) -> None:
        self.heard: asyncio.Queue[Message | int] = asyncio.Queue()
        self.channel = host.open(
            f"/api/tables/{table}/socket?version={version}",
            lambda text: self.heard.put_nowait(json.loads(text)),
            lambda code, _: self.heard.put_nowait(code),
        )

    def say(self, **message: Any) -> None:
        self.channel.receive(json.dumps(message))

    async def next(self, *kinds: str) -> Message:
        """The next message of these kinds."""
        while True:
            message = await asyncio.wait_for(self.heard.get(), 60)
            assert isinstance(message, dict), f"closed with {message}"
            if message["type"] in kinds:
                return message

    async def closed(self) -> int:
        """The code with which it is closed."""
        while True:
            code = await asyncio.wait_for(self.heard.get(), 60)
            if isinstance(code, int):
                return code
