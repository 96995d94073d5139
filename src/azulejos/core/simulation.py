"""Loops over many games and tables, for measuring: `for_game(play_games, rules)(...)`."""

from __future__ import annotations

from azulejos.core.chance import Rng
from azulejos.core.compiled import compiled
from azulejos.core.kernels import for_each_game, list_moves, make_move, play_randomly
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table

Tables = Raw
"""Many tables: flat bytes in the rows of an array."""


@for_each_game
def play_games(  # noqa: PLR0917 - compiled functions take no keywords
    fresh: Raw, raw: Raw, rng: Rng, codes: Codes, pieces: Codes, games: int
) -> int:
    """Play whole games at random, one after the other from a fresh table, and count the moves."""
    moves = 0
    for _ in range(games):
        copy_table(fresh, raw)
        moves += play_randomly(raw, rng, codes, pieces)
    return moves


@for_each_game
def list_all(tables: Tables, codes: Codes) -> int:
    """List the legal moves of every table and return how many they are together."""
    moves = 0
    for number in range(len(tables)):
        moves += list_moves(tables[number], codes)
    return moves


@for_each_game
def play_all(tables: Tables, codes: Codes) -> None:
    """Play one move on every table."""
    for number in range(len(tables)):
        make_move(tables[number], codes[number])


@compiled
def copy_all(tables: Tables, copies: Tables) -> None:
    """Copy every table."""
    for number in range(len(tables)):
        copy_table(tables[number], copies[number])
