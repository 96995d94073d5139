"""Azul (2017) as a value."""

from __future__ import annotations

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.offer import START_POOL
from azulejos.games.azul import checks, draws, moves, notation, observe, refusals
from azulejos.games.azul.kernels import KERNELS
from azulejos.games.azul.moves import COLOUR_NAMES, LETTERS
from azulejos.games.azul.options import AzulOptions, options_of, put_options
from azulejos.games.azul.table import MAX_DRAWN, TABLE, Table

AZUL: Game[Table] = Game(
    name="azul",
    title="Azul",
    rules_version=1,
    colours=tuple(map(Colour, COLOUR_NAMES, LETTERS, "✦☀❖≈◇")),
    options=AzulOptions,
    put_options=put_options,
    options_of=options_of,
    table=TABLE,
    phases=(
        Phase(notation.PHASES[0], pool="start"),
        Phase(notation.PHASES[1], pool="bag"),
        *map(Phase, notation.PHASES[2:]),
    ),
    endings=notation.ENDINGS,
    ranked_by=("points", "complete rows"),
    pools=(
        START_POOL,
        Pool("bag", tuple(moves.LETTERS), group=4),
    ),
    max_pieces=MAX_DRAWN,
    moves=moves.MOVES,
    write_position=notation.TEXT.write,
    read_position=notation.TEXT.read,
    faults=checks.faults,
    refusal=refusals.refusal,
    check_draw=draws.check_draw,
    observation=observe.OBSERVED.observation,
    kernels=KERNELS,
    home=__name__,
)
