"""Azul Duel, turns and plates: DU-5 to DU-7, DU-22, DU-25."""

from __future__ import annotations

import random
import re

import pytest

from azulejos import CHANCE, DUEL, State
from azulejos.errors import IllegalDraw, IllegalMove, NotationError
from azulejos.games.duel.moves import Keep
from states import dealt, line

FACTORIES = "factories B2YR/-/? K2T2/-/? Y4/-/? RKBT/-/?; large B2YRK/-; "
ACTION = "duel {options}; round {round} phase=action turn=1 start=1; {plates}; "
SEATS = "seat 1 score={score} tokens={tokens}; seat 2 score=5 tokens={others}"


def position(
    plates: str = "plates 1 2 3",
    *,
    score: int = 5,
    tokens: int = 2,
    others: int = 2,
    options: str = "",
    number: int = 1,
) -> State:
    text = ACTION.format(options=options, round=number, plates=plates) + FACTORIES
    text += SEATS.format(score=score, tokens=tokens, others=others)
    for seat, laid in enumerate(boards_for(plates), 1):
        text = text.replace(f"seat {seat} ", f"seat {seat} plates={laid} ")
    return DUEL.position(text)


def boards_for(plates: str) -> list[str]:
    """Slots with the plates that a stack does not leave room for."""
    offer, _, stack = plates.partition(";")
    known = {int(plate) for plate in re.findall(r"\b(\d+)\b", offer)}
    known |= {int(plate) for plate in re.findall(r":(\d+)", stack)}
    unseen = re.search(r"\?(\d+)", stack)
    left = [plate for plate in range(1, 19) if plate not in known]
    laid = left[int(unseen[1]) :] if unseen else left if stack else []
    slots = [[f"{plate}n" for plate in laid[half::2]] for half in (0, 1)]
    return ["/".join((board + ["-"] * 9)[:9]) for board in slots]


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves}


def plate_moves(state: State) -> set[str]:
    return {move for move in moves(state) if move == "draw" or move[0] == "p"}


# DU-5

CHIPS_ONLY = (
    "duel; round 2 phase=action turn={turn} start=1 first=1; plates 1 2 3; "
    "factories -/-/{first} -/-/{second} -/-/{third} -/-/-; {seats}"
)


def test_du_05_four_kinds_of_actions() -> None:
    state = DUEL.position(
        "duel; round 1 phase=action turn=1 start=1; plates 1 2 3; "
        "factories B2YR/-/? -/TK/? -/-/BR -/-/-; large -/K; "
        "seat 1 score=5 tokens=1; seat 2 score=5 tokens=1 taken=1 chips=B"
    )
    assert {move[0] for move in moves(state)} == {"1", "m", "c", "p", "d"}
    assert {move[:2] for move in moves(state) if move[0] in "1m"} == {"1B", "1Y", "1R", "mT", "mK"}


def test_du_05_there_is_no_pass() -> None:
    with pytest.raises(NotationError, match="is not a move of Azul Duel"):
        position().play("pass")


def test_du_05_a_player_without_action_is_out_while_the_other_goes_on() -> None:
    state = DUEL.position(
        CHIPS_ONLY.format(
            turn=1,
            first="B",
            second="Y",
            third="R",
            seats="seat 1 taken=1 score=5; seat 2 score=5",
        )
    )
    state = state.play("c1")
    assert (state.to_move, moves(state)) == (1, {"c2", "c3"})
    state = state.play("c3")
    assert (state.to_move, moves(state)) == (1, {"c2"})
    assert state.play("c2").phase == "fill-large"


def test_du_05_a_token_left_is_an_action() -> None:
    seats = "seat 1 taken=2 score=5 tokens=1; seat 2 score=5 taken=1"
    state = DUEL.position(CHIPS_ONLY.format(turn=1, first="B", second="-", third="-", seats=seats))
    assert moves(state) == {"p1", "p2", "p3", "draw"}
    state = state.play("p1").play("@1n")
    assert (state.to_move, moves(state)) == (1, {"c1"})


# DU-6


def test_du_06_a_face_up_plate_is_not_replaced_in_the_round() -> None:
    state = position().play("p2")
    assert state.phase == "laying"
    state = state.play("@5w")
    assert line(state, "plates") == "plates 1 3"
    assert "plates=-/-/-/-/2w/-/-/-/-" in line(state, "seat 1")
    assert " tokens=1 " in line(state, "seat 1")
    assert state.to_move == 1


