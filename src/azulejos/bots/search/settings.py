"""What a version of a search does, as integers that kernels read: `room.settings[C_PUCT]`.

The file of a version gives them by name (`versions.py`). What it does not name is 0, which means
that it is not done: so a version goes on as it was when a later one brings a new setting. A game
names settings of its own in its `Knowledge`; they follow those of all games.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Settings = NDArray[np.int32]

TABLE_BITS = 0  # the transposition table has 2 to the power of it entries
# Of the tree, in hundredths of a point
C_PUCT = 1  # how much priors count beside the values found; 0: no tree is searched
TEMPERATURE = 2  # a move whose value is so much less has a prior that is e times less
# Of the tree, 1 if it is done
TRANSPOSITIONS = 3  # nodes with the same position share their children
PROVE_ENDS = 4  # moves that end the round are proven with the node that they are added to
FIRST_OF_GAME = 8  # where those of a game begin
SIZE = 16

OF_ALL_GAMES = {
    "table_bits": TABLE_BITS,
    "c_puct": C_PUCT,
    "temperature": TEMPERATURE,
    "transpositions": TRANSPOSITIONS,
    "prove_ends": PROVE_ENDS,
}


def settings_of(given: dict[str, int], of_game: tuple[str, ...] = ()) -> Settings:
    """The settings by their places, of those that are given by name."""
    places = OF_ALL_GAMES | {name: FIRST_OF_GAME + place for place, name in enumerate(of_game)}
    settings = np.zeros(SIZE, np.int32)
    for name, value in given.items():
        settings[places[name]] = value
    return settings
