"""What a store promises of the notes that it keeps for guests, whichever database it is in."""

from __future__ import annotations

import asyncio

import pytest

from azulejos.errors import Conflict, Malformed
from azulejos.server.store.addresses import connect
from azulejos.tables.store.protocol import Store
from azulejos.tables.store.rows import MAX_NOTES, Guest, Note

pytestmark = pytest.mark.anyio


async def test_a_note_is_found_by_its_kind_and_key(store: Store) -> None:
    await store.add_guest(Guest("eva", "Eva"))
    await store.add_guest(Guest("ivo", "Ivo"))
    first = Note("review", "a/1", 1.5, '{"said": "č"}'.encode())
    await store.put_note("eva", first)
    await store.put_note("ivo", Note("review", "a/1", 9.0, b"{}"))
    await store.put_note("eva", Note("puzzle", "a/1", 2.0, b"[]"))
    assert await store.note("eva", "review", "a/1") == first
    assert await store.note("eva", "review", "a") is None
    again = Note("review", "a/1", 3.0, b"{}")
    await store.put_note("eva", again)
    assert await store.notes_of("eva", "review") == [again]


async def test_notes_are_listed_the_latest_first(store: Store) -> None:
    await store.add_guest(Guest("eva", "Eva"))
    for key, at in (("b", 1.0), ("a", 3.0), ("c", 3.0), ("d", 2.0)):
        await store.put_note("eva", Note("puzzle", key, at, b"{}"))
    assert [note.key for note in await store.notes_of("eva", "puzzle")] == ["a", "c", "d", "b"]
    assert [note.key for note in await store.notes_of("eva", "puzzle", 2)] == ["a", "c"]
    assert await store.notes_of("ivo", "puzzle") == []


async def test_of_each_kind_a_guest_keeps_so_many_notes(store: Store) -> None:
    await store.add_guest(Guest("eva", "Eva"))
    await store.put_note("eva", Note("review", "kept", 0.0, b"{}"))
    notes = [Note("puzzle", str(number), float(number), b"{}") for number in range(MAX_NOTES + 2)]
    await asyncio.gather(*(store.put_note("eva", note) for note in notes[:MAX_NOTES]))
    for note in notes[MAX_NOTES:]:
        await store.put_note("eva", note)
    notes = await store.notes_of("eva", "puzzle", 1000)
    assert [note.at for note in notes] == [float(n) for n in range(MAX_NOTES + 1, 1, -1)]
    assert len(await store.notes_of("eva", "review")) == 1


async def test_a_note_is_small_and_somebodys(store: Store) -> None:
    with pytest.raises(Malformed, match="8000 bytes"):
        Note("review", "a", 0.0, b"1" * 8001)
    with pytest.raises(Malformed, match="key"):
        Note("review", "", 0.0, b"1")
    with pytest.raises(Conflict):
        await store.put_note("nobody", Note("review", "a", 0.0, b"1"))


async def test_a_note_is_replaced_only_as_it_was_read(store: Store) -> None:
    await store.add_guest(Guest("eva", "Eva"))
    first, second, third = (Note("progress", "azul", at, b"%d" % at) for at in (1, 2, 3))
    await store.replace_note("eva", first, None)
    for before in (None, second):
        with pytest.raises(Conflict):
            await store.replace_note("eva", third, before)
    assert await store.note("eva", "progress", "azul") == first
    await store.replace_note("eva", second, first)
    assert await store.note("eva", "progress", "azul") == second
    with pytest.raises(Conflict):
        await store.replace_note("nobody", first, None)


async def test_of_many_who_replace_a_note_at_once_one_succeeds(url: str) -> None:
    """By two connections of their own, as two servers have them."""
    first, other = await connect(url), await connect(url)
    await first.add_guest(Guest("eva", "Eva"))
    for before in (None, Note("progress", "azul", 1.0, b"begun")):
        if before:
            await first.put_note("eva", before)
        notes = [Note("progress", "azul", 2.0, b"%d" % number) for number in range(8)]
        replacing = (s.replace_note("eva", n, before) for n in notes for s in (first, other))
        failed = [each for each in await asyncio.gather(*replacing, return_exceptions=True) if each]
        assert len(failed) == 2 * len(notes) - 1
        assert {type(each) for each in failed} == {Conflict}
        await first.put_note("eva", Note("progress", "azul", 3.0, b"end"))
    await first.close()
    await other.close()


async def test_notes_are_erased_with_their_guest(store: Store) -> None:
    for guest in ("eva", "ivo"):
        await store.add_guest(Guest(guest, guest))
        await store.put_note(guest, Note("review", "a", 0.0, b"1"))
    await store.begin_erasing("eva", 1.0)
    assert await store.notes_of("eva", "review") == []
    assert len(await store.notes_of("ivo", "review")) == 1
    with pytest.raises(Conflict):
        await store.put_note("eva", Note("review", "a", 0.0, b"1"))


async def test_what_guests_list_is_found_by_its_key(store: Store) -> None:
    for guest, at in (("eva", 2.0), ("ivo", 1.0), ("mia", 3.0)):
        await store.add_guest(Guest(guest, guest.capitalize()))
        await store.put_note(guest, Note("listed", "a day", at, guest.join('""').encode()))
    await store.put_note("eva", Note("review", "a day", 1.0, b"{}"))
    await store.put_note("eva", Note("listed", "another", 1.0, b"{}"))
    listed = await store.listed("a day", 10)
    assert [(guest.name, note.body) for guest, note in listed] == [
        ("Ivo", b'"ivo"'),
        ("Eva", b'"eva"'),
        ("Mia", b'"mia"'),
    ]
    assert [guest.guest for guest, _ in await store.listed("a day", 2)] == ["ivo", "eva"]
    await store.begin_erasing("ivo", 5.0)
    assert [guest.guest for guest, _ in await store.listed("a day", 2)] == ["eva", "mia"]
