"""Stained Glass of Sintra (2018) as a value, and its options."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.offer import START_POOL
from azulejos.core.options import Options, option
from azulejos.games.sintra import checks, moves, notation, observe, refusals
from azulejos.games.sintra import table as sintra
from azulejos.games.sintra.rules import KERNELS
from azulejos.games.sintra.table import Table

SIDES = ("A", "B")
NO_YES = ("no", "yes")


@dataclass(frozen=True, kw_only=True)
class SintraOptions(Options):
    players: int = option(2, (2, 3, 4), "how many play")
    side: str = option("A", SIDES, "the palace: ornaments (A), or windows times a colour (B)")
    floor_at_zero: str = option("no", NO_YES, "whether losses stop at 0 points (SG-15)")
    strips: str = option(
        "same",
        sintra.STRIP_SETS,
        "one set of strips for all, or one for each seat (SG-2)",
        "own_strips",
    )
    track: str = option("long", sintra.TRACKS, "the broken-glass track: ten spaces or nine (SG-11)")


SINTRA: Game[Table] = Game(
    name="sintra",
    title="Stained Glass of Sintra",
    rules_version=2,
    colours=tuple(map(Colour, sintra.COLOUR_NAMES, sintra.LETTERS, "✦▲✿☀◇")),
    options=SintraOptions,
    table=sintra.TABLE,
    phases=Phase.all(notation.PHASES, "start", "strips", "track", "bag"),
    endings=("none", "rounds"),
    ranked_by=("points", "fewer points lost to broken glass"),
    pools=(
        START_POOL,
        Pool("strips", notation.DRAWN_TEXTS),
        Pool("track", tuple(sintra.LETTERS), group=sintra.ROUNDS),
        Pool("bag", tuple(sintra.LETTERS), group=4),
    ),
    max_pieces=sintra.MAX_DRAWN,
    moves=moves.MOVES,
    write_position=notation.TEXT.write,
    read_position=notation.read,
    faults=checks.faults,
    refusal=refusals.refusal,
    check_draw=refusals.check_draw,
    observation=observe.OBSERVED.observation,
    kernels=KERNELS,
    home=__name__,
)
