"""Sentences that the narrators of several games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from azulejos.core.asking import ask
from azulejos.core.displays import TILES_PER_DISPLAY, takes_marker
from azulejos.core.draw import Draw
from azulejos.core.game import Game
from azulejos.core.layout import AnyRecord
from azulejos.core.pile import total
from azulejos.core.state import State
from azulejos.messages import Message, Value
from azulejos.narration.message import Part, Step

FINAL = Message("game.final")  # the final scoring begins


def colour_words(game: Game) -> tuple[str, ...]:
    """The messages that name a game's colours, in the order of their numbers."""
    return tuple(f"colour.{colour.name}" for colour in game.colours)


def amounts(game: Game, pieces: Sequence[int]) -> list[str | Message]:
    """Tiles drawn, as an amount for each colour."""
    return [
        Message("game.amount", {"tiles": pieces.count(index), "colour": colour})
        for index, colour in enumerate(colour_words(game))
        if index in pieces
    ]


def start_message(draw: Draw) -> Message:
    """Chance has named the start player."""
    return Message("game.start", {"seat": draw.pieces[0]})


def deal_values(before: State, draw: Draw) -> dict[str, Value]:
    """What the sentence about a deal of tiles speaks of."""
    return {
        "round": before.table.rounds + 1,
        "tiles": len(draw.pieces),
        "displays": -(-len(draw.pieces) // TILES_PER_DISPLAY),
        "refilled": is_refilled(before, draw),
        "seat": before.table.start_seat,
    }


def take_values(table: AnyRecord, source: int) -> dict[str, Value]:
    """What every sentence about a take speaks of."""
    marker = int(ask(takes_marker, table, source))
    return {"seat": table.turn, "source": source, "marker": marker}


def is_refilled(before: State, draw: Draw) -> int:
    """1 if the bag did not hold what was drawn, so that the discard went into it."""
    return int(ask(total, before.table.bag) < len(draw.pieces))


def counted(steps: Iterable[Step]) -> list[Message]:
    """What was scored: for each seat its parts, then the total; the end of the game apart."""
    parts = [(step.is_final, step.part) for step in steps if step.part]
    said: list[Message] = []
    for (is_final, seat), result in groupby(parts, key=lambda each: (each[0], each[1].seat)):
        if is_final and FINAL not in said:
            said.append(FINAL)
        said.append(_total_message(seat, [part for _, part in result]))
    return said


def _total_message(seat: int, parts: Sequence[Part]) -> Message:
    """What a seat gained and lost, and how many points it has now."""
    values: dict[str, Value] = {
        "seat": seat,
        "parts": [part.said for part in parts],
        "number": len(parts),
        "gained": sum(part.points for part in parts),
        "points": parts[-1].total,
    }
    return Message("game.counted", values)


Reason = Literal["failed", "gone"]
"""It made no legal move in time, or is no longer offered."""

MESSAGES: dict[Reason, str] = {"failed": "table.instead.failed", "gone": "table.instead.gone"}


def moved_instead(seat: int, level: str, reason: Reason) -> Message:
    """The sentence that follows the move."""
    return Message(MESSAGES[reason], {"seat": seat, "level": f"ui.level.{level}"})
