"""Runs of tiles on a square board, across and down, as Azul and Azul Duel score them.

A board has the colour of the tile at [row, column]; of no tile it is negative.
"""

from __future__ import annotations

from azulejos.core.compiled import compiled
from azulejos.core.layout import Int8s


@compiled
def points_for_tile(board: Int8s, row: int, column: int) -> int:
    """A point for each tile of the runs that a tile just placed is part of; alone it brings one."""
    across = 1 + run_from(board, row, column, 0, 1) + run_from(board, row, column, 0, -1)
    down = 1 + run_from(board, row, column, 1, 0) + run_from(board, row, column, -1, 0)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


@compiled
def run_from(board: Int8s, row: int, column: int, down: int, across: int) -> int:
    """Count the unbroken tiles that follow on a space in one direction."""
    size = len(board)
    length = 0
    row, column = row + down, column + across
    while 0 <= row < size and 0 <= column < size and board[row, column] >= 0:
        length += 1
        row += down
        column += across
    return length
