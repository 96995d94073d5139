"""The promises that every game keeps, each a function that raises an `AssertionError`."""

from __future__ import annotations

import json
import random
import re

import numpy as np
from numpy.typing import NDArray

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.errors import GameOver, IllegalDraw, IllegalMove
from azulejos.play.record import Record

ILLEGAL_TRIED = 4  # illegal moves tried at every position
RULE_ID = re.compile(r"\b[A-Z]{2}-\d+")

# Promises about a position


def check_possible(state: State) -> None:
    """A position that was reached has no faults: no piece was lost or made."""
    faults = state.game.faults(state.table)
    assert not faults, f"faults: {'; '.join(map(str, faults))}"


def check_text(state: State) -> None:
    """The text and the `repr` of a position say all of it."""
    again = state.game.position(str(state))
    assert again == state, f"the text reads back as\n{again}"
    assert hash(again) == hash(state), "equal positions have different hashes"
    told = json.loads(state.to_json())
    assert state.game.position(told["position"]) == state, "the JSON says something else"
    assert told["table"]["seats"][0]["score"] == state.scores[0], "the JSON has another table"
    names = {state.game.name.upper(): state.game}
    assert eval(repr(state), names) == state, "the repr evaluates to another position"  # noqa: S307


def check_end(state: State) -> None:
    """The game is over exactly when nobody is to move and an outcome stands."""
    over = state.to_move is None
    assert (state.outcome is not None) == over, "an outcome stands exactly when the game is over"
    moves = len(state.legal_codes)
    assert (moves > 0) == (not over and state.to_move != CHANCE), f"{moves} moves are legal"
    assert over or state.to_move in (CHANCE, *range(state.players)), "an unknown seat is to move"


def check_scores(state: State) -> None:
    """A score for each seat; at the end places that count from 1 and share only true ties."""
    assert len(state.scores) == state.players, f"scores {state.scores}"
    outcome = state.outcome
    if outcome is None:
        return
    places = outcome.places
    assert outcome.scores == state.scores, f"the outcome has other scores: {outcome.scores}"
    assert len(places) == state.players, f"places {places}"
    better = tuple(1 + sum(other < place for other in places) for place in places)
    assert places == better, f"places {places} leave gaps that no tie explains"
    assert outcome.winners, "somebody wins"
    assert outcome.reason in state.game.endings[1:], f"no such ending: {outcome.reason!r}"


def check_legal_moves(state: State) -> None:
    """Every listed move can be played, is listed once, and leaves this position as it is."""
    codes = state.legal_codes
    assert len(set(codes)) == len(codes), f"moves are listed twice: {codes}"
    for move in state.legal_moves:
        assert state.is_legal(move), f"{move} is listed but not legal"
        next_state = state.play(str(move))
        assert next_state != state, f"{move} changes nothing"


def check_values(state: State) -> None:
    """Each legal move has a value; one that ends the game is worth what it leads to."""
    values = state.move_values
    assert len(values) == len(state.legal_codes), f"{len(values)} values"
    for move, value in zip(state.legal_moves, values, strict=True):
        next_state = state.play(move)
        if state.to_move is not None and next_state.to_move is None:
            score = next_state.scores[state.to_move]
            assert value == score, f"{move} is valued {value}, but the score becomes {score}"


def check_observations(state: State) -> None:
    """What a seat observes is what its view shows, and within the bounds that are told."""
    about = state.game.observation(state.players)
    for seat in range(state.players):
        numbers = state.observe(seat)
        wrong = (numbers < about.lowest) | (numbers > about.highest)
        for place in np.flatnonzero(wrong)[:1]:
            raise AssertionError(f"seat {seat + 1}: {about.names[place]} is {numbers[place]}")
        _same_observation(state.view(seat).state, seat, numbers, "the view")


def _same_observation(state: State, seat: int, expected: NDArray[np.int16], what: str) -> None:
    out = np.full_like(expected, -1)  # as memory looks that was used before
    state.game.kernels.observe(state._raw, seat, out)
    for place in np.flatnonzero(out != expected)[:1]:
        name = state.game.observation(state.players).names[place]
        raise AssertionError(
            f"seat {seat + 1}: {name} is {expected[place]}, but in {what} {out[place]}"
        )


