"""Azul, the end: AZ-15 to AZ-20."""

from __future__ import annotations

import random

import pytest

from azulejos import AZUL, CHANCE, State
from azulejos.errors import GameOver, IllegalDraw, NotationError

LAST_TAKE = "round 5 phase=offer turn=2 start=1 marker=2; centre W; "
FULL_WALL = "BYRKW/WBYRK/KWBYR/RKWBY/YRKWB"


def ended(boards: str, header: str = "azul", move: str = "cWf") -> State:
    return AZUL.position(f"{header}; {LAST_TAKE}; {boards}").play(move)


def reason(state: State) -> str:
    assert state.outcome is not None
    return state.outcome.reason


def test_az_15_complete_row_ends_the_game_after_the_tiling() -> None:
    state = ended("seat 1 lines=W/-/-/-/- wall=BYRK./...../...../...../.....")
    assert state.phase == "over"
    assert reason(state) == "row"
    assert state.scores == (5 + 2, 0)


def test_az_15_game_goes_on_during_the_round() -> None:
    """Line 1 is full and will complete the row, but tiles are left to take."""
    state = AZUL.position(
        "azul; round 5 phase=offer turn=1 start=1; displays W2BY - - - -;"
        "seat 1 wall=BYRK./...../...../...../....."
    ).play("1W1")
    assert state.phase == "offer"
    state = state.play("cB1")
    assert state.phase == "offer"
    assert state.play("cY2").phase == "over"


def test_az_15_complete_column_does_not_end_it() -> None:
    state = ended("seat 1 lines=B/-/-/-/- wall=...../W..../K..../R..../Y....")
    assert state.phase == "deal"
    assert state.scores[0] == 5


def test_az_15_any_seat_may_end_it() -> None:
    state = ended("seat 2 lines=-/-/-/-/B5 wall=...../...../...../...../YRKW.")
    assert state.phase == "over"


def test_az_15_bag_runs_dry_in_the_middle_of_a_display() -> None:
    """Six tiles in the bag, then the whole discard goes in and drawing goes on."""
    state = AZUL.position(
        "azul; round 5 phase=deal start=1; bag B2K4; discard B14Y20R20K12W20;"
        "seat 1 lines=-/-/-/-/B4; seat 2 lines=-/-/-/-/K4"
    )
    dealt = state.deal(AZUL.parse_draw("bag BKKK BKYR YYYY RRRR WWWW"))
    assert "displays BK3 BYRK Y4 R4 W4\n" in str(dealt)
    assert "\nbag B14Y15R15K12W16\ndiscard -\n" in str(dealt)
    with pytest.raises(IllegalDraw, match="tile 6 of the draw is not in the bag"):
        state.deal(AZUL.parse_draw("bag BKKK BYKR YYYY RRRR WWWW"))


def test_az_15_discard_waits_until_a_tile_is_wanted_from_the_empty_bag() -> None:
    state = AZUL.position("azul; round 5 phase=deal start=1; bag K20; discard B20Y20R20W20")
    dealt = state.deal(AZUL.parse_draw("bag KKKK KKKK KKKK KKKK KKKK"))
    assert "\nbag -\ndiscard B20Y20R20W20\n" in str(dealt)


# Four walls that lack one column each hold 16 tiles of every colour.
WITHOUT_3 = "wall=BY.KW/WB.RK/KW.YR/RK.BY/YR.WB"
WITHOUT_4 = "wall=BYR.W/WBY.K/KWB.R/RKW.Y/YRK.B"
WITHOUT_5 = "wall=BYRK./WBYR./KWBY./RKWB./YRKW."


def test_az_16_deal_may_be_short() -> None:
    """Bag and discard hold 6 tiles: they fill display 1 and half of display 2."""
    state = AZUL.position(
        "azul players=4; round 9 phase=deal start=1; bag W4; discard R2;"
        f"seat 1 {WITHOUT_4}; seat 2 {WITHOUT_4};"
        f"seat 3 lines=-/-/R2/Y3/B4 {WITHOUT_5}; seat 4 lines=-/Y/-/-/K4 {WITHOUT_3}"
    )
    dealt = state.deal(AZUL.parse_draw("bag WWWW RR"))
    assert "displays W4 R2 - - - - - - -\n" in str(dealt)
    assert "\nbag -\ndiscard -\n" in str(dealt)
    with pytest.raises(IllegalDraw, match="7 tiles drawn, but 6 are to be drawn"):
        state.deal(AZUL.parse_draw("bag WWWW RRR"))


