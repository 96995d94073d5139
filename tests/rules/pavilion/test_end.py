"""Summer Pavilion, the end: SP-17 to SP-21."""

from __future__ import annotations

import random

import pytest

from azulejos import PAVILION, State

NO_STARS = "-/-/-/-/-/-/-"
LAST = "pavilion side={side}; round 6 phase=placing turn=2 start=1; supply {supply}; "
COLOURED_STARS = ("OOOOOO", "RRRRRR", "BBBBBB", "YYYYYY", "GGGGGG", "PPPPPP", "PGOYBR")


def final(stars: str, side: str = "coloured", score: int = 100, supply: str = "-") -> State:
    """The end of a game in which seat 1 has this board and seat 2 passes last."""
    text = LAST.format(side=side, supply=supply)
    text += f"seat 1 score={score} passed=yes stars={stars}; seat 2 tiles=B"
    return PAVILION.position(text).play("pass").play("kB")


def only(star: int, text: str) -> str:
    return "/".join(text if place == star else "-" for place in range(7))


@pytest.mark.parametrize(("star", "bonus"), list(enumerate([17, 14, 15, 16, 18, 20, 12])))
def test_sp_17_a_complete_star_brings_its_bonus(star: int, bonus: int) -> None:
    assert final(only(star, COLOURED_STARS[star])).scores[0] == 100 + bonus


def test_sp_17_an_incomplete_star_brings_nothing() -> None:
    assert final(only(5, "PPPPP.")).scores[0] == 100
    assert final(only(6, "PGOYB.")).scores[0] == 100


@pytest.mark.parametrize(
    ("text", "bonus"),
    [
        ("PPPPPP", 20),
        ("GGGGGG", 18),
        ("OOOOOO", 17),
        ("YYYYYY", 16),
        ("BBBBBB", 15),
        ("RRRRRR", 14),
        ("RBYOGP", 12),
    ],
)
@pytest.mark.parametrize("star", [0, 3, 6])
def test_sp_17_a_grey_star_scores_by_what_lies_in_it(star: int, text: str, bonus: int) -> None:
    assert final(only(star, text), "grey").scores[0] == 100 + bonus


def test_sp_17_repeated_grey_stars_all_score() -> None:
    state = final("PPPPPP/PPPPPP/PPPPPP/-/-/RBYOGP/RBYOGP", "grey", score=100)
    assert state.scores[0] == 100 + 60 + 24


def number_board(number: int) -> str:
    """The coloured board with every space of a number filled."""
    stars = ["." * (number - 1) + star[0] + "." * (6 - number) for star in COLOURED_STARS]
    return "/".join(stars)


@pytest.mark.parametrize(("number", "bonus"), [(1, 4), (2, 8), (3, 12), (4, 16), (5, 0), (6, 0)])
def test_sp_18_all_spaces_of_a_number_bring_a_bonus(number: int, bonus: int) -> None:
    assert final(number_board(number)).scores[0] == 100 + bonus


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_sp_18_the_centre_star_counts_too(number: int) -> None:
    stars = number_board(number).split("/")
    stars[6] = "-"
    assert final("/".join(stars)).scores[0] == 100


def test_sp_18_on_the_grey_side_the_printed_numbers_count() -> None:
    """Space 3 of an outer star costs 1, space 1 costs 3, and all of the centre costs 3."""
    ones = "/".join(["..P..."] * 6 + ["-"])
    assert final(ones, "grey").scores[0] == 104
    threes = "/".join(["P....."] * 6 + ["OOOOOO"])
    assert final(threes, "grey").scores[0] == 100 + 12 + 17
    eleven = "/".join(["P....."] * 5 + ["-", "OOOOOO"])
    assert final(eleven, "grey").scores[0] == 100 + 17
    no_centre = "/".join(["P....."] * 6 + ["OOOOO."])
    assert final(no_centre, "grey").scores[0] == 100
    assert final("/".join([".P...."] * 6 + ["-"]), "grey").scores[0] == 108
    assert final("/".join(["...P.."] * 6 + ["-"]), "grey").scores[0] == 116


def test_sp_19_tiles_in_the_corners_cost_a_point_each_and_are_discarded() -> None:
    state = PAVILION.position(
        LAST.format(side="coloured", supply="-")
        + "seat 1 score=10 corners=R3 passed=yes; seat 2 score=2 tiles=B4"
    )
    for move in ("pass", "kB", "kB", "kB", "kB"):
        state = state.play(move)
    assert state.scores == (7, 1)
    assert "discard B4R3\n" in str(state)
    assert "corners=- " in str(state)


