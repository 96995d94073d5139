"""A game step by step, by the kernels that Python calls: the same wherever these run."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import numpy as np

from azulejos import Draw, Game, bot
from azulejos.core.options import Options
from azulejos.core.state import State
from azulejos.core.turn import CHANCE, NOBODY
from azulejos.play.daily import SEAT, DailyGame

WORDS = (20241116, 977)  # of the generators


def steps_digest(game: Game, options: Options) -> str:
    """The digest of every table of a game, and of all that can be asked about it."""
    kernels, raw, rng = game.kernels, game.new(options)._raw.copy(), np.array(WORDS, np.int64)
    codes, pieces = np.zeros(game.move_codes, np.int32), np.zeros(game.max_pieces, np.int32)
    values, steps = codes.copy(), list[Any]()
    table = game.table_in(raw.data)
    while table.turn != NOBODY:
        if table.turn == CHANCE:
            count = kernels.sample(raw.copy(), rng, pieces)
            kernels.deal(raw, pieces, count)
        else:
            count = kernels.value_moves(raw, game.empty_table(), codes, values)
            steps.append([codes[:count].tolist(), values[:count].tolist()])
            steps.append([_views(game, raw, seat) for seat in range(table.players)])
            kernels.make_move(raw, int(codes[len(steps) * 7919 % count]))
        steps.append(raw.tolist())
    for seat in range(table.players):
        keys = np.zeros(len(game.ranked_by), np.int32)
        kernels.rank_keys(raw, seat, keys)
        steps.append(keys.tolist())
    return hashlib.sha256(json.dumps(steps).encode()).hexdigest()


def daily_links(name: str) -> list[str]:
    """Games of two days, with the moves of the opponent: packed, they hold every draw and move."""
    links = []
    for day in ("2026-11-20", "2026-11-21"):
        daily = DailyGame.of(name, day)
        source, match, opponent = random.Random(day), daily.match(), bot(daily.opponent)
        while (seat := match.state.to_move) is not None:
            is_own = seat == SEAT
            match.play(
                seat,
                source.choice(match.state.legal_moves)
                if is_own
                else opponent.choose(match.view(seat)),
            )
        draws = [daily.game.draw_text(each) for each in match.events if isinstance(each, Draw)]
        links += [daily.link(match), *draws]
    return links


def _views(game: Game, raw: Any, seat: int) -> Any:
    """What a seat sees, and one way to fill in what it does not see, in a game with secrets."""
    conceal, determinize = game.kernels.conceal, game.kernels.determinize
    if conceal is None or determinize is None:
        return []
    seen = raw.copy()
    conceal(seen, seat)
    determinized = seen.copy()
    determinize(determinized, seat, np.array(WORDS, np.int64))
    return [seen.tolist(), determinized.tolist()]


def some_position(game: Game, players: int, source: random.Random) -> State:
    """A position of a random game where there is a choice."""
    state, left = game.new(players=players), source.randrange(30)
    while left or state.to_move == CHANCE or len(state.legal_codes) < 2:
        if state.to_move == CHANCE:
            state = state.deal(state.sample(source))
        else:
            state = state.play(source.choice(state.legal_moves))
            left = max(0, left - 1)
    return state
