"""Who counts as connected to another process."""

from __future__ import annotations

from azulejos.tables.live.audience import RemotePresence
from azulejos.tables.store.rows import NOBODY, Present, Seen

ANA = Present(frozenset({0}))
BEN = Present(frozenset({1}), 2)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_all_other_processes_count_together() -> None:
    elsewhere = RemotePresence(10.0)
    assert elsewhere.at("t") == NOBODY
    assert elsewhere.hear(Seen("one", "t", ANA))
    assert elsewhere.hear(Seen("two", "t", BEN))
    assert elsewhere.at("t") == Present(frozenset({0, 1}), 2)
    assert elsewhere.at("u") == NOBODY


def test_the_latest_counts_and_only_who_was_not_there_is_new() -> None:
    elsewhere = RemotePresence(10.0)
    assert elsewhere.hear(Seen("one", "t", ANA))
    assert not elsewhere.hear(Seen("one", "t", BEN))
    assert elsewhere.at("t") == BEN
    assert not elsewhere.hear(Seen("one", "t", NOBODY))
    assert elsewhere.at("t") == NOBODY
    assert elsewhere.hear(Seen("one", "t", ANA))


def test_what_is_not_told_again_lapses() -> None:
    clock = Clock()
    elsewhere = RemotePresence(10.0, clock)
    elsewhere.hear(Seen("one", "t", ANA))
    elsewhere.hear(Seen("two", "t", BEN))
    clock.now += 9.0
    elsewhere.hear(Seen("two", "t", BEN))
    assert elsewhere.lapse() == []
    clock.now += 1.0
    assert elsewhere.lapse() == ["t"]
    assert elsewhere.at("t") == BEN
    clock.now += 9.0
    assert elsewhere.lapse() == ["t"]
    assert elsewhere.at("t") == NOBODY
