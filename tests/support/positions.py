"""Positions of every game for the page to show: as the seat to move sees them, with all its moves.

They are taken from games that are played at random, greedily, and with a liking for what is rare,
and chosen so that every kind of move in every phase occurs, however seldom it can be made.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from azulejos import Game, Move, Options, State
from azulejos.core.turn import CHANCE
from azulejos.scenes import stage
from azulejos.tables.messages import Choice, SeatInfo, Update

Shape = tuple[str, ...]
"""The kind of a move: its phase, and its steps without the numbers and colours in them."""

NAMES = ("Beatriz", "Tomás", "Inês", "Duarte")
NUMBER_OR_COLOUR = re.compile(
    r"-(\d+|[a-z]|first|blue|yellow|red|black|white|orange|pink|green|purple|turquoise)(?=-|$)"
)


@dataclass(frozen=True)
class Position:
    """A position in which a seat has to decide."""

    state: State  # as the seat to move sees it
    shapes: dict[Move, Shape]  # of its legal moves


def positions(game: Game, options: Options, seed: str, games: int = 1) -> list[Position]:
    """All positions of some games, played in each of the ways."""
    source = random.Random(seed)
    return [
        position
        for _ in range(games)
        for way in (anything, something_rare, what_scores)
        for position in played(game, options, way, source)
    ]


Way = Callable[[Position, random.Random], Move]


def played(game: Game, options: Options, way: Way, source: random.Random) -> Iterator[Position]:
    state = game.new(options)
    while state.to_move is not None:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
            continue
        seen = state.view(state.to_move).state
        position = Position(seen, {move: shape(seen, move) for move in seen.legal_moves})
        yield position
        state = state.play(way(position, source))


def shape(state: State, move: Move) -> Shape:
    steps = stage(state.game).steps(move)
    return state.phase, *(NUMBER_OR_COLOUR.sub("", step) for step in steps)


def anything(position: Position, source: random.Random) -> Move:
    return source.choice(list(position.shapes))


def something_rare(position: Position, source: random.Random) -> Move:
    """Each kind of move as often as any other."""
    kind = source.choice(sorted(set(position.shapes.values())))
    return source.choice([move for move, its in position.shapes.items() if its == kind])


def what_scores(position: Position, source: random.Random) -> Move:
    """What is worth most at once, which builds boards as people do."""
    values = dict(zip(position.shapes, position.state.move_values, strict=True))
    most = max(values.values())
    return source.choice([move for move, value in values.items() if value == most])


def sampled(found: list[Position], moves: int, each: int = 12) -> list[tuple[Position, list[Move]]]:
    """Some positions and moves there: about so many in all, and as many of each kind as can be."""
    source = random.Random(moves)
    found = source.sample(found, len(found))
    made: Counter[Shape] = Counter()
    chosen = []
    while found and made.total() < moves:
        position = min(found, key=lambda p: min(made[kind] for kind in p.shapes.values()))
        found.remove(position)
        order = source.sample(list(position.shapes), len(position.shapes))
        picked: list[Move] = []
        for _ in range(min(each, len(order))):
            picked.append(min(order, key=lambda move: made[position.shapes[move]]))
            order.remove(picked[-1])
            made[position.shapes[picked[-1]]] += 1
        chosen.append((position, picked))
    return chosen


def update_of(position: Position, **changes: Any) -> Update:
    """What the server would tell of a position."""
    state = position.state
    shown = stage(state.game)
    seats = [SeatInfo("person", name, is_here=True) for name in NAMES[: state.players]]
    told = Update(
        table="positions",
        version=1,
        seat=state.to_move,
        game=state.game.name,
        options=dict(state.options.as_dict()),
        pace="live",
        seats=seats,
        to_move=state.to_move,
        scene=shown.scene(state),
        choices=[
            Choice(str(move), shown.steps(move), value)
            for move, value in zip(state.legal_moves, state.move_values, strict=True)
        ],
        since=[],
        plies=0,
        may_undo=False,
        result=None,
        requests=[],
    )
    return msgspec.structs.replace(told, **changes)


def as_text(update: Update) -> str:
    """What the server tells, as it sends it."""
    return msgspec.json.encode(update).decode()
