"""Themes: for every rule a position of which it holds, and one of which it just does not."""

from __future__ import annotations

import pytest

from azulejos.core.notation import sections
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from lab.mining import themes
from lab.mining.themes import Case, Line

from .theme_examples import COMMON, EXAMPLES, Example, azul

SOLVED = "last_round"  # is no matter of the position
EVERY_EXAMPLE = [
    pytest.param(theme, example, id=f"{game} {theme}")
    for game, examples in {"all": COMMON, **EXAMPLES}.items()
    for theme, example in examples.items()
]


def case_of(position: str, best: str, rival: str, *, is_solved: bool = False) -> Case:
    state = game_named(sections(position)[0].keyword).position(position)
    lines = [themes._played(state, tuple(line.split())) for line in (best, rival)]
    assert state.to_move is not None
    return Case(is_solved, state.to_move, *lines)


def found(position: str, best: str, rival: str, *, is_solved: bool = False) -> set[str]:
    case = case_of(position, best, rival, is_solved=is_solved)
    return {key for key, rule in themes.themes(case.before.game.name).items() if rule(case)}


@pytest.mark.parametrize(("theme", "example"), EVERY_EXAMPLE)
def test_a_rule_holds_and_just_does_not(theme: str, example: Example) -> None:
    assert theme in found(example.position, *example.holds)
    assert theme not in found(example.where_it_fails or example.position, *example.fails)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_theme_has_an_example_of_its_own(game: str) -> None:
    assert {*COMMON, *EXAMPLES[game], SOLVED} == {*themes.themes(game)}


def test_the_last_round_is_one_that_is_solved() -> None:
    assert SOLVED in found(azul(), "1B2", "2K2", is_solved=True)
    assert SOLVED not in found(azul(), "1B2", "2K2")


def test_denial_knows_displays_that_are_alike() -> None:
    position = azul(displays="BBYR BBYR KKWW - -")
    assert "denial" in found(position, "1B2", "3K2 2B2")
    assert "denial" not in found(position, "1B2", "3K2 2Y1")


def test_denial_ends_with_the_next_turn() -> None:
    assert "denial" not in found(azul(), "1B2", "2K2 cW2 1B3")


def test_a_line_knows_the_answers_before_the_next_turn() -> None:
    case = case_of(azul(), "1B2 2K2 cY1", "2K2")
    assert [str(move) for _, move in case.best.replies()] == ["2K2"]
    assert isinstance(case.best, Line)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_has_themes_of_its_own(game: str) -> None:
    assert len(themes.themes(game)) > len(themes.COMMON)
    assert themes.OTHERWISE not in themes.themes(game)
