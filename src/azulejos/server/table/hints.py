"""The best moves that a worker found, as they are told."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.core.state import View
from azulejos.server.bots.worker import Advised
from azulejos.server.messages import Hint
from azulejos.server.scenes import stage
from azulejos.telling import told


def hints_of(view: View, found: Sequence[Advised]) -> list[Hint]:
    """What a worker found, as it is sent."""
    return [_hint(view, each) for each in found]


def _hint(view: View, found: Advised) -> Hint:
    before = view.state
    move = before.game.parse_move(found.move)
    said = told(before, move, before.play(move), view.seat)[:1]
    return Hint(found.move, stage(before.game).steps(move), found.points, found.line, said)
