"""Duplicate deals: legal, as likely as any, equal for equal bags, and similar for similar ones."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

from azulejos import AZUL, CHANCE, DUEL, PAVILION, Draw, Game, Match, Options, State
from azulejos.core.pile import counts
from azulejos.play.deals import DuplicateDeals
from option_sets import every_option_set

SEEDS = 600


def played(game: Game, options: Options, seed: str, moves: int) -> Match:
    """A game of random moves; each draw is checked when it is dealt."""
    source = random.Random(moves)
    match = Match(game, options, source=DuplicateDeals(seed))
    while match.state.to_move is not None:
        match.play(match.state.to_move, source.choice(match.state.legal_moves))
    return match


def draws(match: Match) -> list[str]:
    return [match.game.draw_text(each) for each in match.events if isinstance(each, Draw)]


def due(game: Game, pool: str, moves: int = 1, **options: str | int) -> State:
    """A position in the middle of a game where chance is to draw from a pool."""
    match = played(game, game.options.of(options), "due", moves)
    every = [state for state in match.states if state.to_move == CHANCE]
    fitting = [state for state in every if game.phases[state.table.phase].pool == pool]
    return fitting[len(fitting) // 2]


def drawn(state: State, seed: object, before: int = 20) -> Draw:
    return DuplicateDeals(str(seed)).draw(state, before)


@every_option_set()
def test_whole_games_are_dealt_and_dealt_again(game: Game, options: Options) -> None:
    once, again = (played(game, options, "a day", 1) for _ in range(2))
    assert once.record == again.record
    assert draws(once) != draws(played(game, options, "another day", 1))


@pytest.mark.parametrize("side", ["coloured", "grey"])
def test_one_bag_fixes_the_first_five_deals_of_azul_for_two(side: str) -> None:
    options = AZUL.options.of({"side": side})
    every = [draws(played(AZUL, options, "a day", moves)) for moves in range(5)]
    assert len({tuple(each[:6]) for each in every}) == 1  # the start player, and five deals
    dealt = "".join(every[0][1:6]).replace("bag", "").replace(" ", "")
    assert Counter(dealt) == dict.fromkeys("BYRKW", 20)


def test_a_game_goes_on_from_its_record_as_it_would_have() -> None:
    match = played(PAVILION, PAVILION.options(), "a day", 3)
    for kept in range(1, len(match.events), 9):
        cut = Match.resume(match.record, source=DuplicateDeals("a day"))
        cut.cut(kept)
        cut.let_chance_answer()
        for event in match.events[len(cut.events) :]:
            if not isinstance(event, Draw):
                assert cut.state.to_move is not None
                cut.play(cut.state.to_move, event)
        assert cut.events == match.events


def test_what_has_been_drawn_says_nothing_of_what_will_be() -> None:
    state = due(PAVILION, "bag")
    pairs = Counter(
        (drawn(state, seed, 0).pieces[0], drawn(state, seed, 1).pieces[0]) for seed in range(SEEDS)
    )
    same = sum(count for (one, other), count in pairs.items() if one == other) / SEEDS
    sizes = counts(state.table.bag)
    assert same == pytest.approx(sum((size / sum(sizes)) ** 2 for size in sizes), abs=0.09)


@pytest.mark.parametrize(
    ("game", "pool"), [(AZUL, "bag"), (PAVILION, "bag"), (DUEL, "large"), (DUEL, "small")]
)
def test_each_place_has_each_tile_as_often_as_the_bag_does(game: Game, pool: str) -> None:
    state = due(game, pool)
    every = [drawn(state, seed).pieces for seed in range(SEEDS)]
    bag = counts(state.table.bag)
    assert sum(bag) >= len(every[0])
    for place in (0, len(every[0]) - 1):
        seen = Counter(pieces[place] for pieces in every)
        for colour, count in enumerate(bag):
            share = count / sum(bag)
            allowed = 5 * (share * (1 - share) / SEEDS) ** 0.5
            assert seen[colour] / SEEDS == pytest.approx(share, abs=allowed)


@pytest.mark.parametrize("pool", ["chips", "scoring", "start"])
def test_chance_of_duel_is_as_likely_as_with_any_source(pool: str) -> None:
    state, source = due(DUEL, pool, scoring="random3"), random.Random(1)
    ours = Counter(drawn(state, seed).pieces[0] for seed in range(SEEDS))
    expect_alike(ours, Counter(state.sample(source).pieces[0] for _ in range(SEEDS)))


def test_so_are_plates_and_backs() -> None:
    """From the beginning, since the order of the stack is fixed there, until three are drawn."""

    def draw_three(source: DuplicateDeals | random.Random) -> list[Draw]:
        match = Match(DUEL, source=source)
        while sum(isinstance(each, Draw) and each.pool == "look" for each in match.events) == 0:
            moves = {str(move): move for move in match.state.legal_moves}
            draws_so_far = match.state.table.hand_count
            wanted = "draw" if draws_so_far < 3 else "look"
            seat = match.state.to_move
            assert seat is not None
            match.play(seat, moves.get(wanted, match.state.legal_moves[0]))
        return [each for each in match.events if isinstance(each, Draw)]

    ours = [draw_three(DuplicateDeals(str(seed))) for seed in range(SEEDS)]
    others = [draw_three(random.Random(seed)) for seed in range(SEEDS)]
    for pool in ("back", "look", "plates"):
        for place in (0, -1):
            mine, theirs = (
                Counter([d for d in each if d.pool == pool][place].pieces[-1] for each in every)
                for every in (ours, others)
            )
            expect_alike(mine, theirs)


def expect_alike(ours: Counter[int], others: Counter[int]) -> None:
    assert set(ours) == set(others)
    for piece, count in others.items():
        share = count / SEEDS
        allowed = 7 * (share * (1 - share) / SEEDS) ** 0.5
        assert ours[piece] / SEEDS == pytest.approx(share, abs=allowed)


def test_the_stack_of_duel_lies_in_one_order_however_it_is_drawn_from() -> None:
    orders = []
    for moves in range(6):
        match = played(DUEL, DUEL.options(), "a day", moves)
        seen = [
            plate
            for event in match.events
            if isinstance(event, Draw) and event.pool in ("plates", "look")
            for plate in event.pieces
            if plate < 18
        ]
        orders.append([*dict.fromkeys(seen)])
    first = orders[0]
    assert all(each[:3] == first[:3] for each in orders)
    assert all(len(each) == len(set(each)) for each in orders)


def test_similar_bags_give_similar_deals() -> None:
    """Where two of sixty tiles differ, fewer than one place of twelve does."""
    text = "azul; round 3 phase=deal start=1; bag B{}Y12R12K12W{}; discard B{}Y8R8K8W{}"
    one = AZUL.position(text.format(12, 12, 8, 8))
    other = AZUL.position(text.format(10, 14, 10, 6))
    same = [
        a == b
        for seed in range(50)
        for a, b in zip(drawn(one, seed).pieces, drawn(other, seed).pieces, strict=True)
    ]
    assert sum(same) / len(same) > 11 / 12


def test_it_is_pickled_with_its_match() -> None:
    match = Match(AZUL, source=DuplicateDeals("a day"))
    copy = pickle.loads(pickle.dumps(match))  # noqa: S301 - our own
    for each in (match, copy):
        while each.state.table.rounds == 1:
            each.play(each.state.to_move, each.state.legal_moves[0])
    assert copy.record == match.record
