"""Who sits at the table, and how they are called."""

from __future__ import annotations

from azulejos import AZUL
from azulejos.cli.players import bots_at, seats_for, shown_names


def test_nobody_named_is_you_against_bots() -> None:
    assert seats_for((), 3) == ("Player", "bot:casual", "bot:casual")


def test_seats_left_over_go_to_bots() -> None:
    assert seats_for(("Ana", "bot:random"), 3) == ("Ana", "bot:random", "bot:casual")
    assert seats_for(("Ana",), 3, "bot:easy") == ("Ana", "bot:easy", "bot:easy")


def test_bots_are_known_by_their_seats() -> None:
    assert sorted(bots_at(("Ana", "bot:random", "Ben", "bot:greedy"), AZUL, AZUL.options())) == [
        1,
        3,
    ]


def test_namesakes_are_told_apart_by_their_seats() -> None:
    names = ("Ana", "bot:greedy", "bot:random", "bot:greedy")
    assert shown_names(names) == ("Ana", "Greedy 2", "Random", "Greedy 4")
