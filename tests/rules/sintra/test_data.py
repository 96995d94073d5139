"""What is printed on the cardboard: the balance that corrections have to keep."""

from __future__ import annotations

from collections import Counter

from azulejos.games.sintra.table import (
    BROKEN_GLASS,
    ORNAMENT_POINTS,
    SIDES_OF_STRIPS,
    STRIPS,
    WINDOW_POINTS,
    WINDOWS_OF_AN_ORNAMENT,
)

SIDES = [side for strip in STRIPS for side in strip.sides]


def test_strips_are_balanced() -> None:
    assert len(STRIPS) == 8
    assert {len(side) for side in SIDES} == {5}
    totals = Counter("".join(SIDES))
    assert totals == {"B": 16, "O": 16, "W": 16, "P": 15, "Y": 15, "J": 2}


def test_every_colour_has_a_strip_of_its_own() -> None:
    assert {side[0] for side in SIDES if len(set(side)) == 1} == set("BOPYW")


def test_one_side_of_one_strip_has_the_jokers() -> None:
    assert [side.count("J") for side in SIDES if "J" in side] == [2]


def test_no_two_sides_look_alike() -> None:
    """The notation knows a side by its spaces."""
    assert len({"".join(sorted(side)) for side in SIDES}) == 16


def test_every_window_has_points_on_both_sides() -> None:
    for points in WINDOW_POINTS.values():
        assert len(points) == 8
        assert all(number.value > 0 for number in points)
        assert 8 % WINDOWS_OF_AN_ORNAMENT == 0
    assert len(ORNAMENT_POINTS) == 2 * WINDOWS_OF_AN_ORNAMENT + 1


def test_broken_glass_costs_more_with_every_step() -> None:
    assert {name: len(track) for name, track in BROKEN_GLASS.items()} == {"long": 10, "short": 9}
    for track in BROKEN_GLASS.values():
        values = [number.value for number in track]
        assert values == sorted(set(values))
        assert values[0] == 0
        assert values[-1] == 18


def test_own_sets_are_the_first_with_other_colours() -> None:
    assert SIDES_OF_STRIPS[:2] == ("OWWWW", "POOOO")
    assert SIDES_OF_STRIPS[16:18] == ("POOOO", "YPPPP")
    assert SIDES_OF_STRIPS[48:50] == ("BYYYY", "WBBBB")
    for seat in range(4):
        own = SIDES_OF_STRIPS[16 * seat : 16 * seat + 16]
        assert len({*own}) == 16
        assert [side.count("J") for side in own].count(2) == 1


def test_confidences_are_probabilities() -> None:
    printed = [
        *STRIPS,
        *BROKEN_GLASS["long"],
        *BROKEN_GLASS["short"],
        *WINDOW_POINTS["A"],
        *WINDOW_POINTS["B"],
    ]
    assert all(0 < thing.confidence <= 1 for thing in printed)
