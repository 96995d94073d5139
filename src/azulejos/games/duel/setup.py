"""Setting up a game of Azul Duel, and what chance deals."""

from __future__ import annotations

from azulejos.core.bag import sample_tiles
from azulejos.core.chance import Rng, below
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes
from azulejos.core.pile import tiles
from azulejos.games.duel import chips, drawing, factories, plates, rounds
from azulejos.games.duel.factories import clear_factories
from azulejos.games.duel.placing import close_payment, empty_line
from azulejos.games.duel.plates import clear_plates
from azulejos.games.duel.rounds import ask_chance, prepare_round
from azulejos.games.duel.table import (
    CHIP_KINDS,
    CHOOSE_SCORING,
    CHOOSE_START,
    COLOURS,
    FILL_LARGE,
    FILL_SMALL,
    LARGE_TILES,
    LOOK,
    NONE,
    NOT_ENDED,
    PLATES,
    PLAYERS,
    SCORING_TILES,
    SHOW_BACK,
    SIZE,
    SLOTS,
    SMALL,
    SMALL_TILES,
    START_SCORE,
    TILES_OF_A_COLOUR,
    TURN_CHIPS,
    TURN_PLATES,
    Seat,
    Table,
)


@compiled
def set_up(table: Table) -> None:
    """Lay out a table (DU-1, DU-2); what the options leave open is left to chance."""
    table.bag = 0
    for colour in range(COLOURS):
        table.bag += tiles(colour, TILES_OF_A_COLOUR)
    table.discard = 0
    clear_factories(table)
    clear_plates(table)
    for seat in range(PLAYERS):
        clear_board(table.seats[seat])
    table.factory_at_hand = NONE
    table.line_at_hand = NONE
    close_payment(table)
    table.placed = 0
    table.rounds = 0
    table.ending = NOT_ENDED
    table.actor = NONE
    table.first_seat = NONE
    if table.start_seat == NONE:
        ask_chance(table, CHOOSE_START)
    else:
        choose_scoring(table)


@compiled
def clear_board(seat: Seat) -> None:
    """Five points and nothing else (DU-1)."""
    seat.score = START_SCORE
    seat.broken = 0
    seat.tokens = 0
    seat.chips_taken = 0
    for row in range(SIZE):
        empty_line(seat, row)
        for column in range(SIZE):
            seat.dome[row, column] = NONE
    for slot in range(SLOTS):
        seat.laid[slot] = NONE
    for kind in range(CHIP_KINDS):
        seat.chips[kind] = 0
        seat.used_chips[kind] = 0


@compiled
def name_start(table: Table, seat: int) -> None:
    """The start player is known (DU-4)."""
    table.start_seat = seat
    choose_scoring(table)


@compiled
def choose_scoring(table: Table) -> None:
    """Let chance pick scoring tiles where they were not chosen (DU-2)."""
    if table.scoring_wanted:
        ask_chance(table, CHOOSE_SCORING)
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
    count = 0
    for tile in range(SCORING_TILES):
        if tile != left_out:
            pieces[count] = 2 * tile + below(rng, 2)
            count += 1
    return count


@compiled
def deal(table: Table, pieces: Codes, count: int) -> None:
    """Apply what chance drew. No lines are settled: a chip turned up can be taken."""
    phase = table.phase
    if phase == FILL_SMALL:
        factories.fill_small(table, pieces, count)
        rounds.go_on_from_factories(table)
    elif phase == FILL_LARGE:
        if factories.fill_large(table, pieces, count):
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
        for place in range(count):
            sides |= 1 << int(pieces[place])
        name_scoring(table, sides)
    elif phase == CHOOSE_START:
        name_start(table, pieces[0])
