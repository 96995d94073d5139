"""The order in which moves are searched: the sooner the best one is, the more can be cut off."""

from __future__ import annotations

from azulejos.bots.search.workspace import Workspace
from azulejos.core.compiled import compiled
from azulejos.core.layout import Codes

# Added to the ranks that a game gives its moves, which are in the hundreds
HASH_MOVE_RANK = 1 << 24
KILLER_RANK = 300
MAX_HISTORY = 3200  # an eighth of it counts


@compiled
def rank_by_cutoffs(workspace: Workspace, ply: int, number: int, hash_move: int) -> None:
    """Raise the ranks of the hash move, the killer move of this ply, and moves with a history."""
    for place in range(number):
        code = workspace.codes[ply, place]
        rank = workspace.ranks[ply, place] + (workspace.history[code] >> 3)
        if code == hash_move:
            rank = HASH_MOVE_RANK
        elif code == workspace.killers[ply]:
            rank += KILLER_RANK
        workspace.ranks[ply, place] = rank


@compiled
def record_cutoff(workspace: Workspace, ply: int, code: int, depth: int) -> None:
    """Remember a move that caused a beta cutoff, as a killer and in the history."""
    workspace.killers[ply] = code
    workspace.history[code] = min(workspace.history[code] + depth * depth, MAX_HISTORY)


@compiled
def pick_best(codes: Codes, ranks: Codes, place: int, number: int) -> int:
    """Swap the best of the moves not yet searched into a place, and return it."""
    best, most = place, ranks[place]
    for other in range(place + 1, number):
        if ranks[other] > most:  # not `ranks[best]`, which would have to be read again
            best, most = other, ranks[other]
    return swap(codes, ranks, place, best)


@compiled
def bring_first(codes: Codes, ranks: Codes, number: int, code: int) -> int:
    """Swap a move with the first, if it is there, and return the first."""
    for place in range(number):
        if codes[place] == code:
            return swap(codes, ranks, 0, place)
    return int(codes[0])


@compiled
def swap(codes: Codes, ranks: Codes, place: int, other: int) -> int:
    """Swap two moves with their ranks, and return the one that is now at the first place."""
    code, rank = int(codes[other]), int(ranks[other])
    codes[other], ranks[other] = codes[place], ranks[place]
    codes[place], ranks[place] = code, rank
    return code
