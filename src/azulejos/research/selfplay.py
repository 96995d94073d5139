"""Positions of games that bots play against each other, as arrays: what datasets are made of.

A game depends on the plan and its number alone, not on how many are played together. Bots take
turns with the seats from game to game. Games of `random` alone are played by a kernel.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import __version__
from azulejos.bots import bot
from azulejos.bots.protocol import begin, close
from azulejos.core.chance import below, new_rng
from azulejos.core.compiled import compiled, exported
from azulejos.core.kernels import Tables, for_each_game, for_game, list_moves, make_move, observe
from azulejos.core.layout import Codes, Raw
from azulejos.core.options import Options
from azulejos.core.tables import copy_table
from azulejos.core.turn import NOBODY
from azulejos.errors import OptionError
from azulejos.games import game as game_called
from azulejos.play.match import Match
from azulejos.research.packing import Packing, Row, pack_numbers
from azulejos.research.spec import Spec
from azulejos.research.stepping import Masks, Rngs, Rows, let_chance_answer, write_result

NO_ROOM = -1
NOTHING = -1  # played yet
MOVES_EXPECTED = 100  # of a seat in a game; for longer games more room is made

Column = NDArray[Any]
Positions = dict[str, Column]
"""Columns of equal length, a row for each decision: see `COLUMNS`."""

COLUMNS = {
    "observation": "what the mover sees, packed as `azulejos.research.packing` tells",
    "mask": "a bit for each action, 1 where it is legal, as `numpy.packbits` packs them",
    "action": "what was played",
    "value": "how many points the mover expects to be ahead at the end, where the bot says so",
    "reward": "what the mover got at the end",
    "score": "the mover's points at the end",
    "place": "the mover's place at the end, from 1",
    "seat": "who is to move",
    "bot": "which of the bots that is",
    "game": "the number of the game",
    "ply": "how many decisions came before in the game",
}


@dataclass(frozen=True)
class Plan:
    """What is played: a game with options, a bot for each seat, a seed, and who gets what."""

    game: str
    options: Options
    bots: tuple[str, ...]
    seed: int = 0
    reward: str = "win"

    def __post_init__(self) -> None:
        if len(self.bots) != self.options.players:
            raise OptionError(f"{len(self.bots)} bots for {self.options.players} players")
        for text in set(self.bots):
            bot(text, game=game_called(self.game))  # refuses what cannot play before anything does
        _ = self.spec  # and what cannot be rewarded

    @cached_property
    def spec(self) -> Spec:
        return Spec(self.game, self.options, self.reward)

    @cached_property
    def packing(self) -> Packing:
        return Packing.of(self.spec.observation)

    def source(self, game: int, purpose: str) -> Random:
        """Where a game's random numbers come from."""
        return Random(f"{self.seed} {game} {purpose}")

    def provenance(self) -> dict[str, object]:
        """Where positions come from, and what their numbers mean."""
        spec = self.spec
        return {
            "game": self.game,
            "rules": spec.game.rules_version,
            "options": self.options.as_dict(),
            "bots": list(self.bots),
            "seed": self.seed,
            "reward": self.reward,
            "actions": spec.actions,
            "observation": [
                {**asdict(field), "axes": dict(field.axes)} for field in spec.observation.fields
            ],
            "columns": COLUMNS,
            "azulejos": __version__,
        }


def play_games(plan: Plan, games: range) -> Positions:
    if set(plan.bots) == {"random"}:
        return play_randomly(plan, games)
    return joined([_play_game(plan, game) for game in games])


def joined(parts: list[Positions]) -> Positions:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


# By bots


def _play_game(plan: Plan, index: int) -> Positions:
    game, options, players = game_called(plan.game), plan.options, plan.options.players
    whose = [(seat + index) % players for seat in range(players)]
    at_seat = [
        bot(plan.bots[each], plan.source(index, f"seat {seat}"), game=game)
        for seat, each in enumerate(whose)
    ]
    match = Match(game, options, source=plan.source(index, "chance"))
    observations, masks, actions, values, seats = [], [], [], [], []
    try:
        for player in at_seat:
            begin(player, game, options)
        while (seat := match.state.to_move) is not None:
            state = match.state
            mask = np.zeros(game.move_codes, np.uint8)
            mask[list(state.legal_codes)] = 1
            move = at_seat[seat].choose(match.view(seat))
            value = getattr(at_seat[seat], "value", None)
            match.play(seat, move)
            observations.append(state.observe(seat))
            masks.append(np.packbits(mask))
            actions.append(game.encode(move))
            values.append(np.nan if value is None else value)
            seats.append(seat)
    finally:
        for player in at_seat:
            close(player)
    outcome = match.state.outcome
    assert outcome is not None
    scores, places = np.array([[outcome.scores], [outcome.places]], np.int32)
    return _columns(
        plan,
        plan.packing.pack(np.array(observations)),
        np.array(masks),
        np.array(actions),
        np.array(values, np.float32),
        np.array(seats),
        np.zeros(len(seats), np.int64),
        range(index, index + 1),
        scores,
        places,
    )


