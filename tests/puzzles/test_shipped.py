"""The puzzles that come with the package: whole, true, and without anything secret."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from azulejos.bots import LEVELS
from azulejos.bots.search.engine import Search
from azulejos.errors import IllegalMove, NotationError, NotFound
from azulejos.games import GAME_NAMES
from azulejos.games import game as game_named
from azulejos.narration.languages import LANGUAGES, catalogue
from azulejos.puzzles import GRADES, MARGIN, Puzzle, collection, grade, puzzle_of_the_day
from lab.mining.checking import HOLDS, verdict
from lab.mining.finding import AHEAD, AHEAD_SOLVED, EFFORTS, MISSED_BY, id_of
from lab.mining.searching import some_moves

EVERY_GAME = pytest.mark.parametrize("game", GAME_NAMES)
SAMPLE = 12  # puzzles of a game that are looked at; --more looks at more


@pytest.fixture
def more(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--more"))


@pytest.fixture
def sample(game: str, more: int) -> Iterator[Puzzle]:
    """Some puzzles from all pages of a game, or with --more all of them."""
    there = collection(game)
    step = max(1, len(there) // SAMPLE) if more == 1 else 1
    return (there.puzzle(entry.id) for entry in there.entries[::step])


@EVERY_GAME
def test_the_index_names_every_puzzle_once(game: str) -> None:
    entries = collection(game).entries
    assert len({entry.id for entry in entries}) == len(entries)
    assert {entry.level for entry in entries} <= {*LEVELS} - {*MISSED_BY}
    assert all(entry.themes for entry in entries)


@EVERY_GAME
def test_themes_have_words_in_every_language(game: str) -> None:
    there = collection(game).themes
    for language in LANGUAGES:
        messages = catalogue(language).messages
        assert [theme for theme in there if not messages.get(f"puzzle.theme.{theme}")] == []


@EVERY_GAME
def test_a_position_is_read_and_every_legal_move_has_a_value(sample: Iterator[Puzzle]) -> None:
    for puzzle in sample:
        state = puzzle.state
        assert "; ".join(str(state).splitlines()) == puzzle.position
        assert id_of(puzzle.position) == puzzle.id
        assert {*puzzle.costs} == {*map(str, state.legal_moves)}
        assert puzzle.costs[puzzle.line[0]] == 0
        assert puzzle.answers[0] == puzzle.line[0]
        assert puzzle.options["players"] == state.players
        assert puzzle.origin.rules == state.game.rules_version


@EVERY_GAME
def test_every_answer_is_graded_as_the_values_say(sample: Iterator[Puzzle]) -> None:
    for puzzle in sample:
        wrong = []
        for move, cost in puzzle.costs.items():
            result = grade(puzzle, move)
            assert (result.move, result.cost) == (move, cost)
            assert result.is_right == (move in puzzle.answers)
            assert result.throws_away_victory == (move in puzzle.losing)
            if result.is_right:
                assert cost <= MARGIN
            else:
                wrong.append((move in puzzle.losing, cost))
                assert result.name == "blunder" or cost <= GRADES[result.name]
        _, least_lost = min(wrong)  # what gives the win away is worse, whatever it costs
        assert least_lost == pytest.approx(puzzle.ahead)
        least = AHEAD_SOLVED if puzzle.is_solved else AHEAD
        assert puzzle.ahead >= least or puzzle.losing >= {*puzzle.costs} - {*puzzle.answers}


@EVERY_GAME
def test_the_best_line_can_be_played_and_ends_before_the_next_deal(
    sample: Iterator[Puzzle],
) -> None:
    for puzzle in sample:
        state = puzzle.state
        for move in puzzle.line:
            assert state.to_move is not None
            assert state.to_move >= 0
            state = state.play(move)


def test_puzzles_of_duel_reveal_nothing_secret() -> None:
    """What is shown is what the seat to move may know: concealing it again changes nothing."""
    there = collection("duel")
    for entry in there.entries:
        state = there.puzzle(entry.id).state
        assert state.to_move is not None
        assert state.view(state.to_move).state == state


@EVERY_GAME
def test_there_are_both_sides_and_other_numbers_of_players(game: str) -> None:
    there = collection(game)
    options = [there.puzzle(entry.id).options for entry in there.entries]
    if game == "duel":
        assert len({each["scoring"] for each in options}) > 3
    else:
        assert {each["players"] for each in options} >= {2, 3}
        assert len({each.get("side") for each in options}) == 2


@EVERY_GAME
def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_all_have_their_turn(
    game: str,
) -> None:
    first, number = datetime.date(2027, 3, 1), len(collection(game))
    days = [first + datetime.timedelta(day) for day in range(number)]
    ids = [puzzle_of_the_day(game, day).id for day in days[:30]]
    assert len({*ids}) == min(30, number)
    again = first + datetime.timedelta(number)
    assert puzzle_of_the_day(game, again) == puzzle_of_the_day(game, first)
    long_ago = datetime.date(2020, 1, 1)
    assert puzzle_of_the_day(game, long_ago) == puzzle_of_the_day(game, long_ago)


def test_what_is_no_answer_is_refused() -> None:
    puzzle = puzzle_of_the_day("azul", datetime.date(2027, 1, 1))
    with pytest.raises(NotationError):
        grade(puzzle, "nonsense")
    legal = {*puzzle.costs}
    illegal = next(m for m in map(str, puzzle.state.game.moves.all) if m not in legal)
    with pytest.raises(IllegalMove):
        grade(puzzle, illegal)
    with pytest.raises(NotFound, match="no puzzle of Azul is called 'x'"):
        collection("azul").puzzle("x")


@EVERY_GAME
@pytest.mark.compiled
def test_another_search_finds_the_same_answer(game: str, more: int) -> None:
    """A few with the nodes of a first look; with --more all, by the deeper search of mining."""
    there = collection(game)
    entries = there.entries if more > 1 else there.entries[:: max(1, len(there) // 3)]
    puzzles = [there.puzzle(entry.id) for entry in entries]
    if more > 1:
        assert {puzzle.id for puzzle in puzzles if verdict(puzzle) != HOLDS} == set()
        return
    for puzzle in puzzles:
        nodes = EFFORTS[game].every
        search = Search(game_named(game), version=puzzle.origin.search)
        result = some_moves(search, puzzle.view, nodes, len(puzzle.answers) + 1)
        assert str(result.best.move) in puzzle.answers
