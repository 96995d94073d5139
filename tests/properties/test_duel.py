"""Azul Duel's kernels against the naive rules, over whole games, and what views keep secret."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos import CHANCE, DUEL, Move, State
from azulejos.core.compiled import IS_FAST
from naive import duel as naive

FEW = 8  # moves are valued: it takes long
GAMES = 12 if IS_FAST else 2
SECRET_GAMES = 5 if IS_FAST else 1  # every position of each, seen by both seats

options = st.fixed_dictionaries(
    {
        "scoring": st.sampled_from(["1A2A3A", "1B2B3B4B", "random3", "random4"]),
        "start": st.integers(0, 2),
        "stack_draw_at_zero": st.sampled_from(["forced", "free"]),
        "special_counts_as_colour": st.sampled_from(["no", "yes"]),
    }
)


@settings(max_examples=GAMES)
@given(values=options, seed=st.integers(0, 2**32), skill=st.sampled_from([0, 0.5, 0.95]))
def test_kernels_agree_with_the_naive_rules(
    values: dict[str, str | int], seed: int, skill: float
) -> None:
    """Skilled seats fill their domes: random ones rarely complete a plate."""
    source = random.Random(seed)
    other = naive.Duel(
        values["scoring"],
        values["start"],
        free=values["stack_draw_at_zero"] == "free",
        special_colour=values["special_counts_as_colour"] == "yes",
    )
    state = DUEL.new(**values)
    course = other.play()
    due = next(course)
    while True:
        state, answer = go_on(state, due, source, skill)
        if state.to_move is None:
            break
        due = course.send(answer)
        assert {seat: board.score for seat, board in other.boards.items()} == scores(state)
        assert tiles(other.bag) == pile(state, "bag")
        assert tiles(other.tower) == pile(state, "discard")
        specials = [number for number in state.table.stack_specials if number != -1]
        assert other.specials_put_back() == specials
    with pytest.raises(StopIteration) as end:
        course.send(answer)
    points, holder = end.value.value
    assert points == scores(state)
    assert (holder or 0) - 1 == state.table.first_seat


def go_on(
    state: State, due: naive.Chance | naive.Ask, source: random.Random, skill: float
) -> tuple[State, object]:
    """Let chance or a seat do what the naive rules say is due, if the kernels agree."""
    if isinstance(due, naive.Chance):
        assert state.to_move == CHANCE
        draw = state.sample(source)
        assert (draw.pool, len(draw.pieces)) == (due.pool, due.number)
        symbols = DUEL.pool(draw.pool).symbols
        return state.deal(draw), [symbols[piece] for piece in draw.pieces]
    assert state.to_move == due.seat - 1
    assert {str(move) for move in state.legal_moves} == due.moves
    move = choose(state, source, skill)
    return state.play(move), str(move)


def choose(state: State, source: random.Random, skill: float) -> Move:
    moves = state.legal_moves
    if source.random() >= skill:
        return source.choice(moves)
    values = state.move_values
    return source.choice([m for m, v in zip(moves, values, strict=True) if v == max(values)])


def scores(state: State) -> dict[int, int]:
    return dict(enumerate(state.scores, 1))


def tiles(counted: Counter[str]) -> Counter[str]:
    return +counted


def pile(state: State, name: str) -> Counter[str]:
    held = getattr(state.table, name)
    return +Counter({letter: (held >> 5 * n) & 31 for n, letter in enumerate(naive.COLOURS)})


# Secrets (DU-25)


def plate_games(seed: int) -> list[State]:
    """The positions of a random game whose seats like to draw plates."""
    source = random.Random(seed)
    state, result = DUEL.new(stack_draw_at_zero="free"), []
    while state.to_move is not None:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
            continue
        result.append(state)
        moves = [str(move) for move in state.legal_moves]
        wanted = [move for move in moves if move == "draw" or move[0] in "ku"]
        state = state.play(source.choice(wanted if wanted and source.random() < 0.7 else moves))
    return result


def secrets_of(state: State, seat: int) -> set[int]:
    """The plates that only this seat knows."""
    table = state.table
    result = {
        table.stack_front[n] for n in range(table.stack_height) if table.stack_seer[n] == seat
    }
    if table.actor == seat:
        result |= {table.hand_front[n] for n in range(table.hand_count) if table.hand_known[n]}
    return result - {-1}


def exchanged(state: State, ours: int, theirs: int) -> State:
    """The position with two plates exchanged, wherever they are hidden."""
    raw = np.frombuffer(state.key, np.uint8).copy()
    (table,) = raw.view(DUEL.table)
    for places in (table["stack_front"], table["hand_front"]):
        places[:] = [{ours: theirs, theirs: ours}.get(plate, plate) for plate in places]
    table["hand_kind"] = [
        back if front == -1 else not kind(front)
        for front, back in zip(table["hand_front"], table["hand_kind"], strict=True)
    ]
    bits = 1 << ours | 1 << theirs
    if int(table["unseen_plates"] & bits).bit_count() == 1:
        table["unseen_plates"] ^= bits
    return State(DUEL, raw)


def shows_its_back(state: State, plate: int) -> bool:
    table = state.table
    if state.phase == "returning":
        return plate == table.stack_front[0]
    return plate == table.stack_front[0] or plate in list(table.hand_front)


@settings(max_examples=SECRET_GAMES)
@given(seed=st.integers(0, 2**32))
def test_du_25_nothing_tells_one_secret_from_another(seed: int) -> None:
    """Positions that differ only in what the other seat knows look the same, byte by byte."""
    source, compared = random.Random(seed), 0
    for state in plate_games(seed):
        for seat, plate in [(0, p) for p in secrets_of(state, 1)] + [
            (1, p) for p in secrets_of(state, 0)
        ]:
            others = [
                other
                for other in hidden_from(state, seat)
                if kind(other) == kind(plate)
                or not (shows_its_back(state, plate) or shows_its_back(state, other))
            ]
            twin = exchanged(state, plate, source.choice(others))
            if twin == state or DUEL.faults(twin.table):
                continue
            compared += 1
            ours, theirs = state.view(seat).state, twin.view(seat).state
            assert ours.key == theirs.key
            assert str(ours) == str(theirs)
            assert ours.to_json() == theirs.to_json()
            assert ours.legal_moves == theirs.legal_moves
            assert state.observe(seat).tolist() == twin.observe(seat).tolist()
    assert compared > 0


def hidden_from(state: State, seat: int) -> set[int]:
    """The plates that a seat sees nowhere."""
    return {n for n in range(18) if (state.view(seat).state.table.unseen_plates >> n) & 1}


def kind(plate: int) -> bool:
    return "*" in naive.PLATES[plate + 1]


def groups(state: State) -> list[list[int]]:
    """The plates that were put back together, those included that still will be."""
    table = state.table
    plates = list(table.stack_front)[: table.stack_height]
    if state.phase == "returning":
        plates += list(table.hand_front)[: table.hand_count]
    first = [place for place, number in enumerate(table.stack_specials) if number != -1]
    return [plates[start:end] for start, end in pairwise([*first, len(plates)])]


def kinds_of_groups(state: State) -> list[Counter[bool]]:
    return [Counter(map(kind, group)) for group in groups(state)]


@settings(max_examples=SECRET_GAMES)
@given(seed=st.integers(0, 2**32))
def test_du_25_no_view_names_a_plate_that_the_seat_has_not_seen(seed: int) -> None:
    """Whatever a view shows, in bytes or in text, is public or the seat's own.

    Its moves name what blanks in the other's hand may be: all hidden plates of a kind, or none.
    """
    for state in plate_games(seed):
        for seat in (0, 1):
            view = state.view(seat).state
            assert DUEL.position(str(view)) == view
            if seat == state.to_move and len(state.legal_codes) < FEW:
                assert view.move_values == state.move_values
            assert not secrets_of(view, 1 - seat)
            shown = shown_plates(view)
            hidden = hidden_from(state, seat)
            assert not shown & hidden
            assert not shown & (secrets_of(state, 1 - seat) - secrets_of(state, seat))
            named = {move.plate for move in view.legal_moves if hasattr(move, "plate")} & hidden
            kinds = {kind(plate) for plate in named}
            assert named == {plate for plate in hidden if kind(plate) in kinds}


def shown_plates(state: State) -> set[int]:
    """Every plate that a position's table names."""
    table = state.table
    result = {*table.stack_front, *table.hand_front, table.plate_at_hand}
    result |= {plate for plate in range(18) if (table.face_up >> plate) & 1}
    result |= {laid // 4 for seat in (0, 1) for laid in table.seats[seat].laid}
    return result - {-1}


@settings(max_examples=SECRET_GAMES)
@given(seed=st.integers(0, 2**32))
def test_du_25_what_a_seat_imagines_looks_the_same_to_it(seed: int) -> None:
    source = random.Random(seed)
    for state in plate_games(seed):
        for seat in (0, 1):
            view = state.view(seat)
            determinized = view.sample(source)
            assert not DUEL.faults(determinized.table)
            assert determinized.view(seat) == view
            secret = secrets_of(determinized, 1 - seat)
            assert len(secret) == len(secrets_of(state, 1 - seat))
            assert kinds_of_groups(determinized) == kinds_of_groups(state)


FOUR_PLATES = (
    "duel; round 4 phase=action turn=1 start=1; plates 1 2; {stack}; "
    "factories B4/-/? Y4/-/? R4/-/? K4/-/?; large T4B/-; "
    "seat 1 score=5 tokens=2 plates=3n/4n/5n/6n/7n/8n/-/-/-; "
    "seat 2 score=5 tokens=1 plates=9n/10n/11n/12n/13n/14n/-/-/-"
)
PUTTING_BACK = FOUR_PLATES.replace("action turn=1", "returning turn=2 plate=14").replace("14n", "-")


@pytest.mark.compiled
@pytest.mark.parametrize(
    "text",
    [
        FOUR_PLATES.format(stack="stack ?2 2:16 2:17 top=S"),
        FOUR_PLATES.format(stack="stack ?1 2:15 2:16 2:17 top=S"),
        FOUR_PLATES.format(stack="stack ?1 2:15s0 2:16s1 2:17 top=S"),
        FOUR_PLATES.format(stack="stack 2:17 2:16 2:15 2:18 top=J"),
        FOUR_PLATES.format(stack="stack 2:17s1 2:16 2:18s1 2:15 top=J"),
        PUTTING_BACK.format(stack="stack ?1 top=S; hand J15! S16! J17!"),
        PUTTING_BACK.format(stack="stack ?1 2:15 top=S; hand S16! J17!"),
        PUTTING_BACK.format(stack="stack 2:15s0 2:18s1 top=J; hand S16! J17! specials=1"),
        PUTTING_BACK.format(stack="stack 2:16 2:15 top=S; hand J17! S18!"),
    ],
)
def test_du_25_imagination_is_uniform_given_the_backs(text: str) -> None:
    """Seat 2 knows some of plates 15 to 18 (joker, special, joker, special), seat 1 only backs."""
    state, source, samples = DUEL.position(text), random.Random(1), 6000
    ways = completions(state)
    view = state.view(0)
    seen = Counter(tuple(chain(*groups(view.sample(source)))) for _ in range(samples))
    assert seen.keys() == ways.keys()
    expected = {way: samples * number / ways.total() for way, number in ways.items()}
    distance = sum((seen[way] - number) ** 2 / number for way, number in expected.items())
    freedom = len(ways) - 1
    assert distance < freedom + 4 * (2 * freedom) ** 0.5, (distance, freedom)


def completions(state: State) -> Counter[tuple[int, ...]]:
    """In how many ways plates 15 to 18 can lie, by what lies where seat 2 put plates back."""
    ways: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(14, 18)):
        secret = order[-sum(map(len, groups(state))) :]
        plates = iter(secret)
        kinds = [Counter(kind(next(plates)) for _ in group) for group in groups(state)]
        top = 0 if kind(order[0]) else 1
        if top == state.table.top_kind and kinds == kinds_of_groups(state):
            ways[secret] += 1
    return ways


