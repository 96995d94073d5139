"""Azul Duel (2025) as a value, and its options."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from azulejos.core.draw import Pool
from azulejos.core.game import Colour, Game, Phase
from azulejos.core.options import Options, Value, option
from azulejos.games.duel import checks, moves, notation, observe, reading, refusals
from azulejos.games.duel import table as duel
from azulejos.games.duel.rules import KERNELS
from azulejos.games.duel.table import Table

RANDOM_SCORING = {"random3": 3, "random4": 4}
CHOSEN_SCORING = tuple(
    "".join(f"{tile}{side}" for tile, side in zip(tiles, sides, strict=True))
    for count in (3, 4)
    for tiles in combinations(range(1, duel.SCORING_TILES + 1), count)
    for sides in product("AB", repeat=count)
)
AT_ZERO = ("forced", "free")
NO_YES = ("no", "yes")


@dataclass(frozen=True, kw_only=True)
class DuelOptions(Options):
    scoring: str = option(
        duel.FIRST_SCORING,
        (*RANDOM_SCORING, *CHOSEN_SCORING),
        "the scoring tiles and their sides, like 1A2B4A; random3 and random4 let chance pick",
        None,
    )
    start: int = option(
        0, range(duel.PLAYERS + 1), "the seat that starts; 0 leaves it to chance", None
    )
    stack_draw_at_zero: str = option(
        "forced",
        AT_ZERO,
        "drawing plates without points: one where nothing else is left, or freely (DU-7)",
        "free_draws",
    )
    special_counts_as_colour: str = option(
        "yes",
        NO_YES,
        "whether special tiles are a sixth colour for colourful rows (DU-23)",
        "special_colour",
    )

    def put(self, table: Table) -> None:
        super().put(table)
        table.scoring_wanted = RANDOM_SCORING.get(self.scoring, 0)
        table.scoring = sides_of(self.scoring)

    @classmethod
    def shown(cls, table: Table) -> dict[str, Value]:
        wanted = f"random{table.scoring_wanted}" if table.scoring_wanted else ""
        return {**super().shown(table), "scoring": wanted or sides_text(table.scoring)}


def sides_of(text: str) -> int:
    """The sides that a text like `1A2B4A` names, a bit each; none where chance picks."""
    if text in RANDOM_SCORING:
        return 0
    named = [text[place : place + 2] for place in range(0, len(text), 2)]
    return sum(1 << duel.SCORING_TEXTS.index(side) for side in named)


def sides_text(sides: int) -> str:
    """Write sides: `1A2B4A`."""
    return "".join(text for side, text in enumerate(duel.SCORING_TEXTS) if (sides >> side) & 1)


POOLS = (
    Pool("start", tuple(str(seat + 1) for seat in range(duel.PLAYERS))),
    Pool("scoring", duel.SCORING_TEXTS),
    Pool("plates", notation.PLATE_PIECES),
    Pool("large", tuple(duel.LETTERS), group=duel.LARGE_TILES),
    Pool("small", tuple(duel.LETTERS), group=duel.SMALL_TILES),
    Pool("chips", duel.CHIP_TEXTS),
    Pool("back", notation.PLATE_PIECES),
    Pool("look", notation.PLATE_PIECES),
)
"""In the order of the phases in which chance draws from them."""

DUEL: Game[Table] = Game(
    name="duel",
    title="Azul Duel",
    rules_version=2,
    colours=tuple(map(Colour, duel.COLOUR_NAMES, duel.LETTERS, "✦☀❖≈◇")),
    options=DuelOptions,
    table=duel.TABLE,
    phases=Phase.all(notation.PHASES, *(pool.name for pool in POOLS)),
    endings=("none", "rounds"),
    ranked_by=("points", "the first-player tile"),
    pools=POOLS,
    max_pieces=duel.SMALL * duel.SMALL_TILES + 2,
    moves=moves.MOVES,
    write_position=notation.write,
    read_position=reading.read,
    faults=checks.faults,
    refusal=refusals.refusal,
    check_draw=refusals.check_draw,
    observation=observe.OBSERVED.observation,
    kernels=KERNELS,
    keeper=refusals.keeper,
    home=__name__,
)
