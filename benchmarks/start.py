"""How soon a new machine plays: a wheel with kernels, beside Numba with an empty cache.

    python benchmarks/start.py                  builds both wheels, and installs each by itself

The installations are made by pip in plain virtual environments, in a temporary folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5  # where nothing is compiled; otherwise one, as it takes long

LEGAL_MOVES = """
from azulejos import AZUL, Match
match = Match(AZUL)
view = match.view(match.state.to_move)
moves = view.state.legal_moves
"""

ANSWER = f"""{LEGAL_MOVES}
from azulejos import bot
bot("search:100ms").choose(view)
import resource
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

ARENA = ["-m", "azulejos", "arena", "--players", "search:100ms", "greedy", "--games", "2"]


def main() -> None:
    """Print a table."""
    with tempfile.TemporaryDirectory() as room:
        place = Path(room)
        columns = [
            dict(measured(place / "numba", "", "[compile]")),
            dict(measured(place / "kernels", "host", "")),
        ]
    print("| | Numba, empty cache | compiled kernels |\n|---|---|---|")
    for name in columns[0]:
        print(f"| {name} | {' | '.join(column[name] for column in columns)} |")


def measured(place: Path, target: str, extra: str) -> Iterator[tuple[str, str]]:
    """What is said of a wheel."""
    wheel = build(place, target)
    python = environment(place)
    install(python, f"{wheel}{extra}")
    packages = next(place.glob("venv/lib/*/site-packages"))
    yield "installation of rules and bots", f"{size(packages) / 1e6:.0f} MB"
    yield "import and first legal moves", f"{fastest(python, place, ['-c', LEGAL_MOVES]):.2f} s"
    yield "first answer of `search:100ms`", f"{fastest(python, place, ['-c', ANSWER]):.2f} s"
    peak = run(python, place / "cache-of-memory", ["-c", ANSWER])
    yield "peak memory of that", f"{int(peak) / 1024:.0f} MB"
    install(python, f"{wheel}[terminal]")
    yield "first `arena --games 2`", f"{fastest(python, place, ARENA):.1f} s"
    yield "wheel", f"{wheel.stat().st_size / 1e6:.2f} MB"


def build(place: Path, target: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    output([*command, "--directory", str(place)], AZULEJOS_TARGET=target)
    return next(place.glob("*.whl"))


def environment(place: Path) -> Path:
    output([sys.executable, "-m", "venv", str(place / "venv")])
    return place / "venv" / "bin" / "python"


def install(python: Path, what: str) -> None:
    output([str(python), "-m", "pip", "install", "--quiet", what])


def size(packages: Path) -> int:
    """What was installed takes, without pip, which was there before."""
    files = (file for file in packages.rglob("*") if file.is_file())
    ours = (file for file in files if not file.relative_to(packages).parts[0].startswith("pip"))
    return sum(file.stat().st_size for file in ours if file.suffix != ".pyc")


def fastest(python: Path, place: Path, words: list[str]) -> float:
    """Seconds of the fastest run; each with a cache of its own, in which nothing is compiled."""
    runs = RUNS if place.name == "kernels" else 1
    result = []
    run(python, place / "cache-of-imports", ["-c", "import azulejos.bots, numpy"])  # writes .pyc
    for number in range(runs):
        cache = place / f"cache-{number}-{abs(hash(tuple(words)))}"
        begun = time.perf_counter()
        run(python, cache, words)
        result.append(time.perf_counter() - begun)
    return min(result)


def run(python: Path, cache: Path, words: list[str]) -> str:
    return output([str(python), *words], AZULEJOS_CACHE=str(cache))


def output(command: list[str], **variables: str) -> str:
    """What a program prints, in an environment that says nothing else of kernels."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("AZULEJOS_")}
    ran = subprocess.run(  # noqa: S603 - our own programs
        command, cwd=ROOT, env={**kept, **variables}, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        sys.exit(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


if __name__ == "__main__":
    main()
