"""What a search needs to know of a game beside its rules: kernels with a body for every game.

Each takes the layout of the table first, which says what game it is (see `ByLayout`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import ByLayout

Layout = np.dtype[Any]
Weights = NDArray[np.int32]
"""By period, stage and feature."""

RANK_MOVES = ByLayout()
EVALUATE = ByLayout()

rank_moves: Any = RANK_MOVES.kernel
"""(layout, raw, codes, number, ranks) -> number of moves kept.

Guess how good each listed move is, the more the better; drop moves that come to the same as
another one, or so seldom are better that to look at them does not pay.
"""

evaluate: Any = EVALUATE.kernel
"""(layout, raw, words, me, scratch, memory, weights) -> value of a position for seat `me`.

In hundredths of a point that it will be ahead of the others; `WON` more or less where the game
is over. `words` are the same bytes as `raw`, `scratch` is a table that may be spoiled, and
`memory` is for what the evaluation wants to remember between positions.
"""

POINT = 100
"""Values are hundredths of a point."""

WON = 1000 * POINT
"""No position that still is in play is better than a victory."""

# A game's knowledge also has a kernel `describe(raw, seat, scratch, amounts)` for the tuning. It
# lists how much the seat has of each of the FEATURES, which are what `weights[period, stage]` are
# for, and after them:
SURE_POINTS = 0  # what the seat has without any weights
PERIOD = 1  # which weights the position is valued with
STAGE = 2
SAID_OF_ALL = 3
