"""Azul Duel (2025) as a value."""

from __future__ import annotations

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.games.duel import checks, draws, moves, notation, observe, reading, refusals
from azulejos.games.duel.data import CHIP_TEXTS, COLOUR_NAMES, LETTERS, SCORING_TEXTS
from azulejos.games.duel.kernels import KERNELS
from azulejos.games.duel.options import DuelOptions, options_of, put_options
from azulejos.games.duel.table import LARGE_TILES, PLAYERS, SMALL, SMALL_TILES, TABLE, Table

DUEL: Game[Table] = Game(
    name="duel",
    title="Azul Duel",
    rules_version=2,
    colours=tuple(map(Colour, COLOUR_NAMES, LETTERS, "✦☀❖≈◇")),
    options=DuelOptions,
    put_options=put_options,
    options_of=options_of,
    table=TABLE,
    phases=tuple(
        Phase(name, pool) for name, pool in zip(notation.PHASES, notation.POOLS_DUE, strict=True)
    ),
    endings=("none", "rounds"),
    ranked_by=("points", "the first-player tile"),
    pools=(
        Pool("start", tuple(str(seat + 1) for seat in range(PLAYERS))),
        Pool("scoring", SCORING_TEXTS),
        Pool("plates", notation.PLATE_PIECES),
        Pool("large", tuple(LETTERS), group=LARGE_TILES),
        Pool("small", tuple(LETTERS), group=SMALL_TILES),
        Pool("chips", CHIP_TEXTS),
        Pool("back", notation.PLATE_PIECES),
        Pool("look", notation.PLATE_PIECES),
    ),
    max_pieces=SMALL * SMALL_TILES + 2,
    moves=moves.MOVES,
    write_position=notation.write,
    read_position=reading.read,
    faults=checks.faults,
    refusal=refusals.refusal,
    check_draw=draws.check_draw,
    observation=observe.OBSERVED.observation,
    kernels=KERNELS,
    keeper=draws.keeper,
    home=__name__,
)
