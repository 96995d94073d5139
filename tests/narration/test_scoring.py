"""What is told of points adds up to the points, in every game and at every step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import AZUL, DUEL, PAVILION, SINTRA, Game, Options, Record, State
from azulejos.core.compiled import IS_FAST
from azulejos.core.turn import CHANCE
from azulejos.games.azul.scoring import final_bonus as azul_bonus
from azulejos.games.duel.scoring import final_bonus as duel_bonus
from azulejos.games.pavilion.scoring import final_bonus as pavilion_bonus
from azulejos.games.sintra.scoring import colour_points, ornament_points, tiles_on_strips
from azulejos.games.sintra.table import LOSSES, SIDE_A
from azulejos.narration import Message, Part, azul, kinds, narrate, pavilion, scored, sintra
from azulejos.narration import duel_scoring as duel
from azulejos.narration.languages import LANGUAGES, catalogue
from azulejos.narration.message import Bonus
from azulejos.narration.score_trace import tally
from azulejos.play.record import Event, after
from option_sets import every_option_set

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.txt"))
every_golden_game = pytest.mark.parametrize(
    "path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}"
)

Happening = tuple[State, Event, State]


def eager_game(game: Game, options: Options, seed: int) -> Iterator[Happening]:
    """Every event of a game of players who like points, as far as they look, but err."""
    source = random.Random(seed)
    state = game.new(options)
    while state.to_move is not None:
        event: Event
        if state.to_move == CHANCE:
            event = state.sample(source)
        elif source.random() < 0.3:
            event = source.choice(state.legal_moves)
        else:
            values = state.move_values
            event = state.legal_moves[values.index(max(values))]
        following = after(state, event)
        yield state, event, following
        state = following


def recorded_game(path: Path) -> Iterator[Happening]:
    record = Record.from_text(path.read_text())
    states = list(record.states())
    yield from zip(states, record.events, states[1:], strict=False)


def parts_of(before: State, event: Event) -> list[Part]:
    return [step.part for step in scored(before, event) if step.part]


def expect_to_add_up(happenings: Iterator[Happening]) -> None:
    """Every change of a score is told by parts, each of which ends with what one has then."""
    first: State | None = None
    told_parts = []
    for before, event, following in happenings:
        first = first or before
        scores = list(before.scores)
        steps = scored(before, event)
        for step in steps:
            if step.part is None:
                assert step.state.scores == tuple(scores)
                continue
            scores[step.part.seat] += step.part.points
            assert step.part.total == scores[step.part.seat]
            assert step.state.scores[step.part.seat] == step.part.total
            assert step.part.places
            assert step.part.name in kinds(before.game)
            told_parts.append(step.part)
        assert tuple(scores) == following.scores
        expect_sentences_to_add_up(
            narrate(before, event, following, None, steps), before, following
        )
    assert first is not None
    columns = [row.points for row in tally(first, told_parts)]
    assert tuple(map(sum, zip(*columns, strict=True))) == following.scores


def expect_sentences_to_add_up(said: list[Message], before: State, following: State) -> None:
    """A total comes after its parts and is their sum."""
    scores = list(before.scores)
    for sentence in said:
        if sentence.message == "game.counted":
            values: dict[str, Any] = sentence.values
            assert values["gained"] == sum(part.values["points"] for part in values["parts"])
            scores[values["seat"]] += values["gained"]
            assert values["points"] == scores[values["seat"]]
    assert tuple(scores) == following.scores


@every_option_set(interpreted=False)
def test_what_is_told_adds_up(game: Game, options: Options, seeds: range) -> None:
    for seed in seeds:
        expect_to_add_up(eager_game(game, options, seed))


@every_golden_game
def test_what_is_told_of_recorded_games_adds_up(path: Path) -> None:
    expect_to_add_up(recorded_game(path))


def test_every_kind_of_part_has_words_in_every_language() -> None:
    for game in (AZUL, SINTRA, PAVILION, DUEL):
        for kind in kinds(game):
            assert all(f"{kind}.kind" in catalogue(tag).messages for tag in LANGUAGES)


def test_golden_games_have_parts_of_nearly_every_kind() -> None:
    """So the tests above look at them. A column has a test of its own; diagonals are rare."""
    result = {
        part.name
        for path in GOLDEN
        for before, event, _ in recorded_game(path)
        for part in parts_of(before, event)
    }
    known = {kind for game in (AZUL, SINTRA, PAVILION, DUEL) for kind in kinds(game)}
    assert known - result == {"azul.column", "duel.scoring.3A"}


# The final scoring


def sintra_points(table: Any, seat: Any) -> int:
    palace = ornament_points(seat) if table.side == SIDE_A else colour_points(seat)
    return int(tiles_on_strips(seat) // 3 - LOSSES[table.track, seat.broken] + palace)


COUNTED: dict[str, Callable[[Any, Any], int]] = {
    "azul": lambda _, seat: azul_bonus(seat),
    "sintra": sintra_points,
    "pavilion": lambda table, seat: pavilion_bonus(table.side, seat),
    "duel": lambda table, seat: duel_bonus(seat, table.scoring, table.special_colour),
}
"""What the rules themselves count at the end, for each game."""

BONUSES: dict[str, Callable[[Any, Any], list[Bonus]]] = {
    "azul": lambda _, seat: azul.bonuses(seat),
    "sintra": sintra.bonuses,
    "pavilion": pavilion.bonuses,
    "duel": duel.bonuses,
}


@every_golden_game
def test_the_bonuses_shown_are_those_that_the_rules_count(path: Path) -> None:
    final = Record.from_text(path.read_text()).final
    # compiled functions want a record of NumPy's, interpreted ones numbers of Python's
    record = np.frombuffer(final.key, final.game.table)[0] if IS_FAST else final.table
    for number in range(final.players):
        bonuses = BONUSES[final.game.name](final.table, final.table.seats[number])
        counted = COUNTED[final.game.name](record, record.seats[number])
        assert sum(bonus.now for bonus in bonuses) == counted
        assert all(0 <= bonus.have <= bonus.need for bonus in bonuses)


# What earned points, and in which order it is counted


def names_and_points(parts: list[Part]) -> list[tuple[int, str, int]]:
    return [(part.seat, part.name, part.points) for part in parts]


def test_az_13_a_tile_is_told_with_its_neighbours_and_a_floor_line_after_the_tiles() -> None:
    state = AZUL.position(
        "azul; round 2 phase=offer turn=1 start=2; displays - - - - -; centre R; "
        "seat 1 score=1 lines=B1/-/-/-/- wall=.Y.../...../...../...../.....; "
        "seat 2 score=9 lines=-/K2/-/-/-"
    )
    parts = parts_of(state, AZUL.parse_move("cRf"))
    assert names_and_points(parts) == [
        (1, "azul.tile", 1),
        (0, "azul.tile", 2),
        (0, "azul.floor", -2),
    ]
    assert [part.places for part in parts[1:]] == [["wall-1-1", "wall-1-2"], ["floor"]]


def test_az_14_a_floor_line_costs_no_more_than_one_has() -> None:
    state = AZUL.position(
        "azul; round 2 phase=offer turn=1 start=1 marker=2; displays - - - - -; centre R3; "
        "seat 1 score=2; seat 2 score=4"
    )
    assert names_and_points(parts_of(state, AZUL.parse_move("cRf"))) == [(0, "azul.floor", -2)]


def test_az_17_bonuses_are_told_with_the_tiles_that_earned_them() -> None:
    state = AZUL.position(
        "azul; round 5 phase=offer turn=1 start=1 marker=2; displays - - - - -; centre R; "
        "seat 1 score=20 wall=BYRKW/W..../K..../R..../Y....; seat 2 score=4"
    )
    parts = parts_of(state, AZUL.parse_move("cR5"))
    assert names_and_points(parts) == [(0, "azul.row", 2), (0, "azul.column", 7)]
    assert [part.places[1] for part in parts] == ["wall-1-2", "wall-2-1"]


def test_sp_15_and_sp_19_tiles_not_kept_and_left_in_corners_are_told() -> None:
    state = PAVILION.position(
        "pavilion; round 6 phase=placing turn=2 start=1; seat 2 tiles=B2; "
        "seat 1 score=10 passed=yes corners=G2 stars=OOOOOO/-/-/-/-/-/-"
    )
    state = state.play("pass").play("kB")
    assert names_and_points(parts_of(state, PAVILION.parse_move("done"))) == [
        (1, "pavilion.unkept", -1),
        (0, "pavilion.star", 17),
        (0, "pavilion.corners", -2),
        (1, "pavilion.corners", -1),
    ]
