"""`azulejos join`: a bot plays at a table of a server."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import click

from azulejos.bots import bot, close
from azulejos.cli.arguments import FILE, wrong_usage
from azulejos.client import Client, Result
from azulejos.client.client import PAGE, table_named
from azulejos.errors import NotAllowed
from azulejos.games import game as game_named


@click.command(
    epilog="""\b
Examples:
  azulejos join http://127.0.0.1:8000/t/5l4RsDEzNfZYou-Y --bot skilled
  azulejos join http://127.0.0.1:8000/t/5l4RsDEzNfZYou-Y --bot my_bot.py:MyBot --name Ada
  azulejos join http://127.0.0.1:8000/t/5l4RsDEzNfZYou-Y --bot 'exec:./engine --fast'"""
)
@click.argument("table", metavar="URL")
@click.option(
    "-b",
    "--bot",
    "player",
    default="casual",
    metavar="BOT",
    help="The bot, as in `azulejos arena`: a name with parameters, a file, or a program.",
)
@click.option(
    "--seat",
    type=click.IntRange(1, 4),
    show_default="the first open one",
    help="The seat to take, counted from 1.",
)
@click.option(
    "--name", metavar="NAME", show_default="the bot's name", help="Its name at the table."
)
@click.option(
    "--token-file",
    type=FILE,
    help="Keep the bot's token in this file, so that it comes back to its seat when it is started "
    "again. Created if missing; anybody who can read it can play in the bot's name.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0),
    default=60.0,
    metavar="SECONDS",
    help="How long to keep trying while the server does not answer.",
)
def join(
    *,
    table: str,
    player: str,
    seat: int | None,
    name: str | None,
    token_file: Path | None,
    patience: float,
) -> None:
    """Let a bot play at the table of a server whose page has this URL, until the game is over.

    It waits for the others to sit down and for their moves, and reconnects if it has to.
    """
    with wrong_usage():
        table_named(table)
    name = name or _name_of(player)
    client = _client(table, name, token_file, patience)
    playing = bot(player, game=game_named(str(client.table(table)["game"])))
    joined = client.join(table, None if seat is None else seat - 1)
    assert joined.number is not None
    click.echo(f"{name} sits at seat {joined.number + 1}.")
    try:
        _tell(joined.play(playing), joined.number)
    finally:
        close(playing)


def _name_of(player: str) -> str:
    """A bot is called after its class, its program, or by its own name."""
    kind, _, rest = player.partition(":")
    if kind.endswith(".py"):
        return rest.partition(":")[0] or Path(kind).stem
    return Path(rest.split()[0]).stem if kind.startswith("exec") and rest else kind.capitalize()


def _client(url: str, name: str, token_file: Path | None, patience: float) -> Client:
    """A new guest of the table's server, or the one whose token is stored."""
    parts = urlsplit(url)
    server = f"{parts.scheme}://{parts.netloc}{parts.path.rpartition(PAGE)[0]}"
    if token_file is None:
        return Client(server, name, patience=patience)
    try:
        if token_file.exists():
            token = token_file.read_text(encoding="ascii").strip()
            return Client(server, token=token, patience=patience)
        client = Client(server, name, patience=patience)
        token_file.touch(mode=0o600, exist_ok=False)
        token_file.write_text(client.token + "\n", encoding="ascii")
    except (OSError, UnicodeError) as error:
        raise NotAllowed(f"{token_file}: {error}") from None
    return client


def _tell(result: Result, seat: int) -> None:
    scores = ", ".join(map(str, result.scores))
    click.echo(f"Place {result.places[seat]} of {len(result.places)}; scores {scores}.")
