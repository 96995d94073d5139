"""`azulejos serve`: the web page and the server behind it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import click

from azulejos.cli.arguments import FILE, keep_options, wrong_usage
from azulejos.cli.compiling import compile_games
from azulejos.cli.main import Failure
from azulejos.cli.offers import bots_from_outside, offered, site_for_later
from azulejos.extras import needs
from azulejos.server.operations import log_lines
from azulejos.server.running.processes import Processes, listen
from azulejos.server.store.addresses import connect, is_shared
from azulejos.tables.people.networks import network_called
from azulejos.tables.settings import Keeping, Push, Settings


@click.command(
    epilog="""\b
Examples:
  azulejos serve                                         on this computer only
  azulejos serve --host 0.0.0.0                          for your home network
  azulejos serve --public-url https://azul.example.org --behind-proxy 127.0.0.1
  azulejos serve --store postgresql://azulejos@db/azulejos --processes 4
  azulejos serve --site public                           browsers that lose the connection play on
  azulejos serve --bot Ada=my_bot.py:MyBot --bot 'Eve=exec:./engine --fast'"""
)
@click.option("--host", default="127.0.0.1", help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    help="Port to listen on; 0 for any that is free.",
)
@click.option(
    "--store",
    default="azulejos.db",
    envvar="AZULEJOS_STORE",
    metavar="URL",
    help="Where to keep tables and guests: a file (SQLite) or postgresql://... Can be set with "
    "AZULEJOS_STORE, which keeps a password out of the process list.",
)
@click.option(
    "--public-url",
    "public_urls",
    multiple=True,
    metavar="URL",
    help="Address of the server as browsers see it, like https://azul.example.org. Repeatable. "
    "Requests from pages of other sites are refused. By default the server answers to IP addresses "
    "and to this machine's own name.",
)
@click.option(
    "--behind-proxy",
    default="",
    show_default=False,
    metavar="ADDRESSES",
    help="Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted, separated by commas; * "
    "trusts everyone.",
)
@click.option(
    "--unlimited",
    default="",
    show_default=False,
    metavar="ADDRESSES",
    help="Addresses or networks, separated by commas, whose programs may ask as often as they "
    "like: 127.0.0.1 for those on this machine. A proxy on it must be named by --behind-proxy.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    help="Number of server processes; more than one needs PostgreSQL.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    show_default="all cores but one, shared among them",
    help="Processes in which bots think, for each process that serves; one more is kept for quick "
    "moves.",
)
@bots_from_outside
@site_for_later
@click.option(
    "--lease",
    type=click.FloatRange(0.5, 600),
    default=10.0,
    metavar="SECONDS",
    help="With several processes on one PostgreSQL: after how much silence the others take over "
    "the bots of one and no longer count the people connected to it.",
)
@keep_options(finished="365d", abandoned="60d", guests="400d")
@click.option(
    "--push-key",
    type=FILE,
    envvar="AZULEJOS_PUSH_KEY",
    help="Send web push to people whose turn it is and whose page is closed, signed with the key "
    "in this file (also AZULEJOS_PUSH_KEY); `azulejos admin push-key FILE` makes one.",
)
@click.option(
    "--push-contact",
    envvar="AZULEJOS_PUSH_CONTACT",
    metavar="URL",
    show_default="the --public-url",
    help="Whom push services may contact about it, like mailto:me@example.org (also "
    "AZULEJOS_PUSH_CONTACT).",
)
@click.option(
    "--log",
    type=click.Choice(["json", "text", "none"]),
    default="json",
    help="Log format, on standard error.",
)
def serve(
    *,
    host: str,
    port: int,
    store: str,
    public_urls: tuple[str, ...],
    behind_proxy: str,
    unlimited: str,
    processes: int,
    workers: int | None,
    bots: Mapping[str, str],
    site: Path | None,
    lease: float,
    keep_finished: float | None,
    keep_abandoned: float | None,
    keep_guests: float | None,
    push_key: Path | None,
    push_contact: str | None,
    log: Literal["json", "text", "none"],
) -> None:
    """Run a server with the web page, tables and bot API. Ctrl-C stops it.

    One process serves thousands of tables. Several processes, on one machine or more, can share
    their tables through PostgreSQL.
    """
    log_lines.set_up(log)
    if processes > 1 and not is_shared(store):
        raise click.UsageError("--processes: SQLite serves one process; use PostgreSQL for more")
    settings = Settings(
        store=store,
        origins=tuple(_origin(url) for url in public_urls),
        workers=workers or max(1, ((os.cpu_count() or 2) - 1) // processes),
        lease=lease,
        keep=Keeping(keep_finished, keep_abandoned, keep_guests),
        bots=offered(bots),
        site=site,
        push=_push(push_key, push_contact, public_urls),
        unlimited=_networks(unlimited),
    )
    try:
        listening = listen(host, port)
    except OSError as error:
        raise Failure(f"cannot listen at {host} port {port}: {error.strerror}") from None
    address, chosen = listening.getsockname()[:2]

    def ready() -> None:
        click.echo(f"Serving at {address_text(address, chosen)} (Ctrl-C to stop)", err=True)

    compile_games()
    if processes == 1:
        running: Any = import_module("azulejos.server.running.run")
        running.serve_alone(settings, listening, behind_proxy, ready)
        return
    asyncio.run(_try(store))
    several = Processes(processes, settings, listening, behind_proxy, log)
    if several.look_after(ready) == signal.SIGINT:
        raise KeyboardInterrupt


def _push(key: Path | None, contact: str | None, public_urls: tuple[str, ...]) -> Push | None:
    """How web push is sent, if there is a key, which is read once to check it."""
    if key is None:
        return None
    contact = contact or next((url for url in public_urls if url.startswith("https://")), None)
    if contact is None:
        raise click.UsageError(
            "--push-key: push services want a contact; give --push-contact mailto:me@example.org"
        )
    with wrong_usage():
        server_key().read(key, contact)
    return Push(key.absolute(), contact)


def server_key() -> Any:
    """The class of keys for web push, where its libraries are installed."""
    with needs("push"):
        return import_module("azulejos.server.push.services").ServerKey


async def _try(store: str) -> None:
    """Check that a store can be used, and bring it up to date."""
    await (await connect(store, serves=True)).close()


def address_text(host: str, port: int) -> str:
    """The address of a server, for people."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _networks(texts: str) -> tuple[str, ...]:
    with wrong_usage():
        return tuple(network_called(text.strip()) for text in texts.split(",") if text.strip())


def _origin(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise click.UsageError(f"--public-url {url}: it should be like https://azul.example.org")
    return f"{parts.scheme}://{parts.netloc}"
