"""Expectimax for Azul Duel: alpha-beta within a round, turn by turn, with sampled chance nodes.

A turn is several small moves, so the depth counts turns. There are too many moves to search all of
them: each is made and evaluated, and only the better ones are searched further (forward pruning),
more of them where more depth is left.

Where a plate is turned up near the root, chance is sampled a few times and the mean counts; further
down, and for chips, one sample must do. All samples are seeded by the position at the root, and
the same event has the same outcome after different moves, so that luck does not decide between
them. A line of play ends where the round ends: what is dealt then is never looked into.
"""

from __future__ import annotations

from azulejos.bots.search import transposition_table as tt
from azulejos.bots.search.algorithm import Algorithm
from azulejos.bots.search.knowledge import leaf
from azulejos.bots.search.ordering import bring_first, pick_best
from azulejos.bots.search.settings import SETTINGS, Settings
from azulejos.bots.search.workspace import (
    COUNTERS,
    INFINITY,
    Counters,
    Workspace,
    position_key,
    should_stop,
)
from azulejos.core.chance import WORD, Rng
from azulejos.core.compiled import compiled, multiply_add, record
from azulejos.core.layout import Layout
from azulejos.core.tables import copy_table, hash_words
from azulejos.core.turn import CHANCE
from azulejos.games.duel import rules, setup
from azulejos.games.duel import table as duel
from azulejos.games.duel.moves import FIRST_KEEP_CODE
from azulejos.games.duel.table import NONE, TABLE, Table

SAMPLES = 4  # of a chance node near the root
NO_LIMIT = 1 << 30
SALT = 0x9E3779B97F4A7C15 >> 1


