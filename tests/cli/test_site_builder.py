"""The site that is built beside `azulejos web`, and what is told of it."""

from __future__ import annotations

import asyncio
import os
import select
from pathlib import Path

import pytest

from azulejos.cli.web import BEGUN, DONE, build_site
from azulejos.offline import site as site_module
from patience import PATIENCE

from .conftest import Run


def program(folder: Path, script: str) -> str:
    path = folder / "builder"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_progress_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(build_site(program(tmp_path, "echo one; echo two >&2")))
    assert capsys.readouterr().out.splitlines() == [BEGUN, "  one", "  two", DONE]


def test_who_has_nothing_to_do_says_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(build_site(program(tmp_path, "exit 0")))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("script", ["echo no network; exit 1", None])
def test_a_build_that_fails_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], script: str | None
) -> None:
    asyncio.run(build_site(program(tmp_path, script) if script else str(tmp_path / "missing")))
    errors = capsys.readouterr().err
    assert "no network" in errors if script else "missing" in errors
    assert "--no-site" in errors


def test_it_ends_with_the_server(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)

    async def stop_in_the_middle() -> None:
        building = asyncio.create_task(build_site(program(tmp_path, f"exec cat {fifo}")))
        heard = await asyncio.to_thread(os.open, fifo, os.O_WRONLY)  # once the program reads
        building.cancel()
        with pytest.raises(asyncio.CancelledError):
            await building
        looking = select.poll()
        looking.register(heard, 0)
        assert looking.poll(1000 * PATIENCE), "nobody reads any more"
        os.close(heard)

    asyncio.run(stop_in_the_middle())


def test_a_site_of_the_same_sources_is_not_built_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / site_module.BUILT_FROM).write_text(site_module.sources_digest())
    assert site_module.is_current(tmp_path)
    assert run("site", "build", tmp_path, "--if-changed").output == ""
    (tmp_path / site_module.BUILT_FROM).write_text("others")
    assert not site_module.is_current(tmp_path)
