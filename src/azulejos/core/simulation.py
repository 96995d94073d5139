"""Loops over the kernels of any game, for measuring: the kernels come as arguments."""

from __future__ import annotations

from collections.abc import Callable

from azulejos.core.chance import Rng
from azulejos.core.compiled import specialised
from azulejos.core.layout import Codes, Raw
from azulejos.core.tables import copy_table

Tables = Raw
"""Many tables: flat bytes in the rows of an array."""


@specialised
def play_games(  # noqa: PLR0917 - compiled functions take no keywords
    play_randomly: Callable[[Raw, Rng, Codes, Codes], int],
    fresh: Raw,
    raw: Raw,
    rng: Rng,
    codes: Codes,
    pieces: Codes,
    games: int,
) -> int:
    """Play whole games at random, one after the other from a fresh table, and count the moves."""
    moves = 0
    for _ in range(games):
        copy_table(fresh, raw)
        moves += play_randomly(raw, rng, codes, pieces)
    return moves


@specialised
def list_all(list_moves: Callable[[Raw, Codes], int], tables: Tables, codes: Codes) -> int:
    """List the legal moves of every table and return how many they are together."""
    moves = 0
    for number in range(len(tables)):
        moves += list_moves(tables[number], codes)
    return moves


@specialised
def play_all(make_move: Callable[[Raw, int], None], tables: Tables, codes: Codes) -> None:
    """Play one move on every table."""
    for number in range(len(tables)):
        make_move(tables[number], codes[number])


@specialised
def copy_all(tables: Tables, copies: Tables) -> None:
    """Copy every table."""
    for number in range(len(tables)):
        copy_table(tables[number], copies[number])
