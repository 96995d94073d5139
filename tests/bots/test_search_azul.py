"""What corrects values in Azul: the network gives what plain sums of its inputs give."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from azulejos import AZUL, Match, State, bot
from azulejos.bots.search.azul import correction as net
from azulejos.bots.search.azul import inputs as seen
from azulejos.bots.search.engine import Search
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.bots.search.versions import every_version, find_version
from azulejos.core.pile import counts
from azulejos.games.azul.table import COLOURED, COLOURS, SIZE
from lab import network

CORRECTED = [
    version.number
    for version in every_version(KNOWLEDGE.of("azul"))
    if version.edition(2).read.correction
]


def positions(side: str = "coloured") -> Iterator[State]:
    """Positions of a game with tiles on offer, played at random now and then."""
    source = random.Random(5)
    match = Match(AZUL, AZUL.options.of({"side": side}), source=source)
    player = bot("greedy:seed=5")
    while (seat := match.state.to_move) is not None:
        if any(match.state.table.sources):
            yield match.state
        if source.random() < 0.3:
            match.play(seat, source.choice(match.state.legal_moves))
        else:
            match.play(seat, player.choose(match.view(seat)))


def described(state: State) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The inputs of a position, of the colours and of the whole."""
    colour = np.zeros((1, COLOURS, net.COLOUR_ROWS), np.int8)
    whole = np.zeros((1, net.WHOLE_ROWS), np.int8)
    raw, scratch = np.frombuffer(state.key, np.uint8).copy(), AZUL.empty_table()
    network.describe(raw, scratch, network.new_boards(), colour, whole)
    return colour[0].astype(int), whole[0].astype(int)


def amount(inputs: np.ndarray[Any, Any]) -> int:
    """The amount that inputs tell, of which one at most is 1."""
    assert inputs.sum() <= 1
    return int(inputs.argmax()) + 1 if inputs.any() else 0


@pytest.mark.parametrize("side", ["coloured", "grey"])
@pytest.mark.parametrize("number", CORRECTED)
def test_the_correction_is_the_plain_sum_of_its_units(number: int, side: str) -> None:
    weights = find_version(KNOWLEDGE.of("azul"), number).edition(2).weights
    file = json.loads(weights.read_text())["correction"]
    colour_weights, whole_weights = np.array(file["colour"]), np.array(file["whole"])
    corrected, plain = Search(AZUL, version=number), Search(AZUL, weights, version=1)
    for state in positions(side):
        colour, whole = described(state)
        units = np.maximum(colour @ colour_weights, 0).sum(axis=0)
        better = units[: net.COLOUR_FOR].sum() - units[net.COLOUR_FOR :].sum()
        units = np.maximum(whole @ whole_weights, 0)
        better += units[: net.WHOLE_FOR].sum() - units[net.WHOLE_FOR :].sum()
        mover = state.to_move
        assert mover is not None
        for seat, sign in ((mover, 1), (1 - mover, -1)):
            result = corrected.value(state, seat) - plain.value(state, seat)
            assert result * 100 == pytest.approx(sign * better, abs=0.01)


def test_inputs_of_boards_are_what_the_rules_say() -> None:
    """What may go where is asked of the rules; points are those that the tiling brings."""
    for state in positions():
        colour, whole = described(state)
        mover = state.to_move
        assert mover is not None
        legal = {(m.colour, m.line) for m in state.legal_moves if m.line < SIZE}  # type: ignore[attr-defined]
        seat: Any = state.table.seats[mover]
        held = counts(seat.line_tiles)
        for which in range(COLOURS):
            on_offer = any(counts(pile)[which] for pile in state.table.sources)
            for line in range(SIZE):
                empty = colour[which, seen.EMPTY + line]
                first = seen.BEGUN + line * (line - 1) // 2
                begun = colour[which, first : first + line]
                if on_offer:
                    assert bool(empty or begun.any()) == ((which, line) in legal)
                if begun.any():
                    assert begun.argmax() + 1 == line + 1 - held[line]
        filled = [(line, number) for line, number in enumerate(held[:SIZE]) if number]
        ones = {seen.FILLED + line * (line + 1) // 2 + number - 1 for line, number in filled}
        assert {*np.flatnonzero(whole[: seen.BOARD_INPUTS])} == ones


def test_points_of_a_tile_are_those_of_the_wall_after_the_tiling() -> None:
    for state in positions():
        colour, _ = described(state)
        mover = state.to_move
        assert mover is not None
        seat: Any = state.table.seats[mover]
        wall = {(r, c) for r in range(SIZE) for c in range(SIZE) if seat.wall[r, c] >= 0}
        for line, number in enumerate(counts(seat.line_tiles)[:SIZE]):
            if number == line + 1:
                tile = next(c for c in range(COLOURS) if seat.line_colours >> (5 * line + c) & 1)
                wall.add((line, (tile + line) % SIZE))
        assert state.table.side == COLOURED
        for which in range(COLOURS):
            for line in range(SIZE):
                points = colour[which, seen.TILE_POINTS + line]
                if points:
                    assert points == naive_points(wall, line, (which + line) % SIZE)


def naive_points(wall: set[tuple[int, int]], row: int, column: int) -> int:
    """What a tile scores (AZ-13)."""

    def run(down: int, across: int) -> int:
        length, r, c = 0, row + down, column + across
        while (r, c) in wall:
            length, r, c = length + 1, r + down, c + across
        return length

    across = 1 + run(0, 1) + run(0, -1)
    down = 1 + run(1, 0) + run(-1, 0)
    return (across > 1) * across + (down > 1) * down or 1


def test_inputs_of_the_offer_count_it() -> None:
    for state in positions():
        colour, whole = described(state)
        piles = [counts(pile)[:COLOURS] for pile in state.table.sources]
        for which in range(COLOURS):
            row = colour[which, net.COLOUR_OFFER :]
            tiles = sum(pile[which] for pile in piles)
            groups = Counter(min(3, pile[which]) for pile in piles[1:])
            assert amount(row[seen.TILES : seen.TILES + 8]) == min(8, tiles)
            centre = row[seen.CENTRE_TILES : seen.CENTRE_TILES + 6]
            assert amount(centre) == min(6, piles[0][which])
            assert row[seen.GROUPS_OF] == groups[1] + groups[2] + groups[3]
            assert row[seen.GROUPS_OF + 2] == groups[3]
            assert row[seen.ALL_TILES] == sum(map(sum, piles))
            assert row[seen.ALL_GROUPS] == sum(number > 0 for pile in piles for number in pile)
        row = whole[net.WHOLE_OFFER :]
        assert amount(row[: seen.GROUPS_LEFT]) == min(20, sum(map(sum, piles)))
        displays = row[seen.SOURCES_LEFT : seen.CENTRE_COLOURS]
        assert amount(displays) == sum(map(any, piles[1:]))
        assert row[seen.MARKER_LEFT] == (state.table.marker_seat < 0)
