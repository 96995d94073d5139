"""Chance piece by piece against chance as the rules draw it: everything they can draw is drawn.

A rule that draws asks `below` for numbers. Run as plain Python it can be given any answers, so all
draws that it can make are made, each with its probability.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import isclose, prod, sqrt
from typing import Any

import numpy as np

from azulejos import SINTRA, Game, Options, State
from azulejos.core.asking import PlainRules
from azulejos.core.chance import below
from azulejos.core.pile import pile_of
from azulejos.core.turn import CHANCE
from azulejos.research.outcomes import is_explicit, outcomes
from option_sets import every_game, option_sets, read_options

MAX_DRAWS = 5_000
"""What can be drawn in more ways than this is not tried."""


class DrawingRule:
    """The rule of a game by which chance draws, with answers of our own instead of random ones."""

    def __init__(self, game: Game) -> None:
        rules = PlainRules({below: lambda _copy: self._below})
        self._sample = rules[game.kernels.rules.sample]
        self._pieces = np.zeros(game.max_pieces, np.int32)

    def _below(self, _rng: Any, limit: int) -> int:
        self.limits.append(limit)
        place = len(self.limits) - 1
        return self._answers[place] if place < len(self._answers) else 0

    def draw(self, table: Any, answers: list[int]) -> tuple[int, ...]:
        self._answers, self.limits = answers, list[int]()
        return tuple(self._pieces[: self._sample(table, None, self._pieces)].tolist())

    def draws(self, table: Any) -> dict[tuple[int, ...], Fraction]:
        """All that it can draw, with probabilities: the answers are counted through."""
        result: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        answers: list[int] = []
        while True:
            drawn = self.draw(table, answers)
            result[drawn] += Fraction(1, prod(self.limits))
            answers = answers + [0] * (len(self.limits) - len(answers))
            while answers and answers[-1] == self.limits[len(answers) - 1] - 1:
                answers.pop()
            if not answers:
                return result
            answers[-1] += 1


def drawn_piece_by_piece(game: Game, table: Any) -> dict[tuple[int, ...], float]:
    result = {}
    begun: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while begun:
        drawn, probability = begun.pop()
        following = outcomes(game, table, drawn)
        begun += [((*drawn, piece), probability * share) for piece, share in following]
        if not following:
            result[drawn] = probability
    return result


def chance_nodes(game: Game, options: Options) -> Iterator[tuple[str, State]]:
    """Where chance is to draw in a random game, with the name of the pool."""
    source = random.Random(3)
    state = game.new(options)
    while state.to_move is not None:
        if state.to_move == CHANCE:
            draw = state.sample(source)
            yield draw.pool, state
            state = state.deal(draw)
        else:
            state = state.play(source.choice(state.legal_moves))


def with_few_tiles(pool: str, state: State) -> Any:
    """The table with so few tiles in bag and discard that all orders can be tried."""
    table = state.scratch()
    if pool == "track":
        table.bag = pile_of([2, 1, 1, 1, 2])
    elif pool in ("bag", "large", "small"):
        table.bag, table.discard = pile_of([2, 0, 1]), pile_of([0, 1, 1])
    return table


@every_game()
def test_pieces_come_as_often_as_the_rules_draw_them(game):
    assert is_explicit(game)
    rule = DrawingRule(game)
    tried: dict[str, int] = defaultdict(int)
    for options in option_sets(game.name):
        for pool, state in chance_nodes(game, read_options(game, options)):
            table = with_few_tiles(pool, state)
            rule.draw(table, [])
            if prod(rule.limits) > MAX_DRAWS or tried[pool] == 10:
                continue
            tried[pool] += 1
            expected = rule.draws(table)
            result = drawn_piece_by_piece(game, table)
            assert set(result) == set(expected)
            assert all(isclose(result[pieces], expected[pieces]) for pieces in result)
    assert set(tried) | {"strips"} == {pool.name for pool in game.pools} | {"strips"}


def test_strips_come_as_often_as_the_rules_draw_them():
    # Eight strips lie in more orders than can be tried; any of them is as likely at any window.
    source = random.Random(5)
    (state,) = [
        state for pool, state in chance_nodes(SINTRA, SINTRA.options()) if pool == "strips"
    ][:1]
    draws = np.array([state.sample(source).pieces for _ in range(2_000)])
    expected = dict(outcomes(SINTRA, state.table, ()))
    for window in (0, 7):
        sides, numbers = np.unique(draws[:, window], return_counts=True)
        assert set(sides.tolist()) == set(expected)
        for side, number in zip(sides.tolist(), numbers.tolist(), strict=True):
            deviation = sqrt(len(draws) * expected[side] * (1 - expected[side]))
            assert abs(number - len(draws) * expected[side]) < 4.5 * deviation
    for drawn in draws[:20].tolist():
        for place in range(1, 8):
            following = dict(outcomes(SINTRA, state.table, drawn[:place]))
            assert set(following) == {
                s for s in expected if s // 2 not in {d // 2 for d in drawn[:place]}
            }
            assert isclose(sum(following.values()), 1)
