"""Positions of Azul Duel that cannot be are refused with what is wrong about them."""

from __future__ import annotations

import pytest

from azulejos import DUEL
from azulejos.errors import NotationError

ACTION = "duel; round 1 phase=action turn=1 start=1; plates 1 2 3; "
FULL = "factories B2YR/-/? K2T2/-/? Y4/-/? RKBT/-/?; "
DOME = "dome={}/....../....../....../....../......"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (ACTION + FULL + "bag B", "tiles of B instead of 13"),
        (ACTION + FULL + "seat 1 chips=B,B; seat 2 used=B", "more than 2 chips B"),
        (ACTION + FULL + "seat 1 plates=1n/-/-/-/-/-/-/-/-", "a plate lies in two places"),
        (ACTION + FULL + "stack ?9 top=J", r"15 unseen plates for 9 places \(DU-22\)"),
        (ACTION + FULL + "stack 1:4 ?14 top=J", "is no part of a stack"),
        (ACTION + FULL + "stack ?14 1:19 top=J", "is no plate"),
        (ACTION + "factories B5/-/? -/-/- -/-/- -/-/-", r"holds what it cannot hold \(DU-8\)"),
        (ACTION + "factories B2/Y/? -/-/- -/-/- -/-/-", r"holds what it cannot hold \(DU-8\)"),
        (ACTION + "factories B4/-/R -/-/- -/-/- -/-/-", r"not face down \(DU-12\)"),
        (ACTION + "factories B4/-/? -/-/? Y4/-/? R4/-/?", r"of an empty factory .* \(DU-12\)"),
        (ACTION + "factories B4/-/? -/-/- -/-/- -/-/-", r"must be four \(DU-12\)"),
        (ACTION + FULL + "seat 1 broken=B5", r"on the broken track \(DU-11\)"),
        (ACTION + FULL + "seat 1 lines=B2/-/-/-/-/-", "line 1 holds at most 1 tiles"),
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
        ("duel; round 1 phase=look turn=1 start=1; hand J4!", r"knows the plates drawn \(DU-6\)"),
        ("duel; round 1 phase=keeping turn=1 start=1; hand J4!", r"nothing to choose .* \(DU-6\)"),
        ("duel; round 1 phase=drawing turn=1 start=1; hand J5", r"not of its kind \(DU-2\)"),
        ("duel; round 1 phase=turn-chips turn=1 start=1", r"no chip is to be turned up \(DU-12\)"),
        ("duel; round 1 phase=fill-small start=1", r"a face-down chip .* \(DU-3\)"),
        ("duel; round 1 phase=turn-plates start=1; plates 1 2 3", r"no plate is to be turned up"),
        ("duel; round 1 phase=action start=1", "turn= is missing"),
        ("duel; round 0 phase=action turn=1 start=1", r"not one of this round \(DU-4\)"),
        ("duel; round 1 phase=placing turn=1 start=1 line=1", r"leaves no choice \(DU-14, DU-16\)"),
        ("duel; round 1 phase=paying turn=1 start=1 line=2", r"leaves no choice \(DU-14, DU-16\)"),
        ("duel; round 6 phase=over", "from 0 to 5"),
    ],
)
def test_impossible_positions_are_refused(text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        DUEL.position(text)
