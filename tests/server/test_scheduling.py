"""Thinking is shared out fairly: with workers and a clock that are only counted."""

from __future__ import annotations

import heapq
import itertools
import random
from collections import defaultdict
from dataclasses import dataclass, field

import pytest

from azulejos.tables.bots.scheduling import AGING, Claim, Schedule, Thought, Urgency

SHORT, LONG = 0.02, 1.5  # seconds


@dataclass(eq=False)
class Client:
    """Somebody who wants one thought after the other, or one every so many seconds."""

    guests: frozenset[str]
    urgency: Urgency = Urgency.PLAYER_WAITS
    is_long: bool = True
    pause: float = 0.0
    waits: list[float] = field(default_factory=list)


def client(*guests: str, urgency: Urgency = Urgency.PLAYER_WAITS, **rest: float | bool) -> Client:
    return Client(frozenset(guests), urgency, **rest)  # type: ignore[arg-type]


class World:
    """Workers that take exactly as long as a thought lasts."""

    def __init__(self, workers: int, *clients: Client) -> None:
        self.now = 0.0
        self.schedule = Schedule(workers, clock=lambda: self.now)
        self.free = workers + 1
        self.workers = workers
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.long = 0  # thoughts under way that take long
        self.owner: dict[Thought, Client] = {}
        self._order = itertools.count()
        self._events: list[tuple[float, int, Client, Thought | None]] = []
        for number, each in enumerate(clients):
            self._at(0.001 * number, each, None)

    def _at(self, when: float, who: Client, thought: Thought | None) -> None:
        heapq.heappush(self._events, (when, next(self._order), who, thought))

    def run(self, seconds: float) -> None:
        while self._events and self._events[0][0] < seconds:
            self.now, _, who, done = heapq.heappop(self._events)
            if done is None:
                thought = Thought(Claim(who.guests, who.urgency), is_long=who.is_long)
                self.owner[thought] = who
                self.schedule.add(thought)
            else:
                self._finish(who, done)
            self._begin()

    def _finish(self, who: Client, thought: Thought) -> None:
        self.schedule.finish(thought)
        self.free += 1
        self.long -= who.is_long
        for guest in who.guests:
            self.spent[guest] += self.now - thought.begun
        self._at(self.now + who.pause, who, None)

    def _begin(self) -> None:
        while self.free and (thought := self.schedule.begin_next()):
            who = self.owner.pop(thought)
            self.free -= 1
            who.waits.append(self.now - thought.wanted)
            self.long += who.is_long
            assert self.long <= self.workers
            self._at(self.now + (LONG if who.is_long else SHORT), who, thought)


def masters(guest: str, tables: int) -> list[Client]:
    return [client(guest) for _ in range(tables)]


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_a_short_thought_begins_at_once_beside_sixty_tables_of_masters(workers: int) -> None:
    person = client("Ana", is_long=False, pause=0.7)
    World(workers, *masters("Eva", 60), person).run(120)
    assert len(person.waits) > 100
    assert max(person.waits) == 0


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_a_long_thought_waits_for_one_other_at_most(workers: int) -> None:
    person = client("Ana", pause=5.0)
    World(workers, *masters("Eva", 60), person).run(300)
    assert len(person.waits) > 30
    assert max(person.waits) <= (LONG if workers == 1 else 0)


def test_who_has_many_tables_gets_no_more_than_who_has_one() -> None:
    crowd = [*masters("one", 1), *masters("ten", 10), *masters("hundred", 100)]
    world = World(1, *crowd)
    world.run(300)
    assert max(world.spent.values()) < 1.1 * min(world.spent.values())


def test_two_at_a_table_pay_in_turns() -> None:
    world = World(1, client("Ana", "Ben"), client("Ana", "Ben"), *masters("Eva", 5))
    world.run(300)
    assert world.spent["Ana"] == pytest.approx(2 * world.spent["Eva"], rel=0.15)


def test_people_who_wait_go_first() -> None:
    background = [client(f"guest {n}", urgency=Urgency.BOT_TO_MOVE) for n in range(50)]
    person = client("Ana", pause=4.0)
    World(1, *background, person).run(60)
    assert max(person.waits) <= LONG


def test_nobody_starves() -> None:
    """A review, and tables at which nobody waits, beside people who always do."""
    people = [client(f"guest {n}") for n in range(6)]
    review = client("Ana", urgency=Urgency.REVIEW)
    alone = client("Ben", urgency=Urgency.BOT_TO_MOVE)
    World(1, *people, review, alone).run(600)
    assert len(review.waits) > 5
    assert max(review.waits) <= 3 * AGING + (len(people) + 2) * LONG
    assert max(alone.waits) <= AGING + (len(people) + 2) * LONG


@pytest.mark.parametrize("seed", range(8))
def test_every_thought_begins_whatever_is_asked_for(seed: int) -> None:
    source = random.Random(seed)
    names = ["Ana", "Ben", "Eva", "Kit", ""]
    crowd = [
        client(
            *source.sample(names, source.choice([0, 1, 1, 1, 2])),
            urgency=source.choice(list(Urgency)),
            is_long=source.random() < 0.6,
            pause=source.choice([0.0, 0.3, 5.0]),
        )
        for _ in range(source.randint(1, 30))
    ]
    World(source.choice([1, 2, 5]), *crowd).run(200)
    for each in crowd:
        assert each.waits, each
        assert max(each.waits) <= 3 * AGING + 2 * len(crowd) * LONG, each


def test_one_guest_leaves_room_for_a_long_thought_of_another() -> None:
    schedule = Schedule(3)
    for _ in range(5):
        schedule.add(Thought(Claim(frozenset({"Eva"})), is_long=True))
    assert [schedule.begin_next() is not None for _ in range(3)] == [True, True, False]
    schedule.add(Thought(Claim(frozenset({"Ana"})), is_long=True))
    assert schedule.begin_next() is not None
    schedule.add(Thought(Claim(frozenset({"Ben"})), is_long=True))
    assert schedule.begin_next() is None, "one worker is kept for short thoughts"
    schedule.add(Thought(Claim(frozenset({"Eva"})), is_long=False))
    assert schedule.begin_next() is not None


def test_a_claim_counts_as_it_is_when_its_turn_comes() -> None:
    schedule = Schedule(1)
    first = Thought(Claim(frozenset({"Ana"}), Urgency.BOT_TO_MOVE), is_long=True)
    second = Thought(Claim(frozenset({"Ben"}), Urgency.BOT_TO_MOVE), is_long=True)
    schedule.add(first)
    schedule.add(second)
    second.claim.urgency = Urgency.PLAYER_WAITS  # somebody came to the table
    assert schedule.begin_next() is second


def test_guests_for_whom_nothing_was_done_for_long_are_forgotten() -> None:
    now = 0.0
    schedule = Schedule(1, clock=lambda: now)
    for number in range(5000):
        schedule.add(Thought(Claim(frozenset({f"guest {number}"})), is_long=False))
        thought = schedule.begin_next()
        assert thought is not None
        now += 1.0
        schedule.finish(thought)
    assert len(schedule._accounts) < 1000
    assert not schedule._under_way
