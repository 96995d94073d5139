"""The options of Azul."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.options import Options, option
from azulejos.games.azul.table import MAX_QUIET_ROUNDS, NONE, Table

SIDES = ("coloured", "grey")


@dataclass(frozen=True, kw_only=True)
class AzulOptions(Options):
    players: int = option(2, (2, 3, 4), "how many play")
    side: str = option("coloured", SIDES, "the wall: fixed colours, or grey with a free choice")
    quiet_rounds: int = option(
        10,
        range(1, MAX_QUIET_ROUNDS + 1),
        "rounds in a row without a tile on any wall that end the game (AZ-20)",
    )


def put_options(options: AzulOptions, table: Table) -> None:
    """Put the options on a table that is to be set up."""
    table.players = options.players
    table.side = SIDES.index(options.side)
    table.quiet_limit = options.quiet_rounds
    table.start_seat = options.start - 1 if options.start else NONE


def options_of(table: Table) -> AzulOptions:
    """The options that a table shows; who started is part of the position."""
    return AzulOptions(
        players=table.players, side=SIDES[table.side], quiet_rounds=table.quiet_limit
    )
