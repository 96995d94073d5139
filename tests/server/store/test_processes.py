"""Several server processes on one PostgreSQL serve the same tables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from azulejos.server.store.addresses import connect
from azulejos.tables.live import log
from postgresql import Cluster
from server_process import Message, Person, Seat, ServerProcess, any_choice, client_of

pytestmark = pytest.mark.anyio

OFFERING = ("--bot", "Ada=greedy")
NEVER_LOOKING = "from azulejos.tables.lobby import lobby; lobby.ROUND = 3600.0"
"""So what arrives has arrived by a wake-up."""


@pytest.fixture(scope="module")
def servers(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ServerProcess]]:
    """Two servers that know nothing of each other but the database."""
    url = postgresql.database()
    folder: Path = tmp_path_factory.mktemp("servers")
    with (
        ServerProcess(url, folder / "one.log", *OFFERING, prelude=NEVER_LOOKING) as one,
        ServerProcess(url, folder / "two.log", *OFFERING, prelude=NEVER_LOOKING) as two,
    ):
        yield [one, two]


async def begin(servers: list[ServerProcess]) -> tuple[list[Person], str]:
    """Two people at a table: one came through the first server, the other through the second."""
    people = [await Person.arrive(server.address, "Eva") for server in servers]
    made = await people[0].ask(servers[0].address, "POST", "/api/tables", {"game": "azul"})
    table = str(made["table"])
    await people[1].ask(servers[1].address, "POST", f"/api/tables/{table}/seats/1")
    return people, table


def move(name: str, version: int, text: str) -> Message:
    return {"type": "move", "id": name, "version": version, "move": text}


async def in_step(seats: list[Seat], version: int) -> Message:
    """Wait until all have seen a version, and answer what the one to move sees."""
    views = [await seat.see(version) for seat in seats]
    return next(view for view in views if view["seat"] == view["to_move"])


async def test_a_move_made_at_one_process_arrives_at_the_other(
    servers: list[ServerProcess],
) -> None:
    people, table = await begin(servers)
    seats = [
        await person.connect(server.address, table)
        for person, server in zip(people, servers, strict=True)
    ]
    view = await in_step(seats, 1)
    for number in range(12):
        seat = seats[view["seat"]]
        await seat.say(**move(str(number), view["version"], any_choice(view)))
        answer = await seat.answer_to(str(number))
        assert answer["type"] == "done"
        view = await in_step(seats, answer["version"])
    for seat in seats:
        await seat.close()


async def test_of_two_moves_at_once_exactly_one_wins(servers: list[ServerProcess]) -> None:
    people, table = await begin(servers)
    rivals = [
        [await person.connect(server.address, table) for server in servers] for person in people
    ]
    everybody = [seat for seats in rivals for seat in seats]
    view = await in_step(everybody, 1)
    for number in range(8):
        pair = rivals[view["seat"]]
        chosen = [view["choices"][0]["move"], view["choices"][-1]["move"]]
        names = [f"{number}-{which}" for which in (0, 1)]
        await asyncio.gather(
            *(
                seat.say(**move(name, view["version"], text))
                for seat, name, text in zip(pair, names, chosen, strict=True)
            )
        )
        answers = await asyncio.gather(
            *(seat.answer_to(name) for seat, name in zip(pair, names, strict=True))
        )
        kinds = sorted(answer["type"] for answer in answers)
        assert kinds == ["done", "refused"]
        assert {answer.get("code") for answer in answers} <= {None, "stale", "not_your_turn"}
        view = await in_step(everybody, max(answer["version"] for answer in answers))
        last = [seat.update["since"][-1]["ply"] for seat in everybody if seat.update["since"]]
        assert len(set(last)) == 1
    for seat in everybody:
        await seat.close()


async def test_a_move_sent_to_both_processes_is_made_once(servers: list[ServerProcess]) -> None:
    people, table = await begin(servers)
    rivals = [
        [await person.connect(server.address, table) for server in servers] for person in people
    ]
    everybody = [seat for seats in rivals for seat in seats]
    view = await in_step(everybody, 1)
    for number in range(8):
        pair = rivals[view["seat"]]
        message = move(str(number), view["version"], any_choice(view))
        await asyncio.gather(*(seat.say(**message) for seat in pair))
        answers = await asyncio.gather(*(seat.answer_to(str(number)) for seat in pair))
        assert answers[0] == answers[1]
        assert answers[0]["type"] == "done"
        view = await in_step(everybody, answers[0]["version"])
    for seat in everybody:
        await seat.close()


@pytest.mark.parametrize("bot", [{"level": "easy"}, {"bot": "Ada"}], ids=["level", "outside"])
async def test_bots_think_in_one_process_only(
    servers: list[ServerProcess], bot: dict[str, str]
) -> None:
    person = await Person.arrive(servers[0].address, "Eva")
    wanted = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "bot", **bot}]}
    made = await person.ask(servers[0].address, "POST", "/api/tables", wanted)
    seats = [await person.connect(server.address, made["table"]) for server in servers]
    before = [await thoughts(server) for server in servers]
    version = 0
    for number in range(6):
        view = await own_turn(seats[number % 2], version)
        await seats[number % 2].say(**move(str(number), view["version"], any_choice(view)))
        version = (await seats[number % 2].answer_to(str(number)))["version"]
    await own_turn(seats[0], version)
    after = [await thoughts(server) for server in servers]
    grown = [later - earlier for later, earlier in zip(after, before, strict=True)]
    assert sorted(grown) == [0, await moves_of_bot(servers[0].store, made["table"])]
    assert all(seat["instead"] is None for seat in seats[0].update["seats"])
    for seat in seats:
        await seat.close()


async def test_what_is_revoked_at_one_process_is_closed_at_the_other(
    servers: list[ServerProcess],
) -> None:
    people, table = await begin(servers)
    link = (await people[0].ask(servers[0].address, "POST", "/api/me/link"))["link"]
    phone = await Person.by_link(servers[1].address, link)
    own, revoked = [await who.connect(servers[1].address, table) for who in (people[0], phone)]
    assert (await revoked.see(0))["seat"] == 0
    await people[0].ask(servers[0].address, "DELETE", "/api/me/links")
    with pytest.raises(ConnectionClosed):
        await revoked.see(10_000)
    await own.say(type="say", id="still here", text="still here")
    assert (await own.answer_to("still here"))["type"] == "done"
    await own.close()


async def own_turn(seat: Seat, version: int) -> Message:
    """Wait until the bot has answered what happened at a version."""
    await seat.see(version)
    while seat.update["to_move"] != 0:
        await seat.hear()
    return seat.update


async def thoughts(server: ServerProcess) -> int:
    """How often a bot has thought in a process."""
    async with client_of(server.address) as client:
        metrics = (await client.get("/metrics")).text
    result = re.search(r"thinking_seconds_count (\d+)", metrics)
    return int(result[1]) if result else 0


async def moves_of_bot(url: str, table: str) -> int:
    store = await connect(url)
    bodies = [log.decode(entry.body) for entry in await store.entries(table)]
    await store.close()
    return sum(isinstance(body, log.Moved) and body.seat == 1 for body in bodies)
