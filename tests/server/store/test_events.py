"""Which games are published as started and ended, and that each of it happens once."""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Sequence

import pytest

from azulejos import AZUL, Match
from azulejos.play.clock import TimeControl
from azulejos.server.bots.pool import WorkerPool
from azulejos.server.operations.erasure import close_table, erase
from azulejos.server.operations.housekeeping import sweep
from azulejos.server.operations.metrics import Metrics
from azulejos.tables.live import table as table_module
from azulejos.tables.live.table import Table
from azulejos.tables.lobby.events import GameEnded, GameEvent, GameStarted
from azulejos.tables.lobby.lobby import Lobby
from azulejos.tables.lobby.new_table import NewSeat, NewTable
from azulejos.tables.lobby.statistics import statistics_of
from azulejos.tables.messages import Resign
from azulejos.tables.people.guests import Identity
from azulejos.tables.settings import Keeping, Settings
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import Guest, NoteChange

pytestmark = pytest.mark.anyio

ANA, BEN = Identity("ana", "Ana"), Identity("ben", "Ben")
ME, BOT = NewSeat("me"), NewSeat("bot", "easy")
BOTH = [GameStarted, GameEnded]


class Delivered(list[GameEvent]):
    """A subscriber that writes nothing, and what it was told."""

    async def __call__(self, event: GameEvent) -> Sequence[NoteChange]:
        self.append(event)
        return ()

    @property
    def kinds(self) -> list[type[GameEvent]]:
        return [type(event) for event in self]


@pytest.fixture
def delivered() -> Delivered:
    return Delivered()


@pytest.fixture
async def lobby(store: Store, delivered: Delivered) -> AsyncIterator[Lobby]:
    """A lobby that publishes when it is told to."""
    for guest in (ANA, BEN):
        await store.add_guest(Guest(guest.guest, guest.name))
    lobby = Lobby(store, WorkerPool(0, compiles=False), Metrics(), Settings())
    lobby.events.subscribers.append(delivered)
    yield lobby
    await lobby.stop()


async def begun(lobby: Lobby, wanted: NewTable | None = None) -> Table:
    """A table of two where the game has begun."""
    table = await lobby.table(await lobby.create(wanted or NewTable("azul"), ANA))
    if table.standing.has_open_seats:
        await table.sit(BEN, 1)
    return table


async def resign(table: Table, identity: Identity = ANA) -> None:
    await table.execute(identity, Resign("resign", table.standing.version))


async def publish(lobby: Lobby) -> None:
    """As two rounds do."""
    assert not await lobby.events.publish()
    assert not await lobby.events.publish()


async def test_a_game_that_is_resigned(lobby: Lobby, delivered: Delivered, store: Store) -> None:
    table = await begun(lobby)
    await publish(lobby)
    assert delivered.kinds == [GameStarted]
    await resign(table, BEN)
    await publish(lobby)
    assert delivered.kinds == BOTH
    assert delivered[1].summary.result == table.standing.result is not None
    assert [(each.played, each.won) for each in await statistics_of(store, "ana")] == [(1, 1)]


async def test_a_game_that_ends_by_the_clock(
    lobby: Lobby, delivered: Delivered, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(lobby, NewTable("azul", clock=TimeControl(60.0, 1.0)))
    monkeypatch.setattr(table_module, "now", lambda: time.time() + 100)
    table.look_again()
    await table.read(lambda _: None)
    await publish(lobby)
    assert delivered.kinds == BOTH
    assert delivered[1].summary.result
    assert delivered[1].summary.result.reason == "out-of-time"


async def test_a_game_of_two_at_one_device_is_published_and_not_counted(
    lobby: Lobby, delivered: Delivered, store: Store
) -> None:
    await resign(await begun(lobby, NewTable("azul", seats=[ME, NewSeat("beside", name="Ben")])))
    await publish(lobby)
    assert delivered.kinds == BOTH
    assert delivered[1].summary.guests == ["ana", "ana"]
    assert await statistics_of(store, "ana") == []


async def test_a_game_that_was_over_when_it_was_brought(lobby: Lobby, delivered: Delivered) -> None:
    match = Match(AZUL, source=random.Random(1))
    while match.state.outcome is None:
        match.play(match.state.to_move or 0, match.state.legal_moves[0])
    await begun(lobby, NewTable("azul", seats=[ME, BOT], record=match.record.to_json()))
    await publish(lobby)
    assert delivered.kinds == BOTH
    assert delivered[1].summary.is_brought


async def test_a_game_that_the_operator_closes_has_no_result(
    lobby: Lobby, delivered: Delivered, store: Store
) -> None:
    """Even if somebody whose name has changed comes there before it is published."""
    table = await begun(lobby)
    await close_table(store, table.name)
    await table.dismiss()
    await (await lobby.table(table.name)).rename(Identity("ana", "Anna"))
    await publish(lobby)
    assert delivered.kinds == BOTH
    assert delivered[1].summary.result is None
    assert delivered[1].summary.seats[0].name == "Anna"
    assert await statistics_of(store, "ana") == []


async def test_a_table_closed_before_all_had_come_had_no_game(
    lobby: Lobby, delivered: Delivered, store: Store
) -> None:
    table = await lobby.create(NewTable("azul"), ANA)
    await close_table(store, table)
    [unpublished] = await store.unpublished(9)
    await publish(lobby)
    await lobby.events._publish_all(unpublished)  # as a process does that is a moment late
    assert delivered == []
    assert await store.unpublished(9) == []


async def test_a_game_is_published_before_its_table_expires(
    lobby: Lobby, delivered: Delivered, store: Store
) -> None:
    """One that is removed while it goes on does not end."""
    await resign(await begun(lobby))
    await begun(lobby)
    keep = Keeping(finished=0.0, abandoned=0.0)
    assert [each async for each in sweep(store, keep)] == []
    await publish(lobby)
    assert [each async for each in sweep(store, keep)] == [("tables", 1), ("tables", 1)]
    await publish(lobby)
    assert delivered.kinds == [*BOTH, GameStarted]


@pytest.mark.parametrize("is_finished", [False, True])
async def test_the_others_are_counted_when_a_guest_is_erased(
    lobby: Lobby, delivered: Delivered, store: Store, *, is_finished: bool
) -> None:
    await resign(await begun(lobby), BEN)
    await (erase(store, "ben") if is_finished else store.begin_erasing("ben", 1.0))
    await publish(lobby)
    assert delivered.kinds == BOTH
    assert ("ben" in delivered[1].summary.guests) is not is_finished
    assert [each.won for each in await statistics_of(store, "ana")] == [1]
    assert await statistics_of(store, "ben") == []


async def test_a_table_that_is_deleted_takes_its_events_along(
    lobby: Lobby, delivered: Delivered, store: Store
) -> None:
    """Also while they are being published."""
    await resign(await begun(lobby), BEN)

    async def delete(event: GameEvent) -> Sequence[NoteChange]:
        await store.remove_tables([event.table])
        return ()

    lobby.events.subscribers.insert(0, delete)
    await publish(lobby)
    assert GameEnded not in delivered.kinds
    assert await statistics_of(store, "ana") == []
