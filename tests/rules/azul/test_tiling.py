"""Azul, the tiling: AZ-10 to AZ-14.

Each position leaves one tile in the centre, which seat 2 takes to its floor line: then all tile.
"""

from __future__ import annotations

import pytest

from azulejos import AZUL, State
from azulejos.errors import IllegalMove

LAST_TAKE = "round 2 phase=offer turn=2 start=1 marker=2; centre W; "


def tiled(board: str, header: str = "azul") -> State:
    """The position after the tiling (or at its first choice) with this board in seat 1."""
    return AZUL.position(f"{header}; {LAST_TAKE}; seat 1 {board}").play("cWf")


def board(state: State, seat: int = 1) -> str:
    result = next(line for line in str(state).splitlines() if line.startswith(f"seat {seat}"))
    return result.removeprefix(f"seat {seat} ")


def test_az_10_complete_lines_move_a_tile_to_the_wall() -> None:
    state = tiled("lines=B/Y/R3/-/K4")
    assert board(state) == ("score=2 lines=-/Y/-/-/K4 floor=- wall=B..../...../....R/...../.....")


def test_az_10_other_tiles_are_discarded_not_put_into_the_bag() -> None:
    before = AZUL.position(f"azul; {LAST_TAKE}; discard K2; seat 1 lines=-/-/R3/-/Y5")
    state = before.play("cWf")
    assert "\nbag B20Y15R17K18W19\n" in str(before)
    assert "\nbag B20Y15R17K18W19\ndiscard Y4R2K2W\n" in str(state)


@pytest.mark.parametrize(
    ("lines", "wall"),
    [
        ("B/B2/B3/B4/B5", "B..../.B.../..B../...B./....B"),
        ("W/W2/W3/W4/W5", "....W/W..../.W.../..W../...W."),
        ("Y/R2/K3/-/B5", ".Y.../...R./K..../...../....B"),
    ],
)
def test_az_11_coloured_wall_fixes_the_space(lines: str, wall: str) -> None:
    assert board(tiled(f"lines={lines}")).endswith(f"wall={wall}")


def test_az_12_grey_wall_lets_the_seat_choose_line_by_line() -> None:
    state = tiled("lines=B/B2/-/-/-", "azul side=grey")
    assert (state.to_move, state.phase) == (0, "tiling")
    assert [str(move) for move in state.legal_moves] == ["w11", "w12", "w13", "w14", "w15"]
    state = state.play("w13")
    assert [str(move) for move in state.legal_moves] == ["w21", "w22", "w24", "w25"]
    assert board(state.play("w24")).endswith("wall=..B../...B./...../...../.....")


def test_az_12_spaces_taken_and_columns_with_the_colour_are_refused() -> None:
    state = tiled("lines=-/B2/-/-/- wall=B..../..K../...../...../.....", "azul side=grey")
    assert [str(move) for move in state.legal_moves] == ["w22", "w24", "w25"]
    for move, reason in (
        ("w21", "column 1 has that colour already"),
        ("w23", "that space is taken"),
        ("w11", "line 2 is the one being tiled"),
        ("cB1", "is to choose a space of the wall"),
    ):
        with pytest.raises(IllegalMove, match=rf"{reason} \(AZ-12\)"):
            state.play(move)


def test_az_12_single_space_needs_no_decision() -> None:
    wall = "BYRK./...../...../...../....."
    state = tiled(f"lines=W/-/-/-/- wall={wall}", "azul side=grey")
    assert state.phase == "over"  # the row is complete, too
    assert "wall=BYRKW/" in board(state)


def test_az_12_line_without_a_space_falls_before_the_floor_line_is_counted() -> None:
    """Every free space of row 5 lies in a column that has blue."""
    state = tiled(
        "score=20 lines=-/-/-/-/B5 floor=K wall=B..../.B.../..B../...B./....K",
        "azul side=grey",
    )
    assert board(state) == ("score=9 lines=-/-/-/-/- floor=- wall=B..../.B.../..B../...B./....K")
    assert "discard B5KW\n" in str(state)


def test_az_12_fallen_line_beyond_the_floor_spaces_is_discarded() -> None:
    state = tiled(
        "score=20 lines=-/-/-/-/B5 floor=K6 wall=B..../.B.../..B../...B./....K",
        "azul side=grey",
    )
    assert state.scores[0] == 20 - 14
    assert "discard B5K6W\n" in str(state)


