"""Mining: what is clearly best, what is kept, and that a run goes on where it stopped."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from azulejos import AZUL
from azulejos.bots.search.engine import Search
from azulejos.bots.search.result import MoveValue
from azulejos.errors import DatasetError
from azulejos.puzzles import Collection, Puzzle, collection
from azulejos.puzzles.shipped import coded, decoded
from lab.mining import checking, collecting
from lab.mining.checking import HOLDS, Verdict, verdict
from lab.mining.collecting import CHUNK, check_all, collect
from lab.mining.dealing import mean_ahead
from lab.mining.finding import STAGES, Find, finds_of, plan_for
from lab.mining.pages import write_pages
from lab.mining.searching import Valued, best_play, every_move

TWINS = (
    "azul players=2; round 4 phase=offer turn=1 start=1; displays BBYR BBYR - - -; centre -; "
    "seat 1 score=9 lines=-/-/-/-/- floor=- wall=...../...../...../...../.....; "
    "seat 2 score=9 lines=-/-/-/-/- floor=- wall=...../...../...../...../....."
)
MOVES = [AZUL.parse_move(text) for text in ("1B1", "1B2", "1B3", "1B4")]


def valued(*points: float, won: str = "", is_complete: bool = True) -> Valued:
    """Moves of some points; `won` says with w and l who wins, where that is decided."""
    return Valued(
        tuple(
            MoveValue(move, each, is_decided=bool(won), is_won=won[place : place + 1] == "w")
            for place, (move, each) in enumerate(zip(MOVES, points, strict=False))
        ),
        is_complete,
    )


def test_answers_are_all_moves_within_the_margin() -> None:
    result = valued(5.0, 4.6, 1.5, 0.0)
    assert [result.is_right(each) for each in result.moves] == [True, True, False, False]
    assert result.rival == result.moves[2]
    assert result.ahead == pytest.approx(3.5)


def test_a_move_that_gives_the_win_away_is_never_right() -> None:
    result = valued(1.0, 1.0, -2.0, won="wll")
    assert [result.is_right(each) for each in result.moves] == [True, False, False]
    assert result.is_solved
    assert result.ahead == 0


def test_without_a_rival_nothing_is_ahead() -> None:
    assert valued(1.0, 0.8).ahead == 0


def test_moves_from_displays_that_are_alike_are_worth_the_same() -> None:
    state = AZUL.position(TWINS)
    result = every_move(Search(AZUL), state.view(0), nodes=200)
    points = {str(each.move): each.points for each in result.moves}
    assert points.keys() == {*map(str, state.legal_moves)}
    for move, value in points.items():
        if move[0] == "1":
            assert points["2" + move[1:]] == value


def test_best_play_goes_on_to_the_next_deal() -> None:
    state = AZUL.position(TWINS)
    line = best_play(Search(AZUL), state.view(0), [AZUL.parse_move("1B2")], nodes=30)
    assert str(line[0]) == "1B2"
    for move in line:
        state = state.play(move)
    assert state.phase == "deal"


def test_a_move_that_only_loses_falls_behind_over_the_deals() -> None:
    position = TWINS.replace("BBYR BBYR - - -; centre -", "- - - - -; centre B3")
    state = AZUL.position(position)
    pair = (AZUL.parse_move("cB3"), AZUL.parse_move("cBf"))
    assert mean_ahead(Search(AZUL), state.view(0), pair, deals=1, nodes=5) > 0


def test_costs_are_kept_with_who_gives_the_win_away() -> None:
    for cost, is_losing in ((0.0, False), (0.0, True), (3.2, False), (12.7, True)):
        assert decoded(coded(cost, is_losing=is_losing)) == (cost, is_losing)


# Keeping


@pytest.fixture
def finds() -> list[Find]:
    there = collection("azul")
    puzzles = [there.puzzle(entry.id) for entry in there.entries[:5]]
    return [Find(puzzle, puzzle.line) for puzzle in puzzles]


def test_what_is_written_is_read_again(finds: list[Find], tmp_path: Path) -> None:
    assert write_pages(finds, tmp_path, "azul", most=4) == 4
    there = Collection("azul", tmp_path)
    for entry in there.entries:
        (puzzle,) = (find.puzzle for find in finds if find.puzzle.id == entry.id)
        read = there.puzzle(entry.id)
        assert msgspec.structs.replace(read, themes=puzzle.themes) == puzzle
    assert write_pages(finds, tmp_path, "azul", most=2) == 2
    assert len(Collection("azul", tmp_path)) == 2


def test_a_run_goes_on_where_it_stopped(
    finds: list[Find], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mined: list[int] = []

    def mine(_plan: object, number: int) -> tuple[list[Find], Counter[str]]:
        mined.append(number)
        return finds[number % 5 : number % 5 + 1], Counter(positions=10, accepted=1)

    monkeypatch.setattr(collecting, "finds_of", mine)
    plan = plan_for("azul")
    collect(plan, tmp_path, CHUNK)
    assert mined == [*range(CHUNK)]
    reported: list[int] = []
    result = collect(plan, tmp_path, CHUNK + 1, report=lambda part: reported.append(part.games))
    assert mined == [*range(2 * CHUNK)]
    assert reported == [CHUNK, CHUNK]
    assert (result.games, result.stages["positions"]) == (2 * CHUNK, 20 * CHUNK)
    assert [*result.stages] == [*STAGES]
    assert len(result.finds) == 5  # each puzzle once


def test_finds_are_checked_once_and_told_apart(
    finds: list[Find], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = [finds[:2], [], finds[2:], []]
    monkeypatch.setattr(collecting, "finds_of", lambda _, number: (result[number], Counter()))
    collect(plan_for("azul"), tmp_path, CHUNK)
    fallen, looked = finds[1].puzzle.id, list[str]()

    def look(puzzle: Puzzle) -> Verdict:
        looked.append(puzzle.id)
        return "another" if puzzle.id == fallen else HOLDS

    monkeypatch.setattr(checking, "verdict", look)
    checked = check_all(tmp_path, CHUNK)
    assert {name for name, each in checked.verdicts.items() if each != HOLDS} == {fallen}
    assert check_all(tmp_path, CHUNK) == checked
    assert looked == [find.puzzle.id for find in finds]
    (tmp_path / "0000000.checked").write_text("[]")
    with pytest.raises(DatasetError, match=r"0000000\.checked is not a file"):
        check_all(tmp_path, CHUNK)


@pytest.mark.parametrize(
    ("points", "said"),
    [((5.0, 1.0), "holds"), ((1.0, 5.0), "another"), ((5.0, 4.6), "more")],
)
def test_a_deeper_search_may_find_other_moves_right(
    points: tuple[float, float], said: Verdict, finds: list[Find], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = finds[0].puzzle
    wrong = next(move for move in puzzle.costs if move not in puzzle.answers)
    moves = [AZUL.parse_move(text) for text in (puzzle.answers[0], wrong)]
    values = [MoveValue(move, each, False, False) for move, each in zip(moves, points, strict=True)]
    values.sort(key=lambda each: -each.points)
    monkeypatch.setattr(checking, "some_moves", lambda *_: Valued(tuple(values), True))
    assert verdict(puzzle) == said


def test_plans_are_not_mixed_and_other_files_refused(tmp_path: Path) -> None:
    collect(plan_for("azul"), tmp_path, 0)
    with pytest.raises(DatasetError, match="another plan"):
        collect(plan_for("azul", seed=1), tmp_path, 0)
    (tmp_path / "0000000.json").write_text("{}")
    with pytest.raises(DatasetError, match="is not a file of mined puzzles"):
        collect(plan_for("azul"), tmp_path, CHUNK)


@pytest.mark.compiled
def test_a_game_brings_the_same_each_time(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--more") == 1:
        pytest.skip("takes seconds: --more 2 runs it")
    plan = plan_for("azul")
    first, stages = finds_of(plan, 1)
    assert (first, stages) == finds_of(plan, 1)
    assert stages["positions"] > stages["promising"] > stages["accepted"] == len(first)
