"""The whole server under simulated time, network and disk, with faults chosen by a seed.

`python -m tests.simulation` runs more seeds, and reproduces failures of these.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from simulation.mistakes import MISTAKES
from simulation.world import simulate

SEEDS = 100  # in a portion
PORTIONS = 4
ENOUGH = 1000  # each mistake is found by these, though few of them find some

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_nothing_that_is_promised_is_broken(portion: int, request: pytest.FixtureRequest) -> None:
    seeds = SEEDS * int(request.config.getoption("--more"))
    for seed in range(portion * seeds, (portion + 1) * seeds):
        outcome = simulate(seed)
        assert outcome.violation is None, f"seed {seed}: {outcome.violation}"


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_found(mistake: Callable[[], AbstractContextManager[None]]) -> None:
    with mistake():
        assert any(simulate(seed).violation for seed in range(ENOUGH))


def test_a_seed_decides_everything() -> None:
    """A seed that fails must fail again, in another process, whatever ran there before."""
    here = {seed: simulate(seed).digest for seed in range(8)}
    assert here == {seed: simulate(seed).digest for seed in reversed(range(8))}
    assert len(set(here.values())) == 8
    command = [sys.executable, "-m", "tests.simulation", "--seeds", "8", "--jobs", "1", "--digests"]
    printed = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert {int(seed): digest for seed, digest in map(str.split, printed.splitlines())} == here


def test_a_failing_seed_fails_again_alone() -> None:
    mistake = MISTAKES["applied_before_it_is_written"]
    with mistake():
        result = next(each for seed in range(ENOUGH) if (each := simulate(seed)).violation)
        again = simulate(result.seed, keeps_trace=True)
    assert (again.violation, again.digest) == (result.violation, result.digest)
    assert again.trace
