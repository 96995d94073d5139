"""Write updates of tables for the development page: python web/dev/updates.py [MOVES]

One for every game, player count and side, some moves into a game between two bots, as the player
sees it who is to move.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from azulejos import GAME_NAMES, Match, bot, game
from azulejos.core.game import Game
from azulejos.narration import narrate
from azulejos.scenes import stage
from azulejos.tables.messages import Choice, EventInfo, SeatInfo, Update

NAMES = ("Beatriz", "Tomás", "Inês", "Duarte")
TABLES: dict[str, list[dict[str, Any]]] = {
    "azul": [{"players": n, "side": side} for n in (2, 3, 4) for side in ("coloured", "grey")],
    "sintra": [{"players": n, "side": side} for n in (2, 3, 4) for side in ("A", "B")],
    "pavilion": [{"players": n, "side": side} for n in (2, 3, 4) for side in ("coloured", "grey")],
    "duel": [{}],
}


def update(kind: Game, options: dict[str, Any], moves: int) -> Update:
    """A table after some moves."""
    match = Match(kind, kind.options(**options), source=random.Random(3))
    players = [bot("greedy:seed=1") for _ in range(match.state.players)]
    for _ in range(moves):
        seat = match.state.to_move
        if seat is None:
            break
        match.play(seat, players[seat].choose(match.view(seat)))
    states = list(match.record.states())
    since = [
        EventInfo(ply, None, "", narrate(before, event, after))
        for ply, (before, event, after) in enumerate(
            zip(states, match.record.events, states[1:], strict=False)
        )
    ]
    seat = match.state.to_move or 0
    state = match.view(seat).state
    return Update(
        table="dev",
        version=len(since),
        seat=seat,
        game=kind.name,
        options=options,
        pace="live",
        seats=[SeatInfo("person", name, is_here=True) for name in NAMES[: state.players]],
        to_move=seat,
        scene=stage(kind).scene(state),
        choices=[
            Choice(str(move), stage(kind).steps(move), value)
            for move, value in zip(state.legal_moves, state.move_values, strict=True)
        ],
        since=since,
        plies=len(since),
        may_undo=True,
        result=None,
        requests=[],
    )


def main() -> None:
    """Write all of them."""
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 14
    written = {}
    for game_name in GAME_NAMES:
        for options in TABLES[game_name]:
            name = "-".join([game_name, *(str(value) for value in options.values())])
            written[name] = update(game(game_name), options, moves)
    Path(__file__).with_name("updates.json").write_bytes(msgspec.json.encode(written))


if __name__ == "__main__":
    main()
