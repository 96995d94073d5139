"""What modules of WebAssembly must do: games and searches, with what native kernels make of them.

`ahead/compare.mjs` does the same by the bindings for JavaScript, in Node and in Chromium.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from option_sets import option_sets, read_options

from azulejos import Game, game
from azulejos.bots.search.engine import Search, _imagined
from azulejos.bots.search.result import Budget, SearchResult
from azulejos.core.state import State
from azulejos.core.turn import CHANCE, NOBODY

MAX_VALUES = 8  # of an option that are all tried; of one with more, the first, a few and the last
SEARCHED = 3  # positions with each number of players
NODES = {"azul": 5000, "sintra": 5000, "pavilion": 300, "duel": 2000}
WORDS = (20241116, 977)  # of the generators


def cases(name: str) -> dict[str, Any]:
    """Games and searches of a game, as JSON can carry them."""
    result = game(name)
    return {
        "games": [[options, played(result, options)] for options in every_option_set(result)],
        "steps": [
            [options, stepped(result, options)]
            for text in option_sets(name)
            for options in [read_options(result, text).as_dict()]
        ],
        "searches": searches(result),
    }


def every_option_set(found: Game) -> Iterator[dict[str, Any]]:
    """All sets of options; of options with many values, some."""
    fields = {each.name: list(each.metadata["allowed"]) for each in found.options.each()}
    for name, values in fields.items():
        if len(values) > MAX_VALUES:
            fields[name] = [values[0], *values[7::23], values[-1]]
    for chosen in product(*fields.values()):
        options = dict(zip(fields, chosen, strict=True))
        if options["start"] <= options["players"]:
            yield options


def room_for(found: Game) -> tuple[Any, Any]:
    return np.zeros(found.move_codes, np.int32), np.zeros(found.max_pieces, np.int32)


def digest(*parts: object) -> str:
    told = json.dumps(parts, separators=(",", ":"))
    return hashlib.sha256(told.encode()).hexdigest()


def played(found: Game, options: dict[str, Any]) -> str:
    """A random game: the digest of its last table, and of the generator after it."""
    raw, rng = found.new(**options)._raw.copy(), np.array(WORDS, np.int64)
    moves = found.kernels.play_randomly(raw, rng, *room_for(found))
    return digest(moves, raw.tolist(), rng.tolist())


def stepped(found: Game, options: dict[str, Any]) -> str:
    """A game step by step: the digest of every table and of all that can be asked about it."""
    kernels, raw, rng = found.kernels, found.new(**options)._raw.copy(), np.array(WORDS, np.int64)
    codes, pieces = room_for(found)
    values, told = codes.copy(), []
    table = found.table_in(raw.data)
    while table.turn != NOBODY:
        if table.turn == CHANCE:
            number = kernels.sample(raw.copy(), rng, pieces)
            kernels.deal(raw, pieces, number)
        else:
            number = kernels.value_moves(raw, found.empty_table(), codes, values)
            told.append([codes[:number].tolist(), values[:number].tolist()])
            told.append([views(found, raw, seat) for seat in range(table.players)])
            kernels.make_move(raw, int(codes[len(told) * 7919 % number]))
        told.append(raw.tolist())
    for seat in range(table.players):
        keys = np.zeros(len(found.ranked_by), np.int32)
        kernels.rank_keys(raw, seat, keys)
        told.append(keys.tolist())
    return digest(told)


def views(found: Game, raw: Any, seat: int) -> Any:
    """What a seat sees, and what it may imagine, in a game with secrets."""
    conceal, determinize = found.kernels.conceal, found.kernels.determinize
    if conceal is None or determinize is None:
        return []
    seen = raw.copy()
    conceal(seen, seat)
    determinized = seen.copy()
    determinize(determinized, seat, np.array(WORDS, np.int64))
    return [seen.tolist(), determinized.tolist()]


def searches(found: Game) -> list[Any]:
    """Positions of every number of players, and what a search that is asked in turn finds."""
    source, search, told = random.Random(found.name), Search(found), []
    for players in next(found.options.each()).metadata["allowed"]:
        for _ in range(SEARCHED):
            state = some_position(found, players, source)
            assert state.to_move is not None
            view = state.view(state.to_move)
            result = search.think(view, Budget(nodes=NODES[found.name]))
            told.append([_imagined(view)._raw.tolist(), NODES[found.name], outcome(found, result)])
    return told


def some_position(found: Game, players: int, source: random.Random) -> State:
    """A position of a random game where there is a choice."""
    state, left = found.new(players=players), source.randrange(30)
    while left or state.to_move == CHANCE or len(state.legal_codes) < 2:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        else:
            state = state.play(source.choice(state.legal_moves))
            left = max(0, left - 1)
    return state


def outcome(found: Game, result: SearchResult) -> list[Any]:
    """All that a search has found of the best move."""
    best = result.moves[0]
    line = [found.encode(move) for move in best.line]
    judged = [best.points, best.is_decided, best.is_won, result.is_complete]
    return [found.encode(best.move), judged, result.nodes, result.depth, line]
