"""Azul: Summer Pavilion (2019) as a value, and its options."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.offer import START_POOL
from azulejos.core.options import Options, option
from azulejos.games.pavilion import checks, moves, notation, observe, refusals
from azulejos.games.pavilion.moves import COLOUR_NAMES, LETTERS
from azulejos.games.pavilion.rules import KERNELS
from azulejos.games.pavilion.table import MAX_DRAWN, TABLE, Table

SIDES = ("coloured", "grey")


@dataclass(frozen=True, kw_only=True)
class PavilionOptions(Options):
    players: int = option(2, (2, 3, 4), "how many play")
    side: str = option("coloured", SIDES, "the board: stars of fixed colours, or grey and free")


PAVILION: Game[Table] = Game(
    name="pavilion",
    title="Summer Pavilion",
    rules_version=2,
    colours=tuple(map(Colour, COLOUR_NAMES, LETTERS, "♣❧✹☀✦❖")),
    options=PavilionOptions,
    table=TABLE,
    phases=Phase.all(notation.PHASES, "start", "bag", "bag"),
    endings=("none", "rounds"),
    ranked_by=("points",),
    pools=(START_POOL, Pool("bag", tuple(moves.LETTERS), group=4)),
    max_pieces=MAX_DRAWN,
    moves=moves.MOVES,
    write_position=notation.TEXT.write,
    read_position=notation.TEXT.read,
    faults=checks.faults,
    refusal=refusals.refusal,
    check_draw=refusals.check_draw,
    observation=observe.OBSERVED.observation,
    kernels=KERNELS,
    home=__name__,
)
