"""What goes wrong in a simulation, and how often: drawn from its seed.

Each kind of fault occurs in about half of all worlds. If everything failed all the time, little
would happen that could go wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, fields

from .store import Fate, Weather


@dataclass(frozen=True)
class Outage:
    """A time during which the database does not answer, or cannot write."""

    begins: float
    ends: float
    is_full: bool


@dataclass
class Faults:
    """How often each thing goes wrong, as a probability unless it is a count."""

    loses_call: float = 0.0
    loses_answer: float = 0.0
    stalls: float = 0.0
    loses_notice: float = 0.0
    doubles_notice: float = 0.0
    delays_notice: float = 0.0
    doubles_message: float = 0.0
    loses_answer_to_request: float = 0.0
    cuts: float = 0.0  # a message breaks the connection
    old_versions: float = 0.0  # a client claims to know less than it does
    worker_fails: float = 0.0
    kills: int = 0
    stops: int = 0  # in good order
    kills_in_commits: float = 0.0
    clock_jumps: int = 0
    disorder: float = 0.0
    outages: list[Outage] = field(default_factory=list)

    @classmethod
    def drawn(cls, source: random.Random, until: float) -> Faults:
        """The faults of a world until some time."""

        def sometimes(most: float) -> float:
            return most * source.random() ** 2 if source.random() < 0.5 else 0.0

        faults = cls(
            loses_call=sometimes(0.3),
            loses_answer=sometimes(0.3),
            stalls=sometimes(0.2),
            loses_notice=sometimes(0.9),
            doubles_notice=sometimes(0.6),
            delays_notice=sometimes(0.9),
            doubles_message=sometimes(0.6),
            loses_answer_to_request=sometimes(0.6),
            cuts=sometimes(0.2),
            old_versions=sometimes(0.9),
            worker_fails=sometimes(0.9),
            kills=round(sometimes(5)),
            stops=round(sometimes(5)),
            kills_in_commits=sometimes(0.2),
            clock_jumps=round(sometimes(4)),
            disorder=sometimes(1.0),
        )
        for _ in range(round(sometimes(8))):
            begins = source.uniform(0, until)
            ends = begins + source.uniform(0.1, 5)
            faults.outages.append(Outage(begins, min(ends, until), source.random() < 0.6))
        return faults

    def calm_down(self) -> None:
        """End all faults."""
        for each in fields(self):
            setattr(self, each.name, [] if each.name == "outages" else 0)


class WorldWeather(Weather):
    """What happens to calls on their way to the database."""

    def __init__(
        self,
        source: random.Random,
        faults: Faults,
        time: Callable[[], float],
        kill_soon: Callable[[float], None],
    ) -> None:
        self._source = source
        self._faults = faults
        self._time = time
        self._kill_soon = kill_soon

    def way(self) -> float:
        return self._source.uniform(0.0005, 0.01)

    def fate(self, *, is_write: bool) -> Fate:
        source, faults = self._source, self._faults
        now = self._time()
        if is_write and source.random() < faults.kills_in_commits:
            self._kill_soon(source.uniform(0, 0.02))
        for outage in faults.outages:
            if outage.begins <= now < outage.ends:
                if not outage.is_full:
                    return Fate(stalls=outage.ends - now, gets_lost=source.random() < 0.5)
                if is_write:
                    return Fate(is_full=True)
        stalls = 10 ** source.uniform(-1, 1.3) if source.random() < faults.stalls else 0.0
        return Fate(
            stalls=stalls,
            gets_lost=source.random() < faults.loses_call,
            loses_answer=source.random() < faults.loses_answer,
        )

    def notices(self) -> list[float]:
        source, faults = self._source, self._faults
        if source.random() < faults.loses_notice:
            return []
        count = 2 if source.random() < faults.doubles_notice else 1
        late = 10 ** source.uniform(-1, 1) if source.random() < faults.delays_notice else 0.0
        return [self.way() + late * source.random() for _ in range(count)]
