"""The options of Summer Pavilion."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.options import Options, option
from azulejos.games.pavilion.table import NONE, Table

SIDES = ("coloured", "grey")


@dataclass(frozen=True, kw_only=True)
class PavilionOptions(Options):
    players: int = option(2, (2, 3, 4), "how many play")
    side: str = option("coloured", SIDES, "the board: stars of fixed colours, or grey and free")


def put_options(options: PavilionOptions, table: Table) -> None:
    """Put the options on a table that is to be set up."""
    table.players = options.players
    table.side = SIDES.index(options.side)
    table.start_seat = options.start - 1 if options.start else NONE


def options_of(table: Table) -> PavilionOptions:
    """The options that a table shows; who started is part of the position."""
    return PavilionOptions(players=table.players, side=SIDES[table.side])
