"""Try a wheel with kernels, and only its required dependencies: a step of ./check package.

    python tools/bare.py FOLDER     a folder that a wheel was unpacked into

What the wheel asks for is taken from this environment, so nothing is installed: the files of those
packages, and of what they ask for, are linked into a folder, and Python is told of no other.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

PLAY = """
import random
from azulejos import GAME_NAMES, Match, bot, game
for name in GAME_NAMES:
    played = game(name)
    match = Match(played, played.options(), source=random.Random(1))
    assert bot("search:nodes=3").choose(match.view(match.state.to_move))
    players = [bot("greedy:seed=1"), bot("random:seed=2")]
    while (seat := match.state.to_move) is not None:
        match.play(seat, players[seat % 2].choose(match.view(seat)))
    assert match._repr_svg_()
print(*GAME_NAMES)
"""


def main(folder: Path) -> None:
    """Play every game, and check that the command line program says what it lacks."""
    (metadata,) = folder.glob("*.dist-info")
    with tempfile.TemporaryDirectory() as bare:
        result = {each.name: each for each in needed(PathDistribution(metadata))}
        for package in result.values():
            link(package, Path(bare))
        paths = f"{folder}{os.pathsep}{bare}"
        print(f"{', '.join(sorted(result))}: {run(paths, '-c', PLAY)}")
        run(paths, "-c", "from azulejos.core.compiled import LIBRARY; assert LIBRARY")
        said = run(paths, "-m", "azulejos", "games", fails=True)
        if said != "error: click is missing: pip install 'azulejos[terminal]'":
            sys.exit(f"the command line program should say what it lacks, not:\n{said}")


def needed(package: Distribution) -> Iterator[Distribution]:
    """What a package asks for without extras, and what that asks for."""
    for asked in package.requires or ():
        requirement = Requirement(asked)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            result = distribution(requirement.name)
            yield result
            yield from needed(result)


def link(package: Distribution, into: Path) -> None:
    """Link a package's top-level files from the environment."""
    for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        place = into / top
        if not place.exists():
            place.symlink_to(Path(str(package.locate_file(top))))


def run(paths: str, *words: str, fails: bool = False, **variables: str) -> str:
    """The output of a Python that sees only these paths, and no packages of the environment."""
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONNOUSERSITE": "1", **variables}
    ran = subprocess.run(  # noqa: S603 - our own programs
        [sys.executable, "-S", *words], env=environment, capture_output=True, text=True, check=False
    )
    if bool(ran.returncode) != fails:
        sys.exit(ran.stdout + ran.stderr)
    return (ran.stderr if fails else ran.stdout).strip()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
