"""The standalone site for when `azulejos web` is stopped, built beside it by another program.

`./play` names the program (`requirements/site.sh`), since it knows where to install what a build
takes. It says nothing if there is nothing to do.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress

import click

BEGUN = """\
Preparing the page for when this program is stopped: in the background, once per version."""
DONE = "Once loaded, the page now plays against bots without this program, too."


async def build_site(program: str) -> None:
    """Run the program, and tell what it says; it ends with whoever waits for it."""
    try:
        process = await asyncio.create_subprocess_exec(
            program,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={
                name: value for name, value in os.environ.items() if name != "AZULEJOS_INTERPRETED"
            },
            start_new_session=True,
        )
    except OSError as error:
        _tell_failure(str(error))
        return
    try:
        last = await _tell_progress(process)
        code = await process.wait()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            await process.communicate()  # until its pipe is closed, too
    if code:
        _tell_failure(last or f"{program} ended with exit code {code}")
    elif last:
        click.echo(DONE)


async def _tell_progress(process: asyncio.subprocess.Process) -> str:
    """Pass on each line, and return the last."""
    last = ""
    assert process.stdout is not None
    async for line in process.stdout:
        if not last:
            click.echo(BEGUN)
        last = line.decode(errors="replace").strip() or last
        click.echo(f"  {last}")
    return last


def _tell_failure(reason: str) -> None:
    click.echo(f"The page needs this program: no site could be built ({reason}).", err=True)
    click.echo("The next start tries again; --no-site does not.", err=True)
