"""Positions of games that the search plays against itself, numbered and kept in a folder.

A search also values what nobody would play. So some rounds begin with random plies: what those
rounds brought says nothing of the positions before the last random ply (`is_clean`).

With `Plan.deep_nodes`, a share of the positions gets the value that a deeper search gives them. At
the end of a round that is the mean over several deals of the next one.

Games are kept chunk by chunk: an interrupted run resumes where it stopped, and more games can be
added later. What a game brings depends on nothing but the plan and its index.
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
from azulejos.core.game import Game
from azulejos.core.state import State
from azulejos.core.turn import CHANCE, MAX_SEATS
from azulejos.games import game as game_named

Rows = NDArray[Any]
Chunk = TypeVar("Chunk")  # the indexes of some games, or other work
Played = TypeVar("Played")  # what it brings

CHUNK = 20  # games
RANDOM_ROUNDS = 0.6  # the share of rounds that begin with random plies
MAX_RANDOM_PLIES = 14  # the first of such a round
RANDOM_PLIES = 0.35  # the share of these that is random


@dataclass(frozen=True)
class Plan:
    """Which games are played, and how deep positions of them are searched."""

    game: str
    options: tuple[str, ...] = ("",)  # sets like "players=3 side=B", taken in turn
    nodes: int = 2500  # for a move
    deep_nodes: int = 0  # for the value of a position
    deals: int = 4  # of the next round, for the value of the end of one
    share: float = 0.25  # of the positions within rounds that are searched
    version: int | None = None  # of the search; None is the newest
    weights: Path | None = None  # to play and search with, instead of the version's


def position_dtype(game: Game) -> np.dtype[Any]:
    """A position as it is kept."""
    return np.dtype(
        [
            ("game", np.int32),
            ("round", np.int8),
            ("is_end", np.bool_),  # of the round
            ("is_clean", np.bool_),  # no random ply follows it in the round
            ("result", np.int16, (MAX_SEATS,)),  # the points of all seats in the end
            ("seat", np.int8),  # to move; 0 at the end of a round
            ("is_searched", np.bool_),  # with a value in points, not a game won or lost
            ("value", np.int32),  # for that seat, in hundredths of a point
            ("key", np.uint8, (game.table.itemsize,)),
        ]
    )


def play_game(plan: Plan, index: int) -> Rows:
    """Play one game, and list its positions: before each move and after each round."""
    game = game_named(plan.game)
    text = plan.options[index % len(plan.options)]
    state = game.new(game.options.of(dict(word.split("=", 1) for word in text.split())))
    source = random.Random(f"rounds {index}")
    player = SearchBot(Budget(nodes=plan.nodes), plan.weights, version=plan.version)
    kept: list[tuple[int, bool, bool, State]] = []
    after_move = state
    current = moves = random_plies = 0
    while state.to_move is not None:
        seat: int = state.to_move
        if seat == CHANCE:
            state = state.deal(state.sample(source))
            continue
        if state.table.rounds != current:
            if current:
                kept.append((current, True, True, after_move))
            current, moves = state.table.rounds, 0
            is_random = source.random() < RANDOM_ROUNDS
            random_plies = source.randint(1, MAX_RANDOM_PLIES) if is_random else 0
        kept.append((current, False, moves >= random_plies, state))
        if moves < random_plies and source.random() < RANDOM_PLIES:
            state = state.play(source.choice(state.legal_moves))
        else:
            state = state.play(player.choose(state.view(seat)))
        after_move = state
        moves += 1
    assert state.outcome is not None
    rows = np.zeros(len(kept), position_dtype(game))
    rows["game"] = index
    rows["result"][:, : state.players] = state.outcome.scores
    for row, (round_, is_end, is_clean, before) in zip(rows, kept, strict=True):
        row["round"], row["is_end"], row["is_clean"] = round_, is_end, is_clean
        row["seat"] = 0 if is_end else before.to_move
        row["key"] = np.frombuffer(before.key, np.uint8)
    if plan.deep_nodes:
        search_positions(plan, rows, random.Random(f"values {index}"))
    return rows


def search_positions(plan: Plan, rows: Rows, source: random.Random) -> None:
    """Value the ends of rounds, and a share of the other positions, by deeper searches."""
    game = game_named(plan.game)
    search = Search(game, plan.weights, version=plan.version)
    for row in rows:
        if row["is_end"] or source.random() < plan.share:
            state = State(game, row["key"].copy())
            states = [dealt(state, source) for _ in range(plan.deals)] if row["is_end"] else [state]
            values = [value_for(int(row["seat"]), each, search, plan.deep_nodes) for each in states]
            known = [value for value in values if value is not None]
            row["is_searched"] = len(known) == len(values)
            row["value"] = round(POINT * sum(known) / len(values))


def dealt(state: State, source: random.Random) -> State:
    """The position after all that chance has to deal."""
    while state.to_move == CHANCE:
        state = state.deal(state.sample(source))
    return state


def value_for(seat: int, state: State, search: Search, nodes: int) -> float | None:
    """How far ahead one of two seats is, in points; None where the round decides the game."""
    assert state.to_move is not None
    best = search.think(state.view(state.to_move), Budget(nodes=nodes)).moves[0]
    if best.is_decided:
        return None
    return best.points if state.to_move == seat else -best.points


# Many games


def collect(
    plan: Plan, folder: Path, games: int, *, processes: int = 1, ray: str | None = None
) -> Rows:
    """The positions of all games; those not in the folder yet are played.

    By processes of this machine, or on the Ray cluster at an address.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = {start: folder / f"{start:07}.npy" for start in range(0, games, CHUNK)}
    missing = {
        start: range(start, min(games, start + CHUNK))
        for start, file in files.items()
        if not file.exists()
    }
    for start, rows in in_parallel(partial(play_games, plan), missing, processes, ray):
        partial_file = files[start].with_suffix(".partial.npy")
        np.save(partial_file, rows)
        partial_file.replace(files[start])
    return np.concatenate([np.load(file) for file in files.values()])


def play_games(plan: Plan, indexes: Iterable[int]) -> Rows:
    return np.concatenate([play_game(plan, index) for index in indexes])


def in_parallel(
    work: Callable[[Chunk], Played], chunks: dict[int, Chunk], processes: int, ray: str | None
) -> Iterator[tuple[int, Played]]:
    """Work on chunks in this process, in several, or on a cluster; yield each when it is done."""
    if ray is not None:
        with connected(ray, processes) as cluster:
            task = cluster.remote(called)
            running = {task.remote(__version__, work, c): start for start, c in chunks.items()}
            while running:
                done = cluster.wait(list(running))[0][0]
                yield running.pop(done), result_of(cluster, done)
    elif processes == 1 or len(chunks) <= 1:
        for start, chunk in chunks.items():
            yield start, work(chunk)
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            waiting = {pool.submit(work, chunk): start for start, chunk in chunks.items()}
            for future in as_completed(waiting):
                yield waiting[future], future.result()
