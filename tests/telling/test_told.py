"""What is told, over random games of every option set, and to whom."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos import DUEL, PAVILION, Game, Options, Record, State
from azulejos.core.compiled import COMPILES
from azulejos.core.turn import CHANCE
from azulejos.games.azul.scoring import final_bonus as azul_bonus
from azulejos.games.duel.scoring import final_bonus as duel_bonus
from azulejos.games.pavilion.scoring import final_bonus as pavilion_bonus
from azulejos.games.sintra.scoring import colour_points, ornament_points, tiles_on_strips
from azulejos.games.sintra.table import LOSSES, SIDE_A
from azulejos.play.record import Event, after
from azulejos.telling import Said, azul, duel, pavilion, sintra, told
from azulejos.telling.bonus import Bonus
from azulejos.telling.languages import LANGUAGES
from azulejos.telling.words import catalogue
from option_sets import every_option_set

NAMES = ("Ana", "Ben", "Cai", "Dia")
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.txt"))


def random_events(game: Game, options: Options, seed: int) -> Iterator[tuple[State, Event, State]]:
    """Every event of a random game, with the positions before and after it."""
    source = random.Random(seed)
    state = game.new(options)
    while state.to_move is not None:
        is_chance = state.to_move == CHANCE
        event = state.sample(source) if is_chance else source.choice(state.legal_moves)
        following = after(state, event)
        yield state, event, following
        state = following


@every_option_set()
def test_whatever_happens_is_told_in_every_language(game: Game, options: Options) -> None:
    for before, event, following in random_events(game, options, 6):
        for said in told(before, event, following, 0):
            for language in LANGUAGES:
                words = catalogue(language).words(said, NAMES)
                assert words.endswith(".")
                assert not {*"{}#"} & {*words}
                assert "colour." not in words


# The final scoring


def sintra_points(table: Any, seat: Any) -> int:
    palace = ornament_points(seat) if table.side == SIDE_A else colour_points(seat)
    return int(tiles_on_strips(seat) // 3 - LOSSES[seat.broken] + palace)


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


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_bonuses_told_are_those_that_the_rules_count(path: Path) -> None:
    *_, before, final = Record.from_text(path.read_text()).states()
    game = final.game.name
    # compiled functions want a record of NumPy's, interpreted ones numbers of Python's
    record = np.frombuffer(final.key, final.game.table)[0] if COMPILES else final.table
    said = told(before, Record.from_text(path.read_text()).events[-1], final)
    points = Counter[Any]()
    for sentence in said:
        if sentence.message.endswith(".final") and "corners" not in sentence.message:
            points[sentence.values["seat"]] += sentence.values["points"]
    for number in range(final.players):
        seat = final.table.seats[number]
        bonuses = BONUSES[game](final.table, seat)
        assert sum(bonus.now for bonus in bonuses) == COUNTED[game](record, record.seats[number])
        assert points[number] == sum(bonus.now for bonus in bonuses)
        assert all(0 <= bonus.have <= bonus.need for bonus in bonuses)


def test_sp_19_tiles_left_in_corners_are_told() -> None:
    state = PAVILION.position(
        "pavilion; round 6 phase=placing turn=2 start=1; seat 2 tiles=B; "
        "seat 1 score=10 passed=yes corners=G2 stars=OOOOOO/-/-/-/-/-/-"
    ).play("pass")
    move = PAVILION.parse_move("kB")
    said = told(state, move, state.play(move))
    assert Said("pavilion.corners.final", {"seat": 0, "number": 2, "points": -2}) in said
    assert Said("pavilion.corners.final", {"seat": 1, "number": 1, "points": -1}) in said


# Secrets


def test_du_25_plates_looked_at_and_put_under_are_told_to_their_drawer_alone() -> None:
    state = DUEL.position(
        "duel; round 2 phase=action turn=1 start=1; plates 3 12; stack ?11 1:16 2:18 top=J; "
        "factories B2YR/-/? -/YK/? -/-/BR -/-/-; large -/YK2; "
        "seat 1 score=4 tokens=1 taken=1 plates=5e/-/-/-/-/-/-/-/-; "
        "seat 2 score=9 tokens=0 plates=1n/2n/-/-/-/-/-/-/-"
    )
    for back in ("S", "J", "J"):
        state = state.play("draw").deal(DUEL.parse_draw(f"back {back}"))
    state = state.play("look")
    draw = DUEL.parse_draw("look 4 7 6")
    told_to = {seat: told(state, draw, state.deal(draw), seat) for seat in (0, 1, None)}
    assert told_to[0] == [Said("duel.look_seen", {"seat": 0, "plates": ["4", "7", "6"]})]
    assert told_to[1] == told_to[None] == [Said("duel.look", {"seat": 0})]
    state = state.deal(draw).play("k4")
    under = DUEL.parse_move("u7")
    told_to = {seat: told(state, under, state.play(under), seat) for seat in (0, 1, None)}
    assert told_to[0] == [Said("duel.under_seen", {"seat": 0, "plate": 7})]
    assert told_to[1] == told_to[None] == [Said("duel.under", {"seat": 0})]
