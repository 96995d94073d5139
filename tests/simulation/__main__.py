"""Run many simulations: `python -m tests.simulation --seeds 100000`.

A seed that breaks a guarantee is printed, and breaks it again when it is run alone:
`python -m tests.simulation --first 4711 --seeds 1 --trace`.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from itertools import repeat
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))  # where the game of the tests is

from .mistakes import MISTAKES
from .world import Outcome, simulate

PORTION = 25  # seeds for a process at a time


def main() -> int:
    """Run the program; the exit code is 1 if a guarantee was broken."""
    wanted = arguments()
    begun = time.monotonic()
    broken = 0
    for done, outcome in enumerate(outcomes(wanted), 1):
        if wanted.trace:
            print("\n".join(outcome.trace))
        if outcome.violation:
            broken += 1
            print(f"seed {outcome.seed}: {outcome.violation}", flush=True)
        if wanted.digests:
            print(outcome.seed, outcome.digest)
        if done % 100 == 0 or done == wanted.seeds:
            rate = done / (time.monotonic() - begun)
            end = "\n" if done == wanted.seeds else ""
            text = f"\r{done} of {wanted.seeds} seeds, {broken} broken, {rate:.0f} a second"
            print(text, end=end, file=sys.stderr, flush=True)
    return 1 if broken else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="number of seeds")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes to use")
    parser.add_argument("--mistake", choices=[*MISTAKES], help="plant this bug in the server")
    parser.add_argument("--trace", action="store_true", help="print the trace of each seed")
    parser.add_argument("--digests", action="store_true", help="print a digest of each trace")
    return parser.parse_args()


def outcomes(wanted: argparse.Namespace) -> Iterator[Outcome]:
    seeds = range(wanted.first, wanted.first + wanted.seeds)
    portions = [seeds[at : at + PORTION] for at in range(0, len(seeds), PORTION)]
    if wanted.jobs == 1 or len(portions) == 1:
        for portion in portions:
            yield from run(portion, wanted.mistake, wanted.trace)
        return
    with ProcessPoolExecutor(wanted.jobs) as processes:
        several = processes.map(run, portions, repeat(wanted.mistake), repeat(wanted.trace))
        for portion_outcomes in several:
            yield from portion_outcomes


def run(seeds: range, mistake: str | None, keeps_trace: bool) -> list[Outcome]:
    """Simulate some seeds."""
    with MISTAKES[mistake]() if mistake else nullcontext():
        return [simulate(seed, keeps_trace=keeps_trace) for seed in seeds]


if __name__ == "__main__":
    sys.exit(main())
