"""Azul (2017) as a value, and its options."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.offer import START_POOL
from azulejos.core.options import Options, option
from azulejos.games.azul import checks, moves, notation, observe, refusals
from azulejos.games.azul.moves import COLOUR_NAMES, LETTERS
from azulejos.games.azul.rules import KERNELS
from azulejos.games.azul.table import MAX_DRAWN, MAX_QUIET_ROUNDS, TABLE, Table

SIDES = ("coloured", "grey")


@dataclass(frozen=True, kw_only=True)
class AzulOptions(Options):
    players: int = option(2, (2, 3, 4), "how many play")
    side: str = option("coloured", SIDES, "the wall: fixed colours, or grey with a free choice")
    quiet_rounds: int = option(
        10,
        range(1, MAX_QUIET_ROUNDS + 1),
        "rounds in a row without a tile on any wall that end the game (AZ-20)",
        "quiet_limit",
    )


AZUL: Game[Table] = Game(
    name="azul",
    title="Azul",
    rules_version=1,
    colours=tuple(map(Colour, COLOUR_NAMES, LETTERS, "✦☀❖≈◇")),
    options=AzulOptions,
    table=TABLE,
    phases=Phase.all(notation.PHASES, "start", "bag"),
    endings=notation.ENDINGS,
    ranked_by=("points", "complete rows"),
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
