"""States, options, draws, and the errors at the edges of a game."""

from __future__ import annotations

import random

import pytest

import azulejos
from azulejos import AZUL, Draw, Options, State
from azulejos.core.notation import sections
from azulejos.core.state import Outcome, places_by
from azulejos.errors import (
    GameOver,
    IllegalDraw,
    IllegalMove,
    NotationError,
    OptionError,
    UnknownName,
)
from azulejos.games.azul.moves import Place, Take

OFFER = "azul; round 1 phase=offer turn=1 start=1; displays B4 Y4 - - -"
OVER = (
    "azul; round 5 phase=over ending=row start=1 marker=1; "
    "seat 1 score=7 wall=BYRKW/...../...../...../....."
)


@pytest.fixture
def state() -> State:
    return AZUL.position(OFFER)


# Moves


@pytest.mark.parametrize(
    "move",
    [Take(1, 0, 6), Take(99, 0, 0), Take(2, -4, 0), Take(0, 7, 0), Place(9, 9), Place(-60, 0)],
)
def test_moves_out_of_range_are_refused(state: State, move: Take | Place) -> None:
    """Some of them have the code of a legal move."""
    key = state.key
    assert not state.is_legal(move)
    with pytest.raises(IllegalMove, match=r"\) is not a move of Azul"):
        state.play(move)
    assert state.key == key


def test_moves_of_other_games_are_refused(state: State) -> None:
    with pytest.raises(NotationError, match="is not a move of Azul"):
        state.play(azulejos.Move())


@pytest.mark.parametrize("text", ["", "3B", "3B22", "0B1", "3G1", "w66", "3B0", "take 3B1"])
def test_texts_that_are_no_moves_say_how_to_write_one(state: State, text: str) -> None:
    with pytest.raises(NotationError, match="like 3B2 or cYf"):
        state.play(text)


def test_no_move_while_chance_is_due_or_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="chance is to deal first"):
        AZUL.new().play("1B1")
    with pytest.raises(GameOver, match="the game is over"):
        AZUL.position(OVER).play("1B1")


# Chance


def test_no_draw_unless_chance_is_due(state: State) -> None:
    for at in (state, AZUL.position(OVER)):
        with pytest.raises(IllegalDraw, match="no draw is due"):
            at.sample(random.Random(1))
        with pytest.raises(IllegalDraw, match="no draw is due"):
            at.deal(Draw("bag", (0,)))


def test_draw_comes_from_the_pool_that_is_due() -> None:
    with pytest.raises(IllegalDraw, match="a draw from 'bag', but 'start' is due"):
        AZUL.new().deal(Draw("bag", (0,)))


@pytest.mark.parametrize("seat", [-1, 2, 10**12])
def test_start_player_is_a_seat(seat: int) -> None:
    with pytest.raises(IllegalDraw, match="a number from 1 to 2"):
        AZUL.new().deal(Draw("start", (seat,)))


def test_texts_that_are_no_draws_say_what_there_is() -> None:
    with pytest.raises(NotationError, match="nothing is drawn from 'box'; there are: start, bag"):
        AZUL.parse_draw("box BBBB")
    with pytest.raises(NotationError, match="'G' cannot be drawn; possible: B, Y, R, K, W"):
        AZUL.parse_draw("bag BBGB")


def test_draws_are_read_in_any_grouping() -> None:
    assert AZUL.parse_draw(" bag bb yr k") == Draw("bag", (0, 0, 1, 2, 3))


# Value


def test_states_are_values(state: State) -> None:
    again = AZUL.position(OFFER)
    assert state == again
    assert len({state, again, state.play("1B1")}) == 2
    assert state != OFFER


def test_table_is_read_only(state: State) -> None:
    with pytest.raises(TypeError, match="read-only"):
        state.table.turn = 1


