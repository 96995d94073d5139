"""Summer Pavilion, setup and board: SP-1 to SP-3, and the spaces that surround an ornament."""

from __future__ import annotations

import random
from collections import Counter
from math import cos, dist, radians, sin

import pytest

from azulejos import CHANCE, PAVILION, State
from azulejos.core.pile import total
from azulejos.games.pavilion.table import (
    CENTRE_STAR,
    COSTS,
    FIRST_SLOTS,
    ORNAMENTS,
    PILLAR,
    SPACES,
    STARS,
    STATUE,
    WINDOW,
)

EMPTY_BOARD = "score=5 tiles=- corners=- stars=-/-/-/-/-/-/-"


def section(state: State, keyword: str) -> list[str]:
    lines = [line.split() for line in str(state).splitlines()]
    return next(words for first, *words in lines if first == keyword)


@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_sp_01_displays_grow_with_players(players: int, displays: int) -> None:
    source = random.Random(1)
    state = PAVILION.new(players=players, start=1)
    state = state.deal(state.sample(source))
    state = state.deal(state.sample(source))
    assert [total(state.table.sources[d]) for d in range(10)] == [0] + [4] * displays + [0] * (
        9 - displays
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_sp_01_everybody_starts_with_five_points_and_an_empty_board(
    players: int, side: str
) -> None:
    text = str(PAVILION.new(players=players, side=side))
    boards = [line for line in text.splitlines() if line.startswith("seat")]
    assert boards == [f"seat {seat} {EMPTY_BOARD}" for seat in range(1, players + 1)]


def test_sp_02_bag_holds_22_of_each_colour() -> None:
    assert section(PAVILION.new(), "bag") == ["P22G22O22Y22B22R22"]


def test_sp_02_chance_names_the_start_player() -> None:
    source = random.Random(1)
    state = PAVILION.new(players=3)
    assert (state.to_move, state.phase) == (CHANCE, "choose-start")
    named = [state.sample(source).pieces[0] for _ in range(900)]
    assert all(250 < named.count(seat) < 350 for seat in range(3))  # 4 sigma are 57


def test_sp_02_supply_is_filled_before_the_displays() -> None:
    state = PAVILION.new(start=2)
    assert (state.to_move, state.phase) == (CHANCE, "refill")
    state = state.deal(PAVILION.parse_draw("bag PPPP PPPP PP"))
    assert section(state, "supply") == ["P10"]
    assert (state.to_move, state.phase) == (CHANCE, "deal")
    state = state.deal(PAVILION.parse_draw("bag PGOY BRRR GGGG YYYY BBBB"))
    assert section(state, "displays") == ["PGOY", "BR3", "G4", "Y4", "B4"]
    assert (state.to_move, state.phase) == (1, "taking")


@pytest.mark.parametrize(("number", "joker"), list(enumerate("PGOYBR", 1)))
def test_sp_03_each_round_has_its_joker(number: int, joker: str) -> None:
    """The joker is the one colour that cannot be chosen beside others."""
    text = f"pavilion players=4; round {number} phase=taking turn=1 start=1; centre PGOYBR"
    state = PAVILION.position(text)
    assert {str(move) for move in state.legal_moves} == {f"c{c}" for c in "PGOYBR" if c != joker}


def test_sp_03_there_are_six_rounds() -> None:
    last = "pavilion; round {} phase=placing turn=1 start=1; seat 1 tiles=G; seat 2 passed=yes"
    state = PAVILION.position(last.format(5)).play("pass").play("done")
    assert state.outcome is None
    state = PAVILION.position(last.format(6)).play("pass").play("done")
    assert state.outcome is not None


# The board

PRINTED = {
    "coloured": ("612345", "561234", "456123", "345612", "234561", "123456", "123456"),
    "grey": ("632145", "563214", "456321", "145632", "214563", "321456", "333333"),
}
"""The numbers of each star, clockwise from the space that points up."""


@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_sp_01_spaces_have_the_printed_numbers(side: str) -> None:
    result = []
    for star in range(STARS):
        numbers = {}
        for space in range(SPACES):
            slot = (FIRST_SLOTS[star] + space) % SPACES
            numbers[slot] = str(COSTS[("coloured", "grey").index(side), star, space])
        result.append("".join(numbers[slot] for slot in range(SPACES)))
    assert tuple(result) == PRINTED[side]


def heading(degrees: float) -> tuple[float, float]:
    """One step in a direction; 0 is up, then clockwise."""
    return sin(radians(degrees)), cos(radians(degrees))


def star_centres() -> list[tuple[float, float]]:
    """Six stars clockwise from the upper left, three sides of a space away from the seventh."""
    ring = [heading(60 * star - 30) for star in range(6)]
    return [(3 * x, 3 * y) for x, y in ring] + [(0.0, 0.0)]


def test_sp_13_ornaments_lie_in_the_notches_between_the_stars() -> None:
    """Two neighbouring spaces of a star leave a notch between their tips.

    A pillar lies between two notches that face each other, of an outer star and the centre; a
    statue between those of two outer stars; a window in the notch that looks away from the centre.
    """
    centres = star_centres()
    notches = {}  # where each notch opens to: halfway to a star that it faces
    for star, (x, y) in enumerate(centres):
        for slot in range(SPACES):
            dx, dy = heading(60 * slot + 30)
            spaces = frozenset((star, (s - FIRST_SLOTS[star]) % 6 + 1) for s in (slot, slot + 1))
            notches[spaces] = (round(x + 1.5 * dx, 6), round(y + 1.5 * dy, 6))
    derived = set()
    for spaces, point in notches.items():
        facing = [other for other, there in notches.items() if dist(point, there) < 1e-3]
        stars = {star for notch in facing for star, _ in notch}
        if len(facing) == 2:
            kind = PILLAR if CENTRE_STAR in stars else STATUE
            derived.add((kind, frozenset().union(*facing)))
        elif dist(point, (0, 0)) > 4.4:
            derived.add((WINDOW, spaces))
    listed = {(kind, frozenset((s, n) for s, ns in parts for n in ns)) for kind, parts in ORNAMENTS}
    assert derived == listed
    assert Counter(kind for kind, _ in ORNAMENTS) == {PILLAR: 6, STATUE: 6, WINDOW: 6}