def test_du_06_a_plate_is_laid_on_a_free_slot_in_any_rotation() -> None:
    state = position().play("p2").play("@5w").play("p1").play("@5e").play("p3")
    assert moves(state) == {f"@{slot}{way}" for slot in "12346789" for way in "nesw"}
    with pytest.raises(IllegalMove, match=r"slot 5 is taken \(DU-6\)"):
        state.play("@5n")


def test_du_06_without_tokens_no_plate_is_taken() -> None:
    state = position(tokens=0)
    assert not plate_moves(state)
    for move in ("p1", "draw"):
        with pytest.raises(IllegalMove, match=r"both tokens of the round are used \(DU-6\)"):
            state.play(move)


def test_du_06_no_plates_are_taken_in_the_last_round() -> None:
    state = DUEL.position(
        "duel; round 5 phase=action turn=1 start=1; plates -; stack -; "
        + FACTORIES
        + "seat 1 score=5 plates=1n/2n/3n/4n/5n/6n/7n/8n/9n; "
        "seat 2 score=5 plates=10n/11n/12n/13n/14n/15n/16n/17n/18n"
    )
    assert not plate_moves(state)
    with pytest.raises(IllegalMove, match=r"in the last round \(DU-6\)"):
        state.play("draw")


def test_du_06_plates_are_drawn_unseen_for_a_point_each() -> None:
    state = position("plates 1 2 3; stack ?15 top=J").play("draw")
    assert (state.phase, state.scores) == ("show-back", (4, 5))
    state = dealt(state, "back S")
    assert line(state, "hand") == "hand J"
    assert moves(state) == {"draw", "look"}
    state = dealt(state.play("draw"), "back J")
    assert state.scores == (3, 5)
    assert line(state, "hand") == "hand J S"
    assert " tokens=1 " in line(state, "seat 1")


def test_du_06_there_is_no_going_back_to_a_face_up_plate() -> None:
    state = dealt(position().play("draw"), "back S")
    with pytest.raises(IllegalMove, match="draw another plate or look"):
        state.play("p1")


def test_du_06_a_single_plate_is_kept() -> None:
    state = dealt(position("plates 1 2 3; stack ?15 top=J").play("draw"), "back S")
    state = dealt(state.play("look"), "look 4")
    assert state.phase == "laying"
    assert "plates=4s/-/-/" in line(state.play("@1s"), "seat 1")


def test_du_06_others_go_under_the_stack_in_an_order_of_choice() -> None:
    state = dealt(position("plates 1 2 3; stack ?15 top=J").play("draw"), "back S")
    for back in ("back S", "back J"):
        state = dealt(state.play("draw"), back)
    state = dealt(state.play("look"), "look 4 5 7")
    assert moves(state) == {"k4", "k5", "k7"}
    state = state.play("k5")
    assert moves(state) == {"u4", "u7"}
    state = state.play("u7")
    assert state.phase == "laying"
    assert line(state, "stack") == "stack ?12 1:7s1 1:4 top=J"
    assert line(state.play("@2n"), "seat 1").count("5n") == 1


def test_du_06_one_other_plate_goes_under_without_asking() -> None:
    state = dealt(position("plates 1 2 3; stack ?15 top=J").play("draw"), "back S")
    state = dealt(state.play("draw"), "back J")
    state = dealt(state.play("look"), "look 4 5").play("k4")
    assert state.phase == "laying"
    assert line(state, "stack") == "stack ?13 1:5s1 top=J"


def test_du_06_an_empty_stack_ends_the_drawing() -> None:
    state = position("plates 1 2 3; stack 1:4 top=J", tokens=1, others=1, number=4)
    assert dealt(state.play("draw")).phase == "laying"  # the drawer put it there


def test_du_06_put_back_plates_come_again_after_the_others() -> None:
    """Seat 2 draws what seat 1 put back: the last plates of a small stack."""
    state = position("plates 1 2 3; stack ?1 1:7 1:4 top=S", number=4)
    state = state.play("1B6").play("oYR")
    state = dealt(state.play("draw"), "back S")
    state = dealt(state.play("draw"), "back J")
    state = dealt(state.play("draw"))
    assert state.phase == "look"
    assert moves(dealt(state, "look 5 7 4")) == {"k5", "k7", "k4"}


