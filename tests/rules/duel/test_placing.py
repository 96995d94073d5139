"""Azul Duel, placing: DU-14 to DU-19.

All positions are one chip away from the end of phase 1: seat 2 takes it, and placing begins.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from azulejos import DUEL, State
from azulejos.errors import IllegalMove
from states import line

TEXT = (
    "duel; round 3 phase=action turn=2 start=1 first={first}; "
    "factories -/-/R -/-/- -/-/- -/-/-; seat 1 score={score} taken=2 {one}; "
    "seat 2 score=9 taken=1 {two}"
)


def placing(
    one: str = "", two: str = "", *, score: int = 0, first: str = "factory", take: bool = True
) -> State:
    state = DUEL.position(TEXT.format(one=one, two=two, score=score, first=first))
    return state.play("c1") if take else state


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def slots(**laid: str) -> str:
    """Plates by slot: `slots(s1="1n")`."""
    return "plates=" + "/".join(laid.get(f"s{slot}", "-") for slot in range(1, 10))


def dome(*rows: str) -> str:
    return "dome=" + "/".join([*rows, *["......"] * (6 - len(rows))])


# Plates: 1 YK/T*  2 ?B/TK  3 TR/B?  4 KY/R?  5 K*/TR  9 TR/B*  11 Y*/KR


def test_du_14_a_complete_line_places_one_tile_and_discards_the_others() -> None:
    state = placing("lines=-/T2/-/-/-/- " + slots(s1="1n"))
    assert line(state, "seat 1").endswith(dome("......", "T....."))
    assert line(state, "discard") == "discard T"
    assert state.scores[0] == 1


def test_du_14_a_tile_may_go_to_a_joker_space() -> None:
    state = placing("lines=Y/-/-/-/-/- " + slots(s1="2n"))
    assert line(state, "seat 1").endswith(dome("Y....."))


def test_du_14_among_several_spaces_the_player_chooses() -> None:
    state = placing("lines=B/-/-/-/-/- " + slots(s1="2n", s3="9w"))
    assert (state.phase, state.to_move) == ("placing", 0)
    assert moves(state) == {"d11", "d12"}
    assert line(state.play("d12"), "seat 1").endswith(dome(".B...."))
    with pytest.raises(IllegalMove, match=r"does not take this colour \(DU-14\)"):
        state.play("d15")
    with pytest.raises(IllegalMove, match=r"line 1 is the one being tiled \(DU-14\)"):
        state.play("d21")


def test_du_14_a_tile_is_placed_in_the_row_of_its_line_only() -> None:
    """Plate 1 has yellow in its upper row: line 2 finds none."""
    state = placing("lines=-/Y2/-/-/-/- " + slots(s1="1n"))
    assert line(state, "seat 1").endswith(dome())
    assert "lines=-/Y2/" in line(state, "seat 1")


def test_du_14_lines_go_from_top_to_bottom_and_the_holder_places_first() -> None:
    boards = (
        "lines=B/B2/-/-/-/- " + slots(s1="2n", s2="3s"),
        "lines=B/-/-/-/-/- " + slots(s1="15n"),
    )
    state = placing(*boards, first="2")
    # Plate 15 is TB over ?Y: one blue space in row 1, so seat 2 is not asked; seat 1 is.
    assert (state.phase, state.to_move) == ("placing", 0)
    assert state.scores[1] == 9 + 1 - 2


def test_du_14_a_complete_line_must_be_placed() -> None:
    assert "skip" not in moves(placing("lines=B/-/-/-/-/- " + slots(s1="2n")))


def test_du_15_a_line_without_a_space_stays_while_a_slot_is_free() -> None:
    for tiles in ("R", "-/R2", "-/R"):
        lines = "/".join((tiles.split("/") + ["-"] * 6)[:6])
        state = placing(f"lines={lines} " + slots(s1="1n", s2="8n"))
        assert f"lines={lines} " in line(state, "seat 1")


def test_du_15_a_line_without_a_space_breaks_when_the_row_is_laid() -> None:
    """Plates 1, 8 and 16 have no red and no joker; three broken tiles cost 6."""
    laid = slots(s1="1n", s2="8n", s3="16n")
    state = placing("lines=R/R2/-/-/-/- " + laid, score=9)
    assert "lines=-/-/-/-/-/- " in line(state, "seat 1")
    assert state.scores[0] == 9 - 6
    assert line(state, "discard") == "discard R3"


def test_du_15_a_space_that_is_filled_does_not_fit() -> None:
    laid = slots(s1="1n", s2="8n", s3="16n")
    state = placing("lines=K/-/-/-/-/- " + laid + " " + dome(".K...."), score=9)
    assert state.scores[0] == 9 - 1


def test_du_15_an_incomplete_line_breaks_too() -> None:
    laid = slots(s1="1n", s2="8n", s3="16n")
    state = placing("lines=-/R/-/-/-/- " + laid, score=9)
    assert "lines=-/-/-/-/-/- " in line(state, "seat 1")
    assert state.scores[0] == 8


def test_du_15_broken_lines_overflow_to_the_discard_without_cost() -> None:
    laid = slots(s1="1n", s2="8n", s3="16n")
    state = placing("broken=B3 lines=-/R2/-/-/-/- " + laid, score=20)
    assert state.scores[0] == 20 - 10
    assert line(state, "discard") == "discard B3R2"


# DU-16


def payments(chips: str, lines: str = "-/T/-/-/-/-", laid: str = "") -> State:
    return placing(f"lines={lines} chips={chips} " + (laid or slots(s1="1n")))


def test_du_16_two_chips_of_the_colour_replace_a_tile() -> None:
    state = payments("T,YT")
    assert (state.phase, moves(state)) == ("paying", {"+T", "skip"})
    state = state.play("+T")
    assert moves(state) == {"+YT"}
    state = state.play("+YT")
    assert line(state, "seat 1").endswith(dome("......", "T....."))
    assert "chips=- used=T,YT " in line(state, "seat 1")


def test_du_16_any_three_chips_replace_a_tile() -> None:
    state = payments("B,Y,K").play("+B").play("+Y").play("+K")
    assert line(state, "seat 1").endswith(dome("......", "T....."))
    assert "used=B,Y,K " in line(state, "seat 1")


def test_du_16_three_may_be_used_where_two_would_do() -> None:
    state = payments("K,T,RT").play("+K").play("+T").play("+RT")
    assert "used=K,T,RT " in line(state, "seat 1")
    state = payments("T,T,RT").play("+T").play("+T")
    assert moves(state) == {"+RT", "pay"}
    assert "chips=RT used=T,T " in line(state.play("pay"), "seat 1")


def test_du_16_two_chips_that_do_not_match_are_not_enough() -> None:
    for chips in ("B,Y", "T", "T,B", "-"):
        assert payments(chips).phase == "turn-plates"


def test_du_16_ways_can_be_mixed() -> None:
    """Two tiles are missing: one for two chips of the colour, one for any three."""
    state = payments("B,Y,K,T,RT", "-/-/T/-/-/-", slots(s4="3n"))
    for move in ("+B", "+Y", "+K", "+T", "+RT"):
        assert move in moves(state)
        state = state.play(move)
    assert "used=B,Y,K,T,RT " in line(state, "seat 1")
    assert line(state, "seat 1").endswith(dome("......", "......", "T....."))


def test_du_16_a_line_without_tiles_is_not_paid_for() -> None:
    assert payments("T,T,RT,RT", "-/-/-/-/-/-").phase == "turn-plates"


def test_du_16_a_line_without_a_space_is_not_paid_for() -> None:
    assert payments("T,T,RT,RT", laid=slots(s1="1s")).phase == "turn-plates"


def test_du_16_all_missing_tiles_are_replaced_or_none() -> None:
    """Line 3 lacks two tiles; two chips of the colour would replace only one."""
    assert payments("T,T", "-/-/T/-/-/-", slots(s4="3n")).phase == "turn-plates"


def test_du_16_a_skipped_line_keeps_its_tiles_and_chips() -> None:
    state = payments("T,YT").play("skip")
    assert "lines=-/T/-/-/-/- " in line(state, "seat 1")
    assert "chips=T,YT used=- " in line(state, "seat 1")


def test_du_16_chips_make_no_tiles() -> None:
    """One tile of the line goes to the dome; nothing is left for the discard."""
    state = payments("T,YT").play("+T").play("+YT")
    assert line(state, "discard") == "discard -"
    state = payments("T,YT", "-/-/T2/-/-/-", slots(s4="3n")).play("+T").play("+YT")
    assert line(state, "discard") == "discard T"


def test_du_16_the_space_is_chosen_after_the_payment() -> None:
    state = payments("B,BR", "-/B/-/-/-/-", slots(s1="3n", s2="9n"))
    state = state.play("+B").play("+BR")
    assert (state.phase, moves(state)) == ("placing", {"d21", "d22", "d23"})
    assert "used=B,BR " in line(state.play("d23"), "seat 1")


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_du_16_every_legal_payment_can_be_made_and_no_other(missing: int) -> None:
    chips = ["B", "B", "Y", "T", "T", "BK", "BR", "RT", "YT", "YT"]
    line_number = missing + 1
    lines = "/".join("T" if n == line_number else "-" for n in range(1, 7))
    # Row r has turquoise on the left: plate 3 (TR/B?) or, in even rows, plate 1 (YK/T*)
    slot = (line_number - 1) // 2 * 3 + 1
    laid = slots(**{f"s{slot}": "3n" if line_number % 2 else "1n"})
    state = payments(",".join(chips), lines, laid)
    expected = {
        tuple(some)
        for number in range(2 * missing, 3 * missing + 1)
        for some in combinations(chips, number)
        if sum("T" in chip for chip in some) >= 2 * (3 * missing - number)
    }
    order = ["B", "Y", "R", "K", "T", "BK", "YK", "BR", "RT", "YT"]
    assert paid(state, ()) == {tuple(sorted(some, key=order.index)) for some in expected}


def paid(state: State, spent: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All payments that can be made from a position."""
    if state.phase != "paying":
        return {spent}
    result: set[tuple[str, ...]] = set()
    for move in moves(state) - {"skip"}:
        if move == "pay":
            result.add(spent)
        else:
            result |= paid(state.play(move), (*spent, move[1:]))
    return result


