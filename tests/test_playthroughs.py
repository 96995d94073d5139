"""Playthroughs: everything that can be seen of every position of one whole game.

A change of rules, notation or listing shows as a readable difference; `--rewrite` accepts it.
"""

from __future__ import annotations

from pathlib import Path

from azulejos import CHANCE, Game, State
from azulejos.testing import random_game
from azulejos.testing.random_games import event_text
from option_sets import PLAYTHROUGHS, every_game, option_sets, read_options

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1


@every_game()
def test_playthrough_is_as_before(game: Game, rewrite: bool) -> None:
    file = FOLDER / f"{game.name}.txt"
    played = playthrough(game)
    if rewrite:
        file.write_text(played)
    assert played.splitlines() == file.read_text().splitlines()


def playthrough(game: Game) -> str:
    options = read_options(game, PLAYTHROUGHS.get(game.name, option_sets(game.name)[0]))
    parts = [f"# {game.title}, {options}: a random game of seed {SEED}\n"]
    for number, step in enumerate(random_game(game, options, SEED)):
        parts.append(f"\n# position {number}\n{observables(step.state)}")
        if step.event is not None:
            parts.append(f"> {event_text(game, step.event)}\n")
    return "".join(parts)


def observables(state: State) -> str:
    turn = {None: "nobody", CHANCE: "chance"}.get(state.to_move, f"seat {(state.to_move or 0) + 1}")
    lines = [
        str(state),
        f"# to move: {turn}, phase: {state.phase}",
        f"# scores: {' '.join(map(str, state.scores))}",
    ]
    if state.legal_codes:
        moves = [f"{m}={v}" for m, v in zip(state.legal_moves, state.move_values, strict=True)]
        lines.append(f"# {len(moves)} moves and what each is worth now: {' '.join(moves)}")
    if state.outcome is not None:
        places = " ".join(map(str, state.outcome.places))
        lines.append(f"# outcome: places {places}, {state.outcome.reason}")
    return "\n".join(lines) + "\n"
