"""Azul: Summer Pavilion (2019) as a value."""

from __future__ import annotations

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.offer import START_POOL
from azulejos.games.pavilion import checks, draws, moves, notation, observe, refusals
from azulejos.games.pavilion.kernels import KERNELS
from azulejos.games.pavilion.moves import COLOUR_NAMES, LETTERS
from azulejos.games.pavilion.options import PavilionOptions, options_of, put_options
from azulejos.games.pavilion.table import MAX_DRAWN, TABLE, Table

PAVILION: Game[Table] = Game(
    name="pavilion",
    title="Summer Pavilion",
    rules_version=2,
    colours=tuple(map(Colour, COLOUR_NAMES, LETTERS, "♣❧✹☀✦❖")),
    options=PavilionOptions,
    put_options=put_options,
    options_of=options_of,
    table=TABLE,
    phases=(
        Phase(notation.PHASES[0], pool="start"),
        Phase(notation.PHASES[1], pool="bag"),
        Phase(notation.PHASES[2], pool="bag"),
        *map(Phase, notation.PHASES[3:]),
    ),
    endings=("none", "rounds"),
    ranked_by=("points",),
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
