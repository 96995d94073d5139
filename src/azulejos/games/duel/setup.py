"""Setting up a game of Azul Duel, and what chance deals."""

from __future__ import annotations

from azulejos.core.bag import sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.games.duel import chips, drawing, factories, plates, rounds
from azulejos.games.duel import table as duel
from azulejos.games.duel.factories import clear_factories
from azulejos.games.duel.plates import clear_plates
from azulejos.games.duel.rounds import ask_chance, prepare_round
from azulejos.games.duel.table import Seat, Table


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (DU-1, DU-2); what the options leave open is left to chance."""
    table.bag = duel.FULL_BAG
    clear_factories(table)
    clear_plates(table)
    for seat in range(duel.PLAYERS):
        clear_board(table.seats[seat])
    table.factory_at_hand = duel.NONE
    table.line_at_hand = duel.NONE
    table.paid_kind = duel.NONE
    table.actor = duel.NONE
    table.first_seat = duel.NONE
    if table.start_seat == duel.NONE:
        ask_chance(table, duel.CHOOSE_START)
    else:
        choose_scoring(table)


@compiled
def clear_board(seat: Seat) -> None:
    """Five points and nothing else (DU-1)."""
    seat.score = duel.START_SCORE
    for row in range(duel.SIZE):
        seat.line_colour[row] = duel.NONE
        for column in range(duel.SIZE):
            seat.dome[row, column] = duel.NONE
    for slot in range(duel.SLOTS):
        seat.laid[slot] = duel.NONE


@compiled
def name_start(table: Table, seat: int) -> None:
    """The start player is known (DU-4)."""
    table.start_seat = seat
    choose_scoring(table)


@compiled
def choose_scoring(table: Table) -> None:
    """Let chance pick scoring tiles where they were not chosen (DU-2)."""
    if table.scoring_wanted:
        ask_chance(table, duel.CHOOSE_SCORING)
    else:
        prepare_round(table)


@compiled
def name_scoring(table: Table, scoring: int) -> None:
    """The scoring tiles are known (DU-2)."""
    table.scoring = scoring
    table.scoring_wanted = 0
    prepare_round(table)


# Chance


@compiled
def sample(table: Table, rng: Rng, pieces: Codes) -> int:
    """Answer for chance: list what it may draw now and return how many pieces that is."""
    phase = table.phase
    if phase == duel.FILL_SMALL:
        return sample_tiles(table.bag, table.discard, duel.SMALL * duel.SMALL_TILES, rng, pieces)
    if phase == duel.FILL_LARGE:
        return sample_tiles(table.bag, table.discard, duel.LARGE_TILES, rng, pieces)
    if phase == duel.TURN_CHIPS:
        return chips.sample_chips(table, rng, pieces)
    if phase == duel.TURN_PLATES:
        return plates.sample_turned(table, rng, pieces)
    if phase == duel.LOOK:
        return drawing.sample_hand(table, rng, pieces)
    if phase == duel.CHOOSE_SCORING:
        return sample_scoring(table.scoring_wanted, rng, pieces)
    if phase == duel.SHOW_BACK:
        pieces[0] = plates.sample_back(table, table.stack_front[0], table.unseen_plates, rng)
    else:
        pieces[0] = below(rng, table.players)
    return 1


@compiled
def sample_scoring(wanted: int, rng: Rng, pieces: Codes) -> int:
    """Pick three or all four scoring tiles and a side of each (DU-2)."""
    left_out = below(rng, duel.SCORING_TILES) if wanted < duel.SCORING_TILES else duel.SCORING_TILES
    count = 0
    for tile in range(duel.SCORING_TILES):
        if tile != left_out:
            pieces[count] = 2 * tile + below(rng, 2)
            count += 1
    return count


@compiled
def deal(table: Table, pieces: Codes, count: int) -> None:
    """Apply what chance drew. No lines are settled: a chip turned up can be taken."""
    phase = table.phase
    if phase == duel.FILL_SMALL:
        factories.fill_small(table, pieces, count)
        rounds.go_on_from_factories(table)
    elif phase == duel.FILL_LARGE:
        if factories.fill_large(table, pieces, count):
            rounds.go_on_filling(table, duel.FILL_SMALL)
    elif phase == duel.TURN_CHIPS:
        chips.turn_chips(table, pieces)
        rounds.go_on_from_chips(table)
    elif phase == duel.TURN_PLATES:
        plates.turn_plates(table, pieces)
        rounds.go_on_from_plates(table)
    elif phase == duel.LOOK:
        drawing.show_hand(table, pieces)
        rounds.go_on_from_look(table)
    elif phase == duel.SHOW_BACK:
        table.top_kind = pieces[0] - duel.PLATES
        rounds.go_on_from_draw(table)
    elif phase == duel.CHOOSE_SCORING:
        sides = 0
        for place in range(count):
            sides |= 1 << int(pieces[place])
        name_scoring(table, sides)
    elif phase == duel.CHOOSE_START:
        name_start(table, pieces[0])