# Positions


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "an empty text is not a position"),
        ("sintra players=2", "begins with 'azul', not 'sintra'"),
        ("azul 2", "'2' cannot be read; write it like players=2"),
        ("azul; shelf B", "a position of Azul has no section 'shelf'"),
        ("azul; round 1", "phase= should be one of choose-start, deal, offer"),
        ("azul; round 1 phase=offer start=1", "section 'round' lacks turn="),
        ("azul; round 1 phase=offer turn=3", "turn=3 should be a number from 1 to 2"),
        ("azul; round 1 phase=deal start=1 colour=2", "section 'round' has no value 'colour'"),
        ("azul; round 1 phase=deal phase=deal", "gives phase twice"),
        ("azul; round " + "9" * 1000, "should be a number from 0 to 999"),
        ("azul; displays B", "2 players have 5 displays"),
        ("azul; centre", "should have one pile"),
        ("azul; seat 3", "should be a number from 1 to 2"),
        ("azul; seat 1 lines=-/-", "should have 5 parts"),
        ("azul; seat 1 wall=.....", "cannot be read; write it like"),
        ("azul; seat 1 wall=G..../...../...../...../.....", "'G' is not a tile"),
        ("azul; bag B19Y20R20K20W20", "impossible position: 19 blue tiles instead of 20"),
        ("azul; round 1 phase=offer turn=1 start=1", "tiles lie on displays or in the centre"),
        ("azul; seat 1 wall=Y..../...../...../...../.....", "a space of another colour"),
        (
            "azul; seat 1 lines=B/-/-/-/- wall=B..../...../...../...../.....",
            "line 1 holds a colour",
        ),
        ("azul side=grey; seat 1 wall=BB.../...../...../...../.....", "a row .* colour twice"),
        ("azul side=grey; seat 1 wall=B..../B..../...../...../.....", "a column .* colour twice"),
        ("azul; seat 1 floor=*", "a marker that this player has not taken"),
    ],
)
def test_wrong_positions_are_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as caught:
        AZUL.position(text)
    assert "\n" not in str(caught.value)


def test_sections_are_divided_by_lines_or_semicolons() -> None:
    assert sections("a 1 x=2\n\nb") == sections(" a  x=2 1;; b ")


# Options


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"players": 5}, "option players=5: it must be one of 2, 3, 4"),
        ({"players": "two"}, "option players=two: it must be a whole number"),
        ({"players": None}, "option players=None: it must be a whole number"),
        ({"players": 2.5}, r"option players=2.5: it must be a whole number"),
        ({"side": "blue"}, "option side=blue: it must be one of coloured, grey"),
        ({"side": 1}, "option side=1: it must be one of coloured, grey"),
        ({"quiet_rounds": 0}, "option quiet_rounds=0: it must be 1 to 100"),
        ({"start": 3}, "option start=3: there are only 2 players"),
        ({"colour": 3}, "no option 'colour'; there are: players, start, side, quiet_rounds"),
    ],
)
def test_wrong_options_are_refused(values: dict[str, object], complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        AZUL.new(**values)


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(OptionError, match="are no options of Azul"):
        AZUL.new(Options())


def test_options_write_what_differs_from_the_defaults() -> None:
    assert str(AZUL.options()) == "players=2"
    assert str(AZUL.options(side="grey", start=1)) == "players=2 start=1 side=grey"


# Outcomes and names


def test_places_are_shared_by_true_ties_only() -> None:
    assert places_by([(7, 0), (9, 0), (7, 1), (7, 0)]) == (3, 1, 2, 3)
    assert Outcome((9, 9), (1, 1), "").winners == (0, 1)


def test_unknown_games_are_named() -> None:
    with pytest.raises(UnknownName, match="no game is called 'chess'; there are: azul"):
        azulejos.game("chess")


def test_public_names_are_there() -> None:
    for name in azulejos.__all__:
        assert getattr(azulejos, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'Azul'"):
        _ = azulejos.Azul


def test_game_without_secrets_shows_all(state: State) -> None:
    assert not AZUL.has_secrets
    assert state.view(0).state is state


def test_a_view_is_for_a_seat_that_exists() -> None:
    with pytest.raises(UnknownName, match="no seat is called '2'; there are: 0, 1"):
        AZUL.new().view(2)


@pytest.mark.parametrize(
    "text", ["azul; discard -; discard B", "azul; seat 2 score=1; seat 2 score=2", "azul; azul"]
)
def test_a_section_given_twice_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is given twice"):
        AZUL.position(text)