# DU-7


def test_du_07_without_points_a_plate_of_the_stack_is_taken_only_where_none_lies_face_up() -> None:
    state = position("plates 1", score=0)
    assert plate_moves(state) == {"p1"}
    with pytest.raises(IllegalMove, match=r"\(DU-7\)"):
        state.play("draw")
    assert plate_moves(position("plates -", score=0)) == {"draw"}


def test_du_07_the_forced_draw_costs_nothing_and_is_one_only() -> None:
    state = position("plates -; stack ?18 top=J", score=0).play("draw")
    assert state.scores == (0, 5)
    state = dealt(state, "back S")
    assert state.phase == "look"


def test_du_07_the_last_point_buys_one_plate() -> None:
    for plates in ("plates 1 2 3", "plates -"):
        state = position(plates, score=1).play("draw")
        state = dealt(state, "back S")
        assert (state.scores, state.phase) == ((0, 5), "look")


def test_du_07_option_free_draws_any_number_for_nothing() -> None:
    state = position(score=0, options="stack_draw_at_zero=free")
    assert plate_moves(state) == {"p1", "p2", "p3", "draw"}
    for _ in range(3):
        state = dealt(state.play("draw"), "back S")
        assert (state.scores, state.phase) == ((0, 5), "drawing")


def test_du_07_option_free_still_costs_a_point_that_one_has() -> None:
    state = position(score=1, options="stack_draw_at_zero=free").play("draw")
    state = dealt(state, "back S")
    assert (state.scores, state.phase) == ((0, 5), "drawing")


# DU-22


def test_du_22_the_plates_come_out_even() -> None:
    """Three lie face up at the start of rounds 1 to 4, with 13, 9, 5 and 1 in the stack."""
    for seed in range(5):
        result = {}
        source, state = random.Random(seed), DUEL.new()
        while state.to_move is not None:
            table = state.table
            if state.to_move == CHANCE:
                state = state.deal(state.sample(source))
                continue
            if state.phase == "action" and table.rounds not in result:
                result[table.rounds] = (bin(table.face_up).count("1"), table.stack_height)
            state = state.play(source.choice(state.legal_moves))
        assert result == {1: (3, 13), 2: (3, 9), 3: (3, 5), 4: (3, 1), 5: (0, 0)}


# DU-25

PUT_BACK = "plates 1 2 3; stack ?5 1:7 2:4 1:6 top=J"


def test_du_25_a_seat_sees_what_it_put_back_and_no_more() -> None:
    state = position(PUT_BACK, number=3)
    assert line(state.view(0).state, "stack") == "stack ?5 1:7s1 2:?s0 1:6s0 top=J"
    assert line(state.view(1).state, "stack") == "stack ?5 1:?s1 2:4s0 1:?s0 top=J"


def test_du_25_the_other_seat_sees_backs_and_the_plate_kept() -> None:
    state = dealt(position("plates 1 2 3; stack ?15 top=J").play("draw"), "back S")
    state = dealt(state.play("draw"), "back S")
    state = dealt(state.play("draw"), "back J")
    state = dealt(state.play("look"), "look 4 5 7")
    assert line(state.view(0).state, "hand") == "hand J4! S5! S7!"
    assert line(state.view(1).state, "hand") == "hand J! S! S!"
    assert state.legal_moves == (Keep(3), Keep(4), Keep(6))
    assert {*state.view(1).state.legal_moves} == {Keep(plate) for plate in range(3, 18)}
    state = state.play("k5")
    assert "plate=5" in line(state.view(1).state, "round")
    assert line(state.view(0).state, "hand") == "hand J4! S7! specials=1"
    assert line(state.view(1).state, "hand") == "hand ?! ?! specials=1"
    assert line(state.play("u4").view(1).state, "stack") == "stack ?12 1:?s1 1:? top=J"


