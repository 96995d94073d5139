"""What the engine asks of a search algorithm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from azulejos.bots.search.workspace import Workspace
from azulejos.core.layout import Layout


@dataclass(frozen=True)
class Algorithm:
    """The kernels of a search; they work in a `Workspace` with the root in row 0."""

    depth_unit: str  # what a depth counts: "move", or "turn" where a turn is several moves

    search: Callable[[Layout, Workspace, int, int, int, int, int], int]
    """(layout, workspace, me, ply, depth, alpha, beta) -> value of the position in row `ply`."""

    list_root_moves: Callable[[Layout, Workspace], int]
    """List the moves at the root that the search looks at in row 0, and return how many."""

    make_root_move: Callable[[Layout, Workspace, int], int]
    """Make a move at the root in row 1, and return whose turn it is, or less than 0."""

    depth_of_root_move: Callable[[Layout, Workspace], int]
    """How much of the depth a move at the root takes."""
