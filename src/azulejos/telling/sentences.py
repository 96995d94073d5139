"""Sentences that the tellers of several games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.pile import counts
from azulejos.core.state import State
from azulejos.telling import Said, Value
from azulejos.telling.bonus import Bonus


def colour_words(game: Game) -> tuple[str, ...]:
    """The messages that name a game's colours, in the order of their numbers."""
    return tuple(f"colour.{colour.name}" for colour in game.colours)


def amounts(game: Game, pieces: Sequence[int]) -> list[str | Said]:
    """Tiles drawn, as an amount for each colour."""
    return [
        Said("game.amount", {"tiles": pieces.count(number), "colour": colour})
        for number, colour in enumerate(colour_words(game))
        if number in pieces
    ]


def start_told(draw: Draw) -> Said:
    """Chance has named the start player."""
    return Said("game.start", {"seat": draw.pieces[0]})


def is_refilled(before: State, draw: Draw) -> int:
    """1 if the bag did not hold what was drawn, so that the discard went into it."""
    return int(sum(counts(before.table.bag)) < len(draw.pieces))


def points_told(message: str, after: State, seat: int, gained: int, **values: Value) -> Said:
    """What a seat gained or lost, and how many points it has now."""
    points = {"seat": seat, "gained": gained, "points": after.scores[seat]}
    return Said(message, {**points, **values})


def final_told(seat: int, bonuses: Iterable[Bonus]) -> list[Said]:
    """The bonuses that brought points, or cost some, those of a kind in one sentence."""
    found: dict[str, list[int]] = {}
    for bonus in bonuses:
        if bonus.now:
            found.setdefault(bonus.name, []).append(bonus.now)
    return [
        Said(f"{name}.final", {"seat": seat, "number": len(points), "points": sum(points)})
        for name, points in found.items()
    ]
