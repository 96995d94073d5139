"""What version 3 of Azul Duel's search looks at: it agrees with the rules said naively."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise

import pytest

from azulejos import DUEL, Match, State, bot
from azulejos.bots.search.duel import offer, prospects
from azulejos.bots.search.duel.evaluation import STARTS_NEXT
from azulejos.bots.search.duel.features import COLOURFUL
from azulejos.bots.search.games import KNOWLEDGE
from azulejos.core.pile import counts
from azulejos.core.turn import CHANCE
from azulejos.games.duel.table import LETTERS, PRINTED, SPACE_LETTERS
from lab.dataset import describe
from naive import duel as naive

pytestmark = pytest.mark.compiled

SIDES = ["1A2A3A", "1A2B4B", "2A3B4B"]


def positions(scoring: str, seed: int, **more: str) -> Iterator[State]:
    """The positions of a game, those in which a round has just ended included."""
    match = Match(DUEL, DUEL.options(scoring=scoring, **more), source=random.Random(seed))
    player = bot("search:nodes=100,version=1", game=DUEL)
    while (seat := match.state.to_move) is not None:
        yield match.state
        move = player.choose(match.view(seat))
        before_chance = match.state.play(move)
        match.play(seat, move)
        if before_chance.to_move == CHANCE:
            yield before_chance


def ends(scoring: str, seed: int, **more: str) -> Iterator[State]:
    for state in positions(scoring, seed, **more):
        if state.table.actor == -1 and state.table.rounds:
            yield state


def amounts_of(state: State, seat: int) -> list[int]:
    return describe(KNOWLEDGE.of("duel"), state, seat)


def board_of(state: State, number: int) -> naive.Board:
    """A seat's board as the naive rules have it."""
    seat = state.table.seats[number]
    board = naive.Board()
    for slot, laid in enumerate(seat.laid):
        if laid >= 0:
            first = slot // 3 * 2 + 1, slot % 3 * 2 + 1
            spaces = [(first[0] + row, first[1] + column) for row in (0, 1) for column in (0, 1)]
            board.plates[slot + 1] = spaces
            printed = [SPACE_LETTERS[space] for space in PRINTED[laid]]
            board.spaces |= dict(zip(spaces, printed, strict=True))
    for row in naive.SIX:
        for column in naive.SIX:
            if (tile := seat.dome[row - 1, column - 1]) >= 0:
                board.tiles[row, column] = SPACE_LETTERS[tile]
        held = seat.line_count[row - 1]
        board.lines[row] = [LETTERS[seat.line_colour[row - 1]]] * held if held else []
    return board


def fitting(board: naive.Board, line: int, colour: str) -> list[tuple[int, int]]:
    return [
        space
        for space, printed in board.spaces.items()
        if space[0] == line and space not in board.tiles and printed in (colour, "?")
    ]


def gain(scoring: str, board: naive.Board, space: tuple[int, int], colour: str) -> int:
    """What a tile brings at once; a special tile after it only fills its plate (3B, 4B)."""
    after = deepcopy(board)
    rules(scoring).place(after, space, [colour])
    alone = deepcopy(board)
    alone.tiles[space] = colour
    brought = after.score - board.score
    for side in (scoring[at : at + 2] for at in range(0, len(scoring), 2)):
        full = after if side in ("3B", "4B") else alone
        brought += rules(side).bonus(full) - rules(side).bonus(board)
    return brought


def rules(scoring: str) -> naive.Duel:
    return naive.Duel(scoring, 1, free=False, special_colour=False)


def best_gain(scoring: str, board: naive.Board, line: int, colour: str) -> int:
    spaces = fitting(board, line, colour)
    return max((gain(scoring, board, space, colour) for space in spaces), default=0)


@pytest.mark.parametrize("scoring", SIDES)
def test_begun_lines_count_with_what_their_tile_would_bring(scoring: str) -> None:
    gains: Counter[int] = Counter()
    for seed in range(5):
        for state in ends(scoring, seed):
            for seat in (0, 1):
                board = board_of(state, seat)
                expected = [0] * 5
                for line, tiles in board.lines.items():
                    if tiles and len(tiles) < line:
                        brings = best_gain(scoring, board, line, tiles[0])
                        expected[line - len(tiles) - 1] += brings
                        gains[brings] += 1
                at = prospects.LACKING
                assert amounts_of(state, seat)[at : at + 5] == expected
    assert max(gains) > 8
    assert len(gains) > 5