def test_az_16_game_ends_when_no_tile_can_be_dealt() -> None:
    """All tiles lie on walls and unfinished lines; the last one completes nothing."""
    state = AZUL.position(
        "azul players=4; round 9 phase=offer turn=2 start=1 marker=2; centre W; bag -;"
        f"seat 1 lines=-/R/-/-/W2 {WITHOUT_4}; seat 2 lines=-/R/-/-/W {WITHOUT_4};"
        f"seat 3 lines=-/-/R2/Y3/B4 {WITHOUT_5}; seat 4 lines=-/Y/-/-/K4 {WITHOUT_3}"
    ).play("cW5")
    assert reason(state) == "tiles"
    assert state.scores == (28, 28, 28, 28)  # four complete columns each, no colour


def test_az_17_bonuses() -> None:
    row = ended("seat 1 lines=W/-/-/-/- wall=BYRK./...../...../...../.....")
    assert row.scores[0] == 5 + 2
    column = ended("seat 1 lines=W/-/-/-/- wall=BYRK./WB.../K..../R..../Y....")
    assert column.scores[0] == 5 + 2 + 7
    colour = ended("seat 1 lines=W/-/-/-/- wall=BYRK./.B.../..B../...B./....B")
    assert colour.scores[0] == 5 + 2 + 10


def test_az_17_bonuses_on_the_grey_wall() -> None:
    """A colour counts wherever its five tiles lie."""
    state = ended("seat 1 lines=W/-/-/-/- wall=YBRK./B..../..B../...B./....B", "azul side=grey")
    assert state.scores[0] == 5 + 2 + 10


def test_az_17_most_points_possible_are_240() -> None:
    """Five rounds, a tile in every row each time: 145 points for tiles and 95 of bonuses."""
    wall = [["."] * 5 for _ in range(5)]
    score = 0
    for columns in ("12345", "23454", "34533", "45222", "51111"):
        lines = []
        for row, column in enumerate(columns):
            colour = "BYRKW"[(int(column) - 1 - row) % 5]
            lines.append(f"{colour}{row + 1}" if row else colour)
            wall[row][int(column) - 1] = colour.lower()
        before = "/".join("".join("." if c.islower() else c for c in row) for row in wall)
        wall = [[cell.upper() for cell in row] for row in wall]
        state = ended(f"seat 1 score={score} lines={'/'.join(lines)} wall={before}")
        score = state.scores[0]
    assert f"wall={FULL_WALL}" in str(state)
    assert state.scores == (240, 0)


def test_az_18_most_points_win() -> None:
    state = ended("seat 1 lines=W/-/-/-/- wall=BYRK./...../...../...../.....; seat 2 score=9")
    assert state.scores == (7, 8)
    assert state.outcome is not None
    assert state.outcome.places == (2, 1)


def test_az_18_tie_goes_to_more_complete_rows() -> None:
    state = ended("seat 1 lines=W/-/-/-/- wall=BYRK./...../...../...../.....; seat 2 score=8")
    assert state.scores == (7, 7)
    assert state.outcome is not None
    assert state.outcome.places == (1, 2)
    assert state.outcome.winners == (0,)


def test_az_18_equal_rows_share_the_victory() -> None:
    state = ended(
        "seat 1 lines=W/-/-/-/- wall=BYRK./...../...../...../.....;"
        "seat 2 score=1 lines=W/-/-/-/- wall=BYRK./...../...../...../....."
    )
    assert state.scores == (7, 7)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1)


def test_az_18_lower_places_are_ranked_by_the_same_keys() -> None:
    state = ended(
        "seat 1 lines=W/-/-/-/- wall=BYRK./...../...../...../.....; seat 2 score=9;"
        "seat 3 score=7; seat 4 score=7",
        "azul players=4",
    )
    assert state.scores == (7, 8, 7, 7)
    assert state.outcome is not None
    assert state.outcome.places == (2, 1, 3, 3)


