"""What bots from outside declare, asked when a server that offers them starts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping

from azulejos.bots import BOTS
from azulejos.errors import BotError
from azulejos.server.bots.processes import worker_variables
from azulejos.tables.bots.tasks import Describe, Description, Order, encode, read_found
from azulejos.tables.settings import OfferedBot

NAME = re.compile(r"[^\W\d_][\w .-]{0,29}")
LOADING = 60.0  # seconds for all bots together, when a server starts


def offered(texts: Mapping[str, str]) -> tuple[OfferedBot, ...]:
    """The bots of these names, each tried out once; `BotError` names one that is not a bot.

    A process of its own does that, so that what the bots load stays out of the server's.
    """
    for name in texts:
        _check_name(name)
    return tuple(
        OfferedBot(name, text, about.help, about.parameters, about.games)
        for (name, text), about in zip(texts.items(), _described(texts), strict=True)
    )


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or name != name.strip():
        raise BotError(f"{name!r}: a name begins with a letter and has up to 30 letters or digits")
    if name.lower() in BOTS:
        raise BotError(f"{name!r} is the name of a bot already")


def _described(texts: Mapping[str, str]) -> list[Description]:
    orders = [Order(number, Describe(text)) for number, text in enumerate(texts.values(), 1)]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "azulejos.server.bots.worker"],
            input=b"".join(encode(order) + b"\n" for order in orders),
            stdout=subprocess.PIPE,
            env=worker_variables(compiles=False),
            timeout=LOADING,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BotError(f"{', '.join(texts)}: not loaded within {LOADING:.0f} seconds") from None
    result = [read_found(line) for line in ran.stdout.splitlines()]
    for name, answer in zip(texts, result, strict=False):
        if answer.error:
            raise BotError(f"{name}: {answer.error.partition(': ')[2]}")
    if len(result) < len(texts):
        raise BotError(f"{list(texts)[len(result)]}: loading it ended the process")
    return [each.description for each in result if each.description]