def test_open_spaces_count_with_the_points_of_a_tile() -> None:
    for state in ends("1A2A3A", 4):
        board = board_of(state, 1)
        expected: Counter[int] = Counter()
        for space, printed in board.spaces.items():
            if printed != "*" and space not in board.tiles:
                runs = [rules("").run(board, space, step) for step in ((0, 1), (1, 0))]
                expected[space[0]] += sum(run for run in runs if run > 1) or 1
        at = prospects.OPEN_POINTS
        assert amounts_of(state, 1)[at : at + 6] == [expected[row] for row in naive.SIX]


@pytest.mark.parametrize("special", ["no", "yes"])
def test_special_tiles_are_a_colour_of_a_row_by_option(special: str) -> None:
    """Of rows with 3 and 4 colours, and of those that lack colours which they may still get."""
    colours = {*"BYRKT", *"*" * (special == "yes")}
    specials = 0
    for seed in range(3):
        for state in ends("1B2A3A", seed, special_counts_as_colour=special):
            board = board_of(state, 0)
            there, may = {}, {}
            for row in naive.SIX:
                spaces = [(row, column) for column in naive.SIX]
                there[row] = {board.tiles.get(space) for space in spaces} & colours
                may[row] = set(there[row])
                for space in set(spaces) - set(board.tiles):
                    printed = board.spaces.get(space, "?")
                    may[row] |= set("BYRKT") if printed == "?" else {printed} & colours
            amounts = amounts_of(state, 0)
            numbers = [len(each) for each in there.values()]
            assert amounts[COLOURFUL : COLOURFUL + 2] == [numbers.count(3), numbers.count(4)]
            lacking = [row * (5 - len(there[row])) for row in naive.SIX if len(may[row]) >= 5]
            assert amounts[prospects.COLOURFUL_NEAR : prospects.CHIPS_THAT_SHOW] == [
                sum(max(0, most - tiles) for tiles in lacking if tiles > 0)
                for most in (3, 6, 9, 12)
            ]
            specials += sum("*" in each for each in there.values())
    assert (specials > 0) == (special == "yes")


def test_at_the_end_of_a_round_it_counts_who_starts_the_next() -> None:
    checked = 0
    for before, state in pairwise(positions("1A2A3A", 2)):
        starts = [amounts_of(before, seat)[STARTS_NEXT] for seat in (0, 1)]
        if before.table.actor == -1:
            assert starts == [state.to_move == 0, state.to_move == 1]
            checked += 1
        else:
            assert starts == [0, 0]
    assert checked == 4


def stays_as_it_is(board: naive.Board, chips: int) -> bool:
    """Whether nothing can be placed on a board if the round ends."""
    return all(
        2 * (line - len(tiles)) > chips or not fitting(board, line, tiles[0])
        for line, tiles in board.lines.items()
        if tiles
    )


@pytest.mark.parametrize("scoring", SIDES)
def test_tiles_out_count_for_the_lines_that_they_can_complete(scoring: str) -> None:
    checked = 0
    for seed in range(3):
        for state in positions(scoring, seed):
            out = Counter(dict(zip(LETTERS, tiles_out(state), strict=True)))
            for seat in (0, 1):
                board = board_of(state, seat)
                if out.total() and stays_as_it_is(board, sum(state.table.seats[seat].chips)):
                    result = amounts_of(state, seat)
                    assert result[offer.FIRST : offer.END] == offer_to(scoring, board, out)
                    checked += 1
    assert checked > 60


def tiles_out(state: State) -> list[int]:
    table = state.table
    tiles = [sum(each) for each in zip(*(counts(pile)[:5] for pile in table.sun), strict=True)]
    for colour, number in enumerate(counts(table.large_moon)[:5]):
        tiles[colour] += number
    for stack in table.stacks:
        for place in range(3):
            if colour := int(stack) >> 3 * place & 7:
                tiles[colour - 1] += 1
    return tiles


def offer_to(scoring: str, board: naive.Board, out: Counter[str]) -> list[int]:
    """What the tiles out mean to the lines of a board, from the words of the features."""
    empty, begun = [0] * 6, [0] * 6
    room: Counter[str] = Counter()
    useful = set()
    for line, tiles in board.lines.items():
        for colour in LETTERS:
            if len(tiles) == line or (tiles and tiles[0] != colour):
                continue
            lacking = line - len(tiles)
            room[colour] += lacking
            brings = best_gain(scoring, board, line, colour)
            useful |= {colour} if brings else set()
            if out[colour] >= lacking:
                reached = begun if tiles else empty
                reached[line - 1] = max(reached[line - 1], brings)
    useless = [number for colour, number in out.items() if number and colour not in useful]
    surplus = sum(max(0, number - room[colour]) for colour, number in out.items())
    return [*empty, *begun, surplus, sum(useless), len(useless)]