def test_az_19_start_player_stays_if_nobody_took_from_the_centre() -> None:
    state = AZUL.position("azul; round 1 phase=offer turn=2 start=2; displays B4 Y4 R4 K4 W4")
    for move in ("1B5", "2Y5", "3R4", "4K4", "5Wf"):
        state = state.play(move)
    assert state.phase == "deal"
    assert " start=2 marker=centre " in str(state)


def test_az_20_rounds_without_a_tile_on_any_wall_end_the_game() -> None:
    text = "azul quiet_rounds=3; round 7 phase=offer turn=2 start=1 marker=2 quiet={}; centre W"
    assert AZUL.position(text.format(2)).play("cWf").phase == "deal"
    state = AZUL.position(text.format(3)).play("cWf")
    assert reason(state) == "quiet"


def test_az_20_a_tile_on_a_wall_begins_the_count_anew() -> None:
    state = AZUL.position(
        "azul quiet_rounds=3; round 7 phase=offer turn=2 start=1 marker=2 quiet=3; centre W;"
        "seat 1 lines=B/-/-/-/-"
    ).play("cWf")
    assert state.phase == "deal"
    assert " quiet=0" in str(state)


def test_az_20_bonuses_count_as_usual() -> None:
    state = AZUL.position(
        "azul quiet_rounds=1; round 7 phase=offer turn=2 start=1 marker=2 quiet=1; centre W;"
        "seat 1 wall=B..../W..../K..../R..../Y...."
    ).play("cWf")
    assert state.scores == (7, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_az_20_game_ends_though_all_take_to_the_floor_line(players: int) -> None:
    source = random.Random(players)
    state = AZUL.new(players=players)
    while state.to_move is not None:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        else:
            state = state.play(next(m for m in state.legal_moves if str(m).endswith("f")))
    assert "\nround 10 phase=over " in str(state)
    assert state.scores == (0,) * players
    assert state.outcome is not None
    assert len(state.outcome.winners) == players
    with pytest.raises(GameOver):
        state.play("cBf")


ROW = "BYRKW/...../...../...../....."
OVER = "azul quiet_rounds=3; round 7 phase=over start=1 ending={}; "


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (OVER.format("row"), "nothing has ended the game"),
        (OVER.format("none") + f"seat 1 wall={ROW}", "ending=none should be one of row, tiles"),
        (OVER.format("tiles"), "nothing has ended the game"),
        (OVER.format("quiet") + f"seat 1 wall={ROW}", r"a complete row ends the game \(AZ-15\)"),
        (OVER.format("quiet"), "nothing has ended the game"),
        ("azul; round 3 phase=deal start=1; seat 1 floor=B", r"on the floor line .* \(AZ-14\)"),
        ("azul; round 3 phase=deal start=1; seat 2 lines=-/BB/-/-/-", r"line is full.*AZ-10"),
        ("azul; round 3 phase=deal start=1 quiet=10", r"have ended the game \(AZ-20\)"),
        ("azul; round 3 phase=deal start=1 quiet=11", "quiet=11 should be a number from 0 to 10"),
        (f"azul; round 3 phase=deal start=1; seat 2 wall={ROW}", r"a complete row .*AZ-15"),
        ("azul; round 0 phase=over start=1 ending=quiet quiet=10", "rounds are counted from 1"),
        ("azul; round 1099 phase=deal start=1", r"more rounds than a game can last \(AZ-20\)"),
        ("azul; round 1 phase=deal start=1; seat 1 score=1000", "more than the wall"),
        ("azul; round 1 phase=deal start=1; seat 1 score=-1", "fewer than 0 points"),
    ],
)
def test_az_15_to_20_the_ending_fits_the_position(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        AZUL.position(text)


def test_az_20_a_position_may_end_by_a_quiet_round() -> None:
    state = AZUL.position(OVER.format("quiet").replace("start=1", "start=1 quiet=3"))
    assert state.outcome is not None
    assert state.outcome.reason == "quiet"
