"""What chance cannot have answered in Azul."""

from __future__ import annotations

from azulejos.core.draw import Draw
from azulejos.core.offer import check_deal, check_start
from azulejos.games.azul.table import CHOOSE_START, Table


def check_draw(table: Table, draw: Draw) -> None:
    """Refuse what chance cannot have answered."""
    if table.phase == CHOOSE_START:
        check_start(table, draw)
        return
    check_deal(table, draw)
