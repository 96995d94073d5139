"""Positions of games that the search plays against itself, each with what a deep search finds.

A value without any search should be what a search to the end of the round finds. Half of the
positions are of the games themselves. A search also values what nobody would play, so the others
are some odd moves away from the games. Where a round has ended, what is told is the mean of what
searches find in several deals of the next one (`Plan.deals`).

Games are numbered and kept in a folder, chunk by chunk: an interrupted run goes on where it
stopped, and more positions can be added later. What is found depends on nothing but the numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from azulejos import __version__
from azulejos.bots.arena.cluster import called, connected, result_of
from azulejos.bots.search.bot import SearchBot
from azulejos.bots.search.engine import Search
from azulejos.bots.search.knowledge import POINT
from azulejos.bots.search.result import Budget
from azulejos.core.pile import total
from azulejos.core.state import State
from azulejos.core.turn import CHANCE
from azulejos.games import game as game_named
from azulejos.games.duel.stacks import BITS
from azulejos.play.match import Match

Chunk = TypeVar("Chunk")  # the numbers of some games, or other work
Played = TypeVar("Played")  # what it brings

CHUNK = 20  # games
HELD_OUT = 5  # every fifth game is never fitted to

MAX_RANDOM_PLIES = 4  # odd moves away from the game
RANDOM_MOVES = 0.3  # of these; the others are those of a hasty search
HASTY = Budget(nodes=200)


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how deep positions of them are searched."""

    game: str
    options: tuple[str, ...] = ("",)  # sets like "players=3 side=B", taken in turn
    nodes: int = 5000  # for a move of the games
    deep_nodes: int = 200_000  # for the value of a position
    share: float = 0.25  # of the positions of a game that are kept
    blunders: float = 0.05  # random moves in the games
    version: int | None = None  # of the search; None is the newest
    weights: Path | None = None  # that it plays and searches with, instead of the version's
    deals: int = 0  # of the next round, for positions in which a round has ended; 0: none are kept


# A position as it is kept
POSITION_FIELDS = [
    ("number", np.int32),  # of the game
    ("seat", np.int8),  # to move, whose value is told
    ("tiles", np.int8),  # still on offer; 0 at the end of a round
    ("wandered", np.int8),  # odd moves away from the game
    ("is_complete", np.bool_),  # everything was searched to the end of the round
    ("is_decided", np.bool_),  # that is the end of the game
    ("value", np.int32),  # hundredths of a point
]


def positions_of(plan: Plan, number: int) -> NDArray[Any]:
    """Play one numbered game, and search some of its positions deeply."""
    game = game_named(plan.game)
    texts = plan.options[number % len(plan.options)]
    options = game.options.of(dict(word.split("=", 1) for word in texts.split()))
    source = random.Random(f"positions {number}")
    match = Match(game, options, source=source)
    player = SearchBot(Budget(nodes=plan.nodes), plan.weights, version=plan.version)
    deep = Search(game, plan.weights, version=plan.version)
    kept = []
    ends = []
    while (seat := match.state.to_move) is not None:
        if source.random() < plan.share:
            wandered = source.choice((0, source.randint(1, MAX_RANDOM_PLIES)))
            state = wander(match.state, wandered, player, source)
            if state is not None and tiles_left(state):
                kept.append((state, wandered))
        if source.random() < plan.blunders:
            move = source.choice(match.state.legal_moves)
        else:
            move = player.choose(match.view(seat))
        before_chance = match.state.play(move)
        match.play(seat, move)
        if plan.deals and match.state.table.rounds > before_chance.table.rounds:
            ends.append(before_chance)
    rows = np.zeros(len(kept) + len(ends), record_of(game.table.itemsize))
    rows["number"] = number
    for row, (state, wandered) in zip(rows, kept, strict=False):
        fill(row, deep, plan, state)
        row["wandered"] = wandered
    for row, state in zip(rows[len(kept) :], ends, strict=True):
        fill_end(row, deep, plan, state, source)
    return rows


def record_of(size: int) -> np.dtype[Any]:
    """A position and what is known of it; `size` bytes are its key."""
    return np.dtype([*POSITION_FIELDS, ("key", np.uint8, (size,))])


