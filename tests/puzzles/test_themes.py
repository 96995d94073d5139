"""Themes: for every rule a position of which it holds, and the same one of which it does not."""

from __future__ import annotations

import pytest

from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.puzzles.mining import themes
from azulejos.puzzles.mining.themes import Case, Line

AZUL = (
    "azul players=2; round 2 phase=offer turn=1 start=1; displays {displays}; centre {centre}; "
    "seat 1 score=5 lines={lines} floor=- wall={wall}; "
    "seat 2 score=5 lines=-/-/-/-/- floor=- wall=...../...../...../...../....."
)
EMPTY_WALL = "...../...../...../...../....."
EMPTY_LINES = "-/-/-/-/-"


def azul(displays="BBYR KKWW - - -", centre="-", lines=EMPTY_LINES, wall=EMPTY_WALL) -> str:
    return AZUL.format(displays=displays, centre=centre, lines=lines, wall=wall)


def case_of(position: str, best: str, rival: str, *, is_solved: bool = False) -> Case:
    game = game_named(position.split(maxsplit=1)[0])
    state = game.position(position)
    lines = [themes._played(state, tuple(line.split())) for line in (best, rival)]
    assert state.to_move is not None
    return Case(is_solved, state.to_move, *lines)


def found(position: str, best: str, rival: str, *, is_solved: bool = False) -> set[str]:
    case = case_of(position, best, rival, is_solved=is_solved)
    return {key for key, rule in themes.themes(position.split(maxsplit=1)[0]).items() if rule(case)}


def test_the_last_round_is_one_that_is_solved() -> None:
    assert "last_round" in found(azul(), "1B2", "2K2", is_solved=True)
    assert "last_round" not in found(azul(), "1B2", "2K2")


def test_a_sacrifice_gives_up_points_of_this_round() -> None:
    position = azul(displays="BBBB YYRR - - -", lines="-/-/B2/-/-")
    assert "sacrifice" in found(position, "1Bf", "2Y2")
    assert "sacrifice" not in found(position, "2Y2", "1Bf")


def test_denial_takes_what_the_other_takes_otherwise() -> None:
    assert "denial" in found(azul(), "1B2", "2K2 1B2")
    assert "denial" not in found(azul(), "1B2", "2K2 cW2")


def test_denial_knows_displays_that_are_alike() -> None:
    position = azul(displays="BBYR BBYR KKWW - -")
    assert "denial" in found(position, "1B2", "3K2 2B2")
    assert "denial" not in found(position, "1B2", "3K2 2Y1")


def test_denial_ends_with_the_next_turn() -> None:
    assert "denial" not in found(azul(), "1B2", "2K2 cW2 1B3")


def test_losses_of_others_are_compared() -> None:
    """Seat 2 has to take four white tiles to its floor line, or nothing."""
    position = azul(displays="WWWW - - - -", centre="B")
    assert "overflow" in found(position, "cB1 1Wf", "1W4 cB1")
    assert "overflow" not in found(position, "1W4 cB1", "cB1 1W4")


def test_the_marker_is_taken_or_left() -> None:
    position = azul(centre="BB")
    assert "marker" in found(position, "cB2", "1B2")
    assert "marker" not in found(position, "1B2", "cB2")
    assert "waiting" in found(position, "1B2", "cB2")
    assert "waiting" not in found(position, "cB2", "1B2")


def test_finishing_a_column_of_the_wall_is_seen_at_the_end_of_the_round() -> None:
    wall = "...../W..../K..../R..../Y...."
    position = azul(displays="- - - - -", centre="BY", wall=wall)
    assert "column" in found(position, "cB1 cY1", "cY1 cB1")
    assert "column" not in found(position, "cY1 cB1", "cB1 cY1")


def test_kinds_of_moves_are_themes() -> None:
    assert "floor" in found(azul(), "1Bf", "2K2")
    assert "floor" not in found(azul(), "1B2", "2Kf")


def test_a_line_knows_the_answers_before_the_next_turn() -> None:
    case = case_of(azul(), "1B2 2K2 cY1", "2K2")
    assert [str(move) for _, move in case.best.replies()] == ["2K2"]
    assert isinstance(case.best, Line)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_has_themes_of_its_own(game: str) -> None:
    assert len(themes.themes(game)) > len(themes.COMMON)
    assert themes.OTHERWISE not in themes.themes(game)