def test_du_16_a_payment_once_begun_is_made() -> None:
    state = payments("T,YT").play("+T")
    with pytest.raises(IllegalMove, match=r"the payment must be made \(DU-16\)"):
        state.play("skip")
    with pytest.raises(IllegalMove, match=r"do not complete the line \(DU-16\)"):
        state.play("pay")
    with pytest.raises(IllegalMove, match=r"no chip B is left \(DU-16\)"):
        state.play("+B")


# DU-17 to DU-19


def test_du_17_a_tile_without_neighbours_scores_one() -> None:
    assert placing("lines=K/-/-/-/-/- " + slots(s1="1n")).scores[0] == 1


def test_du_17_runs_count_across_and_down_and_over_plates() -> None:
    """Plates 3 (TR over B?) and 11 upside down (RK over *Y) stand side by side."""
    laid = slots(s1="3n", s2="11s")
    state = placing("lines=R/-/-/-/-/- " + laid + " " + dome(".R....", "......"))
    assert state.scores[0] == 2
    assert line(state, "seat 1").endswith(dome(".RR..."))
    state = placing("lines=T/-/-/-/-/- " + laid + " " + dome(".R....", "B....."))
    assert state.scores[0] == 4


def test_du_18_the_example_of_the_rules() -> None:
    """Slot 2 holds plate 11 upside down (RK over *Y), slot 3 plate 9 (TR over B*).

    Yellow in row 2 has runs of 2 and 2 and completes the plate: 4 + 2. Then blue goes below the
    special tile, with red above it: 3.
    """
    laid = slots(s2="11s", s3="9n", s5="2n")
    state = placing("lines=-/Y2/B3/-/-/- " + laid + " " + dome("..RK..", "....B."))
    assert state.scores[0] == 4 + 2
    state = state.play("d33")
    assert state.scores[0] == 4 + 2 + 3
    assert line(state, "seat 1").endswith(dome("..RK..", "..*YB.", "..B..."))