@compiled
def search(
    layout: Layout, workspace: Workspace, me: int, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """The value of the position in a row for the seat whose turn it is.

    Outside of the window it is only a bound. What is found at the root, in row 0, is kept even if
    the search is interrupted.
    """
    if should_stop(workspace):
        return 0
    counters: Counters = record(workspace.counters, COUNTERS)
    settings: Settings = record(workspace.settings, SETTINGS)
    below = ply + 1
    table = record(workspace.tables[ply], TABLE)
    if table.turn == CHANCE:
        samples = 1
        if ply < settings.near_root and table.phase == duel.LOOK:
            samples, alpha, beta = SAMPLES, -INFINITY, INFINITY
        total = 0
        for number in range(samples):
            copy_table(workspace.tables[ply], workspace.tables[below])
            sample_chance(workspace, below, number)
            total += search(layout, workspace, me, below, depth, alpha, beta)
        return total // samples
    key = position_key(workspace, me, ply)
    known = tt.probe(workspace.transpositions, key)
    if ply and tt.is_cutoff(known, depth, alpha, beta):
        counters.cut_short += tt.entry_depth(known) != tt.COMPLETE
        return tt.entry_value(known)
    cut_short = counters.cut_short
    mine = table.actor == me
    less = depth - turns_taken(table.phase)
    if below + 4 >= len(workspace.tables):  # room for two chance nodes and the moves after them
        less = 0
    width = moves_to_search(table.phase, depth, ply, settings)
    codes, ranks = workspace.codes[ply], workspace.ranks[ply]
    number = rank_by_value(layout, workspace, me, ply, less, beta)
    best, best_code, low = -INFINITY, tt.NO_MOVE, alpha
    for place in range(number):
        code = pick_best(codes, ranks, place, number)
        if place == 0 and less:
            code = bring_first(codes, ranks, number, tt.entry_move(known))
        value = int(ranks[place])
        if ply == 0 and place == 0 and depth == 1:  # something to play if there is no time for more
            workspace.values[code], counters.best = value, code
        if less and place >= width and not (ply == 0 and code < FIRST_KEEP_CODE):
            counters.cut_short += 1
            value = min(value, best)
        elif less:
            step(workspace, ply, code)
            over = is_round_over(workspace, below)
            same = (record(workspace.tables[below], TABLE).actor == me) == mine
            high = low + 1 if place else beta
            while not over:
                if same:
                    value = search(layout, workspace, me, below, less, low, high)
                else:
                    value = -search(layout, workspace, me, below, less, -high, -low)
                if value <= low or high == beta or value >= beta:
                    break
                high = beta  # it fails high: search it again in full
        if counters.stop:
            return 0
        if ply == 0:
            workspace.values[code] = value
        if value > best:
            best, best_code = value, code
            if ply == 0:
                counters.best = code
        low = max(low, best)
        if low >= beta or (less == 0 and ply):
            break
    if counters.cut_short == cut_short:
        depth = tt.COMPLETE
    bound = tt.bound_of(best, alpha, beta)
    tt.store(workspace.transpositions, key, tt.pack_entry(best, best_code, depth, bound))
    return best


@compiled
def rank_by_value(
    layout: Layout, workspace: Workspace, me: int, ply: int, less: int, beta: int
) -> int:
    """List the moves in a row and rank each by the value of the position after it.

    Where they are not searched further, the first that causes a cutoff is the last one listed.
    """
    table = record(workspace.tables[ply], TABLE)
    codes, ranks = workspace.codes[ply], workspace.ranks[ply]
    number = rules.list_moves(table, codes)
    if less == 0:
        bring_first(codes, ranks, number, workspace.killers[ply])
    for place in range(number):
        step(workspace, ply, int(codes[place]))
        value = leaf(layout, workspace, me, ply + 1)
        ranks[place] = value if table.actor == me else -value
        if less == 0:
            record(workspace.counters, COUNTERS).cut_short += not is_round_over(workspace, ply + 1)
            if ply and ranks[place] >= beta:
                workspace.killers[ply] = codes[place]
                return place + 1
    return number


@compiled
def turns_taken(phase: int) -> int:
    """What a move in a phase counts for the depth; what only continues a turn counts nothing."""
    return 1 if phase in (duel.ACTION, duel.PAYING, duel.PLACING) else 0


@compiled
def moves_to_search(phase: int, depth: int, ply: int, settings: Settings) -> int:
    """How many moves are searched further, those with the best values."""
    if phase == duel.ACTION:
        return 4 + 2 * depth
    if phase == duel.LAYING:
        return 1 + depth // settings.turns_for_a_slot if ply > 1 else 1 + depth
    if ply and phase in (duel.DRAWING, duel.RETURNING):
        return 1  # nobody is expected to draw twice; the order of what is put back hardly matters
    if ply > 1 and phase == duel.STACKING:
        return 1 + depth // 2
    return NO_LIMIT


@compiled
def is_round_over(workspace: Workspace, ply: int) -> bool:
    """Whether a line of play ends here: nobody's turn, or new plates in the set-up."""
    table: Table = record(workspace.tables[ply], TABLE)
    return table.actor == NONE or (table.turn == CHANCE and table.rounds == 0)


# The root, for those who value its moves one by one


@compiled
def list_root_moves(_layout: Layout, workspace: Workspace) -> int:
    """List the moves at the root in row 0."""
    return rules.list_moves(record(workspace.tables[0], TABLE), workspace.codes[0])


@compiled
def make_root_move(_layout: Layout, workspace: Workspace, code: int) -> int:
    """Make a move at the root, and say whose turn it is then; nobody's once the round is over."""
    step(workspace, 0, code)
    actor: int = record(workspace.tables[1], TABLE).actor
    return NONE if is_round_over(workspace, 1) else actor


@compiled
def depth_of_root_move(_layout: Layout, workspace: Workspace) -> int:
    """How much of the depth a move at the root takes."""
    return turns_taken(record(workspace.tables[0], TABLE).phase)


# Moves and chance


@compiled
def step(workspace: Workspace, ply: int, code: int) -> None:
    """Play a move in the row below; chips that it uncovers are turned up."""
    below = ply + 1
    copy_table(workspace.tables[ply], workspace.tables[below])
    table = record(workspace.tables[below], TABLE)
    rules.make_move(table, code)
    record(workspace.counters, COUNTERS).nodes += 1
    if table.phase == duel.TURN_CHIPS and table.actor != NONE:
        sample_chance(workspace, below, 0)


@compiled
def sample_chance(workspace: Workspace, ply: int, number: int) -> None:
    """Let chance happen in a row: the same at every place of a search."""
    table = record(workspace.tables[ply], TABLE)
    pieces = workspace.codes[len(workspace.codes) - 1]
    rng = workspace.memory.rng
    seed(rng, workspace, number * 32 + table.phase)
    setup.deal(table, pieces, setup.sample(table, rng, pieces))


@compiled
def seed(rng: Rng, workspace: Workspace, number: int) -> None:
    """Make a source of chance depend on the position at the root and on a number."""
    mixed = hash_words(workspace.words[0], 0, workspace.words.shape[1]) ^ multiply_add(
        0, number, SALT
    )
    rng[0] = mixed & WORD
    rng[1] = (mixed >> 31) & WORD | 1


EXPECTIMAX = Algorithm(
    depth_unit="turn",
    search=search,
    list_root_moves=list_root_moves,
    make_root_move=make_root_move,
    depth_of_root_move=depth_of_root_move,
)