def check_told_apart(state: State) -> None:
    """Whatever a seat can tell apart has different observations: this position and the next."""
    states = [state, *(state.play(move) for move in state.legal_moves)]
    for seat in range(state.players):
        seen: dict[bytes, State] = {}
        for each in states:
            view = each.view(seat).state
            other = seen.setdefault(each.observe(seat).tobytes(), view)
            assert other == view, f"seat {seat + 1} observes the same as in\n{other}\nand\n{view}"


def check_illegal_moves(state: State, source: random.Random) -> None:
    """Every other move is refused, with the rule that forbids it."""
    illegal = [c for c in range(state.game.move_codes) if c not in state.legal_codes]
    for code in source.sample(illegal, min(ILLEGAL_TRIED, len(illegal))):
        move = state.game.decode(code)
        assert not state.is_legal(move), f"{move} is legal but not listed"
        try:
            state.play(move)
        except GameOver:
            assert state.to_move is None, f"{move}: the game is not over"
        except IllegalMove as error:
            reason = str(error).removeprefix(f"{move}: ")
            assert reason.strip(), f"{move} is refused without a reason"
            chance = state.to_move == CHANCE
            assert chance or RULE_ID.search(reason), f"{move}: no rule is cited: {reason!r}"
        else:
            raise AssertionError(f"{move} is not legal, but can be played")


def check_draw(state: State, draw: Draw) -> None:
    """A draw has a text, and chance cannot draw from elsewhere, too much, too little, nothing."""
    game = state.game
    again = game.parse_draw(game.draw_text(draw))
    assert again == draw, f"{draw} reads back as {again}"
    assert 0 < len(draw.pieces) <= game.max_pieces, f"{draw} is empty or above max_pieces"
    rest = draw.pieces[1:]
    beyond = len(game.pool(draw.pool).symbols)
    for impossible in (
        Draw("nowhere", draw.pieces),
        Draw(draw.pool, ()),
        Draw(draw.pool, rest),
        Draw(draw.pool, (*draw.pieces, draw.pieces[0])),
        Draw(draw.pool, (-1, *rest)),
        Draw(draw.pool, (beyond, *rest)),
    ):
        assert _refusal(state, impossible), f"{impossible} can be dealt instead of {draw}"


def _refusal(state: State, draw: Draw) -> str:
    """Why a draw is refused; nothing if it is dealt."""
    try:
        state.deal(draw)
    except IllegalDraw as error:
        return str(error)
    return ""


def check_views(state: State, source: random.Random) -> None:
    """A view is enough to move by, and to make up a whole position that looks the same."""
    for seat in range(state.players):
        view = state.view(seat)
        if seat == state.to_move:
            moves = view.state.legal_moves
            assert moves == state.legal_moves, f"seat {seat + 1} sees other moves: {moves}"
        determinized = view.sample(source)
        if determinized == state:
            continue
        faults = state.game.faults(determinized.table)
        assert not faults, f"seat {seat + 1} makes up the impossible: {faults}\n{determinized}"
        assert determinized.view(seat) == view, (
            f"seat {seat + 1} makes up what it knows to be wrong"
        )
        _same_observation(determinized, seat, state.observe(seat), "what it makes up")
        if seat == state.to_move:  # another seat's moves may be its secret
            moves = determinized.legal_moves
            assert moves == state.legal_moves, f"seat {seat + 1} makes up other moves: {moves}"


# Promises about moves and records


def check_moves(game: Game, codes: set[int]) -> None:
    """Codes, moves and their texts are one to one."""
    texts: dict[str, int] = {}
    for code in sorted(codes):
        move = game.decode(code)
        text = str(move)
        assert 0 <= code < game.move_codes, f"{text} has code {code}, above move_codes"
        assert game.encode(move) == code, f"{text} has code {code} and {game.encode(move)}"
        assert not re.search(r"\s", text), f"{text!r} has a space"
        assert game.parse_move(text) == move, f"{text!r} reads as {game.parse_move(text)!r}"
        assert text not in texts, f"{text!r} is written for codes {texts[text]} and {code}"
        texts[text] = code


def check_record(record: Record) -> None:
    """A record reads back from text and JSON, replays, and may stop at any event."""
    assert Record.from_text(record.to_text()) == record, "the record's text reads otherwise"
    assert Record.from_json(record.to_json()) == record, "the record's JSON reads otherwise"
    assert record.final.outcome == record.outcome, "the replay ends otherwise"
    half = record.events[: len(record.events) // 2]
    unfinished = Record(record.game, record.options, record.names, half, None)
    assert Record.from_text(unfinished.to_text()) == unfinished, "half a record reads otherwise"