def test_du_25_nobody_sees_a_plate_before_the_look() -> None:
    """Seat 1 draws plate 4, which seat 2 had put back and now no longer knows."""
    state = position("plates 1 2 3; stack 2:4 1:7 1:6 2:5 top=J", number=4).play("draw")
    state = dealt(state, "back S")
    assert line(state, "hand") == "hand J4"
    for seat in (0, 1):
        assert line(state.view(seat).state, "hand") == "hand J"
    state = dealt(state.play("draw"), "back J")
    assert line(state.view(0).state, "hand") == "hand J S7!"
    assert line(state.view(1).state, "hand") == "hand J S!"
    state = dealt(state.play("look"), "look 4")
    assert moves(state) == {"k4", "k7"}


def test_du_25_the_look_cannot_be_taken_back() -> None:
    """Chance speaks whenever a seat sees something new, even where it has no choice."""
    state = position("plates 1 2 3; stack 2:4 top=J", tokens=1, others=1, number=4).play("draw")
    assert state.to_move == CHANCE
    assert state.sample(random.Random(1)).pieces == (3,)


def test_du_25_a_plate_on_top_shows_its_back_to_both() -> None:
    state = position("plates 1 2 3; stack 2:4 1:7 top=J", tokens=1, others=1, number=4)
    assert line(state.view(0).state, "stack") == "stack 2:?s0 1:7s1 top=J"


SPECIALS = {1, 5, 7, 8, 9, 11, 13, 16, 18}


def looked(*fronts: int) -> State:
    """Seat 1 has drawn some plates and looked at them; the next back is a joker."""
    backs = ["S" if plate in SPECIALS else "J" for plate in fronts]
    state = position(f"plates 1 2 3; stack ?15 top={backs[0]}")
    for back in [*backs[1:], "J"]:
        state = dealt(state.play("draw"), f"back {back}")
    return dealt(state.play("look"), "look " + " ".join(map(str, fronts)))


