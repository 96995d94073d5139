"""Azul Duel, the next round and the end: DU-20, DU-21, DU-23, DU-24, and bags that run out."""

from __future__ import annotations

from collections import Counter

import pytest

from azulejos import DUEL, State
from naive.duel import PLATES
from states import dealt, line

ALL_PLATES = (
    "/".join(f"{plate}n" for plate in range(1, 10)),
    "/".join(f"{plate}n" for plate in range(10, 19)),
)

# DU-20


def test_du_20_between_rounds_everything_is_prepared() -> None:
    state = DUEL.position(
        "duel; round 1 phase=action turn=2 start=1 first=2; plates 1; stack ?17 top=J; "
        "factories -/-/R -/-/- -/-/- -/-/-; seat 1 score=5 taken=2; seat 2 score=5 taken=1"
    ).play("c1")
    assert state.scores == (5, 3)
    state = dealt(state, "plates 2 3 S", "large BBYRK", "small BBYR KKTT YYYY RKBT")
    assert line(state, "round") == "round 2 phase=action turn=2 start=2 first=factory"
    assert line(state, "plates") == "plates 1 2 3"
    assert line(state, "factories") == "factories B2YR/-/? K2T2/-/? Y4/-/? BRKT/-/?"
    for seat in (1, 2):
        assert " tokens=2 taken=0 " in line(state, f"seat {seat}")


def test_du_20_plates_that_were_put_back_are_turned_up_like_others() -> None:
    """Seat 1 put plate 4 back; chance has no choice, and both see it now."""
    boards = [f"plates={'/'.join([f'{p}n' for p in some] + ['-'] * 2)}" for some in LAID]
    state = DUEL.position(
        "duel; round 3 phase=action turn=2 start=1 first=2; plates -; stack 1:4 2:6 2:8 2:9 "
        "top=J; factories -/-/R -/-/- -/-/- -/-/-; "
        f"seat 1 score=5 taken=2 {boards[0]}; seat 2 score=5 taken=1 {boards[1]}"
    ).play("c1")
    state = dealt(state, "plates 4 6 8 S")
    assert line(state, "plates") == "plates 4 6 8"
    assert line(state, "stack") == "stack 2:9s1 top=S"


LAID = ((1, 2, 3, 5, 7, 10, 11), (12, 13, 14, 15, 16, 17, 18))


def test_du_20_there_are_five_rounds() -> None:
    state = last_position("", "")
    assert state.phase == "over"
    assert state.outcome is not None
    assert state.outcome.reason == "rounds"


# DU-21: positions in which nearly all tiles lie on lines and domes

LINES = (
    ("Y", "Y2", "Y3", "R4", "K5", "T6"),
    ("R", "R2", "R3", "K4", "Y5", "T6"),
)


def starved(left: str, phase: str = "fill-large") -> State:
    """A position before round 5 with these tiles in the bag, the others on lines and domes."""
    rest = Counter(dict.fromkeys("BYRKT", 13)) - Counter(left)
    for lines in LINES:
        for text in lines:
            rest[text[0]] -= int(text[1:] or 1)
    seats = []
    for seat, lines in enumerate(LINES):
        text = f"seat {seat + 1} score=5 lines={'/'.join(lines)} plates={ALL_PLATES[seat]}"
        seats.append(f"{text} dome={'/'.join(filled_dome(seat, rest))}")
    assert not +rest
    return DUEL.position(
        f"duel; round 4 phase={phase} start=1; plates -; stack -; "
        f"factories -/-/? -/-/? -/-/? -/-/?; bag {left or '-'}; {'; '.join(seats)}"
    )


