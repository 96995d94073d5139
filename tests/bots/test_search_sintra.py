"""What the search of Sintra does beside that of other games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from azulejos.bots.search.engine import EVERY_MOVE, Search
from azulejos.bots.search.result import Budget
from azulejos.core.move import Move
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.games import game
from azulejos.games.sintra.moves import Keep
from azulejos.games.sintra.table import NONE

SINTRA = game("sintra")
BRIEFLY = Budget(nodes=200)


def choices_of_tiles(games: int) -> Iterator[State]:
    """Positions of side B in which a tile is to be kept, with palaces that have some already."""
    source = random.Random("keep")
    for _ in range(games):
        state = SINTRA.new(players=3, side="B")
        while state.to_move is not None:
            if state.to_move == CHANCE:
                state = state.deal(state.sample(source))
                continue
            if isinstance(state.legal_moves[0], Keep):
                yield state
            state = state.play(source.choice(state.legal_moves))


def leaders(state: State) -> set[Move]:
    """The moves that keep a colour of which the palace has as many cells as of any it could."""
    assert state.to_move is not None
    windows = state.table.seats[state.to_move].cells.tolist()
    cells = Counter(colour for window in windows for colour in window if colour != NONE)
    keeps = [move for move in state.legal_moves if isinstance(move, Keep)]
    most = max(cells[move.colour] for move in keeps)
    return {move for move in keeps if cells[move.colour] == most}


def moves_of(search: Search, state: State, multipv: int = 1) -> set[Move]:
    assert state.to_move is not None
    result = search.think(state.view(state.to_move), BRIEFLY, multipv=multipv)
    return {each.move for each in result.moves}


def test_sg_22_a_tree_keeps_colours_that_lead() -> None:
    """Only the best colour scores on side B."""
    before, search = Search(SINTRA, version=1), Search(SINTRA)
    fewer = 0
    for state in choices_of_tiles(games=4):
        assert moves_of(search, state) == leaders(state)
        assert moves_of(before, state) == {*state.legal_moves}
        assert moves_of(search, state, EVERY_MOVE) == {*state.legal_moves}
        fewer += len(leaders(state)) < len(state.legal_moves)
    assert fewer
