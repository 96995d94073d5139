"""What docs/hosting.md brings for systemd and containers, checked where the programs for it are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str, **variables: str) -> str:
    ended = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout + ended.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = (ROOT / "deploy" / "azulejos.service").read_text(encoding="utf-8")
    here = unit.replace("/opt/azulejos/bin/azulejos", shutil.which("true") or "/bin/true")
    (tmp_path / "azulejos.service").write_text(here, encoding="utf-8")
    output = run("systemd-analyze", "verify", str(tmp_path / "azulejos.service"))
    assert "azulejos.service" not in output  # it would name what it does not understand


@pytest.mark.skipif(not shutil.which("docker-compose"), reason="docker-compose is not installed")
def test_the_compose_file_is_one() -> None:
    file = str(ROOT / "deploy" / "compose.yaml")
    read = run(
        *("docker-compose", "--file", file, "config"),
        AZULEJOS_PASSWORD="s3cret",  # noqa: S106
        AZULEJOS_URL="https://azul.example.org",
        PYTHON_IMAGE="python@sha256:1",
        POSTGRES_IMAGE="postgres@sha256:2",
    )
    assert "PYTHON_IMAGE: python@sha256:1" in read
    assert "image: postgres@sha256:2" in read
    assert read.count("read_only: true") == 2
    assert "postgresql://azulejos:s3cret@database/azulejos" in read


def test_the_image_is_made_of_what_is_there() -> None:
    recipe = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    for lock in re.findall(r"requirements/\w+\.lock", recipe):
        assert (ROOT / lock).is_file(), lock
    bases = re.findall(r"^FROM (\S+)", recipe, re.MULTILINE)
    assert set(bases) == {"${PYTHON_IMAGE}"}  # so that one argument pins them all by digest
    assert "USER 10001:10001" in recipe
    assert "/ready" in recipe
