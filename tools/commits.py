"""Check what commits say: ./check commits, and the hook `commit-msg`.

    python tools/commits.py main..HEAD       the commits of a range
    python tools/commits.py --message FILE   a message for what is staged

A commit that touches the rules (`core/`, `games/`) or the pinned digests says in a trailer whether
the games behave as before: `Behaviour: unchanged`, or for every game that behaves differently one
of its digests, `Behaviour: sintra 9bb12837010bd329 -> 92ee79333100cb35 (players=2)`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
RULES = ("src/azulejos/core/", "src/azulejos/games/", "tests/digests/")
DIGESTS = PurePosixPath("tests/digests")
MIN_WORDS = 2  # that can say what changes
TRAILER = re.compile(r"^Behaviour: *(.*)$", re.MULTILINE)
CHANGED = re.compile(r"(?P<game>\w+)\b.*?(?P<old>[0-9a-f]{16}) -> (?P<new>[0-9a-f]{16})")

Digests = Mapping[str, str]
"""The pinned digest of each set of options of a game."""

Changes = Mapping[str, Mapping[str, tuple[str, str]]]
"""By game and options: the digest before and after."""


def main(arguments: list[str]) -> int:
    """Print every fault; exit code 1 if there are any."""
    match arguments:
        case ["--message", file]:
            faults = list(faults_of(read_message(Path(file)), *staged()))
        case [commits]:
            faults = [fault for commit in listed(commits) for fault in faults_of_commit(commit)]
        case _:
            sys.exit(__doc__)
    for fault in faults:
        print(fault)
    return bool(faults)


def faults_of_commit(commit: str) -> Iterator[str]:
    """What is wrong with the message of a commit, each after the commit's name."""
    message = git("show", "--no-patch", "--format=%B", commit)
    files = git("show", "--name-only", "--format=", "--first-parent", commit).split()
    for fault in faults_of(message, files, changed_digests(files, f"{commit}^:", f"{commit}:")):
        yield f"{commit[:9]} {message.partition(chr(10))[0]}: {fault}"


def staged() -> tuple[list[str], Changes]:
    """What is about to be committed: files, and the digests that change."""
    files = git("diff", "--cached", "--name-only").split()
    return files, changed_digests(files, "HEAD:", ":")


def faults_of(message: str, files: Iterable[str], changes: Changes) -> Iterator[str]:
    """What is wrong with the message of a commit that changes these files and digests."""
    subject, *rest = message.strip().split("\n")
    if len(subject.split()) < MIN_WORDS or subject.endswith("."):
        yield "the first line should say what changes, without a full stop"
    if rest and rest[0].strip():
        yield "the second line should be blank"
    said = TRAILER.findall(message)
    touching = [file for file in files if file.startswith(RULES)]
    if touching and not said:
        yield f"it touches {touching[0]}: end it with `Behaviour: unchanged` or with new digests"
        return
    for game, by_options in changes.items():
        if not any(names_change(line, game, by_options) for line in said):
            options, (old, new) = next(iter(by_options.items()))
            yield f"a digest changes: say `Behaviour: {game} {old} -> {new} ({options})`"
    for line in said:
        named = CHANGED.match(line)
        if not named and "unchanged" not in line:
            yield f"`Behaviour: {line}` says neither `unchanged` nor a digest `old -> new`"
        if named and not names_change(line, named["game"], changes.get(named["game"], {})):
            yield f"`Behaviour: {line}` names a digest that does not change so"


def names_change(line: str, game: str, by_options: Mapping[str, tuple[str, str]]) -> bool:
    """Whether a trailer names a digest of the game before and after."""
    named = CHANGED.match(line)
    if not named or named["game"] != game:
        return False
    return (named["old"], named["new"]) in by_options.values()


def changed_digests(files: Iterable[str], before: str, after: str) -> Changes:
    """The digests that differ; those of new options are not a change of behaviour."""
    result = {}
    for file in map(PurePosixPath, files):
        if file.parent == DIGESTS and file.suffix == ".json":
            old, new = digests(f"{before}{file}"), digests(f"{after}{file}")
            changed = {
                options: (old[options], new[options])
                for options in old
                if options in new and old[options] != new[options]
            }
            if changed:
                result[file.stem] = changed
    return result


def digests(blob: str) -> Digests:
    """The digests in a file of a commit or of the index; none if it is not there."""
    shown = subprocess.run(  # noqa: S603 - our own command
        ["git", "show", blob],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return dict(flat(json.loads(shown.stdout))) if shown.returncode == 0 else {}


def flat(read: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    """Each digest with its names: those of searches lie deeper, by game and version."""
    for name, result in read.items():
        if isinstance(result, Mapping):
            yield from flat(result, f"{above}{name} ")
        else:
            yield f"{above}{name}", str(result)


def listed(commits: str) -> list[str]:
    """The commits of a range, oldest first; merges say nothing of their own."""
    return git("rev-list", "--reverse", "--no-merges", commits).split()


def read_message(file: Path) -> str:
    """A message as Git keeps it: without comments."""
    lines = file.read_text(encoding="utf-8").split("\n")
    return "\n".join(line for line in lines if not line.startswith("#"))


def git(*arguments: str) -> str:
    """What Git answers."""
    ran = subprocess.run(  # noqa: S603
        ["git", *arguments],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"error: {ran.stderr.strip().removeprefix('fatal: ')}")
    return ran.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
