"""Azul, setup: AZ-1 and AZ-2."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from azulejos import AZUL, CHANCE
from azulejos.core.draw import Draw
from azulejos.errors import NotationError
from azulejos.testing import random_game

EMPTY_BOARD = "score=0 lines=-/-/-/-/- floor=- wall=...../...../...../...../....."


@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_az_01_displays_grow_with_players(players: int, displays: int) -> None:
    source = random.Random(1)
    state = AZUL.new(players=players, start=1)
    state = state.deal(state.sample(source))
    sources = [sum_of(pile) for pile in section(state, "displays")]
    assert sources == [4] * displays
    assert section(state, "centre") == ["-"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_az_01_boards_are_empty(players: int) -> None:
    text = str(AZUL.new(players=players))
    boards = [line for line in text.splitlines() if line.startswith("seat")]
    assert boards == [f"seat {seat} {EMPTY_BOARD}" for seat in range(1, players + 1)]


@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_az_01_pattern_lines_hold_one_to_five(line: int) -> None:
    lines = ["-"] * 5
    lines[line - 1] = f"B{line}"
    text = "azul; round 1 phase=offer turn=1 start=1; centre Y; seat 1 lines={}"
    AZUL.position(text.format("/".join(lines)))
    lines[line - 1] = f"B{line + 1}"
    with pytest.raises(NotationError, match=f"line {line} holds at most {line}"):
        AZUL.position(text.format("/".join(lines)))


def test_az_02_bag_holds_twenty_of_each_colour() -> None:
    assert section(AZUL.new(), "bag") == ["B20Y20R20K20W20"]


def test_az_02_chance_names_the_start_player() -> None:
    source = random.Random(1)
    state = AZUL.new(players=3)
    assert (state.to_move, state.phase) == (CHANCE, "choose-start")
    named = [state.sample(source).pieces[0] for _ in range(900)]
    assert all(250 < named.count(seat) < 350 for seat in range(3))  # 4 sigma are 57


def test_az_02_start_player_may_be_given() -> None:
    state = AZUL.new(players=3, start=2)
    assert state.phase == "deal"
    assert state.deal(state.sample(random.Random(1))).to_move == 1


def test_az_02_deal_fills_the_displays_in_order() -> None:
    state = AZUL.new(start=1).deal(AZUL.parse_draw("bag BBBB YYYY BYRK WWWW KKRR"))
    assert section(state, "displays") == ["B4", "Y4", "BYRK", "W4", "R2K2"]
    assert section(state, "bag") == ["B15Y15R17K17W16"]


def test_az_02_deal_draws_each_colour_as_often_as_it_lies_in_the_bag() -> None:
    source = random.Random(1)
    state = AZUL.position(
        "azul; round 3 phase=deal start=1; bag B9Y3; discard B11Y17R20K20W18;"
        "seat 1 lines=-/-/W2/-/-"
    )
    firsts = [state.sample(source).pieces[0] for _ in range(2000)]
    assert set(firsts) == {0, 1}
    assert 1422 < firsts.count(0) < 1578  # 1500, 4 sigma are 77


def test_az_02_marker_lies_in_the_centre_at_the_start_of_every_round() -> None:
    rounds = 0
    steps = list(random_game(AZUL, AZUL.options(players=3), seed=4))
    for before, after in pairwise(steps):
        if isinstance(before.event, Draw) and before.event.pool == "bag":
            rounds += 1
            assert " marker=centre " in str(after.state)
            assert f" start={after.state.to_move + 1} " in str(after.state)
    assert rounds > 2


def section(state: object, keyword: str) -> list[str]:
    result = [line.split()[1:] for line in str(state).splitlines() if line.startswith(keyword)]
    return result[0]


def sum_of(pile: str) -> int:
    return sum(int(letter) - 1 if letter.isdigit() else 1 for letter in pile)
