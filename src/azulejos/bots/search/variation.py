"""Principal variations: best play as the transposition table remembers it."""

from __future__ import annotations

from azulejos.bots.search.transposition_table import NO_ENTRY, entry_move, probe
from azulejos.bots.search.workspace import Workspace, position_key
from azulejos.core.compiled import compiled, exported, record
from azulejos.core.kernels import make_move_of
from azulejos.core.layout import Codes, Layout
from azulejos.core.tables import copy_table


@exported
@compiled
def list_variation(layout: Layout, workspace: Workspace, me: int, code: int, line: Codes) -> int:
    """List a move at the root and best play after it, and return how many moves that are."""
    copy_table(workspace.tables[0], workspace.tables[1])
    length = 0
    while length < len(line):
        make_move_of(layout, workspace.tables[1], code)
        line[length] = code
        length += 1
        known = probe(workspace.transpositions, position_key(workspace, me, 1))
        if record(workspace.tables[1], layout).turn < 0 or known == NO_ENTRY:
            break
        code = entry_move(known)
    return length
