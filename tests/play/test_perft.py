"""Perft counts decisions; chance and the end of the game are leaves."""

from __future__ import annotations

from azulejos import AZUL
from azulejos.play.perft import perft


def test_perft_counts_by_hand() -> None:
    """Seat 1: either colour to line 1 or the floor; seat 2: the other to line 1, 2 or the floor."""
    state = AZUL.position(
        "azul; round 1 phase=offer turn=1 start=1 marker=1; centre BY;"
        "seat 1 wall=...../.BYRK/..BYR/...BY/Y...B; seat 2 lines=-/-/R/R/R"
    )
    assert [perft(state, depth) for depth in range(4)] == [1, 4, 12, 12]  # then chance is due


def test_perft_of_chance_and_of_the_end_is_one() -> None:
    assert perft(AZUL.new(), 3) == 1
    wall = "BYRKW/...../...../...../....."
    over = f"azul; round 5 phase=over ending=row start=1; seat 1 wall={wall}"
    assert perft(AZUL.position(over), 3) == 1
