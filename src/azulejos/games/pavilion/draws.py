"""What chance cannot have answered in Summer Pavilion."""

from __future__ import annotations

from azulejos.core.asking import ask
from azulejos.core.bag import check_tiles
from azulejos.core.draw import Draw
from azulejos.core.offer import check_start
from azulejos.games.pavilion.chance import tiles_wanted
from azulejos.games.pavilion.table import CHOOSE_START, Table


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == CHOOSE_START:
        check_start(table, draw)
    else:
        check_tiles(table, ask(tiles_wanted, table), draw)
