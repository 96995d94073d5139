"""The kernels of a game, as the rest of the package calls them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from azulejos.core.chance import Rng
from azulejos.core.layout import Codes, Raw


@dataclass(frozen=True)
class Kernels:
    """The compiled functions of a game. Each is handed a table as flat bytes and trusts it."""

    set_up: Callable[[Raw], None]
    """Lay out a table on which the options stand, and nothing else."""

    list_moves: Callable[[Raw, Codes], int]
    make_move: Callable[[Raw, int], None]
    sample: Callable[[Raw, Rng, Codes], int]
    """List what chance may draw. Spoils the table where that is a view."""

    deal: Callable[[Raw, Codes, int], None]
    rank_keys: Callable[[Raw, int, Codes], None]
    play_randomly: Callable[[Raw, Rng, Codes, Codes], int]
    value_moves: Callable[[Raw, Raw, Codes, Codes], int]
    """List the legal moves and, for each, the mover's score if the round ended right after it.

    The second table is scratch; the value of `codes[n]` goes to `values[n]`.
    """