def test_du_18_the_special_tile_does_not_count_for_the_tile_that_completes_the_plate() -> None:
    """Yellow beside the special space: only the vertical run of 2 counts, then the row's 2."""
    state = placing("lines=-/Y2/-/-/-/- " + slots(s2="11s") + " " + dome("..RK.."))
    assert state.scores[0] == 2 + 2


@pytest.mark.parametrize("row", range(1, 7))
def test_du_18_a_special_tile_scores_its_row(row: int) -> None:
    """Plate 1 is YK over T*, upside down *T over KY: turquoise comes last, beside the special."""
    lower = row % 2 == 0
    rows, lines = ["......"] * 6, ["-"] * 6
    rows[row - 2 if lower else row] = "YK...." if lower else "KY...."
    lines[row - 1] = f"T{row}"
    slot = (row - 1) // 2 * 3 + 1
    laid = slots(**{f"s{slot}": "1n" if lower else "1s"})
    state = placing(f"lines={'/'.join(lines)} {laid} dome={'/'.join(rows)}")
    assert state.scores[0] == 2 + row
    assert "*" in line(state, "seat 1").split("dome=")[1].split("/")[row - 1]


def test_du_18_no_special_tile_before_the_plate_is_complete() -> None:
    state = placing("lines=-/Y2/-/-/-/- " + slots(s2="11s") + " " + dome("..R..."))
    assert "*" not in line(state, "seat 1").split("dome=")[1]


def test_du_19_broken_tiles_cost_one_two_three_four() -> None:
    for broken, cost in (("B", 1), ("B2", 3), ("B3", 6), ("B3Y", 10)):
        state = placing(f"broken={broken}", score=20)
        assert state.scores[0] == 20 - cost
        assert line(state, "discard") == f"discard {broken}"
        assert " broken=- " in line(state, "seat 1")


def test_du_19_the_first_player_tile_costs_two() -> None:
    assert placing("broken=B3", score=20, first="1").scores[0] == 20 - 8
    assert placing(score=20, first="1").scores == (18, 9)


def test_du_19_nobody_falls_below_zero() -> None:
    assert placing("broken=B3", score=5).scores[0] == 0


def test_du_19_points_of_the_round_are_added_first() -> None:
    assert placing("broken=B lines=K/-/-/-/-/- " + slots(s1="1n"), score=0).scores[0] == 0
    assert placing("broken=B lines=K/-/-/-/-/- " + slots(s1="1n"), score=1).scores[0] == 1