@settings(max_examples=SECRET_GAMES)
@given(seed=st.integers(0, 2**32))
def test_du_25_chance_in_a_view_agrees_with_what_the_seat_knows(seed: int) -> None:
    source = random.Random(seed)
    for state in plate_games(seed):
        for seat in (0, 1):
            seen = state.view(seat).state
            while seen.to_move in (CHANCE, seat) and seen.phase in PLATE_PHASES:
                move = None if seen.to_move == CHANCE else source.choice(seen.legal_moves)
                seen = seen.deal(seen.sample(source)) if move is None else seen.play(move)
                assert not DUEL.faults(seen.table)
                assert DUEL.position(str(seen)) == seen


PLATE_PHASES = ("action", "turn-plates", "show-back", "drawing", "look", "keeping", "returning")


@pytest.mark.compiled
def test_du_25_chance_in_a_view_is_uniform_given_the_backs() -> None:
    """Below the special plate on top lie a special one and two jokers, as seat 1 has seen."""
    state = DUEL.position(FOUR_PLATES.format(stack="stack ?1 2:15 2:16 2:17 top=S"))
    seen, source = state.view(0).state.play("draw"), random.Random(3)
    backs = Counter(seen.sample(source).pieces[0] for _ in range(3000))
    assert abs(backs[18] - 1000) < 5 * 1000**0.5
    assert backs.total() == backs[18] + backs[19]


@pytest.mark.compiled
def test_du_02_drawn_plates_are_uniform_given_all_that_is_known() -> None:
    """Backs and fronts come as from a shuffled stack: here of two jokers and two specials."""
    state = DUEL.position(FOUR_PLATES.format(stack="stack ?4 top=S"))
    source, seen, backs = random.Random(2), Counter(), Counter()
    for _ in range(4000):
        after = state.play("draw")
        after = after.deal(after.sample(source))
        backs[after.table.top_kind] += 1
        after = after.play("draw")
        after = after.deal(after.sample(source)).play("look")
        seen[after.sample(source).pieces] += 1
    assert abs(backs[0] - 4000 / 3) < 4 * 30  # one special is left among three
    for first in (15, 17):
        for second in {14, 15, 16, 17} - {first}:
            expected = 4000 / 6
            assert abs(seen[first, second] - expected) < 5 * expected**0.5, seen