def played(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.play(move)
    return state


def test_du_25_the_other_seat_knows_how_many_of_a_group_are_special_and_not_which() -> None:
    state = looked(4, 5, 6, 7)
    for moves in ("k4 u5 u6", "k4 u5 u7", "k4 u6 u5", "k4 u6 u7", "k4 u7 u5", "k4 u7 u6"):
        view = played(state, moves).view(1)
        assert line(view.state, "stack") == "stack ?11 1:?s2 1:? 1:? top=J"
    assert line(played(state, "k5 u4 u6").view(1).state, "stack") == "stack ?11 1:?s1 1:? 1:? top=J"


def test_du_25_a_plate_put_back_alone_has_a_known_back() -> None:
    source = random.Random(1)
    for fronts, keep, specials in (((4, 5), "k4", 1), ((4, 5), "k5", 0)):
        view = looked(*fronts).play(keep).view(1)
        assert line(view.state, "stack") == f"stack ?13 1:?s{specials} top=J"
        result = {view.sample(source).table.stack_front[13] + 1 for _ in range(200)}
        hidden = set(range(4, 19)) - {int(keep[1:])}  # what seat 2 has seen nowhere
        assert result == {plate for plate in hidden if (plate in SPECIALS) == bool(specials)}


@pytest.mark.parametrize(
    ("drawn", "moves", "others", "same"),
    [
        ((4, 5, 6, 7), "k4 u5 u6", (4, 5, 6, 7), "k4 u6 u7"),  # another order
        ((4, 5, 6, 7), "k4 u5 u6", (4, 8, 10, 9), "k4 u10 u8"),  # other plates of these kinds
        ((4, 5, 6, 7), "k4 u5", (4, 5, 6, 7), "k4 u6"),  # the first of three
        ((4, 5, 6, 7), "k4", (4, 8, 10, 9), "k4"),
        ((5, 4, 7, 6), "k5 u4 u6", (8, 4, 5, 6), "k5 u8 u4"),  # another of the specials is kept
    ],
)
def test_du_25_order_and_fronts_of_a_group_are_secret(
    drawn: tuple[int, ...], moves: str, others: tuple[int, ...], same: str
) -> None:
    ours, theirs = played(looked(*drawn), moves), played(looked(*others), same)
    assert ours != theirs
    assert ours.view(1) == theirs.view(1)
    assert ours.view(1).state.key == theirs.view(1).state.key
    assert ours.view(0) != theirs.view(0)


def test_du_25_putting_back_one_by_one_tells_nothing_but_the_total() -> None:
    state = looked(4, 5, 6, 7).play("k5")
    assert line(state.view(1).state, "hand") == "hand ?! ?! ?! specials=1"
    assert line(state.view(1).state, "stack") == "stack ?11 top=J"
    for move in ("u4", "u7"):
        seen = state.play(move).view(1).state
        assert line(seen, "stack") == "stack ?11 1:?s1 top=J"
        assert line(seen, "hand") == "hand ?! ?!"
        assert DUEL.position(str(seen)) == seen


def test_du_25_a_second_group_of_a_seat_is_told_from_the_first() -> None:
    state = position("plates 1 2 3; stack ?2 1:7s1 1:4 1:6s0 1:8s1 top=S", number=3)
    assert line(state.view(1).state, "stack") == "stack ?2 1:?s1 1:? 1:?s0 1:?s1 top=S"
    source = random.Random(3)
    for _ in range(50):
        table = state.view(1).sample(source).table
        special = [table.stack_front[place] + 1 in SPECIALS for place in range(2, 6)]
        assert special in ([True, False, False, True], [False, True, False, True])


def test_du_25_a_group_is_known_better_as_its_plates_come_up() -> None:
    """Seat 2 has seen the backs of three plates that seat 1 put back; seat 2 now draws them."""
    state = position("plates 1 2 3; stack ?1 1:7s1 1:4 1:6 top=S", number=4)
    state = state.play("1B6").play("oYR")
    stacks = []
    for back in ("back S", "back J", "back J"):
        state = dealt(state.play("draw"), back)
        stacks.append(line(state.view(1).state, "stack"))
    assert stacks == [
        "stack 1:?s1 1:? 1:? top=S",
        "stack 1:?s0 1:? top=J",
        "stack 1:?s0 top=J",
    ]


def test_du_25_a_group_in_an_empty_stack_shows_its_first_back() -> None:
    state = position("plates 1 2 3; stack ?4 top=J", number=3, tokens=1, others=1)
    for back in ("back S", "back S", "back J"):
        state = dealt(state.play("draw"), back)
    state = dealt(state.play("draw"), "look 4 5 7 6").play("k4").play("u7")
    seen = state.view(1).state
    assert (line(seen, "stack"), line(seen, "hand")) == ("stack 1:?s2 top=S", "hand ?! ?!")
    source = random.Random(4)
    for _ in range(20):
        determinized = state.view(1).sample(source)
        assert sorted(determinized.table.hand_kind[place] for place in (0, 1)) == [0, 1]
        assert determinized.view(1) == state.view(1)


@pytest.mark.parametrize(
    ("stack", "back"),
    [
        ("stack 2:4s0 2:6 2:10 top=J", "back S"),
        ("stack 2:5s2 2:7 top=S", "back J"),
        ("stack 2:5s1 2:4 2:6 top=S", "back S"),
        ("stack ?2 2:4s0 2:6 top=S", "back J"),  # seat 1 has seen the other jokers
    ],
)
def test_du_25_no_back_is_dealt_in_a_view_that_its_seat_knows_to_be_wrong(
    stack: str, back: str
) -> None:
    seen = position(f"plates 1 2 3; {stack}", number=4, tokens=1, others=1).view(0).state
    other = back.replace("S", "x").replace("J", "S").replace("x", "J")
    with pytest.raises(IllegalDraw, match=r"a back that cannot lie there"):
        dealt(seen.play("draw"), back)
    assert dealt(seen.play("draw"), other).table.top_kind == "SJ".index(other[-1])


def test_du_25_who_draws_a_plate_that_is_blank_in_a_view_is_shown_it_by_chance() -> None:
    """Seat 2 draws what it put back itself, in the view of seat 1."""
    state = DUEL.position(
        "duel players=2 stack_draw_at_zero=free; round 4 phase=action turn=2 start=1 first=2; "
        "plates 14; stack 2:?s1 top=S; factories -/-/- -/R/? -/KT/? -/K/?; large -/-; "
        "seat 1 score=0 tokens=0 taken=1 plates=1w/11w/15n/10s/16s/9w/4e/2n/17n; "
        "seat 2 score=0 tokens=2 plates=13e/3e/-/7w/8s/18n/-/12w/6w"
    ).play("draw")
    assert (state.to_move, state.phase) == (CHANCE, "look")
    state = dealt(state, "look 5").play("@3e")
    assert "plates=13e/3e/5e/7w" in line(state, "seat 2")
    assert DUEL.position(str(state)) == state
