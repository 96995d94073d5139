"""Features of boards that versions of searches have added: what they say agrees with the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from azulejos import AZUL, SINTRA, Game, Match, State
from azulejos.bots.search.azul import features as azul
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.offer import supply_of
from azulejos.bots.search.sintra import palace as sintra
from azulejos.core.pile import counts, pile_of
from azulejos.games.azul.moves import FLOOR_LINE
from azulejos.games.azul.moves import Take as AzulTake
from azulejos.games.sintra.moves import NO_STRIP, Back
from azulejos.games.sintra.moves import Take as SintraTake
from lab.dataset import describe


def rounds_begun(game: Game, seed: int) -> Iterator[tuple[State, list[int]]]:
    """The first positions of rounds of a random game in which all colours are on offer."""
    source = random.Random(seed)
    match = Match(game, source=source)
    begun = 0
    while (seat := match.state.to_move) is not None:
        state = match.state
        offered = Counter(move.colour for move in state.legal_moves if hasattr(move, "source"))
        if state.table.rounds > begun and len(offered) == 5:
            begun = state.table.rounds
            yield state, describe(KNOWLEDGE.of(game.name), state, seat)
        match.play(seat, source.choice(state.legal_moves))


def test_azul_counts_the_lines_that_accept_each_colour() -> None:
    checked = 0
    for seed in range(3):
        for state, amounts in rounds_begun(AZUL, seed):
            takes = [move for move in state.legal_moves if isinstance(move, AzulTake)]
            lines = {(take.colour, take.line) for take in takes if take.line != FLOOR_LINE}
            by_colour = Counter(colour for colour, _ in lines)
            expected = Counter(by_colour[colour] for colour in range(5))
            result = amounts[azul.ACCEPTED : azul.ACCEPTED + 6]
            assert result == [expected[number] for number in range(6)]
            checked += 1
    assert checked > 5


def test_sintra_counts_the_colours_that_no_strip_accepts() -> None:
    checked = 0
    for seed in range(8):
        for state, amounts in rounds_begun(SINTRA, seed):
            if any(isinstance(move, Back) for move in state.legal_moves):
                continue  # the glazier does not reach all strips
            takes = [move for move in state.legal_moves if isinstance(move, SintraTake)]
            lost = len({take.colour for take in takes if take.window == NO_STRIP})
            result = amounts[sintra.LOST_COLOURS : sintra.LOST_COLOURS + 3]
            assert result == [lost == 1, lost == 2, lost > 2]
            checked += 1
    assert checked > 5


@pytest.mark.parametrize(
    ("bag", "percent"),
    [
        ([8, 8, 8, 8, 8], 0),
        ([20, 5, 5, 5, 5], 30),
        ([0, 10, 10, 10, 10], -20),
        ([5, 0, 0, 0, 0], 20),
    ],
)
def test_supply_is_how_much_more_than_a_fifth_of_the_bag_a_colour_is(
    bag: list[int], percent: int
) -> None:
    pile = pile_of([*bag, 0])
    assert counts(pile)[:5] == bag
    assert supply_of(pile, 0) == percent