def test_sp_19_the_floor_of_one_point_comes_after_the_bonuses() -> None:
    """1 point, a red star and three tiles in the corners: 1 + 14 - 3."""
    state = PAVILION.position(
        LAST.format(side="coloured", supply="-")
        + f"seat 1 score=1 corners=B3 passed=yes stars={only(1, 'RRRRRR')}; seat 2 tiles=B"
    )
    assert state.play("pass").play("kB").scores[0] == 12


def test_sp_19_dropping_tiles_at_the_floor_is_better_than_keeping_them() -> None:
    """Four tiles and one point: dropped tiles cost nothing any more, kept ones come off a bonus."""
    text = LAST.format(side="coloured", supply="-") + "seat 1 passed=yes; seat 2 score=1 tiles=B4 "
    text += f"stars={only(1, 'RRRRRR')}"
    dropped = PAVILION.position(text).play("pass").play("done")
    kept = PAVILION.position(text).play("pass")
    for _ in range(4):
        kept = kept.play("kB")
    assert (dropped.scores[1], kept.scores[1]) == (15, 11)


def test_sp_20_most_points_win() -> None:
    outcome = final(NO_STARS, score=9).outcome
    assert outcome is not None
    assert (outcome.scores, outcome.places, outcome.winners) == ((9, 4), (1, 2), (0,))
    assert outcome.reason == "rounds"


def test_sp_20_equal_points_share_the_victory() -> None:
    """Nothing breaks a tie: not even a complete star."""
    outcome = final(NO_STARS, score=4).outcome
    assert outcome is not None
    assert (outcome.places, outcome.winners) == ((1, 1), (0, 1))
    outcome = final(only(1, "RRRRRR"), score=1).outcome
    assert outcome is not None
    assert outcome.scores == (15, 4)


# Tiles run short, and the most points


def test_sp_21_a_short_deal_fills_the_first_displays() -> None:
    full = "OOOOOO/RRRRRR/BBBBBB/YYYYYY/GGGGGG/PPPPPP/-"
    state = PAVILION.position(
        "pavilion players=4; round 3 phase=deal start=2; supply P2G2O2Y2BR; discard -; "
        f"seat 1 passed=yes stars={full}; seat 2 passed=yes stars={full}; "
        f"seat 3 passed=yes stars={full}; seat 4 passed=yes"
    )
    draw = state.sample(random.Random(1))
    assert len(draw.pieces) == 14
    state = state.deal(draw)
    held = [bin(pile).count("1") > 0 for pile in state.table.sources]
    assert held == [False, True, True, True, True] + [False] * 5
    assert state.to_move == 1


def place_star(star: int, score: int) -> int:
    """Fill a star of the coloured side, 1 to 6, with all stars before it filled; the score then."""
    stars = [COLOURED_STARS[s] if s < star else "-" for s in range(7)]
    hand = f"{COLOURED_STARS[star][0]}21" if star < 6 else ""
    state = PAVILION.position(
        "pavilion; round 1 phase=placing turn=1 start=1; "
        f"seat 1 score={score} tiles={hand} stars={'/'.join(stars)}; seat 2 passed=yes"
    )
    source = random.Random(1)
    for number in range(1, 7):
        move = f"s{star + 1}{number}{COLOURED_STARS[star][0]}"
        state = state.play(move)
        while state.phase in ("refill", "bonus"):
            bonus = state.phase == "bonus"
            state = state.play(state.legal_moves[0]) if bonus else state.deal(state.sample(source))
    return state.scores[0]


def place_centre(score: int) -> int:
    """The same for the centre star, which takes every colour once."""
    for number, colour in enumerate("PGOYBR", 1):
        centre = "PGOYBR"[: number - 1].ljust(6, ".")
        state = PAVILION.position(
            "pavilion; round 1 phase=placing turn=1 start=1; "
            f"seat 1 score={score} tiles={colour}{number} "
            f"stars={'/'.join((*COLOURED_STARS[:6], centre))}; seat 2 passed=yes"
        )
        score = state.play(f"sc{number}{colour}").scores[0]
    return score


def test_sp_21_most_points_on_the_coloured_side() -> None:
    score = 5
    for star in range(6):
        score = place_star(star, score)
        assert score == 5 + 21 * (star + 1)
    score = place_centre(score)
    assert score == 5 + 147
    assert final("/".join(COLOURED_STARS), score=score).scores[0] == 304


def test_sp_21_most_points_on_the_grey_side() -> None:
    """There are tiles for three purple and three green stars at most."""
    stars = "/".join(["PPPPPP"] * 3 + ["GGGGGG"] * 3 + ["OOOOOO"])
    assert final(stars, "grey", score=5 + 147).scores[0] == 323