def filled_dome(seat: int, rest: Counter[str]) -> list[str]:
    """Lay tiles on the joker plates of a board, where they fit, until none are left."""
    rows = [["."] * 6 for _ in range(6)]
    for slot in range(9):
        spaces = PLATES[9 * seat + slot + 1]
        for place, space in enumerate(spaces):
            colour = next(iter(+rest), "") if space == "?" else space
            if "*" not in spaces and rest[colour] > 0:
                rest[colour] -= 1
                rows[slot // 3 * 2 + place // 2][slot % 3 * 2 + place % 2] = colour
    return ["".join(row) for row in rows]


def test_du_21_the_large_factory_comes_first_where_tiles_are_few() -> None:
    state = dealt(starved("BBBYYRKBTKBBBBB"), "large BBBYY")
    state = dealt(state, "small RKBT KBBB BB")
    assert line(state, "large") == "large B3Y2/-"
    assert line(state, "factories") == "factories BRKT/-/? B3K/-/? B2/-/? -/-/?"
    assert state.phase == "turn-chips"


def test_du_21_the_chip_of_a_factory_that_starts_empty_is_turned_up_at_once() -> None:
    state = dealt(starved("BBBYYRKBTKBBBBB"), "large BBBYY", "small RKBT KBBB BB", "chips T")
    assert line(state, "factories") == "factories BRKT/-/? B3K/-/? B2/-/? -/-/T"
    assert "c4" in {str(move) for move in state.legal_moves}
    assert line(state, "round") == "round 5 phase=action turn=1 start=1 first=factory"


def test_du_21_a_discard_is_drawn_from_when_the_bag_is_empty() -> None:
    state = DUEL.position(
        "duel; round 1 phase=fill-large start=1; plates 1 2 3; "
        "factories -/-/? -/-/? -/-/? -/-/?; bag B2; discard B11Y13R13K13T13"
    )
    state = dealt(state, "large BBYRK")
    assert line(state, "bag") == "bag B11Y12R12K12T13"
    assert line(state, "discard") == "discard -"


def test_du_03_fewer_than_five_equal_tiles_are_accepted() -> None:
    state = dealt(starved("BB"), "large BB", "chips B B Y T")
    assert line(state, "large") == "large B2/-"
    assert line(state.play("lBx"), "round").endswith(" first=1")  # one colour (DU-10)


def test_du_21_a_round_without_tiles_has_chips_only() -> None:
    """The start player stays the same, since nobody gets the first-player tile."""
    state = starved("B")  # the last tile of all
    state = dealt(state, "large B", "chips B B Y T")
    assert {str(move)[0] for move in state.legal_moves} == {"l", "c"}


# DU-23


def last_position(one: str, two: str, *, scoring: str = "1A2A3A", more: str = "") -> State:
    """The end of round 5, with the last chip to be taken."""
    return DUEL.position(
        f"duel scoring={scoring} {more}; round 5 phase=action turn=2 start=1 first=2; plates -; "
        "stack -; factories -/-/R -/-/- -/-/- -/-/-; "
        f"seat 1 score=20 taken=2 plates={ALL_PLATES[0]} {one}; "
        f"seat 2 score=20 taken=1 plates={ALL_PLATES[1]} {two}"
    ).play("c1")


def printed_rows(seat: int) -> list[str]:
    """What is printed on the dome, jokers filled with blue."""
    rows = [["."] * 6 for _ in range(6)]
    for slot in range(9):
        for place, space in enumerate(PLATES[9 * seat + slot + 1]):
            row, column = slot // 3 * 2 + place // 2, slot % 3 * 2 + place % 2
            rows[row][column] = "B" if space == "?" else space
    return ["".join(row) for row in rows]


def dome(*spaces: tuple[int, int]) -> str:
    """Seat 1's dome with tiles on these spaces and special tiles where plates are complete."""
    rows = printed_rows(0)
    wanted = set(spaces)
    for row, column in list(wanted):
        top, left = (row - 1) // 2 * 2 + 1, (column - 1) // 2 * 2 + 1
        plate = {(r, c) for r in (top, top + 1) for c in (left, left + 1)}
        specials = {(r, c) for r, c in plate if rows[r - 1][c - 1] == "*"}
        if specials and not plate - specials <= wanted:
            wanted -= specials
        if specials and plate - specials <= wanted:
            wanted |= specials
    kept = [
        "".join(rows[r - 1][c - 1] if (r, c) in wanted else "." for c in range(1, 7))
        for r in range(1, 7)
    ]
    return "dome=" + "/".join(kept)


def plate_spaces(*slots: int) -> list[tuple[int, int]]:
    return [
        ((slot - 1) // 3 * 2 + 1 + r, (slot - 1) % 3 * 2 + 1 + c)
        for slot in slots
        for r in (0, 1)
        for c in (0, 1)
    ]


def bonus(side: str, board: str, *, more: str = "") -> int:
    """What one side of a scoring tile adds for seat 1: its points with and without that side."""
    others = [other for other in ("1A", "2A", "3A", "4B") if other[0] != side[0]]
    with_it = "".join(sorted([*others, side]))
    state = last_position(board, "", scoring=with_it, more=more)
    without = last_position(board, "", scoring="".join(others), more=more)
    return state.scores[0] - without.scores[0]


def test_du_23_complete_rows_bring_three() -> None:
    assert bonus("1A", dome(*plate_spaces(1, 2, 3))) == 6
    assert bonus("1A", dome(*plate_spaces(1, 2))) == 0


def test_du_23_complete_columns_bring_seven() -> None:
    assert bonus("2A", dome(*plate_spaces(1, 4, 7))) == 14
    assert bonus("2A", dome(*plate_spaces(1, 4))) == 0


def test_du_23_complete_diagonals_bring_ten() -> None:
    assert bonus("3A", dome(*plate_spaces(1, 5, 9))) == 10
    assert bonus("3A", dome(*plate_spaces(1, 3, 5, 7, 9))) == 20
    assert bonus("3A", dome(*plate_spaces(1, 5))) == 0


def test_du_23_rows_of_five_colours_bring_four() -> None:
    """Row 1 of plates 1 to 3 is Y K ? B T R: a red tile on the joker leaves five colours."""
    board = "dome=YKRBTR/....../....../....../....../......"
    assert bonus("1B", board) == 4
    assert bonus("1B", "dome=YKYB.R/....../....../....../....../......") == 0


def test_du_23_a_special_tile_may_be_one_of_the_five_colours() -> None:
    """Row 2 of plates 1 to 3 is T * T K B ?; yellow on the joker makes T, K, B, Y and special."""
    board = "dome=YK..../T*TKBY/....../....../....../......"
    assert bonus("1B", board) == 4
    assert bonus("1B", board, more="special_counts_as_colour=no") == 0


def test_du_23_the_special_tiles_of_a_row_are_one_colour_together() -> None:
    """Rows 5 and 6 of plates 7 to 9 are * K Y B T R and R B K * B *: only row 5 has five."""
    assert bonus("1B", dome(*plate_spaces(7, 8, 9))) == 4


def test_du_23_tiles_at_the_edge_bring_one() -> None:
    assert bonus("2B", dome(*plate_spaces(1))) == 3
    assert bonus("2B", dome(*plate_spaces(1, 2, 3, 4, 5, 6, 7, 8, 9))) == 20
    assert bonus("2B", dome(*plate_spaces(5))) == 0


@pytest.mark.parametrize(("slot", "points"), [(1, 3), (3, 3), (7, 8), (9, 8), (2, 0), (5, 0)])
def test_du_23_full_corner_plates_bring_three_above_and_eight_below(slot: int, points: int) -> None:
    assert bonus("3B", dome(*plate_spaces(slot))) == points
    assert bonus("3B", dome(*plate_spaces(slot)[:2])) == 0


def test_du_23_jokers_bring_two_each_if_all_are_filled() -> None:
    """Plates 2, 3, 4 and 6 of seat 1 have jokers."""
    assert bonus("4A", dome(*plate_spaces(2, 3, 4, 6))) == 8
    assert bonus("4A", dome(*plate_spaces(2, 3, 4))) == 0
    assert bonus("4A", "") == 0


def test_du_23_empty_special_spaces_cost_three() -> None:
    """Plates 1, 5, 7, 8 and 9 of seat 1 are special."""
    assert bonus("4B", "") == -15
    assert bonus("4B", dome(*plate_spaces(1, 9))) == -9


def test_du_23_all_is_added_before_nothing_falls_below_zero() -> None:
    """3 points for a corner plate and 12 lost for special spaces: 5 + 3 - 12 is 0, not 3."""
    state = DUEL.position(
        "duel scoring=1A3B4B; round 5 phase=action turn=2 start=1 first=2; plates -; stack -; "
        "factories -/-/R -/-/- -/-/- -/-/-; "
        f"seat 1 score=5 taken=2 plates={ALL_PLATES[0]} {dome(*plate_spaces(1))}; "
        f"seat 2 score=40 taken=1 plates={ALL_PLATES[1]}"
    ).play("c1")
    assert state.scores == (0, 40 - 2 - 12)


# DU-24


def outcome(one: int, two: int, first: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    state = DUEL.position(
        f"duel; round 5 phase=action turn=2 start=1 first={first}; plates -; stack -; "
        "factories -/-/R -/-/- -/-/- -/-/-; "
        f"seat 1 score={one} taken=2 plates={ALL_PLATES[0]}; "
        f"seat 2 score={two} taken=1 plates={ALL_PLATES[1]}"
    ).play("c1")
    assert state.outcome is not None
    return state.outcome.scores, state.outcome.places


def test_du_24_most_points_win() -> None:
    assert outcome(5, 9, "1") == ((3, 9), (2, 1))


def test_du_24_a_tie_goes_to_the_holder_of_the_first_player_tile() -> None:
    assert outcome(7, 5, "1") == ((5, 5), (1, 2))
    assert outcome(5, 7, "2") == ((5, 5), (2, 1))


def test_du_24_the_start_player_of_the_last_round_does_not_matter() -> None:
    """Seat 1 began round 5, but seat 2 took the tile in it."""
    assert outcome(0, 2, "2") == ((0, 0), (2, 1))


def test_du_24_without_a_holder_a_tie_is_shared() -> None:
    assert outcome(5, 5, "factory") == ((5, 5), (1, 1))
