"""The numbered list of moves."""

from __future__ import annotations

from azulejos import AZUL
from azulejos.cli.inputs import choices, matching

POSITION = AZUL.position(
    "azul players=2; round 1 phase=offer turn=1 start=1; displays B2YR K2W2 - - -; "
    "bag B18Y19R19K18W18"
)


def test_all_legal_moves_are_listed_the_best_first() -> None:
    result = choices(POSITION)
    assert {choice.move for choice in result} == set(POSITION.legal_moves)
    assert [choice.number for choice in result] == list(range(1, len(result) + 1))
    assert [choice.points for choice in result] == sorted(POSITION.move_values, reverse=True)


def test_a_filter_is_a_beginning_or_else_a_part() -> None:
    result = choices(POSITION)
    assert {str(choice.move)[:2] for choice in matching(result, "1b")} == {"1B"}
    assert {str(choice.move)[1] for choice in matching(result, "k")} == {"K"}
    assert matching(result, "9") == []