def wander(state: State, moves: int, player: SearchBot, source: random.Random) -> State | None:
    """A position some odd moves later; None if the round is over by then."""
    for _ in range(moves):
        seat = state.to_move
        if seat is None or seat < 0:
            return None
        if source.random() < RANDOM_MOVES:
            state = state.play(source.choice(state.legal_moves))
        else:
            state = state.play(player.think(state.view(seat), HASTY).moves[0].move)
    seat = state.to_move
    return state if seat is not None and seat >= 0 else None


def fill(row: Any, search: Search, plan: Plan, state: State) -> None:
    """Note a position with what a deep search finds."""
    seat = state.to_move
    assert seat is not None
    result = search.think(state.view(seat), Budget(nodes=plan.deep_nodes))
    best = result.moves[0]
    row["seat"], row["tiles"] = seat, tiles_left(state)
    row["is_complete"], row["is_decided"] = result.is_complete, best.is_decided
    row["value"] = round(best.points * POINT)
    row["key"] = np.frombuffer(state.key, np.uint8)


def fill_end(row: Any, search: Search, plan: Plan, state: State, source: random.Random) -> None:
    """Note a position in which a round has ended, with what the next one brings on average."""
    result = 0.0
    for _ in range(plan.deals):
        dealt = state
        while dealt.to_move == CHANCE:
            dealt = dealt.deal(dealt.sample(source))
        assert dealt.to_move is not None
        best = search.think(dealt.view(dealt.to_move), Budget(nodes=plan.deep_nodes)).moves[0]
        result += best.points if dealt.to_move == row["seat"] else -best.points
    row["value"] = round(result / plan.deals * POINT)
    row["key"] = np.frombuffer(state.key, np.uint8)


def tiles_left(state: State) -> int:
    """How many tiles still lie on offer."""
    table: Any = state.table
    if state.game.name == "duel":
        piles = [*table.sun, table.large_moon]
        return sum(total(pile) for pile in piles) + sum(
            -(-int(stack).bit_length() // BITS) for stack in table.stacks
        )
    return sum(total(pile) for pile in table.sources)


# Many games


def collect(
    plan: Plan, folder: Path, games: int, *, processes: int = 1, ray: str | None = None
) -> Iterator[NDArray[Any]]:
    """Hand out the positions of all games, chunk by chunk; play those not in the folder yet."""
    return collect_chunks(partial(play_chunk, plan), folder, games, processes=processes, ray=ray)


def collect_chunks(
    play: Callable[[Iterable[int]], NDArray[Any]],
    folder: Path,
    games: int,
    *,
    processes: int,
    ray: str | None,
) -> Iterator[NDArray[Any]]:
    """Hand out what numbered games bring, chunk by chunk; play those not in the folder yet.

    They are played by processes of this machine, or on the Ray cluster at an address.
    """
    folder.mkdir(parents=True, exist_ok=True)
    starts = range(0, games, CHUNK)
    files = [folder / f"{start:07}.npy" for start in starts]
    missing = [start for start, file in zip(starts, files, strict=True) if not file.exists()]
    chunks = {start: range(start, min(games, start + CHUNK)) for start in missing}
    for start, rows in side_by_side(play, chunks, processes, ray):
        file = folder / f"{start:07}.npy"
        partial_file = file.with_suffix(".partial.npy")
        np.save(partial_file, rows)
        partial_file.replace(file)
    for file in files:
        yield np.load(file)


def play_chunk(plan: Plan, numbers: Iterable[int]) -> NDArray[Any]:
    return np.concatenate([positions_of(plan, number) for number in numbers])


def side_by_side(
    play: Callable[[Chunk], Played],
    chunks: dict[int, Chunk],
    processes: int,
    ray: str | None,
) -> Iterator[tuple[int, Played]]:
    """Play chunks in this process, in several, or on a cluster; hand each out when it is done."""
    if ray is not None:
        with connected(ray, processes) as cluster:
            task = cluster.remote(called)
            running = {task.remote(__version__, play, c): start for start, c in chunks.items()}
            while running:
                done = cluster.wait(list(running))[0][0]
                yield running.pop(done), result_of(cluster, done)
    elif processes == 1 or len(chunks) <= 1:
        for start, chunk in chunks.items():
            yield start, play(chunk)
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            waiting = {pool.submit(play, chunk): start for start, chunk in chunks.items()}
            for future in as_completed(waiting):
                yield waiting[future], future.result()
