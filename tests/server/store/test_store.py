"""What a store promises, whichever database it is in."""

from __future__ import annotations

import asyncio
import hashlib

import pytest

from azulejos.errors import Conflict, StoreError
from azulejos.server.store.addresses import connect
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import (
    Cursor,
    Entry,
    Guest,
    Note,
    NoteChange,
    Subscription,
    TableRow,
    TableState,
    Unpublished,
    Which,
)

pytestmark = pytest.mark.anyio


def row(
    table: str = "t",
    *,
    state: TableState = "open",
    updated: float = 1.0,
    due: float | None = None,
    turn_since: float | None = None,
    is_public: bool = True,
    summary: bytes = b'{"name": "Zo\xc3\xab"}',
) -> TableRow:
    return TableRow(table, "azul", is_public, state, updated, summary, due, turn_since)


def entry(version: int, id: str | None = None) -> Entry:  # noqa: A002
    return Entry(version, version + 0.125, id, f'{{"said": "č {version}"}}'.encode())


async def versions(store: Store, table: str = "t") -> list[int]:
    return [entry.version for entry in await store.entries(table)]


async def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    await store.create(row(), entry(0))
    await store.append("t", entry(1, "a"))
    await store.append("t", entry(2, "b"))
    assert await store.entries("t") == [entry(0), entry(1, "a"), entry(2, "b")]
    assert await store.entries("t", after=1) == [entry(2, "b")]
    assert await store.entries("t", after=2) == []
    assert await store.entries("other") == []


async def test_everything_is_there_after_opening_again(store: Store, url: str) -> None:
    await store.create(row(), entry(0), {0: "eva"})
    await store.append("t", entry(1), row(state="playing"))
    await store.add_guest(Guest("eva", "Eva"))
    await store.close()
    again = await connect(url)
    assert await versions(again) == [0, 1]
    assert await again.row("t") == row(state="playing")
    assert await again.tables_of("eva", 9) == [row(state="playing")]
    assert await again.guest("eva") == Guest("eva", "Eva")
    await again.close()


async def test_a_table_is_created_once(store: Store) -> None:
    await store.create(row(), entry(0))
    with pytest.raises(Conflict):
        await store.create(row(updated=2.0), entry(0), {0: "eva"})
    assert await store.row("t") == row()
    assert await store.tables_of("eva", 9) == []


@pytest.mark.parametrize("version", [0, 1, 3])
async def test_an_entry_must_follow_the_end_of_its_log(store: Store, version: int) -> None:
    await store.create(row(), entry(0))
    await store.append("t", entry(1))
    with pytest.raises(Conflict):
        await store.append("t", entry(version, "late"), row(state="over"), {0: "eva"})
    assert await versions(store) == [0, 1]
    assert await store.row("t") == row()
    assert await store.tables_of("eva", 9) == []


