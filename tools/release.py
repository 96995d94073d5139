"""Prepare and build a release: see docs/releasing.md.

    python tools/release.py prepare 0.2.0    write the version and its date where they belong
    python tools/release.py                  check that everything matches, and build into dist/

`./check release` is the second. It builds a wheel with kernels for each system, one without them
for all others, the source distribution and checksums. What is built is tested: the wheel for this
system by itself, and the source distribution by building the same wheel from it.
"""

from __future__ import annotations

import datetime
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from azulejos.ahead.targets import BROWSERS, HOST, TARGETS

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE = "src/azulejos/__init__.py"
CHANGELOG = "CHANGELOG.md"
CITATION = "CITATION.cff"
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
CITED = re.compile(r"^version: (.*)$", re.MULTILINE)
CITED_DATE = re.compile(r"^date-released: (.*)\n", re.MULTILINE)
UNRELEASED = "## [Unreleased]\n"
SECTION = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\S+))?$", re.MULTILINE)
SYSTEMS = tuple(name for name in TARGETS if name not in BROWSERS)
NEEDED = (
    "azulejos/docs/rules/azul.md",
    "azulejos/languages/en.json",
    "azulejos/py.typed",
    "azulejos/server/static/index.html",
)

Texts = Mapping[str, str]
"""The files that name the version, by their paths."""


def main(arguments: list[str]) -> int:
    """Prepare, or check and build."""
    match arguments:
        case ["prepare", version]:
            today = datetime.datetime.now(datetime.UTC).date()
            for path, text in prepared(read(), version, today.isoformat()).items():
                (ROOT / path).write_text(text, encoding="utf-8")
        case []:
            return check_and_build()
        case _:
            sys.exit(__doc__)
    return 0


def read() -> Texts:
    return {
        path: (ROOT / path).read_text(encoding="utf-8")
        for path in (VERSION_FILE, CHANGELOG, CITATION)
    }


def prepared(texts: Texts, version: str, date: str) -> Texts:
    """The files with a new version in them; what was unreleased becomes its section."""
    before = VERSION.findall(texts[VERSION_FILE])[0]
    if not SEMANTIC.fullmatch(version):
        sys.exit(f"error: {version} is not a version; it should be like 0.2.0")
    if version != before and _numbers(version) < _numbers(before):
        sys.exit(f"error: {version} is older than {before}")
    citation = CITED.sub(f"version: {version}", CITED_DATE.sub("", texts[CITATION]))
    return {
        VERSION_FILE: VERSION.sub(f'__version__ = "{version}"', texts[VERSION_FILE]),
        CHANGELOG: texts[CHANGELOG].replace(
            UNRELEASED, f"{UNRELEASED}\n## [{version}] - {date}\n", 1
        ),
        CITATION: f"{citation.rstrip()}\ndate-released: {date}\n",
    }


def _numbers(version: str) -> list[int]:
    return [int(number) for number in version.split(".")]


def check_and_build() -> int:
    """Say what is missing; if nothing is, build into dist/."""
    texts = read()
    faults = [*faults_of(texts), *faults_of_checkout()]
    for fault in faults:
        print(fault)
    if faults:
        return 1
    version = VERSION.findall(texts[VERSION_FILE])[0]
    folder = ROOT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    wheel, source = build(ROOT, folder, "wheel"), build(ROOT, folder, "sdist")
    wheels = {system: build(ROOT, folder, "wheel", system) for system in SYSTEMS}
    with tempfile.TemporaryDirectory() as place:
        try_wheel(wheels[HOST], Path(place))
        try_source(source, wheel, Path(place))
    files = sorted(folder.iterdir())
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in files]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    for file in files:
        print(f"{file.stat().st_size / 1e6:6.2f} MB  {file.relative_to(ROOT)}")
    print(f"git tag --annotate v{version} --message 'Azulejos {version}'")
    return 0


def faults_of(texts: Texts) -> Iterator[str]:
    """Where the version is missing, or another one."""
    (version,) = VERSION.findall(texts[VERSION_FILE])
    if not SEMANTIC.fullmatch(version):
        yield f"{VERSION_FILE}: {version} is not a version like 0.2.0"
    if CITED.findall(texts[CITATION]) != [version]:
        yield f"{CITATION}: the version should be {version}"
    sections = list(SECTION.finditer(texts[CHANGELOG]))
    names = [section["version"] for section in sections]
    if names[:2] != ["Unreleased", version]:
        yield f"{CHANGELOG}: after [Unreleased] should come [{version}]: tools/release.py prepare"
        return
    if texts[CHANGELOG][sections[0].end() : sections[1].start()].strip():
        yield f"{CHANGELOG}: something is still unreleased"
    if CITED_DATE.findall(texts[CITATION]) != [sections[1]["date"]]:
        yield f"{CITATION}: date-released should be {sections[1]['date']}, as in {CHANGELOG}"


def faults_of_checkout() -> Iterator[str]:
    """What is not committed would not be in the tag."""
    if output("git", "status", "--porcelain"):
        yield "there are changes that are not committed"


def build(root: Path, folder: Path, target: str, system: str = "") -> Path:
    """Build one kind of distribution; a wheel may be for a system, with compiled kernels."""
    before = set(folder.glob("*"))
    command = ["hatchling", "build", "--directory", str(folder), "--target", target]
    output(*command, cwd=root, AZULEJOS_TARGET=system)
    (built,) = set(folder.glob("*")) - before
    return built


def try_wheel(wheel: Path, place: Path) -> None:
    """Unpack a wheel and use it with only its required dependencies."""
    with zipfile.ZipFile(wheel) as packed:
        missing = set(NEEDED) - set(packed.namelist())
        if missing:
            sys.exit(f"error: the wheel lacks {', '.join(sorted(missing))}")
        packed.extractall(place / "wheel")  # noqa: S202 - we have just built it
    print(output(sys.executable, str(ROOT / "tools" / "bare.py"), str(place / "wheel")), end="")


def try_source(source: Path, wheel: Path, place: Path) -> None:
    """Build a wheel from the source distribution: it must be the same, byte for byte."""
    with tarfile.open(source) as packed:
        packed.extractall(place / "source", filter="data")
    (root,) = (place / "source").iterdir()
    again = build(root, place / "again", "wheel")
    if again.read_bytes() != wheel.read_bytes():
        sys.exit("error: the source distribution builds another wheel than the checkout")


def output(*command: str, cwd: Path = ROOT, **variables: str) -> str:
    """The output of a program; if it fails, say so and stop."""
    environment = {**os.environ, **variables}
    ran = subprocess.run(  # noqa: S603
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        sys.exit(f"error: {' '.join(command)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
