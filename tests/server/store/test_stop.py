"""Told to stop, the server finishes what it has begun, says goodbye and leaves nothing behind."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from azulejos.server.store.addresses import connect
from azulejos.tables.live import log
from server_process import Person, ServerProcess, any_choice

pytestmark = pytest.mark.anyio

GOING_AWAY = {1001, 1012, 1013}  # a page connects again after these


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_graceful_stop(url: str, tmp_path: Path, how: signal.Signals) -> None:
    with ServerProcess(url, tmp_path / "log") as server:
        person = await Person.arrive(server.address, "Eva")
        wanted = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]}
        made = await person.ask(server.address, "POST", "/api/tables", wanted)
        seat = await person.connect(server.address, made["table"])
        while (view := await seat.see(0))["to_move"] != 0:
            await seat.hear()
        move = any_choice(view)
        await seat.say(type="move", id="last", version=view["version"], move=move)
        answer = await seat.answer_to("last")
        code = await asyncio.to_thread(server.end, how)
        assert code in (0, -how, 128 + how), server.log.read_text()
        with pytest.raises(ConnectionClosed) as closed:
            await seat.see(10_000)
        assert closed.value.rcvd is not None, "the connection just broke"
        assert closed.value.rcvd.code in GOING_AWAY
        assert server.left_behind() == []
        assert "Traceback" not in server.log.read_text()
    store = await connect(url)
    body = log.decode((await store.entries(made["table"]))[answer["version"]].body)
    assert isinstance(body, log.Moved)
    assert body.move == move
    await store.close()