# By a kernel


def play_randomly(plan: Plan, games: range) -> Positions:
    """Play games in which all moves are random."""
    rows = len(games) * MOVES_EXPECTED * plan.options.players
    while True:
        played = _record(plan, games, rows)
        if played:
            return played
        rows *= 2


def _record(plan: Plan, games: range, rows: int) -> Positions | None:
    spec = plan.spec
    game = spec.game
    fresh = np.frombuffer(spec.initial.key, np.uint8).copy()
    rngs = np.array([new_rng(plan.source(each, "random")) for each in games])
    packing = plan.packing
    observations = np.empty((rows, packing.width), np.uint8)
    masks = np.empty((rows, (spec.actions + 7) // 8), np.uint8)
    actions, seats, numbers = np.empty((3, rows), np.int32)
    scores, places = np.zeros((2, len(games), spec.players), np.int32)
    length = for_game(record_random_games, game.kernels.rules)(
        fresh,
        fresh.copy(),
        rngs,
        np.zeros(spec.actions, np.int32),
        np.zeros(game.max_pieces, np.int32),
        np.zeros((2, len(game.ranked_by)), np.int32),
        spec.observation.empty(),
        packing.runs,
        packing.wide,
        packing.loose,
        packing.bit_bytes,
        observations,
        masks,
        actions,
        seats,
        numbers,
        scores,
        places,
    )
    if length == NO_ROOM:
        return None
    return _columns(
        plan,
        observations[:length],
        masks[:length],
        actions[:length],
        np.full(length, np.nan, np.float32),
        seats[:length],
        numbers[:length],
        games,
        scores,
        places,
    )


@exported
@for_each_game
def record_random_games(
    fresh: Raw,
    raw: Raw,
    rngs: Rngs,
    codes: Codes,
    pieces: Codes,
    keys: Rows,
    numbers: Row,
    runs: Rows,
    wide: Codes,
    loose: Raw,
    bit_bytes: int,
    observations: Tables,
    masks: Masks,
    actions: Codes,
    seats: Codes,
    games: Codes,
    scores: Rows,
    places: Rows,
) -> int:
    """Play a game at random for each generator; write a row for each decision and count them.

    NO_ROOM if there are more decisions than rows.
    """
    row = 0
    for game in range(len(rngs)):
        rng = rngs[game]
        copy_table(fresh, raw)
        action = NOTHING
        while True:  # every rule is called in one place, since it is compiled again for each
            if action != NOTHING:
                make_move(raw, action)
            turn = let_chance_answer(raw, rng, pieces)
            if turn == NOBODY:
                break
            if row == len(actions):
                return NO_ROOM
            count = list_moves(raw, codes)
            action = int(codes[below(rng, count)])
            observe(raw, turn, numbers)
            pack_numbers(numbers, runs, wide, loose, bit_bytes, observations[row])
            pack(codes, count, masks[row])
            actions[row] = action
            seats[row] = turn
            games[row] = game
            row += 1
        write_result(raw, keys, scores[game], places[game])
    return row


@compiled
def pack(codes: Codes, count: int, packed: NDArray[np.uint8]) -> None:
    """Set the bits of some codes, the first in the highest bit of the first byte."""
    for byte in range(len(packed)):
        packed[byte] = 0
    for place in range(count):
        code = int(codes[place])
        packed[code >> 3] |= 128 >> (code & 7)


def _columns(
    plan: Plan,
    observations: Column,
    masks: Column,
    actions: Column,
    values: Column,
    seats: Column,
    games: Column,
    numbers: range,
    scores: NDArray[np.int32],
    places: NDArray[np.int32],
) -> Positions:
    """All columns; `games` counts from the first of those played, whose numbers follow."""
    rewards = plan.spec.rewards(scores, places)
    firsts = np.searchsorted(games, np.arange(len(numbers)))
    return {
        "observation": observations,
        "mask": masks,
        "action": actions.astype(np.int16),
        "value": values,
        "reward": rewards[games, seats],
        "score": scores[games, seats].astype(np.int16),
        "place": places[games, seats].astype(np.int8),
        "seat": seats.astype(np.int8),
        "bot": ((seats + games + numbers.start) % plan.options.players).astype(np.int8),
        "game": games.astype(np.int64) + numbers.start,
        "ply": (np.arange(len(games)) - firsts[games]).astype(np.int16),
    }
