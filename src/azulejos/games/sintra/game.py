"""Stained Glass of Sintra (2018) as a value."""

from __future__ import annotations

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.offer import START_POOL
from azulejos.games.sintra import checks, draws, moves, notation, observe, refusals
from azulejos.games.sintra.data import COLOUR_NAMES, LETTERS
from azulejos.games.sintra.kernels import KERNELS
from azulejos.games.sintra.options import SintraOptions, options_of, put_options
from azulejos.games.sintra.table import MAX_DRAWN, ROUNDS, TABLE, Table

SINTRA: Game[Table] = Game(
    name="sintra",
    title="Stained Glass of Sintra",
    rules_version=2,
    colours=tuple(map(Colour, COLOUR_NAMES, LETTERS, "✦▲✿☀◇")),
    options=SintraOptions,
    put_options=put_options,
    options_of=options_of,
    table=TABLE,
    phases=(
        Phase(notation.PHASES[0], pool="start"),
        Phase(notation.PHASES[1], pool="strips"),
        Phase(notation.PHASES[2], pool="track"),
        Phase(notation.PHASES[3], pool="bag"),
        *map(Phase, notation.PHASES[4:]),
    ),
    endings=("none", "rounds"),
    ranked_by=("points", "fewer points lost to broken glass"),
    pools=(
        START_POOL,
        Pool("strips", notation.DRAWN_TEXTS),
        Pool("track", tuple(LETTERS), group=ROUNDS),
        Pool("bag", tuple(LETTERS), group=4),
    ),
    max_pieces=MAX_DRAWN,
    moves=moves.MOVES,
    write_position=notation.TEXT.write,
    read_position=notation.read,
    faults=checks.faults,
    refusal=refusals.refusal,
    check_draw=draws.check_draw,
    observation=observe.OBSERVED.observation,
    kernels=KERNELS,
    home=__name__,
)