def test_az_12_seats_tile_clockwise_from_the_start_player() -> None:
    text = (
        "azul players=3 side=grey; round 2 phase=offer turn=2 start=3 marker=2; centre W;"
        "seat 1 lines=B/-/-/-/-; seat 2 lines=Y/-/-/-/-; seat 3 lines=R/R2/-/-/-"
    )
    state = AZUL.position(text).play("cWf")
    order = []
    while state.phase == "tiling":
        order.append((state.to_move, str(state).split(" line=")[1][0]))
        state = state.play(state.legal_moves[0])
    assert order == [(2, "1"), (2, "2"), (0, "1"), (1, "1")]
    assert " start=2 " in str(state)


def test_az_12_floor_line_is_paid_after_the_own_lines() -> None:
    """Each seat pays before the next one tiles: 0 + 1 - 1, not max(0, 0 - 1) + 1."""
    state = tiled("score=0 lines=B/-/-/-/- floor=K", "azul side=grey")
    state = state.play("w11")
    assert state.scores[0] == 0


@pytest.mark.parametrize(
    ("wall", "points"),
    [
        ("...../...../...../...../.....", 1),
        ("X..../...../XX.../...../.....", 1),
        ("...../...../..XX./...../.....", 3),
        ("....X/....X/...../...../.....", 3),
        ("....X/....X/.XXX./...../.....", 7),
        ("...../....X/...../....X/....X", 4),
        ("....X/....X/X..X./....X/....X", 7),
    ],
)
def test_az_13_tile_scores_its_runs(wall: str, points: int) -> None:
    """Red of line 3 goes to column 5."""
    assert tiled(f"lines=-/-/R3/-/- wall={coloured(wall)}").scores[0] == points


def coloured(wall: str) -> str:
    """The wall with every tile in the colour of its space."""
    rows = wall.split("/")
    return "/".join(
        "".join("." if cell == "." else "BYRKW"[(c - r) % 5] for c, cell in enumerate(row))
        for r, row in enumerate(rows)
    )


def test_az_13_tiles_placed_earlier_in_the_phase_count() -> None:
    state = tiled("lines=B/W2/K3/-/-")  # all in column 1
    assert board(state).startswith("score=6 ")  # 1 + 2 + 3


def test_az_13_runs_end_at_gaps() -> None:
    wall = coloured("X.X../...../...../...../.....")
    assert tiled(f"lines=W/-/-/-/- wall={wall}").scores[0] == 1  # column 5, after a gap


@pytest.mark.parametrize(
    ("pieces", "cost"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)]
)
def test_az_14_floor_line_costs(pieces: int, cost: int) -> None:
    floor = f"K{pieces}" if pieces else "-"
    assert tiled(f"score=50 floor={floor}").scores[0] == 50 - cost


def test_az_14_marker_costs_like_a_tile() -> None:
    """Four tiles and the marker: 1 + 1 + 2 + 2 + 2."""
    state = AZUL.position(
        "azul; round 2 phase=offer turn=2 start=1 marker=1; centre W; seat 1 score=50 floor=K4*"
    ).play("cWf")
    assert state.scores[0] == 50 - 8
    assert "discard K4W\n" in str(state)


def test_az_14_score_never_falls_below_zero() -> None:
    assert tiled("score=5 floor=K7").scores[0] == 0
    assert tiled("lines=B/-/-/-/- floor=K7").scores[0] == 0


def test_az_14_points_of_the_round_come_before_the_floor_line() -> None:
    assert tiled("score=0 lines=B/W2/K3/-/- floor=K4").scores[0] == 0
    assert tiled("score=0 lines=B/W2/K3/-/- floor=K3").scores[0] == 2


def test_az_14_holder_of_the_marker_starts_the_next_round() -> None:
    state = AZUL.position(
        "azul players=4; round 2 phase=offer turn=2 start=1 marker=3; centre W; seat 3 floor=*"
    ).play("cWf")
    assert state.phase == "deal"
    assert " start=3 " in str(state)
    draw = AZUL.parse_draw("bag " + "BBBBYYYYRRRRKKKKWWWW" + "BBBBYYYYRRRRKKKK")
    state = state.deal(draw)
    assert state.to_move == 2
    assert "floor=- " in board(state, 3)
