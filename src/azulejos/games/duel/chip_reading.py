"""Chips of Azul Duel from text."""

from __future__ import annotations

from azulejos.errors import NotationError, excerpt
from azulejos.games.duel.table import CHIP_TEXTS
from azulejos.messages import Message, fault


def read_chip(text: str) -> int:
    """Read the colours that a chip shows."""
    if text.upper() not in CHIP_TEXTS:
        raise NotationError(no_chip(excerpt(text)))
    return CHIP_TEXTS.index(text.upper())


def no_chip(shown: str) -> Message:
    """What is wrong about colours that no chip shows."""
    return fault("fault.text.chip", text=shown, allowed=" ".join(CHIP_TEXTS))
