"""Positions of Azul Duel that cannot be are refused with what is wrong about them."""

from __future__ import annotations

import pytest

from azulejos import DUEL
from azulejos.errors import NotationError

ACTION = "duel; round 1 phase=action turn=1 start=1; plates 1 2 3; "
FULL = "factories B2YR/-/? K2T2/-/? Y4/-/? RKBT/-/?; "
RETURNING = "duel; round 1 phase=returning turn=1 start=1 plate=18; plates 1 2 3; " + FULL
PLACED = "seat 1 plates=4n/5n/6n/7n/8n/9n/-/-/-"
FIRST_PLATE = "duel; round 0 phase=first-plate turn=2 start=1; plates 1 2 3; " + FULL
DOME = "dome={}/....../....../....../....../......"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (ACTION + FULL + "bag B", "blue tiles instead of 13"),
        (ACTION + FULL + "seat 1 chips=B,B; seat 2 used=B", "more than 2 chips B"),
        (ACTION + FULL + "seat 1 plates=1n/-/-/-/-/-/-/-/-", "a plate lies in two places"),
        (ACTION + FULL + "stack ?9 top=J", r"15 unseen plates for 9 places \(DU-22\)"),
        (ACTION + FULL + "stack 1:4 ?14 top=J", "cannot be read; write it like"),
        (ACTION + FULL + "stack ?14 1:19 top=J", "is not a plate"),
        (ACTION + "factories B5/-/? -/-/- -/-/- -/-/-", r"holds what it cannot hold \(DU-8\)"),
        (ACTION + "factories B2/Y/? -/-/- -/-/- -/-/-", r"holds what it cannot hold \(DU-8\)"),
        (ACTION + "factories B4/-/R -/-/- -/-/- -/-/-", r"not face down \(DU-12\)"),
        (ACTION + "factories B4/-/? -/-/? Y4/-/? R4/-/?", r"of an empty factory .* \(DU-12\)"),
        (ACTION + "factories B4/-/? -/-/- -/-/- -/-/-", r"must be four \(DU-12\)"),
        (ACTION + FULL + "seat 1 broken=B5", r"on the broken track \(DU-11\)"),
        (ACTION + FULL + "seat 1 lines=B2/-/-/-/-/-", "line 1 holds at most 1 tile, not"),
        (ACTION + FULL + "seat 1 " + DOME.format("B....."), r"does not fit \(DU-14\)"),
        (
            ACTION + FULL + "seat 1 plates=8n/-/-/-/-/-/-/-/- " + DOME.format("K....."),
            r"row 1, column 1 does not fit \(DU-14\)",
        ),
        (
            ACTION + FULL + "seat 1 plates=8n/-/-/-/-/-/-/-/- "
            "dome=YB..../K...../....../....../....../......",
            r"special tile of slot 1 .* \(DU-18\)",
        ),
        (ACTION + "seat 1 taken=2; seat 2 taken=2", r"has no action \(DU-5\)"),
        ("duel; round 1 phase=laying turn=1 start=1", r"a plate is at hand .* \(DU-6\)"),
        ("duel; round 1 phase=look turn=1 start=1; hand J4!", r"already knows them \(DU-6\)"),
        ("duel; round 1 phase=keeping turn=1 start=1; hand J4!", r"nothing to choose .* \(DU-6\)"),
        ("duel; round 1 phase=drawing turn=1 start=1; hand J5", r"not of its kind \(DU-2\)"),
        (ACTION + FULL + "stack ?13 1:5s0 1:4 top=J", r"put back cannot be special \(DU-25\)"),
        (ACTION + FULL + "stack ?13 1:4s2 1:6 top=J", r"put back cannot be special \(DU-25\)"),
        (ACTION + FULL + "stack 2:?s14 2:? ?13 top=J", "cannot be read; write it like"),
        (
            ACTION + FULL + "stack ?14 2:? top=J",
            "the plates put back together are special",
        ),
        (ACTION + FULL + "stack ?13 2:?s3 2:? top=J", r"put back cannot be special \(DU-25\)"),
        (ACTION + FULL + "stack 2:?s0" + " 2:?" * 14 + " top=J", "that no unseen plate shows"),
        (ACTION + FULL + "stack ?13 2:?s1 2:7 top=J", r"one put back with it is not \(DU-25\)"),
        (ACTION + FULL + "stack ?13 2:4 2:7", r"the back of the top plate.* is missing \(DU-2\)"),
        (
            "duel; round 1 phase=keeping turn=1 start=1; hand J4! ?!",
            r"one, is missing \(DU-2\)",
        ),
        (ACTION + FULL + "hand J4 specials=0", r"specials= is only for drawn plates"),
        (RETURNING + "stack ?11; hand S5! J4! specials=2", r"put back cannot be special \(DU-25\)"),
        (RETURNING + "stack ?10 1:6s0; hand S5! J4!", r"put back cannot be special \(DU-25\)"),
        ("duel; round 1 phase=turn-chips turn=1 start=1", r"no chip is to be turned up \(DU-12\)"),
        ("duel; round 1 phase=fill-small start=1", r"a chip face down \(DU-3\)"),
        ("duel; round 1 phase=turn-plates start=1; plates 1 2 3", r"no plate is to be turned up"),
        ("duel; round 1 phase=action start=1", "not said whose turn it is"),
        ("duel; round 0 phase=action turn=1 start=1", r"does not belong to this round \(DU-4\)"),
        ("duel; round 1 phase=placing turn=1 start=1 line=1", r"leaves no choice \(DU-14, DU-16\)"),
        ("duel; round 1 phase=paying turn=1 start=1 line=2", r"leaves no choice \(DU-14, DU-16\)"),
        ("duel; round 6 phase=over", "from 0 to 5"),
        (ACTION + FULL + "seat 1 chips=B", r"too few chips are left .* \(DU-22\)"),
        (RETURNING.replace("Y4/-/?", "-/-/-") + "hand J4! S5!", r"must be four \(DU-12\)"),
        (
            "duel; round 2 phase=turn-plates start=1; factories -/-/? -/-/? -/-/? -/-/-",
            r"a chip face down \(DU-3\)",
        ),
        (FIRST_PLATE + "seat 1 taken=1", r"chips are taken in a round, .* \(DU-12\)"),
        (
            FIRST_PLATE.replace("Y4/-/?", "-/-/?"),
            r"factory is still face down \(DU-12\)",
        ),
        (ACTION + FULL + PLACED, r"player 1: 6 plates are to come, but 3 slots are free \(DU-22\)"),
        (FIRST_PLATE + "seat 1 plates=4n/-/-/-/-/-/-/-/- tokens=2", r"9 plates .* 8 slots"),
        (FIRST_PLATE + "seat 2 plates=4n/-/-/-/-/-/-/-/- tokens=2", r"9 plates .* 8 slots"),
        (
            "duel; round 5 phase=action turn=1 start=1; " + FULL + "seat 1 tokens=1",
            r"nobody has a token after round 4 \(DU-6\)",
        ),
    ],
)
def test_impossible_positions_are_refused(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        DUEL.position(text)


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        (ACTION + FULL + "stack ?13 1:7 2:4 top=J", "stack ?13 1:7s1 2:4s0 top=J"),
        (ACTION + FULL + "stack ?13 1:7 1:4 top=J", "stack ?13 1:7s1 1:4 top=J"),
        (ACTION + FULL + "stack ?12 1:7 1:4s0 2:8 top=J", "stack ?12 1:7s1 1:4s0 2:8s1 top=J"),
        (RETURNING + "stack ?11 2:7 top=J; hand J4! S5!", "hand J4! S5! specials=1"),
        (RETURNING + "stack ?11 1:7 top=J; hand J4! S5!", "stack ?11 1:7s2 top=J\nhand J4! S5!\n"),
        (RETURNING + "stack ?11 1:7 top=J; hand J4! S5! specials=1", "stack ?11 1:7s1 top=J\n"),
    ],
)
def test_special_plates_of_a_group_are_counted_where_the_number_is_left_out(
    short: str, whole: str
) -> None:
    state = DUEL.position(short)
    assert whole in str(state)
    assert DUEL.position(str(state)) == state


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("duel; seat 1 plates=5e/-/-/-/-/-/-/-/-", r"before the game begins \(DU-1\)"),
        ("duel; seat 2 chips=B", r"before the game begins \(DU-1\)"),
        ("duel; round 4 phase=over start=1", r"ends after round 5 \(DU-20\)"),
        ("duel; round 5 phase=turn-plates start=1", r"ends after round 5 \(DU-20\)"),
        ("duel; round 1 phase=turn-plates turn=1 start=1", r"turned up before a round \(DU-20\)"),
        (
            ACTION.replace("start=1", "start=1 placed=1") + FULL,
            r"is placing tiles \(DU-14\)",
        ),
        (ACTION.replace("start=1", "start=1 paid=2 chip=B") + FULL, r"line being tiled \(DU-16\)"),
        (ACTION.replace("start=1", "start=1 chip=B") + FULL, r"the last one is named \(DU-16\)"),
    ],
)
def test_what_does_not_fit_the_course_of_the_game_is_refused(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        DUEL.position(text)


def test_plates_are_put_back_from_a_hand() -> None:
    """A text that forgets the hand, with every plate in the stack, is refused like any other."""
    with pytest.raises(NotationError, match="drawn plates are in hand while they are drawn"):
        DUEL.position("duel players=2; round 1 phase=returning turn=1 start=1")
