"""What chance may draw in Azul Duel, and what then happens."""

from __future__ import annotations

from azulejos.core.bag import sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.games.duel import chips, drawing, factories, plates, rounds, setup
from azulejos.games.duel.data import PLATES, SCORING_TILES
from azulejos.games.duel.table import (
    CHOOSE_SCORING,
    CHOOSE_START,
    FILL_LARGE,
    FILL_SMALL,
    LARGE_TILES,
    LOOK,
    SHOW_BACK,
    SMALL,
    SMALL_TILES,
    TURN_CHIPS,
    TURN_PLATES,
    Table,
)


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    phase = table.phase
    if phase == FILL_SMALL:
        return sample_tiles(table.bag, table.discard, SMALL * SMALL_TILES, rng, pieces)
    if phase == FILL_LARGE:
        return sample_tiles(table.bag, table.discard, LARGE_TILES, rng, pieces)
    if phase == TURN_CHIPS:
        return chips.sample_chips(table, rng, pieces)
    if phase == TURN_PLATES:
        return plates.sample_turned(table, rng, pieces)
    if phase == LOOK:
        return drawing.sample_hand(table, rng, pieces)
    if phase == CHOOSE_SCORING:
        return sample_scoring(table.scoring_wanted, rng, pieces)
    if phase == SHOW_BACK:
        pieces[0] = plates.sample_back(table, table.stack_front[0], table.unseen_plates, rng)
    else:
        pieces[0] = below(rng, table.players)
    return 1


@compiled
def sample_scoring(wanted: int, rng: Rng, pieces: Codes) -> int:
    """Pick three or all four scoring tiles and a side of each (DU-2)."""
    left_out = below(rng, SCORING_TILES) if wanted < SCORING_TILES else SCORING_TILES
    number = 0
    for tile in range(SCORING_TILES):
        if tile != left_out:
            pieces[number] = 2 * tile + below(rng, 2)
            number += 1
    return number


@compiled
def deal(table: Table, pieces: Codes, number: int) -> None:
    """Apply what chance drew. No lines are settled: a chip turned up can be taken."""
    phase = table.phase
    if phase == FILL_SMALL:
        factories.fill_small(table, pieces, number)
        rounds.go_on_from_factories(table)
    elif phase == FILL_LARGE:
        if factories.fill_large(table, pieces, number):
            rounds.go_on_filling(table, FILL_SMALL)
    elif phase == TURN_CHIPS:
        chips.turn_chips(table, pieces)
        rounds.go_on_from_chips(table)
    elif phase == TURN_PLATES:
        plates.turn_plates(table, pieces)
        rounds.go_on_from_plates(table)
    elif phase == LOOK:
        drawing.show_hand(table, pieces)
        rounds.go_on_from_look(table)
    elif phase == SHOW_BACK:
        table.top_kind = pieces[0] - PLATES
        rounds.go_on_from_draw(table)
    elif phase == CHOOSE_SCORING:
        sides = 0
        for place in range(number):
            sides |= 1 << int(pieces[place])
        setup.name_scoring(table, sides)
    elif phase == CHOOSE_START:
        setup.name_start(table, pieces[0])
