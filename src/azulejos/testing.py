"""The conformance suite: `check_game` holds every game to the same promises.

::

    from azulejos import AZUL
    from azulejos.testing import check_game

    check_game(AZUL, AZUL.options(players=3), games=5)

It plays random games and checks each promise at every position. A broken promise raises an
`AssertionError` that shows the options and the position.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.errors import AzulejosError, GameOver, IllegalDraw, IllegalMove
from azulejos.play.record import Event, Record, after

LONGEST_GAME = 20_000  # events; no game may go on for ever
ILLEGAL_TRIED = 4  # illegal moves tried at every position
VALUED = 0.1  # the share of positions in which moves are valued: interpreted, that is slow
RULE_ID = re.compile(r"\b[A-Z]{2}-\d+")


# Random games


@dataclass(frozen=True)
class Ply:
    """A position of a random game and the event that follows; None after the last position."""

    state: State
    event: Event | None


def random_game(game: Game, options: Options, seed: int) -> Iterator[Ply]:
    """Play uniformly random moves; the seed decides everything, the draws included."""
    source = random.Random(seed)
    state = game.new(options)
    for _ in range(LONGEST_GAME):
        event = random_event(state, source)
        yield Ply(state, event)
        if event is None:
            return
        state = after(state, event)
    raise AssertionError(f"{game.name} {options}: seed {seed} does not end")


def random_event(state: State, source: random.Random) -> Event | None:
    """A draw where chance is due, a legal move where a seat is, None when the game is over."""
    if state.to_move is None:
        return None
    if state.to_move == CHANCE:
        return state.sample(source)
    codes = state.legal_codes
    # random() is the one method whose sequence Python keeps the same for ever
    return state.game.decode(codes[int(source.random() * len(codes))])


def random_record(game: Game, options: Options, seed: int) -> Record:
    """A whole random game as a record."""
    steps = list(random_game(game, options, seed))
    events = tuple(step.event for step in steps if step.event is not None)
    names = tuple(f"Seat {seat + 1}" for seat in range(options.players))
    return Record(game, options, names, events, steps[-1].state.outcome)


def digest(game: Game, options: Options, seed: int = 0, games: int = 3) -> str:
    """A short name for how a game behaves: every event and position of fixed random games.

    Compiled and interpreted kernels have the same digest; a change of behaviour changes it.
    Positions count by their texts, so that the layout of a table may change without a new digest.
    """
    found = hashlib.sha256()
    for number in range(seed, seed + games):
        for step in random_game(game, options, number):
            found.update(f"{step.state}\n{event_text(game, step.event)}\n".encode())
    return found.hexdigest()[:16]


def event_text(game: Game, event: Event | None) -> str:
    """An event as records write it; nothing after the last position."""
    if event is None:
        return ""
    return game.draw_text(event) if isinstance(event, Draw) else str(event)


# The suite


def check_game(game: Game, options: Options, games: int = 3, seed: int = 0) -> None:
    """Play random games and check every promise at every position."""
    seen: set[int] = set()
    for number in range(seed, seed + games):
        try:
            seen |= check_random_game(game, options, number)
        except AssertionError as error:
            raise AssertionError(f"{game.name} {options}, seed {number}: {error}") from error
    check_moves(game, seen)


def check_random_game(game: Game, options: Options, seed: int) -> set[int]:
    """Check one random game, and return the codes that were legal in it."""
    seen: set[int] = set()
    source = random.Random(f"promises {seed}")
    for step in random_game(game, options, seed):
        check_position(step.state, step.event, source)
        seen.update(step.state.legal_codes)
    check_record(random_record(game, options, seed))
    return seen


def check_position(state: State, event: Event | None, source: random.Random) -> None:
    """Check all that must hold at one position; `event` is what will follow."""
    key = state.key
    for promise in PROMISES:
        _hold(promise, state)
    _hold(lambda s: check_illegal_moves(s, source), state)
    _hold(lambda s: check_views(s, source), state)
    if source.random() < VALUED:
        _hold(check_values, state)
        _hold(check_told_apart, state)
    if isinstance(event, Draw):
        _hold(lambda s: check_draw(s, event), state)
    assert state.key == key, f"the checks changed the position\n{state}"


def _hold(promise: Callable[[State], None], state: State) -> None:
    """Keep a promise, or fail with the position it was broken at."""
    try:
        promise(state)
    except (AssertionError, AzulejosError) as error:
        raise AssertionError(f"{error}\nat the position\n{state}") from error


# Promises about a position


def check_possible(state: State) -> None:
    """A position that was reached has no faults: no piece was lost or made."""
    faults = state.game.faults(state.table)
    assert not faults, f"faults: {'; '.join(faults)}"


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


PROMISES: tuple[Callable[[State], None], ...] = (
    check_possible,
    check_text,
    check_end,
    check_scores,
    check_legal_moves,
    check_observations,
)


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
    assert 0 < len(draw.pieces) <= game.most_pieces, f"{draw} is empty or above most_pieces"
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
    """A view is enough to move by, and to imagine a position that looks the same."""
    for seat in range(state.players):
        view = state.view(seat)
        if seat == state.to_move:
            moves = view.state.legal_moves
            assert moves == state.legal_moves, f"seat {seat + 1} sees other moves: {moves}"
        imagined = view.sample(source)
        if imagined == state:
            continue
        faults = state.game.faults(imagined.table)
        assert not faults, f"seat {seat + 1} imagines the impossible: {faults}\n{imagined}"
        assert imagined.view(seat) == view, f"seat {seat + 1} imagines what it knows to be wrong"
        _same_observation(imagined, seat, state.observe(seat), "what it imagines")
        if seat == state.to_move:  # another seat's moves may be its secret
            moves = imagined.legal_moves
            assert moves == state.legal_moves, f"seat {seat + 1} imagines other moves: {moves}"


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