async def test_no_log_without_its_table(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.append("t", entry(0))
    with pytest.raises(Conflict):
        await store.append("t", entry(1))
    assert await versions(store) == []


async def test_an_id_is_entered_once_at_a_table(store: Store) -> None:
    await store.create(row(), entry(0))
    await store.append("t", entry(1, "a"))
    with pytest.raises(Conflict):
        await store.append("t", entry(2, "a"), row(state="over"))
    assert await store.row("t") == row()
    await store.create(row("other"), entry(0, "a"))
    await store.append("t", entry(2))
    await store.append("t", entry(3))  # entries without an id do not disturb each other


async def test_of_simultaneous_entries_exactly_one_wins(store: Store) -> None:
    await store.create(row(), entry(0))
    attempts = [store.append("t", entry(1, f"move-{n}")) for n in range(20)]
    outcomes = await asyncio.gather(*attempts, return_exceptions=True)
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 19
    winner = f"move-{outcomes.index(None)}"
    assert await store.entries("t", after=0) == [entry(1, winner)]


async def test_a_refused_entry_does_not_disturb_those_committed_with_it(store: Store) -> None:
    for name in ("one", "two", "three"):
        await store.create(row(name), entry(0))
    outcomes = await asyncio.gather(
        store.append("one", entry(1), row("one", state="playing")),
        store.append("two", entry(5), row("two", state="playing")),
        store.append("three", entry(1), row("three", state="playing")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    states = [result.state for name in ("one", "two", "three") if (result := await store.row(name))]
    assert states == ["playing", "open", "playing"]


async def test_many_tables_at_once(store: Store) -> None:
    names = [f"table-{number}" for number in range(100)]
    await asyncio.gather(*(store.create(row(name), entry(0)) for name in names))
    for version in (1, 2):
        await asyncio.gather(*(store.append(name, entry(version)) for name in names))
    assert [await versions(store, name) for name in names] == [[0, 1, 2]] * 100


async def test_open_tables_are_public_have_room_and_come_latest_first(store: Store) -> None:
    await store.create(row("old", updated=1.0), entry(0), {0: "eva"})
    await store.create(row("new", updated=3.0), entry(0), {0: "eva"})
    await store.create(row("middle", updated=2.0), entry(0), {0: "eva"})
    await store.create(row("hidden", is_public=False), entry(0), {0: "eva"})
    await store.create(row("begun", state="playing"), entry(0), {0: "eva"})
    await store.create(row("left", updated=4.0), entry(0), {0: None})
    assert [result.table for result in await store.open_tables(9)] == ["new", "middle", "old"]
    assert [result.table for result in await store.open_tables(2)] == ["new", "middle"]
    await store.append("new", entry(1), row("new", state="playing"))
    assert [result.table for result in await store.open_tables(9)] == ["middle", "old"]


async def test_open_tables_of_one_maker_do_not_hide_those_of_others(store: Store) -> None:
    for number in range(8):
        made = row(f"eve-{number}", updated=100.0 + number, summary=b'{"maker":"eve"}')
        await store.create(made, entry(0), {0: "eve"})
    for number, maker in enumerate(("ana", "ben")):
        made = row(maker, updated=1.0 + number, summary=b'{"maker":"%s"}' % maker.encode())
        await store.create(made, entry(0), {0: maker})
    listed = [result.table for result in await store.open_tables(4)]
    assert listed == ["eve-7", "ben", "ana", "eve-6"]
    assert [result.table for result in await store.open_tables(3, 4)] == ["eve-5", "eve-4", "eve-3"]
    assert [await store.open_tables_by(maker) for maker in ("eve", "ana", "ivo")] == [8, 1, 0]


async def test_tables_that_are_due_can_be_left_out(store: Store) -> None:
    for number in range(3):
        await store.create(row(f"t{number}", due=float(number)), entry(0))
    assert [result.table for result in await store.due(9.0, 2)] == ["t0", "t1"]
    assert [result.table for result in await store.due(9.0, 2, {"t0": 1})] == ["t1", "t2"]


async def test_a_guest_finds_the_tables_where_a_seat_is_theirs(store: Store) -> None:
    await store.create(row("one", updated=1.0), entry(0), {0: "eva", 1: None})
    await store.create(row("two", updated=2.0), entry(0), {0: "ivo", 1: "eva"})
    await store.create(row("both", updated=3.0), entry(0), {0: "eva", 1: "eva"})
    assert [result.table for result in await store.tables_of("eva", 9)] == ["both", "two", "one"]
    assert [result.table for result in await store.tables_of("eva", 1)] == ["both"]
    await store.append("one", entry(1), None, {0: None, 1: "ivo"})
    assert [result.table for result in await store.tables_of("eva", 9)] == ["both", "two"]
    assert [result.table for result in await store.tables_of("ivo", 9)] == ["two", "one"]


async def test_tables_of_a_guest_are_listed_in_pages(store: Store) -> None:
    """Tables of the same moment are neither left out nor listed twice."""
    for number in range(7):
        await store.create(row(f"t{number}", updated=float(number // 3)), entry(0), {0: "eva"})
    await store.create(row("another's"), entry(0), {0: "ivo"})
    every = [result.table for result in await store.tables_of("eva", 99)]
    assert every == ["t6", "t3", "t4", "t5", "t0", "t1", "t2"]
    listed: list[str] = []
    after = None
    while page := await store.tables_of("eva", 2, after):
        listed += [result.table for result in page]
        after = Cursor(page[-1].updated, page[-1].table)
    assert listed == every


async def test_tables_of_a_guest_are_listed_by_state_and_game(store: Store) -> None:
    await store.create(row("open"), entry(0), {0: "eva"})
    await store.create(row("over", state="over"), entry(0), {0: "eva"})
    over, azul, duel = Which(state="over"), Which(game="azul"), Which("over", "duel")
    assert [result.table for result in await store.tables_of("eva", 9, None, over)] == ["over"]
    assert len(await store.tables_of("eva", 9, None, azul)) == 2
    assert await store.tables_of("eva", 9, None, duel) == []


async def test_due_tables_come_longest_waiting_first(store: Store) -> None:
    await store.create(row("never"), entry(0))
    await store.create(row("later", due=20.0), entry(0))
    await store.create(row("second", due=9.5), entry(0))
    await store.create(row("first", due=9.0), entry(0))
    assert [result.table for result in await store.due(10.0, 9)] == ["first", "second"]
    assert [result.table for result in await store.due(10.0, 1)] == ["first"]
    await store.append("first", entry(1), row("first"))
    assert [result.table for result in await store.due(10.0, 9)] == ["second"]


async def test_guests_have_names_and_secrets(store: Store) -> None:
    digest = hashlib.sha256(b"secret").digest()
    await store.add_guest(Guest("g", "Eva"))
    await store.add_secret(digest, "g", "cookie")
    await store.rename(Guest("g", "Éva <script>"))
    assert await store.guest_by_secret(digest, "cookie") == Guest("g", "Éva <script>")
    assert await store.guest_by_secret(digest, "bot") is None
    assert await store.guest_by_secret(hashlib.sha256(b"other").digest(), "cookie") is None
    assert await store.guest("nobody") is None


async def test_guests_and_secrets_are_given_once(store: Store) -> None:
    await store.add_guest(Guest("g", "Eva"))
    with pytest.raises(Conflict):
        await store.add_guest(Guest("g", "Ivo"))
    await store.add_secret(b"digest", "g", "link")
    with pytest.raises(Conflict):
        await store.add_secret(b"digest", "g", "link")
    with pytest.raises(Conflict):
        await store.add_secret(b"other", "nobody", "link")


async def guests_with_links(store: Store) -> None:
    """Eva has two links: by the first came two devices, by the second one."""
    for guest in ("eva", "ivo"):
        await store.add_guest(Guest(guest, guest.capitalize()))
        await store.add_secret(f"{guest}'s own".encode(), guest, "cookie")
        await store.add_secret(f"{guest}'s link".encode(), guest, "link")
    await store.add_secret(b"second link", "eva", "link")
    for device, link in ((b"phone", b"eva's link"), (b"tablet", b"eva's link")):
        await store.add_secret(device, "eva", "cookie", link)
    await store.add_secret(b"laptop", "eva", "cookie", b"second link")


async def test_links_are_listed_the_latest_first(store: Store) -> None:
    await guests_with_links(store)
    second, first = await store.links_of("eva")
    assert (second.digest, second.devices) == (b"second link", 1)
    assert (first.digest, first.devices) == (b"eva's link", 2)
    assert first.made <= second.made
    assert await store.links_of("nobody") == []
    assert await store.secrets_of(["ivo", "nobody"]) == {b"ivo's own", b"ivo's link"}


async def test_a_link_is_forgotten_with_the_devices_that_came_by_it(store: Store) -> None:
    await guests_with_links(store)
    await store.forget_links("eva", b"eva's own", b"eva's link")
    assert await store.secrets_of(["eva"]) == {b"eva's own", b"second link", b"laptop"}
    assert await store.guest_by_secret(b"phone", "cookie") is None
    with pytest.raises(Conflict):
        await store.add_secret(b"another", "eva", "cookie", b"eva's link")


async def test_who_forgets_a_link_by_which_it_came_stays(store: Store) -> None:
    await guests_with_links(store)
    await store.forget_links("eva", b"phone", b"eva's link")
    assert await store.secrets_of(["eva"]) == {b"eva's own", b"second link", b"laptop", b"phone"}
    await store.forget_links("eva", b"laptop")
    assert await store.secrets_of(["eva"]) == {b"laptop"}


async def test_nobody_forgets_what_is_not_a_link_of_their_own(store: Store) -> None:
    await guests_with_links(store)
    before = await store.secrets_of(["eva", "ivo"])
    await store.forget_links("eva", b"eva's own", b"ivo's link")
    await store.forget_links("eva", b"eva's own", b"phone")
    assert await store.secrets_of(["eva", "ivo"]) == before
    await store.forget_links("eva", b"eva's own")
    assert await store.secrets_of(["eva"]) == {b"eva's own"}
    assert await store.secrets_of(["ivo"]) == {b"ivo's own", b"ivo's link"}


async def test_a_lease_belongs_to_one_until_it_runs_out(store: Store) -> None:
    assert await store.lease("t", "one", 60.0)
    assert not await store.lease("t", "two", 60.0)
    assert await store.lease("other", "two", 60.0)
    assert await store.lease("t", "one", 0.05)  # renewed, for a shorter time
    await asyncio.sleep(0.1)
    assert await store.lease("t", "two", 60.0)
    assert not await store.lease("t", "one", 60.0)


async def test_all_leases_of_a_holder_are_given_back_at_once(store: Store) -> None:
    for table, holder in (("t", "one"), ("u", "one"), ("v", "two")):
        assert await store.lease(table, holder, 60.0)
    await store.release("one")
    assert await store.lease("t", "two", 60.0)
    assert await store.lease("u", "two", 60.0)
    assert not await store.lease("v", "one", 60.0)


async def test_of_simultaneous_takers_one_gets_the_lease(store: Store) -> None:
    takers = [store.lease("t", f"process-{number}", 60.0) for number in range(10)]
    assert sum(await asyncio.gather(*takers)) == 1


async def test_versions_of_tables(store: Store) -> None:
    for name in ("t", "u", "v"):
        await store.create(row(name), entry(0))
    await store.append("t", entry(1))
    assert await store.versions(["t", "u", "no such table"]) == {"t": 1, "u": 0}
    assert await store.versions([]) == {}


async def test_two_stores_on_one_database_keep_one_log(store: Store, url: str) -> None:
    other = await connect(url)
    await store.create(row(), entry(0))
    await other.append("t", entry(1, "other"))
    with pytest.raises(Conflict):
        await store.append("t", entry(1, "own"))
    assert await store.entries("t", after=0) == [entry(1, "other")]
    await other.close()


async def test_a_closed_store_refuses(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreError):
        await store.create(row(), entry(0))
    with pytest.raises(StoreError):
        await store.entries("t")
    await store.close()  # once more does no harm


def subscription(
    device: bytes, endpoint: str = "https://push/1", made: float = 1.0
) -> Subscription:
    return Subscription(device, endpoint, b"\x04public", b"secret", "sr-Cyrl", made)


async def known(store: Store, guest: str, *devices: bytes, link: bytes | None = None) -> None:
    if await store.guest(guest) is None:
        await store.add_guest(Guest(guest, guest.capitalize()))
    for device in devices:
        await store.add_secret(device, guest, "cookie", link)


async def test_a_device_has_one_subscription_the_latest(store: Store) -> None:
    await known(store, "eva", b"phone", b"desk")
    first, second = subscription(b"phone"), subscription(b"phone", "https://push/2", 2.0)
    await store.subscribe(first, 9)
    assert await store.subscriptions_of("eva") == [first]
    await store.subscribe(second, 9)
    await store.subscribe(subscription(b"desk", "https://push/3", 3.0), 9)
    assert await store.subscriptions_of("eva") == [
        subscription(b"desk", "https://push/3", 3.0),
        second,
    ]
    assert await store.subscriptions_of("ivo") == []


async def test_a_browser_that_is_somebody_else_now_is_reached_as_that_guest_only(
    store: Store,
) -> None:
    await known(store, "eva", b"before")
    await known(store, "ivo", b"now")
    await store.subscribe(subscription(b"before"), 9)
    await store.subscribe(subscription(b"now"), 9)
    assert await store.subscriptions_of("eva") == []
    assert await store.subscriptions_of("ivo") == [subscription(b"now")]


async def test_of_one_guest_only_so_many_subscriptions_are_kept(store: Store) -> None:
    devices = [b"one", b"two", b"three", b"four"]
    await known(store, "eva", *devices)
    await known(store, "ivo", b"other")
    await store.subscribe(subscription(b"other", "https://push/ivo", 0.5), 2)
    for number, device in enumerate(devices):
        await store.subscribe(subscription(device, f"https://push/{number}", float(number)), 2)
    assert [each.device for each in await store.subscriptions_of("eva")] == [b"four", b"three"]
    assert len(await store.subscriptions_of("ivo")) == 1


async def test_a_subscription_ends_with_the_secret_of_its_device(store: Store) -> None:
    await known(store, "eva", b"own")
    await store.add_secret(b"link", "eva", "link")
    await known(store, "eva", b"by link", link=b"link")
    await known(store, "eva", b"elsewhere")
    for device in (b"own", b"by link", b"elsewhere"):
        await store.subscribe(subscription(device, f"https://push/{device.hex()}"), 9)
    await store.forget_links("eva", b"own", b"link")
    assert {each.device for each in await store.subscriptions_of("eva")} == {b"own", b"elsewhere"}
    await store.forget_links("eva", b"own")
    assert [each.device for each in await store.subscriptions_of("eva")] == [b"own"]
    with pytest.raises(Conflict):
        await store.subscribe(subscription(b"by link"), 9)


async def test_an_endpoint_that_is_gone_takes_no_later_one_with_it(store: Store) -> None:
    await known(store, "eva", b"phone")
    await store.subscribe(subscription(b"phone", "https://push/new"), 9)
    await store.unsubscribe(b"phone", "https://push/old")
    assert len(await store.subscriptions_of("eva")) == 1
    await store.unsubscribe(b"phone", "https://push/new")
    await store.unsubscribe(b"phone")
    assert await store.subscriptions_of("eva") == []


async def test_one_of_all_who_want_to_notify_of_a_turn_may(store: Store) -> None:
    await store.create(row(turn_since=5.25), entry(0))
    claims = [store.claim_notification("t", 5.25) for _ in range(10)]
    assert sorted(await asyncio.gather(*claims)) == [False] * 9 + [True]
    await store.append("t", entry(1), row(turn_since=5.25))  # something was said, the turn goes on
    assert not await store.claim_notification("t", 5.25)
    await store.append("t", entry(2), row(turn_since=7.5))
    assert not await store.claim_notification("t", 5.25)
    assert await store.claim_notification("t", 7.5)
    assert not await store.claim_notification("other", 7.5)


async def test_turns_that_nobody_was_notified_of_the_longest_first(store: Store) -> None:
    for name, since in (("late", 3.0), ("early", 1.0), ("middle", 2.0), ("nobody", None)):
        await store.create(row(name, turn_since=since), entry(0))
    assert [result.table for result in await store.unnotified(0.0, 2.0, 9)] == ["early", "middle"]
    assert [result.table for result in await store.unnotified(1.0, 9.0, 1)] == ["middle"]
    await store.claim_notification("early", 1.0)
    assert [result.table for result in await store.unnotified(0.0, 9.0, 9)] == ["middle", "late"]


async def test_events_are_published_once_and_with_their_notes(store: Store) -> None:
    await store.add_guest(Guest("ana", "Ana"))
    await store.create(row(state="open"), entry(0))
    assert await store.unpublished(10) == []
    over = row(state="over")
    await store.append(over.table, entry(1), over)
    assert await store.unpublished(10) == [Unpublished(over, "open")]
    note = Note("statistics", "azul people", 1.0, b"{}")
    await store.publish(over.table, "open", "playing", ())
    assert await store.unpublished(10) == [Unpublished(over, "playing")]
    for before, changes in (
        ("open", [NoteChange("ana", note, None)]),
        ("playing", [NoteChange("ana", note, note)]),
        ("playing", [NoteChange("nobody", note, None)]),
    ):
        with pytest.raises(Conflict):
            await store.publish(over.table, before, "over", changes)  # type: ignore[arg-type]
    assert await store.note("ana", "statistics", note.key) is None
    assert await store.unpublished(10) == [Unpublished(over, "playing")]
    await store.publish(over.table, "playing", "over", [NoteChange("ana", note, None)])
    assert await store.note("ana", "statistics", note.key) == note
    assert await store.unpublished(10) == []
