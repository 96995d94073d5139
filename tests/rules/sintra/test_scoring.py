"""SG-19 to SG-23: the final scoring and the ranking. All positions are one move from the end."""

from __future__ import annotations

import pytest

from azulejos import SINTRA, State

LAST_TILE = "round 6 phase=turn turn=2 start=1 marker=2; centre B"


def end(seat: str, other: str = "", options: str = "players=2") -> State:
    """The end of the game after seat 2 has put its last blue tile on strip B5."""
    state = SINTRA.position(f"sintra {options}; {LAST_TILE}; seat 1 {seat}; seat 2 {other}")
    return state.play("cB6")


@pytest.mark.parametrize(("tiles", "points"), [(2, 0), (3, 1), (5, 1), (6, 2)])
def test_sg_19_a_point_for_three_tiles_left_on_strips(tiles: int, points: int) -> None:
    strips = f"OW4:W{min(tiles, 4)}/BY4" + (f":Y{tiles - 4}" if tiles > 4 else "")
    assert end(f"strips={strips}/O3Y2/P5/P4Y/B5/W5/O5").scores[0] == points


def test_sg_19_seven_tiles_on_several_strips_make_two() -> None:
    """The rulebook's example."""
    assert end("strips=OW4:OW/BY4:Y/O3Y2/P5:P2/P4Y/B5:B/W5/O5:O").scores[0] == 2


def test_sg_20_the_space_on_the_broken_track_is_lost() -> None:
    """The rulebook's example: standing on -8."""
    assert end("broken=5").scores[0] == -8
    assert end("score=20 broken=1").scores[0] == 19


def test_sg_20_leftover_tiles_come_before_broken_glass_and_the_side_after() -> None:
    # 1 point for three tiles, a loss of 8 that stops at 0, then 3 for an ornament
    seat = "broken=5 strips=OW4:W3/B4W/O3Y2/P5/P4Y/B5/W5/O5 windows=-/B/-/-/-/-/-/-"
    assert end(seat, options="players=2 floor_at_zero=yes").scores[0] == 0
    seat = "broken=5 strips=OW4:W3/-/O3Y2/P5/P4Y/B5/W5/O5 windows=-/BB/-/-/-/-/-/-"
    assert end(seat, options="players=2 floor_at_zero=yes").scores[0] == 3


@pytest.mark.parametrize(
    ("windows", "points"),
    [
        ("-/-/-/-/-/-/-/-", 0),
        ("B/-/-/-/-/-/-/-", 0),
        ("B/O/-/-/-/-/-/-", 3),
        ("-/BO/-/-/-/-/-/-", 3),
        ("-/B/O/-/-/-/-/-", 0),  # neighbours of two ornaments
        ("BO/P/-/-/-/-/-/-", 6),
        ("BO/PY/-/-/-/-/-/-", 10),
        ("-/-/-/-/-/-/BO/PY", 10),
        ("BB/OO/PP/YY/-/-/W/W", 23),  # the rulebook's example: 4, 4, 0 and 2 cells
        ("BB/OO/PP/YY/WW/BO/PY/WB", 40),
    ],
)
def test_sg_21_side_a_counts_ornaments(windows: str, points: int) -> None:
    assert end(f"windows={windows}").scores[0] == points


@pytest.mark.parametrize(
    ("windows", "points"),
    [
        ("-/-/-/-/-/-/-/-", 0),
        ("B/B/B/-/-/-/-/-", 0),  # no window is finished
        ("BO/-/-/-/-/-/-/-", 1),
        ("BB/-/-/-/-/-/-/-", 2),
        ("OO/OB/OB/OW/-/P/-/-", 20),  # the rulebook's example: 4 windows, 5 orange
        ("OB/OB/OB/PW/O/O/-/-", 20),  # tiles of unfinished windows count
    ],
)
def test_sg_22_side_b_multiplies_windows_and_the_best_colour(windows: str, points: int) -> None:
    assert end(f"windows={windows}", options="players=2 side=B").scores[0] == points


def test_sg_23_most_points_win() -> None:
    outcome = end("score=4", "score=5").outcome
    assert outcome
    assert outcome.places == (2, 1)


def test_sg_23_among_equals_fewer_points_lost_to_broken_glass() -> None:
    outcome = end("score=9 broken=4", "score=5 broken=2").outcome
    assert outcome
    assert outcome.scores == (3, 3)
    assert outcome.places == (2, 1)


def test_sg_23_wraps_count_as_lost() -> None:
    outcome = end("score=3 wraps=1", "score=11 broken=5").outcome
    assert outcome
    assert outcome.scores == (3, 3)
    assert outcome.places == (2, 1)


def test_sg_23_losses_count_in_full_where_scores_stop_at_zero() -> None:
    outcome = end("broken=2", "broken=1", options="players=2 floor_at_zero=yes").outcome
    assert outcome
    assert outcome.scores == (0, 0)
    assert outcome.places == (2, 1)


def test_sg_23_still_equal_share_the_victory_and_places_below_are_ranked_alike() -> None:
    state = SINTRA.position(
        "sintra players=4; round 6 phase=turn turn=4 start=1 marker=4; centre B; "
        "seat 1 score=7; seat 2 score=7; seat 3 score=5 broken=2; seat 4 score=3"
    )
    outcome = state.play("cB6").outcome
    assert outcome
    assert outcome.scores == (7, 7, 3, 3)
    assert outcome.places == (1, 1, 4, 3)
    assert outcome.winners == (0, 1)
