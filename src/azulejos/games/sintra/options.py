"""The options of Sintra."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.options import Options, option
from azulejos.games.sintra.data import STRIP_SETS
from azulejos.games.sintra.table import NONE, TRACKS, Table

SIDES = ("A", "B")
NO_YES = ("no", "yes")


@dataclass(frozen=True, kw_only=True)
class SintraOptions(Options):
    players: int = option(2, (2, 3, 4), "how many play")
    side: str = option("A", SIDES, "the palace: ornaments (A), or windows times a colour (B)")
    floor_at_zero: str = option("no", NO_YES, "whether losses stop at 0 points (SG-15)")
    strips: str = option(
        "same", STRIP_SETS, "one set of strips for all, or one for each seat (SG-2)"
    )
    track: str = option("long", TRACKS, "the broken-glass track: ten spaces or nine (SG-11)")


def put_options(options: SintraOptions, table: Table) -> None:
    """Put the options on a table that is to be set up."""
    table.players = options.players
    table.side = SIDES.index(options.side)
    table.floor_at_zero = NO_YES.index(options.floor_at_zero)
    table.own_strips = STRIP_SETS.index(options.strips)
    table.track = TRACKS.index(options.track)
    table.start_seat = options.start - 1 if options.start else NONE


def options_of(table: Table) -> SintraOptions:
    """The options that a table shows; who started is part of the position."""
    return SintraOptions(
        players=table.players,
        side=SIDES[table.side],
        floor_at_zero=NO_YES[table.floor_at_zero],
        strips=STRIP_SETS[table.own_strips],
        track=TRACKS[table.track],
    )
