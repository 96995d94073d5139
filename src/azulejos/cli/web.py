"""`azulejos web`: play in the browser, on this machine."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from platformdirs import user_data_path

from azulejos.cli.arguments import FILE, GAME
from azulejos.cli.offers import bots_from_outside, offered, site_for_later
from azulejos.errors import AzulejosError
from azulejos.server.operations import log_lines
from azulejos.server.running.processes import listen
from azulejos.tables.settings import Settings, is_site

if TYPE_CHECKING:
    from azulejos.server.running.run import Server


USUAL_PORT = 8417  # of a page that browsers keep: they know it by its address
BUILDER = "AZULEJOS_SITE_BUILDER"  # the program that writes `usual_site()`; `./play` names one

BEGUN = """\
Preparing the page for when this program is stopped: in the background, once per version."""
OFFERED = """\
To play on when this program is stopped, start it once with --offline: it downloads about 100 MB."""
DONE = "Once loaded, the page now plays against bots without this program, too."


@click.command(
    epilog="""\b
Examples:
  azulejos web                 Azul against a bot
  azulejos web duel            Azul Duel
  azulejos web --lan           let others on your network join
  azulejos web --no-browser    only print the address
  azulejos web --bot Ada=my_bot.py:MyBot    offer a bot of your own at the tables"""
)
@click.argument("game", type=GAME, required=False, default="azul", metavar="[GAME]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default="any free one; 8417 if there is a site",
    help="Port to listen on.",
)
@click.option(
    "--store", type=FILE, show_default="in your data folder", help="File to keep the games in."
)
@bots_from_outside
@site_for_later
@click.option(
    "--offline",
    is_flag=True,
    help="Let ./play build a standalone site in the background, for when this program is stopped. "
    "It downloads about 100 MB once; later starts keep the site up to date.",
)
@click.option(
    "--no-site",
    is_flag=True,
    help="Don't keep a standalone site up to date, nor offer one.",
)
@click.option("--lan", is_flag=True, help="Let others on your local network join.")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
def web(
    game: str,
    *,
    port: int,
    store: Path | None,
    bots: Mapping[str, str],
    site: Path | None,
    offline: bool,
    no_site: bool,
    lan: bool,
    no_browser: bool,
) -> None:
    """Play in your browser, starting with a game of GAME (default: azul) against a bot.

    Only this computer can open the page, unless you let others on your local network join: with
    --lan, or with the switch beside an invitation on the page. Ctrl-C stops it; your games are
    saved. To play with people anywhere, see `azulejos serve`. After `azulejos site build`, which
    ./play --offline runs in the background, the page also plays against bots while this program is
    stopped.
    """
    compiling: Any = import_module("azulejos.cli.compiling")
    compiling.compile_games()
    run: Any = import_module("azulejos.server.running.run")
    log_lines.set_up("none")
    offers = offered(bots)
    may_build = None if no_site or site or not find_spec("numba") else os.environ.get(BUILDER)
    builder = may_build if offline or built_site() else None
    kept_site = None if no_site else site or (usual_site() if builder else built_site())
    listening = _listen(port, USUAL_PORT if kept_site else 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    kept = store or data_folder() / "games.db"
    secret = secrets.token_urlsafe()

    def ready(server: Server) -> None:
        server.hub.first_game = secret, game
        server.hub.reach.open = server.open_to_network
        click.echo(f"Play at {address}/start/{secret}")
        click.echo("Press Ctrl-C to stop. Your games are saved.")
        if may_build and not builder:
            click.echo(OFFERED)
        server.chore = asyncio.create_task(_report(server, builder, lan=lan))
        if not no_browser:
            webbrowser.open(f"{address}/start/{secret}")

    chosen = Settings(
        store=str(kept),
        workers=1,
        bots=offers,
        site=kept_site,
    )
    with suppress(KeyboardInterrupt):
        run.run(chosen, listening, ready=ready)


def _listen(port: int, usual: int) -> socket.socket:
    """Listen on this machine, at a port that stays the same if there is a reason for it."""
    with suppress(OSError):
        return listen("127.0.0.1", port or usual)
    return listen("127.0.0.1", port)


async def _report(server: Server, builder: str | None, *, lan: bool) -> None:
    """Say where others can join, and what goes on while the site is built."""
    if lan:
        await _open_to_network(server)
    if builder:
        await build_site(builder)


async def _open_to_network(server: Server) -> None:
    try:
        reach = await server.hub.reach.open_to_network("127.0.0.1")
    except AzulejosError as error:
        click.echo(f"Nobody else can join: {error}.", err=True)
        return
    click.echo(f"Others on your network can join at {' or '.join(reach.origins)}")


def data_folder() -> Path:
    """Where the user's games are kept."""
    return user_data_path("azulejos", appauthor=False)


def built_site() -> Path | None:
    """The site that `azulejos site build` has written for this program, if there is one."""
    usual = usual_site()
    return usual if is_site(usual) else None


def usual_site() -> Path:
    """Where `azulejos site build` writes a site that is meant for this machine."""
    return data_folder() / "site"


# The standalone site, built beside the server by the program that `./play` names


async def build_site(program: str) -> None:
    """Run the program and print what it says; it ends with whoever waits for it."""
    try:
        process = await asyncio.create_subprocess_exec(
            program,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
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
    """Print each line, and return the last."""
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
